import type { Database, Page, Transaction } from '../../platform/index.js';
import { PRODUCT_COLUMNS } from '../../catalogue/index.js';
import type { Product, Values } from '../../catalogue/index.js';
import { countFacets } from './facets.js';
import type { FacetCount, Facets } from './facets.js';
import type { SearchFilters } from './filters.js';
import { DATABASE_SORT } from './sort.js';
import type { SearchSort } from './sort.js';

/** What a text may be in a search of the database, each null if it cannot be that. */
export interface WantedText {
  /** a whole CAS number */
  cas: string | null;
  /** the beginning of a CAS number, as a LIKE pattern */
  casStart: string | null;
  /** compact, for codes; and as the beginning of one */
  key: string | null;
  keyStart: string | null;
  /** readable; and as the beginning and as a part of a name (LIKE patterns) */
  form: string | null;
  start: string | null;
  part: string | null;
}

export interface FoundRow extends Product {
  id: number;
  rank: number;
}

/** The filters for which totals are kept (01_products.sql). */
const TOTALLED = `
  ($(category) IS NULL OR category = ANY ($(category)::text[])) AND ($(status) IS NULL OR status = ANY ($(status)::text[]))
  AND ($(in_stock) IS NULL OR (status = 'in_stock') = $(in_stock))`;
const FILTER = `${TOTALLED}
  AND ($(series) IS NULL OR series = ANY ($(series)::text[])) AND ($(tag) IS NULL OR tag_list && $(tag)::text[])
  AND ($(mw_min) IS NULL OR mw >= $(mw_min)) AND ($(mw_max) IS NULL OR mw <= $(mw_max))`;

/** Within a rank, products in stock come first. Similar names (rank 10) are sorted by distance first. */
const BEST_FIRST = `ORDER BY rank, CASE WHEN rank = 10 THEN distance END, status <> 'in_stock', distance, id`;

/**
 * A subquery that returns its best hits up to the end of the page, in the order of the page, so that pages neither
 * overlap nor leave gaps.
 * @param most a LIMIT for the rows considered
 */
function subquery(rank: string, distance: string, condition: string, most = ''): string {
  return `(SELECT * FROM (SELECT id, status, ${rank} AS rank, (${distance})::real AS distance FROM (
             SELECT * FROM products WHERE (${condition}) AND ${FILTER} ${most}) AS products) AS subquery
           ${BEST_FIRST} LIMIT $(end))`;
}

/** The most names with a common word that are considered. Without a bound the database would read half the table. */
const PARTS_CONSIDERED = 20_000;

/** The ids of products that an alias names. @param form SQL of its readable form */
const namedByAlias = (form: string): string => `
  SELECT p.id FROM aliases a JOIN products p ON p.cas = a.cas AND p.cas <> 'N/A' WHERE lower(a.text) = ${form}
   UNION ALL
  SELECT p.id FROM aliases a JOIN products p ON p.code = a.code WHERE lower(a.text) = ${form}`;

const SUBQUERIES = [
  subquery('1', '0', 'cas = $(cas)'),
  subquery('2', '0', 'code_key = $(key)'),
  subquery(
    'CASE WHEN lower(name_cn) = $(form) OR lower(name_en) = $(form) THEN 3 ELSE 4 END',
    'char_length(name_cn)',
    'search_keys @> ARRAY[$(form)]',
  ),
  subquery('5', '0', `id IN (${namedByAlias('$(form)')})`),
  subquery('7', 'char_length(cas)', `cas <> 'N/A' AND cas LIKE $(casStart)`),
  subquery('7', 'char_length(code)', 'code_key LIKE $(keyStart)'),
  subquery(
    'CASE WHEN lower(name_cn) LIKE $(start) OR lower(name_en) LIKE $(start) THEN 8 ELSE 9 END',
    'char_length(name_cn)',
    'names LIKE $(part)',
    `LIMIT ${PARTS_CONSIDERED}`,
  ),
];
const OF_TERMS = subquery(
  '6',
  'char_length(name_cn)',
  'category = ANY ($(categories)::text[]) OR series = ANY ($(allSeries)::text[]) OR tag_list && $(tags)::text[]',
  `LIMIT ${PARTS_CONSIDERED}`,
);
/** Slow for common words, so that it runs only if the others do not fill the page. */
const SIMILAR_NAMES = subquery(
  '10',
  `1 - strict_word_similarity($(form), names) + char_length(name_cn) / 1e4`,
  'names %> $(form)',
);

