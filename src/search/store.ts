import type { Database, Transaction } from '../database/connect.js';
import type { Product } from '../products/fields.js';
import { PRODUCT_COLUMNS } from '../products/store.js';
import type { FACETS, SearchFilters } from './filters.js';

/** What a text may be, for the search in the database; null where it cannot be that. */
export interface Wanted {
  /** a whole CAS number */
  cas: string | null;
  /** the beginning of one, as a LIKE pattern */
  casStart: string | null;
  /** compact form, for codes; and as the beginning of one */
  key: string | null;
  keyStart: string | null;
  /** readable form; as the beginning of a name, and as a part of one (LIKE patterns) */
  form: string | null;
  start: string | null;
  part: string | null;
}

export interface FoundRow extends Product {
  rank: number;
  total: number;
}

const FILTER = `
  ($(category) IS NULL OR category = $(category)) AND ($(status) IS NULL OR status = $(status))
  AND ($(series) IS NULL OR series = $(series)) AND ($(tag) IS NULL OR tag_list @> ARRAY[$(tag)])
  AND ($(in_stock) IS NULL OR (status = 'in_stock') = $(in_stock))`;

/** Among equals those in stock come first; names that only look alike (rank 8) are no equals. */
const BEST_FIRST = `ORDER BY rank, CASE WHEN rank = 8 THEN away END, status <> 'in_stock', away, id`;

/**
 * One way to find: its best up to the end of the page, in the order of the page, so that pages fit together.
 * @param most a LIMIT to what is looked at
 */
function way(rank: string, away: string, condition: string, most = ''): string {
  return `(SELECT * FROM (SELECT id, status, ${rank} AS rank, (${away})::real AS away FROM (
             SELECT * FROM products WHERE ${condition} AND ${FILTER} ${most}) AS products) AS way
           ${BEST_FIRST} LIMIT $(end))`;
}

/** Names that contain a text and are looked at: a common word would have the database read half the table. */
const PARTS_LOOKED_AT = 20_000;

const WAYS = [
  way('1', '0', 'cas = $(cas)'),
  way('2', '0', 'code_key = $(key)'),
  way(
    'CASE WHEN lower(name_cn) = $(form) OR lower(name_en) = $(form) THEN 3 ELSE 4 END',
    'char_length(name_cn)',
    'search_keys @> ARRAY[$(form)]',
  ),
  way('5', 'char_length(cas)', `cas <> 'N/A' AND cas LIKE $(casStart)`),
  way('5', 'char_length(code)', 'code_key LIKE $(keyStart)'),
  way(
    'CASE WHEN lower(name_cn) LIKE $(start) OR lower(name_en) LIKE $(start) THEN 6 ELSE 7 END',
    'char_length(name_cn)',
    'names LIKE $(part)',
    `LIMIT ${PARTS_LOOKED_AT}`,
  ),
];
/** Slow where the words are common, so that it is asked only where the others do not fill the page. */
const LOOK_ALIKE = way(
  '8',
  `1 - strict_word_similarity($(form), names) + char_length(name_cn) / 1e4`,
  'names %> $(form)',
);

/** A product that several ways find keeps its best rank. */
function foundBy(ways: string[]): string {
  return `SELECT DISTINCT ON (id) id, rank, away FROM (${ways.join(' UNION ALL ')}) AS hit ORDER BY id, rank, away`;
}

const EVERYTHING = `SELECT id, 0 AS rank, 0 AS away FROM products WHERE ${FILTER}`;

/** What is looked for, and whether names that only look alike count. */
export interface Looked {
  wanted: Wanted | null;
  alike: boolean;
  filters: SearchFilters;
}

function found({ wanted, alike }: Looked): string {
  return wanted === null ? EVERYTHING : foundBy(alike ? [...WAYS, LOOK_ALIKE] : WAYS);
}

/** Rows of one page, best first; each tells how many there are in all. */
export async function foundRows(
  db: Database,
  looked: Looked,
  page: { offset: number; limit: number },
): Promise<FoundRow[]> {
  return bounded(db, (tx) =>
    tx.any<FoundRow>(
      `WITH found AS (${found(looked)})
       SELECT ${PRODUCT_COLUMNS}, rank, total::int
         FROM (SELECT *, count(*) OVER () AS total FROM found JOIN products USING (id)
                ${BEST_FIRST} OFFSET $(offset) LIMIT $(limit)) AS page
        ${BEST_FIRST}`,
      values(looked, page),
    ),
  );
}

/** How many of the found products carry which value. */
export async function foundFacets(
  db: Database,
  looked: Looked,
  end: number,
): Promise<{ facet: keyof typeof FACETS; value: string; n: number }[]> {
  const one = (facet: string, value: string, from = 'held'): string =>
    `(SELECT '${facet}' AS facet, ${value} AS value, count(*)::int AS n FROM ${from}
       WHERE ${value} IS NOT NULL GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT 100)`;
  return bounded(db, (tx) =>
    tx.any(
      `WITH found AS (${found(looked)}), held AS (SELECT category, series, status, tag_list FROM found JOIN products USING (id))
       ${one('category', 'category')} UNION ALL ${one('series', 'series')} UNION ALL ${one('status', 'status')}
       UNION ALL ${one('tag', 'tag', `held, unnest(tag_list) AS tag`)}`,
      values(looked, { offset: 0, limit: end }),
    ),
  );
}

/** A search must not take the database from those who write. */
function bounded<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.tx(async (tx) => {
    await tx.none(`SET LOCAL statement_timeout = 3000; SET LOCAL pg_trgm.word_similarity_threshold = 0.45`);
    return work(tx as unknown as Transaction);
  });
}

function values({ wanted, filters }: Looked, page: { offset: number; limit: number }): object {
  const { category = null, status = null, series = null, tag = null, in_stock = null } = filters;
  return { ...wanted, category, status, series, tag, in_stock, ...page, end: page.offset + page.limit };
}

/** Merges what waits in the lists of the indexes (01_products.sql). @returns pages merged */
export async function mergeSearchKeys(db: Database): Promise<number> {
  const { pages } = await db.one<{ pages: number }>(
    `SELECT gin_clean_pending_list('products_names') + gin_clean_pending_list('products_search_keys') AS pages`,
  );
  return pages;
}
