import { z } from 'zod';
import {
  catchUpOrRefuse,
  checkText,
  lastChange,
  listInOrder,
  listProducts,
  SAMPLE_SOURCE,
  STATUSES,
} from '../catalogue/index.js';
import type { Filters, ListSort, Product } from '../catalogue/index.js';
import { lackingFor } from '../exchange/index.js';
import { badField, exactTime, OFFICE_SOURCE } from '../platform/index.js';
import type { Database, Page, Writes } from '../platform/index.js';
import {
  beginning,
  DEFAULT_THRESHOLD,
  filtersOf,
  findIdsByStructure,
  readTyped,
  thresholdText,
  typedText,
  WAYS,
  withMeant,
} from '../search/index.js';
import type { MeantParts, Search, StructureLibrary } from '../search/index.js';

/** The filter value for every source but the back office and the sample. */
const SYNCED = 'synced';
/** How long a search waits for the index to have what was written before it, ms. */
const WAIT_MS = 500;
/** What changed lately is looked for in the database too, while the index lags: how long ago, ms, and how many. */
const LATELY_MS = 3_600_000;
const MOST_NEW = 50;

/** The filters of the list of products, of its files, and of what is done to all that it lists. */
export const productFilters = {
  q: z.string().optional(),
  source: z.string().optional(),
  status: z.enum(STATUSES).optional(),
  category: z.string().optional(),
  series: z.string().optional(),
  tag: z.string().optional(),
  quality: checkText.optional(),
  /** the products of this export profile that lack something that it wants */
  lacking: z.string().optional(),
  /** a structure, or what names one */
  structure: z.string().optional(),
  structure_mode: z.enum(WAYS).optional(),
  threshold: thresholdText.optional(),
};
type ProductFilters = z.infer<z.ZodObject<typeof productFilters>>;

/** What products are looked for with. */
interface SelectParts extends MeantParts {
  db: Database;
  writes: Writes;
  search: Pick<Search, 'find' | 'findIds' | 'reaches'>;
  structures: StructureLibrary;
}

/**
 * Why a text was looked for in the database, which knows neither typing errors nor pinyin: all of it, or what changed
 * lately; or that not every structure was looked at, or is listed.
 */
type Without = 'engine_away' | 'not_indexed' | 'structures_left';

/** What filters select: the ids that search found for a text are among the filters, best first. */
interface Selected {
  filters: Filters;
  without?: Without;
}

/** Reads the filters, and looks for their text and structure. Each finds 10,000 products at most. */
async function selectProducts(
  parts: SelectParts,
  { structure = '', structure_mode: way = 'substructure', threshold, ...others }: ProductFilters,
): Promise<Selected> {
  const selected = await selectNamed(parts, others);
  const text = typedText(structure);
  if (text === '') return selected;
  const typed = { text, way, threshold: Number(threshold ?? DEFAULT_THRESHOLD) };
  const found = await withMeant(parts, typed, (wanted) =>
    findIdsByStructure(parts.structures, wanted, parts.holder),
  );
  if ('several' in found)
    throw badField('structure', 'several_substances', 'names more than one substance: give a product number');
  const { ids, isWhole } = found.result;
  const { filters, ...how } = selected;
  const named = filters.ids && new Set(filters.ids);
  return {
    filters: { ...filters, ids: named ? ids.filter((id) => named.has(id)) : ids },
    ...how,
    ...(!isWhole && { without: 'structures_left' }),
  };
}

/**
 * The filters of all that a list shows on its pages, for what is done to all of it.
 * @throws Problem 400 where a structure has more products than are listed
 */
export async function selectAll(parts: SelectParts, given: ProductFilters): Promise<Filters> {
  const { filters, without } = await selectProducts(parts, given);
  if (without === 'structures_left')
    throw badField('structure', 'not_whole', 'has more products than are listed: narrow the search');
  return filters;
}

/** Reads the filters but for structures, and looks for their text. */
async function selectNamed(
  { db, writes, search, holder }: SelectParts,
  { q, source, lacking, ...others }: Omit<ProductFilters, 'structure' | 'structure_mode' | 'threshold'>,
): Promise<Selected> {
  if (others.quality !== undefined) await catchUpOrRefuse(db, writes);
  const filters: Filters = {
    ...(lacking && (await lackingFor(db, lacking))),
    ...others,
    ...(source === SYNCED ? { not_sources: [OFFICE_SOURCE, SAMPLE_SOURCE] } : source && { source }),
  };
  const whole = q?.trim();
  if (!whole) return { filters };
  const typed = readTyped(whole);
  const text = beginning(whole);
  const { status, category, series, tag } = others;
  const narrowed = filtersOf({ status, category, series, tag });
  const find = () => search.findIds(typed, narrowed, holder);
  const written = await lastChange(db);
  const isReached = async (ms: number): Promise<boolean> => written === null || search.reaches(written, ms);
  const wasReached = await isReached(0);
  const found = await find();
  if (found === undefined) return { filters: { ...filters, text }, without: 'engine_away' };
  if (wasReached) return { filters: { ...filters, ids: found } };
  if (await isReached(WAIT_MS)) return { filters: { ...filters, ids: (await find()) ?? found } };
  const newest = await changedLately(db, { ...filters, text });
  return { filters: { ...filters, ids: [...new Set([...newest, ...found])] }, without: 'not_indexed' };
}

/** The ids of the newest products that the database finds: those that the index may lack. */
async function changedLately(db: Database, filters: Filters): Promise<number[]> {
  const { updated_after } = await db.one<{ updated_after: string }>(
    `SELECT ${exactTime('clock_timestamp() - make_interval(secs => $1)')} AS updated_after`,
    [LATELY_MS / 1_000],
  );
  const plan = { filters: { ...filters, updated_after }, after: null, page: 1, pageSize: MOST_NEW };
  const { rows } = await listProducts(db, { ...plan, sort: '-updated_at' });
  return rows.map(({ id }) => id);
}

/** @param sort `best`: as search ranks them, and the newest first where nothing was looked for */
export async function listSelected(
  parts: SelectParts,
  given: ProductFilters,
  { sort, ...place }: Page & { sort: ListSort | 'best' },
): Promise<{ data: Product[]; total: number } & Omit<Selected, 'filters'>> {
  const { filters, ...how } = await selectProducts(parts, given);
  if (sort === 'best' && filters.ids) {
    const { ids, ...others } = filters;
    return { ...(await listInOrder(parts.db, ids, others, place)), ...how };
  }
  const order = sort === 'best' ? '-updated_at' : sort;
  const page = { page: place.offset / place.limit + 1, pageSize: place.limit, after: null };
  const { rows, total } = await listProducts(parts.db, { filters, sort: order, ...page });
  return { data: rows.slice(0, place.limit).map(({ json }) => JSON.parse(json)), total: total ?? 0, ...how };
}
