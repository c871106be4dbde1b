import type { Connection } from '../database/connect.js';

/** All category names in order of creation. */
export async function listCategories(db: Connection): Promise<string[]> {
  return db.map('SELECT name FROM categories ORDER BY position', [], (row: { name: string }) => row.name);
}

/** Adds names in the order given. @returns how many were new */
export async function addCategories(db: Connection, names: string[]): Promise<number> {
  return db.result(
    `INSERT INTO categories (name) SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS new (name, place) ORDER BY place
       ON CONFLICT (name) DO NOTHING`,
    [names],
    (result) => result.rowCount,
  );
}

/** Removes names; products that carry them keep their text. @returns those that were there */
export async function deleteCategories(db: Connection, names: string[]): Promise<string[]> {
  return db.map(
    'DELETE FROM categories WHERE name = ANY($1) RETURNING name',
    [names],
    (row: { name: string }) => row.name,
  );
}
