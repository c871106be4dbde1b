import type { Connection, Transaction } from '../database/connect.js';

/** All category names in order of creation. */
export async function listCategories(db: Connection): Promise<string[]> {
  return db.map('SELECT name FROM categories ORDER BY position', [], (row: { name: string }) => row.name);
}

/** A category with the number of products that carry its name; `listed` is false where it was deleted since. */
export interface CategoryUse {
  name: string;
  products: number;
  listed: boolean;
}

/** The categories in order of creation, and after them deleted ones that products still carry. */
export async function categoriesInUse(db: Connection): Promise<CategoryUse[]> {
  return db.any(
    `SELECT name, coalesce(products, 0) AS products, position IS NOT NULL AS listed
       FROM categories FULL JOIN (SELECT category AS name, sum(delta)::bigint AS products FROM product_totals
                                 GROUP BY category HAVING sum(delta) > 0) AS used
            USING (name)
      ORDER BY position NULLS LAST, name`,
  );
}

// One writer of categories at a time: two that add the same names in different orders would deadlock. Readers, and pushes
// that hold a row lock on a category, are not blocked.
const lockWriters = (tx: Transaction): Promise<null> =>
  tx.none('LOCK TABLE categories IN SHARE ROW EXCLUSIVE MODE');

/** Adds names in the order given. @returns how many were new */
export async function addCategories(tx: Transaction, names: string[]): Promise<number> {
  await lockWriters(tx);
  return tx.result(
    `INSERT INTO categories (name) SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS new (name, place) ORDER BY place
       ON CONFLICT (name) DO NOTHING`,
    [names],
    (result) => result.rowCount,
  );
}

/** Removes names; products that carry them keep their text. @returns those that were there */
export async function deleteCategories(tx: Transaction, names: string[]): Promise<string[]> {
  await lockWriters(tx);
  // Locked in the same order as pushes do.
  return tx.map(
    `WITH locked AS MATERIALIZED (SELECT name FROM categories WHERE name = ANY($1) ORDER BY name FOR UPDATE)
       DELETE FROM categories WHERE name IN (SELECT name FROM locked) RETURNING name`,
    [names],
    (row: { name: string }) => row.name,
  );
}
