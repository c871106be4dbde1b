import { CLOCK, escapeLike, exactTime, named, readColumn, readRows } from '../../platform/index.js';
import type { Connection, Database, Page, Statement } from '../../platform/index.js';
import { FIELDS, isNullable, NO_CAS, STATUSES } from './fields.js';
import type { Product } from './fields.js';
import { DEFAULT_PAGE_SIZE } from './list.js';
import type { Filters, ListPlan, ListSort } from './list.js';
import { PRODUCT_COLUMNS, productColumns, STORED_COLUMNS } from './store.js';

/** A row of a list. */
export interface ListedProduct {
  /** the product as JSON, as the database writes it: it is sent as it is */
  json: string;
  /** what the next page starts after */
  id: number;
  value: string;
}

/** What products may lack, and the condition that they do: a field; `picture` is an image or a structure. */
export const LACKABLE: ReadonlyMap<string, string> = new Map([
  ...FIELDS.filter(isNullable).map(({ name }) => [name as string, `${name} IS NULL`] as const),
  ['cas', `cas = '${NO_CAS}'`],
  [
    'picture',
    'structure_url IS NULL AND NOT EXISTS (SELECT FROM product_structures WHERE product_id = products.id)',
  ],
]);

const isAmong =
  (column: string) =>
  (p: string, isList: boolean): string =>
    isList ? `${column} = ANY(${p}::text[])` : `${column} = ${p}`;

// Conditions by filter name, joined with AND. Values are always parameters.
const CONDITIONS: Record<keyof Filters, (parameter: string, isList: boolean) => string> = {
  category: isAmong('category'),
  in_stock: (p) => `status = ANY(${p}::text[])`,
  updated_after: (p) => `updated_at > ${p}::timestamptz`,
  up_to: (p) => `updated_at <= ${p}::timestamptz`,
  status: isAmong('status'),
  series: isAmong('series'),
  source: isAmong('source'),
  tag: (p, isList) => (isList ? `tag_list && ${p}::text[]` : `tag_list @> ARRAY[${p}]`),
  quality: (p) => `id IN (SELECT product_id FROM findings WHERE check_id = ${p})`,
  lacks: (p) =>
    `(${[...LACKABLE].map(([name, is]) => `('${name}' = ANY(${p}::text[]) AND ${is})`).join(' OR ')})`,
  not_sources: (p) => `source <> ALL(${p}::text[])`,
  ids: (p) => `id = ANY(${p}::bigint[])`,
  mw_min: (p) => `mw >= ${p}::float8`,
  mw_max: (p) => `mw <= ${p}::float8`,
  text: (p) => `(names LIKE '%' || lower(${escapeLike(p)}) || '%'
    OR code_key LIKE lower(${escapeLike(`translate(${p}, '-_./ ', '')`)}) || '%'
    OR cas <> 'N/A' AND cas LIKE ${escapeLike(p)} || '%'
    OR search_keys @> ARRAY[lower(${p})])`,
};

/**
 * The filters of an incremental pull. What is written up to an instant before which nothing can still be written is shown,
 * and nothing later: so nothing ever appears before what was shown, and the last time that was shown is the next to ask after.
 */
export const upTo = (asOf: string, filters: Filters): Filters =>
  filters.updated_after === undefined ? filters : { ...filters, up_to: asOf };

const givenIn = (filters: Filters): (keyof Filters)[] =>
  (Object.keys(CONDITIONS) as (keyof Filters)[]).filter((name) => filters[name] !== undefined);

