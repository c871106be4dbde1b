import type { Connection } from '../database/connect.js';
import type { Product } from './fields.js';

/** A product with its identity and version in the database. */
export interface StoredProduct extends Product {
  id: number;
  /** changes with every committed write: the id of the transaction that wrote the row last */
  version: string;
}

/** ISO 8601 UTC with milliseconds, written by Postgres so that no row passes through a Date. */
const ISO_UPDATED_AT = `to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The 19 fields of an answer, in the order of the field table. */
export const PRODUCT_COLUMNS = `code, name_cn, name_en, synonyms, cas, formula, mw, category, series, status,
  status = 'in_stock' AS in_stock, structure_url, description, ai_summary, description_en, ai_summary_en, tags,
  ${ISO_UPDATED_AT} AS updated_at, source`;

// xmin is the row's last writer: it changes with every committed write, whatever made it, and costs no column.
const STORED = `SELECT id, xmin::text AS version, ${PRODUCT_COLUMNS} FROM products`;

/** The products with these ids, as they are now; missing ones are left out. */
export async function productsById(db: Connection, ids: number[]): Promise<StoredProduct[]> {
  return db.any(`${STORED} WHERE id = ANY($1::bigint[])`, [ids]);
}

/** The next products by id, for walking the whole table. */
export async function productsAfterId(db: Connection, id: number, limit: number): Promise<StoredProduct[]> {
  return db.any(`${STORED} WHERE id > $1 ORDER BY id LIMIT $2`, [id, limit]);
}

/** The next ids and versions by id, for comparing the index with the table. */
export async function versionsAfterId(
  db: Connection,
  id: number,
  limit: number,
): Promise<{ id: number; version: string }[]> {
  return db.any('SELECT id, xmin::text AS version FROM products WHERE id > $1 ORDER BY id LIMIT $2', [
    id,
    limit,
  ]);
}
