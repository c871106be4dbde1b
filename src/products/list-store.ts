import { TIP } from '../database/as-of.js';
import { isoTime, named, readRows } from '../database/connect.js';
import type { Connection, Database, Statement } from '../database/connect.js';
import { STATUSES } from './fields.js';
import { PAGE_SIZE } from './list.js';
import type { Filters, ListPlan, Sort } from './list.js';
import { likeless, PRODUCT_COLUMNS, STORED_COLUMNS } from './store.js';

/** A row of a list. */
export interface ListedProduct {
  /** the 19 fields as JSON, written by the database: no row is taken apart and put together again here */
  json: string;
  /** what the next page starts after */
  id: number;
  value: string;
}

// Conditions by filter name. They are joined with AND; values only ever go as parameters.
const CONDITIONS: Record<keyof Filters, (parameter: string) => string> = {
  category: (p) => `category = ${p}`,
  in_stock: (p) => `status = ANY(${p}::text[])`,
  updated_after: (p) => `updated_at > ${p}::timestamptz`,
  status: (p) => `status = ${p}`,
  series: (p) => `series = ${p}`,
  source: (p) => `source = ${p}`,
  tag: (p) => `tag_list @> ARRAY[${p}]`,
  not_source: (p) => `source <> ${p}`,
  text: (p) => `(names LIKE '%' || lower(${likeless(p)}) || '%'
    OR code_key LIKE lower(${likeless(`translate(${p}, '-_./ ', '')`)}) || '%'
    OR cas <> 'N/A' AND cas LIKE ${likeless(p)} || '%'
    OR search_keys @> ARRAY[lower(${p})])`,
};

/**
 * The conditions of filters and their values, all texts.
 * @param place how the nth value (from 1) is named in the SQL
 */
export function whereOf(
  filters: Filters,
  place = (n: number): string => `$${n}`,
): { conditions: string[]; values: string[] } {
  const given = (Object.keys(CONDITIONS) as (keyof Filters)[]).filter((name) => filters[name] !== undefined);
  const inStock = (wanted: boolean): string =>
    `{${STATUSES.filter((status) => (status === 'in_stock') === wanted).join(',')}}`;
  return {
    conditions: given.map((name, i) => CONDITIONS[name](place(i + 1))),
    values: given.map((name) => (name === 'in_stock' ? inStock(filters.in_stock!) : String(filters[name]))),
  };
}

// The row id breaks ties, so that every row has one place. Codes are unique by themselves. The column is named with
// its table: `updated_at` alone would be the formatted text of the same name, and sort the whole table by it.
const ORDERS: Record<Sort, { by: (table: string) => string; after: (value: string, id: string) => string }> =
  {
    updated_at: {
      by: (table) => `${table}.updated_at, ${table}.id`,
      after: (value, id) => `(updated_at, id) > (${value}::timestamptz, ${id}::bigint)`,
    },
    '-updated_at': {
      by: (table) => `${table}.updated_at DESC, ${table}.id DESC`,
      after: (value, id) => `(updated_at, id) < (${value}::timestamptz, ${id}::bigint)`,
    },
    code: {
      by: (table) => `${table}.code`,
      after: (value, id) => `code > ${value} AND ${id}::bigint IS NOT NULL`,
    },
    '-code': {
      by: (table) => `${table}.code DESC`,
      after: (value, id) => `code < ${value} AND ${id}::bigint IS NOT NULL`,
    },
  };

/** What a page of the list is made of. */
export interface Listed {
  /** the rows of the page, and one more where there is one */
  rows: ListedProduct[];
  /** how many there are in all; null with a cursor */
  total: number | null;
  /** the end of the log when they were read */
  tip: string;
}

