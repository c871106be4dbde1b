import { countWritten, readColumn } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';

/** The order of creation, the defaults first: one that was deleted and added again stands where it stood. */
const ORDER = `array_position(ARRAY['杂质对照品', '标准品', '中间体'], name), position`;

/** All category names in their order. */
export async function listCategories(db: Connection): Promise<string[]> {
  return readColumn(db, `SELECT name FROM categories ORDER BY ${ORDER}`);
}

/** A category with the number of products that carry its name; `listed` is false where it was deleted since. */
interface CategoryUse {
  name: string;
  name_en: string | null;
  products: number;
  listed: boolean;
}

/** The categories in their order, and after them deleted ones that products still carry. */
export async function categoriesInUse(db: Connection): Promise<CategoryUse[]> {
  return db.any(
    `SELECT name, (SELECT name_en FROM terms WHERE kind = 'category' AND value = name) AS name_en,
            coalesce(products, 0) AS products, position IS NOT NULL AS listed
       FROM categories FULL JOIN (SELECT category AS name, sum(delta)::bigint AS products FROM product_totals
                                 GROUP BY category HAVING sum(delta) > 0) AS used
            USING (name)
      ORDER BY position IS NULL, ${ORDER}, name`,
  );
}

// One writer of categories at a time: two that add the same names in different orders would deadlock. Readers, and pushes
// that hold a row lock on a category, are not blocked.
const lockWriters = (tx: Transaction): Promise<null> =>
  tx.none('LOCK TABLE categories IN SHARE ROW EXCLUSIVE MODE');

/** Adds names in the order given. @returns how many were new */
export async function addCategories(tx: Transaction, names: string[]): Promise<number> {
  await lockWriters(tx);
  return countWritten(
    tx,
    `INSERT INTO categories (name) SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS new (name, place) ORDER BY place
       ON CONFLICT (name) DO NOTHING`,
    [names],
  );
}

/** Removes names; products that carry them keep their text. @returns those that were there */
export async function deleteCategories(tx: Transaction, names: string[]): Promise<string[]> {
  await lockWriters(tx);
  // Locked in the same order as pushes do.
  return readColumn(
    tx,
    `WITH locked AS MATERIALIZED (SELECT name FROM categories WHERE name = ANY($1) ORDER BY name FOR UPDATE)
       DELETE FROM categories WHERE name IN (SELECT name FROM locked) RETURNING name`,
    [names],
  );
}

/** Renames a category in its place of the list; where the new name is in the list already, only removes the old one. */
export async function renameCategory(tx: Transaction, from: string, to: string): Promise<void> {
  await lockWriters(tx);
  await tx.none(
    `UPDATE categories SET name = $2 WHERE name = $1 AND NOT EXISTS (SELECT FROM categories WHERE name = $2)`,
    [from, to],
  );
  await tx.none('DELETE FROM categories WHERE name = $1', [from]);
  await addCategories(tx, [to]);
}
