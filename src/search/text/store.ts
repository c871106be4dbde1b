import type { Database, Page, Transaction } from '../../platform/index.js';
import { PRODUCT_COLUMNS } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import { countFacets } from './facets.js';
import type { FacetCount, Facets } from './facets.js';
import type { SearchFilters } from './filters.js';
import type { WordsQuestion } from '../engine/engine.js';

/** The filters of a search, in the order of {@link filterValues}. */
const FILTERS = ['category', 'status', 'in_stock', 'series', 'tag', 'mw_min', 'mw_max'] as const;
type FilterName = (typeof FILTERS)[number];

/** Those for which totals are kept (01_products.sql). @param p the parameter of a filter */
const totalledSql = (p: (name: FilterName) => string): string =>
  `(${p('category')}::text[] IS NULL OR category = ANY (${p('category')}::text[]))
   AND (${p('status')}::text[] IS NULL OR status = ANY (${p('status')}::text[]))
   AND (${p('in_stock')}::boolean IS NULL OR (status = 'in_stock') = ${p('in_stock')}::boolean)`;

/** The condition that products pass the filters. @param parameter that of a filter, which is the one at this place */
export function filterSql(parameter: (name: FilterName, at: number) => string): string {
  const p = (name: FilterName): string => parameter(name, FILTERS.indexOf(name));
  return `${totalledSql(p)}
   AND (${p('series')}::text[] IS NULL OR series = ANY (${p('series')}::text[]))
   AND (${p('tag')}::text[] IS NULL OR tag_list && ${p('tag')}::text[])
   AND (${p('mw_min')}::float8 IS NULL OR mw >= ${p('mw_min')}::float8)
   AND (${p('mw_max')}::float8 IS NULL OR mw <= ${p('mw_max')}::float8)`;
}

/** The values of the filters; null for those that are not given. */
export const filterValues = (filters: SearchFilters): unknown[] =>
  FILTERS.map((name) => filters[name] ?? null);

const TOTALLED = totalledSql((name) => `$(${name})`);
const FILTER = filterSql((name) => `$(${name})`);

/** The most names with a common word that are considered. Without a bound the database would read half the table. */
const PARTS_CONSIDERED = 20_000;

/** A product that Postgres found by words. */
export interface FoundRow extends Product {
  id: number;
  /** 0: a name begins with the words, 1: has them as a part, 2: is like them */
  rank: number;
}

/** Words to look for in the names of products, as a question of them. */
export interface DatabaseWords extends Pick<
  WordsQuestion,
  'filters' | 'without' | 'order' | 'offset' | 'limit'
> {
  /** `readable`; without any all products are meant */
  form: string;
  /** names that are alike too */
  similar?: boolean;
}

/** What pages are ordered by and facets count, so that only the rows of a page are looked up. */
const COUNTED_COLUMNS = 'category, series, status, tag_list';
const NAMED = `
  SELECT id, CASE WHEN lower(name_cn) LIKE $(start) OR lower(name_en) LIKE $(start) THEN 0 ELSE 1 END AS rank, char_length(name_cn)::real AS distance, ${COUNTED_COLUMNS}
    FROM (SELECT * FROM products WHERE (names LIKE $(part) OR search_keys @> ARRAY[$(form)]) AND id <> ALL ($(without)::bigint[]) AND ${FILTER} LIMIT ${PARTS_CONSIDERED}) AS products`;
/** Slow for common words, so that it runs only if the others do not fill the page. */
const SIMILAR = `
  SELECT id, 2, (1 - strict_word_similarity($(form), names) + char_length(name_cn) / 1e4)::real, ${COUNTED_COLUMNS}
    FROM products WHERE names %> $(form) AND id <> ALL ($(without)::bigint[]) AND ${FILTER}`;

/** One page of the products whose names have the words, best first, and how many all pages have. */
export async function wordRows(
  db: Database,
  words: DatabaseWords,
): Promise<{ rows: FoundRow[]; total: number }> {
  const { form, filters, order, similar } = words;
  const sql = form === '' ? rowsOfAll(filters, order) : rowsOfWords(similar);
  const counted = await bounded(db, (tx) =>
    tx.any<(FoundRow | { id: null }) & { total: number }>(sql, values(words)),
  );
  // Behind the last page the total stands alone.
  const rows = counted.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [row]));
  return { rows, total: counted[0]!.total };
}

/** Each product once, with its best rank. */
const foundBy = (similar = false): string =>
  `SELECT DISTINCT ON (id) * FROM (${NAMED} ${similar ? `UNION ALL ${SIMILAR}` : ''}) AS hit ORDER BY id, rank`;

/** The rows of a page are looked up one by one (OFFSET 0): for a long page the planner would read the whole table. */
const rowsOfWords = (similar?: boolean): string => {
  const order = `ORDER BY rank, CASE WHEN rank = 2 THEN distance END, status <> 'in_stock', distance, id`;
  return `WITH found AS (${foundBy(similar)})
    SELECT id, rank, ${PRODUCT_COLUMNS}, total
      FROM (SELECT count(*)::int AS total FROM found) AS counted
      LEFT JOIN (SELECT id, rank, distance FROM found ${order} OFFSET $(offset) LIMIT $(limit)) AS page ON true
      LEFT JOIN LATERAL (SELECT * FROM products WHERE products.id = page.id OFFSET 0) AS products USING (id)
     ${order}`;
};

const IN_STOCK_FIRST = `status <> 'in_stock', id`;
const SORTING: Record<WordsQuestion['order'], string> = {
  en: IN_STOCK_FIRST,
  cn: IN_STOCK_FIRST,
  stock: IN_STOCK_FIRST,
  code: 'code_key, id',
  mw: 'mw NULLS LAST, id',
  '-mw': 'mw DESC NULLS LAST, id',
  newest: 'id DESC',
};

