import { countWritten, readColumn } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';
import type { Filters } from '../products/list.js';
import { whereOf } from '../products/list-store.js';
import { TAGS_LENGTH } from '../tags/apply.js';
import type { BulkChange, Rename } from './bulk.js';

/** Which products are meant: those of a list, those with these numbers, or those that have a name. */
type Selection = { filters: Filters } | { codes: string[] } | Rename;

/** What an edit makes of products: SQL for each column that it touches, over the values before. */
type Assigned = Partial<Record<'status' | 'category' | 'series' | 'tags', string>>;

/** Names a value in the SQL. */
type Bind = (value: unknown) => string;

/** A statement's values, and the way to name one more. */
function openValues(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** A product's tags, each once in their order: without some, one by another name, more of them behind. */
const tagsSql = (own: string, kept: string, added: string): string => `
  (SELECT string_agg(tag, ';' ORDER BY place)
     FROM (SELECT tag, min(place) AS place
             FROM (SELECT ${own} AS tag, place FROM unnest(string_to_array(tags, ';')) WITH ORDINALITY AS own (tag, place) WHERE ${kept}
                   UNION ALL
                   SELECT tag, 1000 + place FROM unnest(${added}) WITH ORDINALITY AS added (tag, place)) AS all_tags
            GROUP BY tag) AS each_once)`;

function assignedBy(edit: BulkChange | Rename, bind: Bind): Assigned {
  if ('kind' in edit) {
    const [from, to] = [bind(edit.from), bind(edit.to)];
    const renamed = (column: string): string => `CASE WHEN ${column} = ${from} THEN ${to} ELSE ${column} END`;
    if (edit.kind === 'tag') return { tags: tagsSql(renamed('tag'), 'true', `'{}'::text[]`) };
    return { [edit.kind]: renamed(edit.kind) };
  }
  const { status, category, series, add_tags: add = [], remove_tags: remove = [] } = edit;
  return {
    ...(status !== undefined && { status: bind(status) }),
    ...(category !== undefined && { category: bind(category) }),
    ...(series !== undefined && { series: `${bind(series)}::text` }),
    ...(add.length + remove.length > 0 && {
      tags: tagsSql('tag', `tag <> ALL (${bind(remove)}::text[])`, `${bind(add)}::text[]`),
    }),
  };
}

/** The columns that an edit touches, with old and new values, and whether these differ and fit. */
function comparisonOf(assigned: Assigned): { select: string; differs: string; fits: string; set: string } {
  const columns = Object.entries(assigned);
  const names = columns.map(([name]) => name);
  // A status that is set by hand is no list's any more, also where it was the same (catalogue/products/missing.ts).
  const isListed = names.includes('status');
  return {
    select: columns.map(([name, sql]) => `${sql} AS new_${name}`).join(', '),
    differs: `(ROW (${names.map((name) => `before.${name}`).join(', ')}) IS DISTINCT FROM ROW (${names.map((name) => `new_${name}`).join(', ')})
               ${isListed ? 'OR before.listed_status IS NOT NULL' : ''})`,
    fits: names.includes('tags') ? `coalesce(char_length(new_tags), 0) <= ${TAGS_LENGTH}` : 'true',
    set: [
      ...names.map((name) => `${name} = new_${name}`),
      ...(isListed ? ['listed_status = NULL'] : []),
    ].join(', '),
  };
}

function whereSelected(selection: Selection, bind: Bind): string {
  if ('codes' in selection) return `code = ANY (${bind(selection.codes)}::text[])`;
  if ('filters' in selection)
    return whereOf(selection.filters, (value) => bind(value)).conditions.join(' AND ') || 'true';
  const from = bind(selection.from);
  return selection.kind === 'tag' ? `tag_list @> ARRAY[${from}]` : `${selection.kind} = ${from}`;
}

/** The products that an edit would change, and how many it could not: their tags would be too long. */
function chosenSql(edit: BulkChange | Rename, selection: Selection, bind: Bind): string {
  const { select, differs, fits } = comparisonOf(assignedBy(edit, bind));
  return `SELECT id, ${fits} AS fits
            FROM (SELECT id, status, category, series, tags, listed_status FROM products WHERE ${whereSelected(selection, bind)}) AS before,
                 LATERAL (SELECT ${select} OFFSET 0) AS after
           WHERE ${differs}`;
}

/** How many products an edit would change, and how many it could not: their tags would be too long. */
export const countChanges = (
  db: Connection,
  ...which: [edit: BulkChange | Rename, selection: Selection]
): Promise<{ total: number; too_long: number }> =>
  choose(db, 'count(*) FILTER (WHERE fits) AS total', ...which);

/** The ids of the products that an edit would change, in order, and how many it could not. */
export const chooseProducts = (
  db: Connection,
  ...which: [edit: BulkChange | Rename, selection: Selection]
): Promise<{ ids: number[]; too_long: number }> =>
  choose(db, `coalesce(json_agg(id ORDER BY id) FILTER (WHERE fits), '[]') AS ids`, ...which);

function choose<T>(
  db: Connection,
  what: string,
  edit: BulkChange | Rename,
  selection: Selection,
): Promise<T> {
  const { values, bind } = openValues();
  const chosen = chosenSql(edit, selection, bind);
  return db.one(
    `SELECT ${what}, count(*) FILTER (WHERE NOT fits) AS too_long FROM (${chosen}) AS chosen`,
    values,
  );
}

/** Changes products, locked in order of code as every writer does. @returns how many have changed */
export async function changeProducts(
  tx: Transaction,
  edit: BulkChange | Rename,
  ids: number[],
): Promise<number> {
  const { values, bind } = openValues();
  const { select, differs, fits, set } = comparisonOf(assignedBy(edit, bind));
  // A condition on both: else Postgres reads the whole table for a thousand products.
  const among = `ANY (${bind(`{${ids.join(',')}}`)}::bigint[])`;
  return countWritten(
    tx,
    `WITH before AS MATERIALIZED (
            SELECT id, status, category, series, tags, listed_status FROM products
             WHERE id = ${among} ORDER BY code FOR UPDATE),
          after AS MATERIALIZED (
            SELECT id, made.* FROM before, LATERAL (SELECT ${select} OFFSET 0) AS made WHERE ${differs} AND ${fits})
     UPDATE products SET ${set}, updated_at = next_instant(products.updated_at)
       FROM after WHERE products.id = after.id AND products.id = ${among}`,
    values,
  );
}

/** The products that a bulk edit has changed, by number. */
export async function changedBy(db: Connection, bulk: number): Promise<string[]> {
  return readColumn(db, 'SELECT code FROM product_history WHERE bulk_id = $1 ORDER BY code', [bulk]);
}

const COLUMNS = ['status', 'category', 'series', 'tags'];
const before = (name: string): string => `changes -> '${name}' ->> 0`;
const isAsAfter = (name: string): string =>
  `(changes -> '${name}' IS NOT NULL AND products.${name} IS NOT DISTINCT FROM changes -> '${name}' ->> 1)`;
const isOther = (name: string): string =>
  `(changes -> '${name}' IS NOT NULL AND NOT ${isAsAfter(name)} AND products.${name} IS DISTINCT FROM ${before(name)})`;

// The numbers are a condition on the products too: else Postgres reads the whole table for a thousand of them.
// A field that holds something else by now stays as it is, and so does a deleted product.
const BRING_BACK = `
  WITH wanted AS MATERIALIZED (SELECT code, changes FROM product_history WHERE bulk_id = $1 AND code = ANY ($2)),
       restored AS (
         UPDATE products
            SET ${COLUMNS.map((name) => `${name} = CASE WHEN ${isAsAfter(name)} THEN ${before(name)} ELSE products.${name} END`).join(', ')},
                updated_at = next_instant(products.updated_at)
           FROM wanted
          WHERE products.code = wanted.code AND products.code = ANY ($2) AND (${COLUMNS.map(isAsAfter).join(' OR ')})
         RETURNING 1)
  SELECT (SELECT count(*) FROM restored) AS changed,
         (SELECT count(*) FROM wanted LEFT JOIN (SELECT * FROM products WHERE code = ANY ($2)) AS products USING (code)
           WHERE products.id IS NULL OR ${COLUMNS.map(isOther).join(' OR ')}) AS left_out`;

/**
 * Restores the fields that a bulk edit has changed, where they hold what it made them.
 * @returns how many products have changed, and of how many a field stays
 */
export async function bringBackChanged(
  tx: Transaction,
  bulk: number,
  codes: string[],
): Promise<{ changed: number; left_out: number }> {
  // A separate statement: the next one sees what the holders of the locks have changed.
  await tx.any('SELECT FROM products WHERE code = ANY ($1) ORDER BY code FOR UPDATE', [codes]);
  return tx.one(BRING_BACK, [bulk, codes]);
}
