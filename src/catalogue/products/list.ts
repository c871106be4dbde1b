import { hash } from 'node:crypto';
import { z } from 'zod';
import {
  anyOf,
  anyText,
  badField,
  booleanText,
  described,
  instantText,
  oneOf,
  parseInstant,
  pageSize,
  saying,
  wholeNumber,
} from '../../platform/index.js';
import type { Problem } from '../../platform/index.js';
import { CHECK_IDS } from '../quality/checks.js';
import words from './docs.json' with { type: 'json' };
import { STATUSES } from './fields.js';

/** The source label of the sample catalogue that an empty database begins with. */
export const SAMPLE_SOURCE = 'sample';

const LIST_SORTS = ['updated_at', '-updated_at', 'code'] as const;
export type ListSort = (typeof LIST_SORTS)[number] | '-code';

/** A check of products, by its name. */
export const checkText = oneOf(CHECK_IDS);

/** What is said of the filters of lists and exports. */
export const FILTER_WORDS = words.filters;

/** The filters of lists and exports. */
export const FILTERS = described(FILTER_WORDS, {
  category: anyText.optional(),
  in_stock: booleanText.optional(),
  updated_after: instantText.optional(),
  status: anyOf(STATUSES).optional(),
  series: anyText.optional(),
  source: anyText.optional(),
  tag: anyText.optional(),
  quality: checkText.optional(),
});

/** Filters that are for callers with a key alone. */
export const KEY_FILTERS = ['quality'] as const satisfies (keyof typeof FILTERS)[];

/** Products a page by default. */
export const DEFAULT_PAGE_SIZE = 20;

/** Asks for the structures of products beside their fields. */
export const structureFlag = booleanText.optional().meta(saying(words.structureFlag));

/** {@link structureFlag} of a page: `molfile` too, which takes some 2 ms each and so is not part of `true`. */
export const structuresWanted = z
  .enum(['true', 'false', '1', '0', 'molfile'], { error: 'must be true, false, 1, 0 or molfile' })
  .meta({
    override: { anyOf: [{ type: 'boolean' }, { const: 'molfile' }], type: undefined, enum: undefined },
  })
  .transform((text) => (text === 'molfile' ? text : text === 'true' || text === '1'))
  .optional()
  .meta(saying(words.structuresWanted));

/** The parameters of `GET /products`. */
export const listQuery = z.object(
  described(words.listQuery, {
    page: wholeNumber(1, 1_000_000_000).optional(),
    page_size: pageSize({ usual: DEFAULT_PAGE_SIZE }),
    ...FILTERS,
    sort: oneOf(LIST_SORTS).optional(),
    structure: structuresWanted,
    lacking: z.string().optional(),
    cursor: z.string().max(2_000, { error: 'is not a cursor of this list' }).optional(),
  }),
);
export type ListQuery = z.infer<typeof listQuery>;

/** What a list or an export is narrowed to: the filters of callers, and those of our own pages. */
export type Filters = Pick<ListQuery, keyof typeof FILTERS> & {
  /** made by any source but these (back office) */
  not_sources?: readonly string[] | undefined;
  /** molecular weights, both included (assistants) */
  mw_min?: number | undefined;
  mw_max?: number | undefined;
  /** without a value of one of these ({@link LACKABLE}; back office) */
  lacks?: readonly string[] | undefined;
  /** only these, by their ids (back office) */
  ids?: readonly number[] | undefined;
  /** written at this instant or before: nothing older can still appear */
  up_to?: string | undefined;
  /** part of a name, beginning of a code or CAS number, or a whole synonym (back office) */
  text?: string | undefined;
};

/** Where a page begins: after the row with this sort key. */
export interface After {
  value: string;
  id: number;
  /** the `as_of` of the first page, where it is a cursor: rows that are written during a walk must be read again after it */
  asOf: string;
}

/** A list request with its cursor resolved. */
export interface ListPlan {
  filters: Filters;
  sort: ListSort;
  after: After | null;
  /** null with a cursor; with `after` it goes on behind the page before as it was shown */
  page: number | null;
  pageSize: number;
}

/** Turns a query into a plan. @param more filters beside those of the query @throws Problem 400 for a cursor that does not belong to the filters */
export function planList(query: ListQuery, more: Filters = {}): ListPlan {
  const { page, page_size: pageSize, sort: wanted, cursor, structure: _, lacking: __, ...given } = query;
  const filters: Filters = { ...given, ...more };
  const sort = wanted ?? (filters.updated_after === undefined ? '-updated_at' : 'updated_at');
  if (cursor === undefined) return { filters, sort, after: null, page: page ?? 1, pageSize };
  const { madeWith, after } = decodeCursor(cursor);
  if (madeWith !== signature(filters, sort))
    throw badField('cursor', 'other_filters', 'was made with other filters or another order');
  if (sort !== 'code' && parseInstant(after.value) !== after.value) throw badCursor();
  return { filters, sort, after, page: null, pageSize };
}

/** Names what a list is narrowed to, and its order. */
export function signature(filters: Filters, sort: ListSort): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([sort, given]), 'base64url').slice(0, 12);
}

/** The cursor that continues a plan after its last row. */
export function encodeCursor(plan: Pick<ListPlan, 'filters' | 'sort'>, after: After): string {
  const parts = [signature(plan.filters, plan.sort), after.value, after.id, after.asOf];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

// Anybody can make up a cursor: values that SQL cannot take are refused here.
const cursorParts = z.tuple([
  z.string(),
  z.string().refine((value) => !value.includes('\0')),
  z.int().min(0),
  z.string().refine((asOf) => parseInstant(asOf) === asOf),
]);

function decodeCursor(cursor: string): { madeWith: string; after: After } {
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    const [madeWith, value, id, asOf] = cursorParts.parse(JSON.parse(text));
    return { madeWith, after: { value, id, asOf } };
  } catch {
    throw badCursor();
  }
}

const badCursor = (): Problem => badField('cursor', 'bad_cursor', 'is not a cursor of this list');
