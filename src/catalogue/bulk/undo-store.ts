import type { Connection, Transaction } from '../../platform/index.js';

/** How many products a bulk edit has changed, by the history. */
export async function countChanged(db: Connection, bulk: number): Promise<number> {
  return db.one(
    'SELECT count(*) AS count FROM product_history WHERE bulk_id = $1',
    [bulk],
    (row: { count: number }) => row.count,
  );
}

/** The next products by number that a bulk edit has changed. */
export async function changedAfter(
  db: Connection,
  bulk: number,
  code: string,
  limit: number,
): Promise<string[]> {
  return db.map(
    'SELECT code FROM product_history WHERE bulk_id = $1 AND code > $2 ORDER BY code LIMIT $3',
    [bulk, code, limit],
    (row: { code: string }) => row.code,
  );
}

const COLUMNS = ['status', 'category', 'series', 'tags'];
const each = (sql: (column: string) => string): string => COLUMNS.map(sql).join(', ');

// The numbers are a condition on the products too: else Postgres reads the whole table for a thousand of them.
// A field that was changed since stays as it is, and so does a deleted product. Undos of the same edit are no such change:
// one of them may have been broken off.
const BRING_BACK = `
  WITH field AS MATERIALIZED (
         SELECT entry.id, entry.code, key AS name, value ->> 0 AS before
           FROM product_history entry, json_each(entry.changes)
          WHERE entry.bulk_id = $1 AND entry.code = ANY ($2)),
       judged AS MATERIALIZED (
         SELECT field.*, EXISTS (
                  SELECT FROM product_history later
                   WHERE later.code = field.code AND later.id > field.id
                     AND (later.op <> 'changed' OR later.changes -> field.name IS NOT NULL)
                     AND NOT EXISTS (SELECT FROM bulk_edits WHERE bulk_edits.id = later.bulk_id
                                                             AND what ->> 'undo' = $1::text)) AS touched
           FROM field),
       wanted AS MATERIALIZED (
         SELECT code, bool_or(touched) AS touched,
                ${each((name) => `bool_or(name = '${name}' AND NOT touched) AS with_${name}, max(before) FILTER (WHERE name = '${name}') AS old_${name}`)}
           FROM judged GROUP BY code),
       restored AS (
         UPDATE products
            SET ${each((name) => `${name} = CASE WHEN with_${name} THEN old_${name} ELSE products.${name} END`)},
                updated_at = next_instant(products.updated_at)
           FROM wanted
          WHERE products.code = wanted.code AND products.code = ANY ($2)
            AND (${COLUMNS.map((name) => `with_${name} AND products.${name} IS DISTINCT FROM old_${name}`).join(' OR ')})
         RETURNING 1)
  SELECT (SELECT count(*) FROM restored) AS changed,
         (SELECT count(*) FROM wanted LEFT JOIN (SELECT code FROM products WHERE code = ANY ($2)) AS present USING (code)
           WHERE touched OR present.code IS NULL) AS left_out`;

/**
 * Restores the fields that a bulk edit has changed, where they were not changed since.
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