/** Joins subqueries. A product that several find keeps its best rank. */
function foundBy(subqueries: string[]): string {
  return `SELECT DISTINCT ON (id) id, rank, distance FROM (${subqueries.join(' UNION ALL ')}) AS hit ORDER BY id, rank, distance`;
}

/** A search in the database. */
export interface DatabaseQuery {
  wanted: WantedText | null;
  /** categories, series and tags that the text names */
  values?: Values | undefined;
  similar: boolean;
  filters: SearchFilters;
  /** sorts all that pass the filters, instead of best first */
  sort?: SearchSort | undefined;
}

function found({ values: terms, similar }: DatabaseQuery): string {
  return foundBy([...SUBQUERIES, ...(terms ? [OF_TERMS] : []), ...(similar ? [SIMILAR_NAMES] : [])]);
}

/** The rows of one page, best first, and how many rows all pages have. */
export async function foundRows(
  db: Database,
  query: DatabaseQuery,
  page: Page,
): Promise<{ rows: FoundRow[]; total: number }> {
  const sql = query.wanted === null ? rowsOfAll(query) : rowsOfText(query);
  const counted = await bounded(db, (tx) =>
    tx.any<(FoundRow | { id: null }) & { total: number }>(sql, values(query, page)),
  );
  // Behind the last page the total stands alone.
  const rows = counted.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [row]));
  return { rows, total: counted[0]!.total };
}

function rowsOfText(query: DatabaseQuery): string {
  const order = query.sort === undefined ? BEST_FIRST : `ORDER BY ${DATABASE_SORT[query.sort]}`;
  return `WITH found AS (${found(query)})
    SELECT id, ${PRODUCT_COLUMNS}, rank, total
      FROM (SELECT count(*)::int AS total FROM found) AS counted
      LEFT JOIN (SELECT * FROM found JOIN products USING (id) ${order} OFFSET $(offset) LIMIT $(limit)) AS page ON true
     ${order}`;
}

/** Sorts only ids, as there may be a million, and counts them only if no total is kept. */
function rowsOfAll({ filters, sort }: DatabaseQuery): string {
  const isTotalled = (['series', 'tag', 'mw_min', 'mw_max'] as const).every(
    (name) => filters[name] === undefined,
  );
  const total = isTotalled
    ? `SELECT coalesce(sum(delta), 0)::int AS total FROM product_totals WHERE ${TOTALLED}`
    : `SELECT count(*)::int AS total FROM products WHERE ${FILTER}`;
  const order = sort === undefined ? `status <> 'in_stock', id` : DATABASE_SORT[sort];
  return `SELECT id, ${PRODUCT_COLUMNS}, 0 AS rank, total
      FROM (${total}) AS counted
      LEFT JOIN (SELECT * FROM (SELECT id FROM products WHERE ${FILTER} ORDER BY ${order} OFFSET $(offset) LIMIT $(limit)) AS ids
                   JOIN products USING (id)) AS page ON true
     ORDER BY ${order}`;
}

const countsOf = (facet: string, value: string, from = 'matched'): string =>
  `(SELECT '${facet}' AS facet, ${value} AS value, count(*)::int AS n FROM ${from}
     WHERE ${value} IS NOT NULL GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT 100)`;

/** Counts of the values in `matched`. */
const COUNTED = [
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

/** How many of the found products have each value. */
export async function foundFacets(db: Database, query: DatabaseQuery, end: number): Promise<FacetCount[]> {
  const matched =
    query.wanted === null
      ? `products WHERE ${FILTER}`
      : `(${found(query)}) AS found JOIN products USING (id)`;
  const isAll = query.wanted === null && Object.values(query.filters).every((value) => value === undefined);
  const counted = isAll
    ? COUNTED_OF_ALL
    : `WITH matched AS (SELECT category, series, status, tag_list FROM ${matched}) ${COUNTED}`;
  return bounded(db, (tx) => tx.any(counted, values(query, { offset: 0, limit: end })));
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
    ...values({ wanted: null, similar: false, filters }, page),
    ids: `{${ids.join(',')}}`, // one text, as a list of values takes many times as long
  };
  return bounded(db, async (tx) => {
    const { total, places, counts } = await tx.one<{
      total: number;
      places: number[];
      counts: FacetCount[] | null;
    }>(
      `WITH matched AS MATERIALIZED (
         SELECT at, category, series, status, tag_list
           FROM unnest($(ids)::bigint[]) WITH ORDINALITY AS given(id, at) JOIN products USING (id) WHERE ${FILTER})
       SELECT (SELECT count(*)::int FROM matched) AS total,
              ARRAY(SELECT at::int FROM matched ORDER BY at OFFSET $(offset) LIMIT $(limit)) AS places,
              ${facets ? `(SELECT json_agg(counted) FROM (${COUNTED}) AS counted)` : 'NULL'} AS counts`,
      given,
    );
    // Filtered again, as a write may have come in between.
    const rows = await tx.any<RowInOrder>(
      `SELECT at - 1 AS at, id, ${PRODUCT_COLUMNS}
         FROM unnest($(page)::bigint[], $(places)::int[]) AS page(id, at) JOIN products USING (id) WHERE ${FILTER} ORDER BY at`,
      { ...given, places, page: places.map((at) => ids[at - 1]) },
    );
    return { rows, total, ...(facets && { facets: countFacets(counts ?? []) }) };
  });
}

