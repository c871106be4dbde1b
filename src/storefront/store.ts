import type { Database } from '../database/connect.js';
import type { Product } from '../products/fields.js';
import { PRODUCT_COLUMNS } from '../products/store.js';

/** The products that were made last and are offered. */
export function newestProducts(db: Database, most: number): Promise<Product[]> {
  return db.any(
    `SELECT ${PRODUCT_COLUMNS} FROM products WHERE status <> 'off' ORDER BY id DESC LIMIT $(most)`,
    { most },
  );
}

/** A series, and how many products it has. */
export interface SeriesCount {
  value: string;
  count: number;
}

/** Series that are listed at most: the largest. */
const MOST_SERIES = 5_000;

/** The series of the catalogue with their products. */
export function seriesCounts(db: Database): Promise<SeriesCount[]> {
  return db.any(
    `SELECT series AS value, count(*)::int AS count FROM products
      WHERE series IS NOT NULL GROUP BY series ORDER BY count(*) DESC, series LIMIT $(most)`,
    { most: MOST_SERIES },
  );
}