/** Reads a page of the list, in one statement (a second one for a filter by tag). */
export async function listProducts(db: Database, plan: ListPlan): Promise<Listed> {
  const { filters, sort, after } = plan;
  const { conditions, values: filterValues } = whereOf(filters);
  const values: unknown[] = [...filterValues];
  const total = plan.page === null ? 'NULL::bigint' : `(${totalOf(filters)})`;
  const order = ORDERS[sort];
  if (after) conditions.push(order.after(`$${values.push(after.value)}`, `$${values.push(after.id)}`));
  const offset = plan.page === null ? 0 : (plan.page - 1) * plan.pageSize;
  // A limit that the planner cannot see counts as a tenth of the table, which makes it plan each such statement anew:
  // 0.3 ms, more than it then takes to run. Most pages are the first ones, of this size.
  const limit =
    offset === 0 && plan.pageSize === PAGE_SIZE
      ? `LIMIT ${PAGE_SIZE + 1}`
      : `LIMIT $${values.push(plan.pageSize + 1)} OFFSET $${values.push(offset)}`;
  const value = sort.endsWith('code') ? 'products.code' : isoTime('products.updated_at');
  const all = `SELECT ${STORED_COLUMNS} FROM products ${where(conditions)}`;
  const found = (await isRare(db, filters.tag))
    ? `WITH rare AS MATERIALIZED (${all}) SELECT * FROM rare AS products`
    : all;
  // Only the rows of the page become JSON: they are cut out first. What concerns all of them comes with each, and
  // alone where there are none: one statement is less than two beside each other.
  const answered = await readRows<Partial<ListedProduct> & Omit<Listed, 'rows'>>(
    db,
    statement(
      filters,
      `SELECT json, page.id, value, total, tip
         FROM (SELECT ${total} AS total, ${TIP} AS tip) AS whole
         LEFT JOIN (SELECT row_to_json(answer)::text AS json, products.id, products.code, products.updated_at, ${value} AS value
                      FROM (${found} ORDER BY ${order.by('products')} ${limit}) AS products,
                           LATERAL (SELECT ${PRODUCT_COLUMNS}) AS answer) AS page ON true
        ORDER BY ${order.by('page')}`,
    ),
    values,
  );
  const [{ total: counted, tip }] = answered as [(typeof answered)[number]];
  return { rows: answered.filter((row) => row.json !== null) as ListedProduct[], total: counted, tip };
}

/**
 * Prepared, but for a text that is looked for: which index serves it depends on the text, and a plan for any text is
 * one that reads the whole table (over 20 s for 1,000,000 products, where the right index takes 15 ms).
 */
const statement = (filters: Filters, text: string): Statement =>
  filters.text === undefined ? named(text) : { text };

/**
 * Whether so few products carry a tag that they are best fetched by it and then sorted. The planner cannot know, and
 * walks the whole order for a page of a tag that nobody carries (14 s for 1,000,000 products).
 */
async function isRare(db: Database, tag: string | undefined): Promise<boolean> {
  if (tag === undefined) return false;
  const [row] = await readRows<{ total: number }>(db, named(TAG_TOTAL), [tag]);
  return row!.total < 20_000;
}

const TAG_TOTAL = 'SELECT coalesce(sum(delta), 0)::bigint AS total FROM tag_ledger WHERE tag = $1';

/** Of what a text finds so many are counted: to count on would be to read the whole table for a common one. */
const TEXT_COUNTED = 10_001;

const where = (conditions: string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';

/** What the totals are kept by (migration 0031). */
const TOTALLED: readonly string[] = [
  'category',
  'in_stock',
  'status',
  'source',
  'not_source',
] satisfies (keyof Filters)[];

/** SQL that says how many products a list has in all; its parameters are the values of the filters. */
function totalOf(filters: Filters): string {
  const { conditions } = whereOf(filters);
  const given = Object.keys(filters).filter((name) => filters[name as keyof Filters] !== undefined);
  if (given.join() === 'tag') return TAG_TOTAL;
  if (given.every((name) => TOTALLED.includes(name)))
    return `SELECT coalesce(sum(delta), 0)::bigint AS total FROM product_totals ${where(conditions)}`;
  const found = `FROM products ${where(conditions)}`;
  return filters.text === undefined
    ? `SELECT count(*) AS total ${found}`
    : `SELECT count(*) AS total FROM (SELECT ${found} LIMIT ${TEXT_COUNTED}) AS counted`;
}

/**
 * Sums the rows of the totals up to one each, when there are enough to be worth it. Safe beside writers, readers and
 * itself, as for the tag ledger.
 */
export async function compactTotals(db: Connection, worthIt = 1_000): Promise<void> {
  await db.none(
    `WITH gone AS (DELETE FROM product_totals WHERE (SELECT count(*) FROM product_totals) >= $1 RETURNING *)
     INSERT INTO product_totals SELECT category, status, source, sum(delta) FROM gone
      GROUP BY category, status, source HAVING sum(delta) <> 0`,
    [worthIt],
  );
}
