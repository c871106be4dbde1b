import type { Connection, Transaction } from '../database/connect.js';

/** All category names in order of creation. */
export async function listCategories(db: Connection): Promise<string[]> {
  return db.map('SELECT name FROM categories ORDER BY position', [], (row: { name: string }) => row.name);
}

// Writers of categories are few: they take turns, or two that add the same names in different orders would wait for
// each other in a circle. Readers, and pushes that hold a category with a row lock, are not kept waiting.
const takeTurns = (tx: Transaction): Promise<null> =>
  tx.none('LOCK TABLE categories IN SHARE ROW EXCLUSIVE MODE');

/** Adds names in the order given. @returns how many were new */
export async function addCategories(tx: Transaction, names: string[]): Promise<number> {
  await takeTurns(tx);
  return tx.result(
    `INSERT INTO categories (name) SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS new (name, place) ORDER BY place
       ON CONFLICT (name) DO NOTHING`,
    [names],
    (result) => result.rowCount,
  );
}

/** Removes names; products that carry them keep their text. @returns those that were there */
export async function deleteCategories(tx: Transaction, names: string[]): Promise<string[]> {
  await takeTurns(tx);
  // Locked in the order in which pushes lock them.
  return tx.map(
    `WITH held AS MATERIALIZED (SELECT name FROM categories WHERE name = ANY($1) ORDER BY name FOR UPDATE)
       DELETE FROM categories WHERE name IN (SELECT name FROM held) RETURNING name`,
    [names],
    (row: { name: string }) => row.name,
  );
}