/** Sorts only ids, as there may be a million, and counts them only if no total is kept. */
function rowsOfAll(filters: SearchFilters, sort: WordsQuestion['order']): string {
  const isTotalled = (['series', 'tag', 'mw_min', 'mw_max'] as const).every(
    (name) => filters[name] === undefined,
  );
  const total = isTotalled
    ? `SELECT coalesce(sum(delta), 0)::int AS total FROM product_totals WHERE ${TOTALLED}`
    : `SELECT count(*)::int AS total FROM products WHERE ${FILTER}`;
  const order = SORTING[sort];
  return `SELECT id, 0 AS rank, ${PRODUCT_COLUMNS}, total
      FROM (${total}) AS counted
      LEFT JOIN (SELECT * FROM (SELECT id FROM products WHERE ${FILTER} ORDER BY ${order} OFFSET $(offset) LIMIT $(limit)) AS ids
                   JOIN products USING (id)) AS page ON true
     ORDER BY ${order}`;
}

const countsOf = (facet: string, value: string, from = 'matched'): string =>
  `(SELECT '${facet}' AS facet, ${value} AS value, count(*)::int AS n FROM ${from}
     WHERE ${value} IS NOT NULL GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT 100)`;

/** Counts of the values in `matched`. */
export const COUNTED = [
  countsOf('category', 'category'),
  countsOf('series', 'series'),
  countsOf('status', 'status'),
  countsOf('tag', 'tag', 'matched, unnest(tag_list) AS tag'),
].join(' UNION ALL ');

const keptCounts = (facet: string, ledger: string): string =>
  `(SELECT '${facet}' AS facet, ${facet} AS value, sum(delta)::int AS n FROM ${ledger}
     GROUP BY 2 HAVING sum(delta) > 0 ORDER BY 3 DESC, 2 LIMIT 100)`;

/** The counts of all products, which are kept as counting a million takes too long. */
const COUNTED_OF_ALL = [
  keptCounts('category', 'product_totals'),
  keptCounts('status', 'product_totals'),
  keptCounts('tag', 'tag_ledger'),
  countsOf('series', 'series', 'products'),
].join(' UNION ALL ');

/** How many of the products with the words have each value. */
export async function wordCounts(db: Database, words: DatabaseWords): Promise<FacetCount[]> {
  const { form, filters, similar } = words;
  const isAll = form === '' && Object.values(filters).every((value) => value === undefined);
  const matched = form === '' ? `products WHERE ${FILTER}` : `(${foundBy(similar)}) AS found`;
  const counted = isAll
    ? COUNTED_OF_ALL
    : `WITH matched AS (SELECT ${COUNTED_COLUMNS} FROM ${matched}) ${COUNTED}`;
  return bounded(db, (tx) => tx.any(counted, values(words)));
}

/**
 * One page of the given products that pass the filters, in the given order; with the total, and with counts if
 * wanted.
 * @returns rows with their place among the ids, from 0
 */
export async function rowsInOrder(
  db: Database,
  ids: readonly number[] | Float64Array,
  filters: SearchFilters,
  page: Page,
  facets: boolean,
): Promise<{ rows: RowInOrder[]; total: number; facets?: Facets }> {
  const given = {
    ...values({ filters, ...page }),
    ids: `{${ids.join(',')}}`, // one text, as a list of values takes many times as long
  };
  const { total, rows, counts } = await bounded(db, (tx) =>
    tx.one<{ total: number; rows: RowInOrder[]; counts: FacetCount[] | null }>(
      `WITH matched AS MATERIALIZED (
         SELECT at - 1 AS at, id, category, series, status, tag_list
           FROM unnest($(ids)::bigint[]) WITH ORDINALITY AS given(id, at) JOIN products USING (id) WHERE ${FILTER})
       SELECT (SELECT count(*)::int FROM matched) AS total,
              (SELECT coalesce(json_agg(shown ORDER BY at), '[]') FROM (
                 SELECT at, id, ${PRODUCT_COLUMNS}
                   FROM (SELECT at, id FROM matched ORDER BY at OFFSET $(offset) LIMIT $(limit)) AS page
                   JOIN products USING (id)) AS shown) AS rows,
              ${facets ? `(SELECT json_agg(counted) FROM (${COUNTED}) AS counted)` : 'NULL'} AS counts`,
      given,
    ),
  );
  return { rows, total, ...(facets && { facets: countFacets(counts ?? []) }) };
}

type RowInOrder = Product & { id: number; at: number };

/** Bounds the time of a search, so that searches do not slow down writers. */
function bounded<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.tx(async (tx) => {
    await tx.none(`SET LOCAL statement_timeout = 3000; SET LOCAL pg_trgm.word_similarity_threshold = 0.45`);
    return work(tx);
  });
}

function values({ form = '', filters = {}, without = [], offset, limit }: Partial<DatabaseWords>): object {
  const like = form.replaceAll(/[\\%_]/g, '\\$&');
  return {
    form,
    start: `${like}%`,
    part: `%${like}%`,
    without,
    offset,
    limit,
    ...Object.fromEntries(FILTERS.map((name) => [name, filters[name] ?? null])),
  };
}

/** Merges the pending lists of the GIN indexes (01_products.sql). @returns pages merged */
export async function mergeSearchKeys(db: Database): Promise<number> {
  const { pages } = await db.one<{ pages: number }>(
    `SELECT gin_clean_pending_list('products_names') + gin_clean_pending_list('products_search_keys') AS pages`,
  );
  return pages;
}