/** Values as the text of an array in Postgres. */
const arrayText = (values: readonly (string | number)[]): string =>
  `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/**
 * The conditions of filters and their values, all texts.
 * @param bind names a value, the nth from 1, in the SQL
 */
export function whereOf(
  filters: Filters,
  bind = (_value: string, n: number): string => `$${n}`,
  conditionOf = CONDITIONS,
): { conditions: string[]; values: string[] } {
  const given = givenIn(filters);
  const inStock = (wanted: boolean): string =>
    `{${STATUSES.filter((status) => (status === 'in_stock') === wanted).join(',')}}`;
  const values = given.map((name) => {
    if (name === 'in_stock') return inStock(filters.in_stock!);
    const value = filters[name];
    return typeof value === 'object' ? arrayText(value) : String(value);
  });
  const conditions = given.map((name, i) =>
    conditionOf[name](bind(values[i]!, i + 1), typeof filters[name] === 'object'),
  );
  return { conditions, values };
}

// The row id breaks ties, so that the order is total. Codes are unique by themselves. Columns are qualified by the
// table: `updated_at` alone would be the formatted text of that name, for which there is no index.
const keysOf = (sort: ListSort, table: string): readonly [value: string, id: string] => [
  `${table}.${isByCode(sort) ? 'code' : 'updated_at'}`,
  `${table}.id`,
];
const isByCode = (sort: ListSort): boolean => sort.endsWith('code');
const isDown = (sort: ListSort): boolean => sort.startsWith('-');
const orderBy = (sort: ListSort, keys: readonly string[]): string =>
  (isByCode(sort) ? keys.slice(0, 1) : keys).map((key) => (isDown(sort) ? `${key} DESC` : key)).join(', ');
const isAfter = (sort: ListSort, keys: readonly string[], value: number, id: number): string =>
  isByCode(sort) // one that was deleted and made anew has another id
    ? `${keys[0]} ${isDown(sort) ? '<' : '>'} $${value} AND $${id}::bigint IS NOT NULL`
    : `(${keys.join(', ')}) ${isDown(sort) ? '<' : '>'} ($${value}::timestamptz, $${id}::bigint)`;

/**
 * Where the index of findings has what a check finds in the order of a list: `written_at` is the `updated_at` that was
 * checked. The planner would walk all products for a page of few.
 */
const FOUND = {
  from: 'products JOIN findings AS found ON found.product_id = products.id',
  conditions: { ...CONDITIONS, quality: (p: string) => `found.check_id = ${p}` },
  keys: ['found.written_at', 'found.product_id'],
} as const;

/** What a page of the list is made of. */
interface Listed {
  /** the rows of the page, and one more where there is one */
  rows: ListedProduct[];
  /** how many there are in all; null with a cursor */
  total: number | null;
  /** what the clock of products stood at when they were read */
  clock: number;
}

/** Instants that keep an answer from telling of what is later while something earlier may still appear. */
interface Bounds {
  /** an incremental pull shows what was written up to it */
  asOf: string;
  /** the latest `updated_at` that is shown, for who goes on from the highest one; order and cursors are by the stored one */
  shownUpTo: string;
}

/** Reads a page of the list, in one statement (and a short one before it, where no index has the page in order). */
export async function listProducts(db: Database, plan: ListPlan, bounds?: Bounds): Promise<Listed> {
  const { sort, after } = plan;
  const filters = bounds ? upTo(bounds.asOf, plan.filters) : plan.filters;
  const rare = await isRare(db, filters, sort);
  const isFound = filters.quality !== undefined && !rare && !isByCode(sort);
  const keys = isFound ? FOUND.keys : keysOf(sort, 'products');
  const { conditions, values: filterValues } = whereOf(
    filters,
    undefined,
    isFound ? FOUND.conditions : CONDITIONS,
  );
  const values: unknown[] = [...filterValues];
  if (after) conditions.push(isAfter(sort, keys, values.push(after.value), values.push(after.id)));
  const skipped = plan.page === null ? 0 : (plan.page - 1) * plan.pageSize;
  const offset = after ? 0 : skipped;
  const total = countOf(plan, filters, conditions, isFound ? FOUND.from : 'products', rare);
  const limit = limitOf(plan.pageSize, offset, values);
  // Beyond the end not a row is read: Postgres walks what an offset skips. A text is not counted to the end.
  if (offset > 0 && !rare && filters.text === undefined)
    conditions.push(`$${values.length} < (SELECT total FROM whole)`);
  // What the page is selected by is its order and its cursor too: of a product that was written since, both are older.
  const time = isFound ? 'products.written_at' : 'products.updated_at';
  const value = isByCode(sort) ? 'products.code' : exactTime(time);
  const columns = bounds
    ? productColumns(`least(updated_at, $${values.push(bounds.shownUpTo)}::timestamptz)`)
    : PRODUCT_COLUMNS;
  const all = isFound
    ? `SELECT ${STORED_COLUMNS}, found.written_at FROM ${FOUND.from} ${where(conditions)}`
    : `SELECT ${STORED_COLUMNS} FROM products ${where(conditions)}`;
  // The page is selected first, so that only its rows become JSON. The total comes with each row, and alone where there
  // is none, to save a second statement.
  const answered = await readRows<Partial<ListedProduct> & Omit<Listed, 'rows'>>(
    db,
    statement(
      filters,
      `WITH ${rare ? `rare AS MATERIALIZED (${all}),` : ''}
            whole AS (SELECT ${total} AS total, ${CLOCK} AS clock)
       SELECT json, page.id, value, total, clock
         FROM whole
         LEFT JOIN (SELECT row_to_json(answer)::text AS json, products.id, products.code, ${time} AS updated_at, ${value} AS value
                      FROM (${rare ? 'SELECT * FROM rare AS products' : all} ORDER BY ${orderBy(sort, keys)} ${limit}) AS products,
                           LATERAL (SELECT ${columns}) AS answer) AS page ON true
        ORDER BY ${orderBy(sort, keysOf(sort, 'page'))}`,
    ),
    values,
  );
  const [{ total: found, clock }] = answered as [(typeof answered)[number]];
  const rows = answered.filter((row) => row.json !== null) as ListedProduct[];
  return { rows, total: found === null ? null : found + skipped - offset, clock };
}

/**
 * The usual limit is written into the SQL: for one that is a parameter the planner assumes a tenth of the table, finds no
 * generic plan good enough, and plans each statement again, which takes longer than running it.
 */
const limitOf = (pageSize: number, offset: number, values: unknown[]): string =>
  offset === 0 && pageSize === DEFAULT_PAGE_SIZE
    ? `LIMIT ${DEFAULT_PAGE_SIZE + 1}`
    : `LIMIT $${values.push(pageSize + 1)} OFFSET $${values.push(offset)}`;

/** How many there are in all, as SQL. Behind a page as it was shown, what remains is counted. */
function countOf(
  plan: ListPlan,
  filters: Filters,
  conditions: string[],
  from: string,
  rare: boolean,
): string {
  if (plan.page === null) return 'NULL::bigint';
  if (rare) return '(SELECT count(*) FROM rare)';
  return `(${plan.after ? `SELECT count(*) AS total FROM ${from} ${where(conditions)}` : totalOf(filters)})`;
}

/**
 * Prepared where at most one filter is given, as for most pages. Combinations are planned each time: there are thousands,
 * and a connection keeps each prepared statement. So are searches for a text, and lists of ids: a plan for every text
 * would read the whole table.
 */
const statement = (filters: Filters, text: string): Statement =>
  filters.text === undefined &&
  filters.ids === undefined &&
  givenIn({ ...filters, up_to: undefined }).length <= 1
    ? named(text)
    : { text };

/**
 * A page of products in the order of their ids, and how many there are in all.
 * @param filters what they must be beside
 */
export async function listInOrder(
  db: Database,
  ids: readonly number[],
  filters: Filters,
  { offset, limit }: Page,
): Promise<{ data: Product[]; total: number }> {
  // A condition too, and not only joined: else Postgres reads the whole table for some thousands of ids.
  const { conditions, values } = whereOf({ ...filters, ids });
  const given = `unnest($${values.push(`{${ids.join(',')}}`)}::bigint[]) WITH ORDINALITY AS given (id, place)`;
  const matching = await readColumn<number>(
    db,
    `SELECT id FROM products JOIN ${given} USING (id) ${where(conditions)} ORDER BY place`,
    values,
  );
  const data = await db.any<Product>(
    `SELECT ${PRODUCT_COLUMNS} FROM products JOIN unnest($1::bigint[]) WITH ORDINALITY AS given (id, place) USING (id)
      ORDER BY place`,
    [matching.slice(offset, offset + limit)],
  );
  return { data, total: matching.length };
}

/** The filters that the totals are kept by (01_products.sql). */
const TOTALLED = [
  'category',
  'in_stock',
  'status',
  'source',
  'not_sources',
] as const satisfies (keyof Filters)[];

/** Fewer products than this are fetched first and sorted then. */
const RARE = 20_000;
/** Matches of a text are counted up to this: counting those of a common one would read the whole table. */
const TEXT_COUNTED = 10_001;

/**
 * Whether the filters match so few products that they are best fetched first and sorted then. The planner cannot know,
 * and would walk the whole index of the order for a page of rare matches. Only of interest where no index has the
 * filtered rows in the order of the page.
 */
async function isRare(db: Database, filters: Filters, sort: ListSort): Promise<boolean> {
  const byCode = isByCode(sort);
  const times = ['updated_after', 'up_to'] as const satisfies (keyof Filters)[];
  const given = givenIn(filters).filter((name) => byCode || !(times as readonly string[]).includes(name));
  const inOrder: string[] = byCode ? ['series'] : ['category', 'status', 'series', 'source', 'quality'];
  const [single] = given;
  if (single === undefined) return false;
  if (given.length === 1 && inOrder.includes(single) && typeof filters[single] !== 'object') return false;

  if (filters.ids !== undefined) return true; // 10,000 at most

  const isBelow = async (most: number, text: string, values: string[]): Promise<boolean> => {
    const [row] = await readRows<{ total: number }>(db, { text }, values);
    return row!.total < most;
  };
  if (filters.text !== undefined) {
    const { conditions, values } = whereOf(filters);
    return isBelow(TEXT_COUNTED, countUpTo(TEXT_COUNTED, conditions), values);
  }
  if (filters.quality !== undefined && (await isBelow(RARE, CHECK_TOTAL, [filters.quality]))) return true;
  if (filters.tag !== undefined && (await isBelow(RARE, tagTotal(true), [arrayText([filters.tag].flat())])))
    return true;
  const totalled = whereOf(only(filters, TOTALLED));
  if (totalled.values.length > 0 && (await isBelow(RARE, totalWhere(totalled.conditions), totalled.values)))
    return true;
  // No totals are kept of these.
  const others = whereOf(only(filters, ['series', 'mw_min', 'mw_max']));
  if (others.values.length > 0 && (await isBelow(RARE, countUpTo(RARE, others.conditions), others.values)))
    return true;
  const later = whereOf(only(filters, byCode ? times : []));
  return later.values.length > 0 && isBelow(RARE, countUpTo(RARE, later.conditions), later.values);
}

const only = (filters: Filters, names: readonly (keyof Filters)[]): Filters =>
  Object.fromEntries(names.map((name) => [name, filters[name]]));

const where = (conditions: string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
const countUpTo = (most: number, conditions: string[]): string =>
  `SELECT count(*) AS total FROM (SELECT FROM products ${where(conditions)} LIMIT ${most}) AS counted`;
const tagTotal = (isList: boolean): string =>
  `SELECT coalesce(sum(delta), 0)::bigint AS total FROM tag_ledger WHERE ${isAmong('tag')('$1', isList)}`;
const CHECK_TOTAL = 'SELECT coalesce(sum(total), 0)::bigint AS total FROM finding_totals WHERE check_id = $1';
const totalWhere = (conditions: string[]): string =>
  `SELECT coalesce(sum(delta), 0)::bigint AS total FROM product_totals ${where(conditions)}`;

/** SQL that says how many products a list has in all; its parameters are the values of the filters. */
function totalOf(filters: Filters): string {
  const { conditions } = whereOf(filters);
  const given = givenIn(filters);
  if (given.join() === 'tag' && typeof filters.tag === 'string') return tagTotal(false);
  if (given.join() === 'quality') return CHECK_TOTAL;
  if (given.every((name) => (TOTALLED as readonly string[]).includes(name))) return totalWhere(conditions);
  if (filters.text !== undefined) return countUpTo(TEXT_COUNTED, conditions);
  return `SELECT count(*) AS total FROM products ${where(conditions)}`;
}

/**
 * Compacts the totals to one row each, once there are `worthIt` rows. Safe beside writers, readers and itself, as the
 * compaction of the tag ledger is.
 */
export async function compactTotals(db: Connection, worthIt = 1_000): Promise<void> {
  await db.none(
    `WITH gone AS (DELETE FROM product_totals WHERE (SELECT count(*) FROM product_totals) >= $1 RETURNING *)
     INSERT INTO product_totals SELECT category, status, source, sum(delta) FROM gone
      GROUP BY category, status, source HAVING sum(delta) <> 0`,
    [worthIt],
  );
}
