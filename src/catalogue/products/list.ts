import { hash } from 'node:crypto';
import { z } from 'zod';
import {
  anyOf,
  anyText,
  badField,
  booleanText,
  instantText,
  oneOf,
  parseInstant,
  pageSize,
  wholeNumber,
} from '../../platform/index.js';
import type { Problem } from '../../platform/index.js';
import { CHECK_IDS } from '../quality/checks.js';
import { STATUSES } from './fields.js';

/** The source label of the sample catalogue that an empty database begins with. */
export const SAMPLE_SOURCE = 'sample';

const LIST_SORTS = ['updated_at', '-updated_at', 'code'] as const;
export type ListSort = (typeof LIST_SORTS)[number] | '-code';

/** A check of products, by its name. */
export const checkText = oneOf(CHECK_IDS);

/** The filters of lists and exports. */
export const FILTERS = {
  category: anyText.optional().meta({
    description:
      'Only this category, or any of several with commas: `标准品,中间体`; a comma within a value is `\\,`. An unknown one gives an empty list. 仅此类别，或以逗号分隔的任一类别，值内的逗号写 `\\,`；未知类别返回空列表。',
    example: '标准品',
  }),
  in_stock: booleanText.optional().meta({
    description:
      'Only products that are (`true`, `1`) or are not (`false`, `0`) in stock. 仅现货（`true`、`1`）或仅非现货（`false`、`0`）。',
  }),
  updated_after: instantText.optional().meta({
    description:
      'Only products written strictly later, up to `as_of`. ISO 8601; UTC where it has no offset. 仅此时刻之后（不含该时刻）、`as_of` 之前写入的产品。ISO 8601；无时区偏移则为 UTC。',
    example: '2026-01-31T12:00:00Z',
  }),
  status: anyOf(STATUSES).optional().meta({
    description:
      'Only products with this status, or with any of several: `in_stock,futures`. 仅此供货状态的产品，或以逗号分隔的任一状态。',
  }),
  series: anyText.optional().meta({
    description:
      'Only this drug series, or any of several, as `category`. 仅此药物系列，或任一系列，写法同 `category`。',
  }),
  source: anyText.optional().meta({
    description:
      'Only products created by keys with this source label, or any of several, as `category`. 仅由带此来源标签（或其中任一）的密钥创建的产品，写法同 `category`。',
  }),
  tag: anyText.optional().meta({
    description:
      'Only products that carry this tag, or any of several, as `category`. 仅带此标签或其中任一标签的产品，写法同 `category`。',
  }),
  quality: checkText.optional().meta({
    description:
      'Only products that this check of `GET /quality` finds. Needs a key: without one the answer is a 401. While products are still being checked after very many changes it is a 503. 仅 `GET /quality` 的该项检查所发现的产品。须有密钥，否则返回 401。大量变更后仍在检查产品时返回 503。',
  }),
};

/** Filters that are for callers with a key alone. */
export const KEY_FILTERS = ['quality'] as const satisfies (keyof typeof FILTERS)[];

/** Products a page by default. */
export const DEFAULT_PAGE_SIZE = 20;

/** Asks for the structures of products beside their fields. */
export const structureFlag = booleanText.optional().meta({
  description: '`true` adds `structure` to each product: null where it has none. · 附上结构',
});

/** {@link structureFlag} of a page: `molfile` too, which takes some 2 ms each and so is not part of `true`. */
export const structuresWanted = z
  .enum(['true', 'false', '1', '0', 'molfile'], { error: 'must be true, false, 1, 0 or molfile' })
  .meta({
    override: { anyOf: [{ type: 'boolean' }, { const: 'molfile' }], type: undefined, enum: undefined },
  })
  .transform((text) => (text === 'molfile' ? text : text === 'true' || text === '1'))
  .optional()
  .meta({
    description:
      '`true` adds `structure` to each product: null where it has none. `molfile` adds its molfile too, which takes some 2 ms more each. · 附上结构；`molfile` 连同 molfile',
  });

/** The parameters of `GET /products`. */
export const listQuery = z.object({
  page: wholeNumber(1, 1_000_000_000).optional().meta({
    description:
      'From 1 (default 1). Pages are counted by offset: for deep reads follow `next_cursor`. With `updated_after` a page goes on behind the one before, as you were shown that within 15 minutes, so that what is edited or deleted meanwhile makes you skip nothing; `total` counts on from there. 从 1 起（默认 1）。按偏移分页；深度翻页请沿 `next_cursor`。带 `updated_after` 时，若前一页在 15 分钟内给出过，则从其末行之后继续，期间的编辑或删除不致漏读；`total` 由此累计。',
  }),
  page_size: pageSize('Products', '产品数', { usual: DEFAULT_PAGE_SIZE }),
  ...FILTERS,
  sort: oneOf(LIST_SORTS).optional().meta({
    description:
      'Default `-updated_at`; `updated_at` where `updated_after` is given. 默认 `-updated_at`；给出 `updated_after` 时默认 `updated_at`。',
  }),
  structure: structuresWanted,
  cursor: z.string().max(2_000, { error: 'is not a cursor of this list' }).optional().meta({
    description:
      'The `next_cursor` of the page before: continues by key at constant cost at any depth. 上一页的 `next_cursor`：按键续读，任何深度代价相同。',
  }),
});
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

/** Turns a query into a plan. @throws Problem 400 for a cursor that does not belong to the filters */
export function planList(query: ListQuery): ListPlan {
  const { page, page_size: pageSize, sort: wanted, cursor, structure: _, ...filters } = query;
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
