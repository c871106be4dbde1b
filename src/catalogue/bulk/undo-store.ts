import type { Connection, Transaction } from '../../platform/index.js';

/** The products that a bulk edit has changed, by number. */
export async function changedBy(db: Connection, bulk: number): Promise<string[]> {
  return db.map(
    'SELECT code FROM product_history WHERE bulk_id = $1 ORDER BY code',
    [bulk],
    (row: { code: string }) => row.code,
  );
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
