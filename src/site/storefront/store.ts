import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/index.js';
import { PRODUCT_COLUMNS } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';

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

/** Counting goes through all products of series, so it is done once a minute at most. */
const KEPT_MS = 60_000;

/** The series of the catalogue with their products, the largest first. */
export interface AllSeries {
  series: readonly SeriesCount[];
  /** on the clock of `performance.now()` */
  readAt: number;
}

/** Gives the series of the catalogue; at most a minute old. */
export function openSeries(db: Database): () => Promise<AllSeries> {
  const kept = new LRUCache<'all', AllSeries>({
    max: 1,
    ttl: KEPT_MS,
    fetchMethod: async () => ({
      readAt: performance.now(),
      series: await db.any<SeriesCount>(
        `SELECT series AS value, count(*)::int AS count FROM products
          WHERE series IS NOT NULL GROUP BY series ORDER BY count(*) DESC, series LIMIT $(most)`,
        { most: MOST_SERIES },
      ),
    }),
  });
  return () => kept.forceFetch('all');
}