type RowInOrder = Product & { id: number; at: number };

/** A row, and the index of the text that names it. */
type NamedRow = FoundRow & { at: number };

/** How many products with the same key are considered for a text. */
const OF_A_KEY = 50;

/**
 * The products that texts name, best first: by CAS number, product number, whole name, synonym or alias. Each row has
 * the index of its text.
 * @param most so many products per text
 */
export async function namedRows(
  db: Database,
  texts: readonly Pick<WantedText, 'cas' | 'key' | 'form'>[],
  most: number,
  filters: SearchFilters,
): Promise<NamedRow[]> {
  const rows = await bounded(db, (tx) =>
    tx.any<NamedRow>(
      `SELECT (at - 1)::int AS at, id, rank, ${PRODUCT_COLUMNS}
         FROM unnest($(numbers)::text[], $(keys)::text[], $(forms)::text[])
              WITH ORDINALITY AS asked(number, key, form, at)
        CROSS JOIN LATERAL (
          SELECT id, min(rank) AS rank FROM (
            (SELECT id, 1 AS rank FROM products WHERE cas = asked.number AND cas <> 'N/A' LIMIT ${OF_A_KEY})
             UNION ALL
            (SELECT id, 2 FROM products WHERE code_key = asked.key LIMIT ${OF_A_KEY})
             UNION ALL
            (SELECT id, CASE WHEN lower(name_cn) = asked.form OR lower(name_en) = asked.form THEN 3 ELSE 4 END
               FROM products WHERE search_keys @> ARRAY[asked.form] LIMIT ${OF_A_KEY})
             UNION ALL
            (SELECT id, 5 FROM (${namedByAlias('asked.form')}) AS named LIMIT ${OF_A_KEY})) AS hit
           GROUP BY id) AS found
         JOIN products USING (id)
        WHERE ${FILTER}
        ORDER BY at, rank, status <> 'in_stock', char_length(name_cn), id`,
      {
        ...values({ wanted: null, similar: false, filters }, { offset: 0, limit: most }),
        numbers: texts.map(({ cas }) => cas),
        keys: texts.map(({ key }) => key),
        forms: texts.map(({ form }) => form),
      },
    ),
  );
  return firstOfEach(rows, most);
}

/** The first rows of each text, those with its best rank only. */
function firstOfEach(rows: NamedRow[], most: number): NamedRow[] {
  const kept = new Map<number, { rank: number; count: number }>();
  return rows.filter(({ at, rank }) => {
    const before = kept.get(at);
    if (before === undefined) kept.set(at, { rank, count: 1 });
    else if (before.rank !== rank || before.count++ >= most) return false;
    return true;
  });
}

/** Bounds the time of a search, so that searches do not slow down writers. */
function bounded<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.tx(async (tx) => {
    await tx.none(`SET LOCAL statement_timeout = 3000; SET LOCAL pg_trgm.word_similarity_threshold = 0.45`);
    return work(tx);
  });
}

function values({ wanted, values: terms, filters }: DatabaseQuery, page: Page): object {
  const { category = null, status = null, series = null, tag = null, in_stock = null } = filters;
  const { mw_min = null, mw_max = null } = filters;
  const meant = terms && { categories: terms.category, allSeries: terms.series, tags: terms.tag };
  return {
    ...wanted,
    ...meant,
    category,
    status,
    series,
    tag,
    in_stock,
    mw_min,
    mw_max,
    ...page,
    end: page.offset + page.limit,
  };
}

/** Merges the pending lists of the GIN indexes (01_products.sql). @returns pages merged */
export async function mergeSearchKeys(db: Database): Promise<number> {
  const { pages } = await db.one<{ pages: number }>(
    `SELECT gin_clean_pending_list('products_names') + gin_clean_pending_list('products_search_keys') AS pages`,
  );
  return pages;
}
