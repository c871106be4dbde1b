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

/** A value of a field, and how many products have it. */
export interface Counted {
  value: string;
  count: number;
}

/** Values that are listed at most: the largest. */
const MOST = 5_000;

/** Counting series goes through all products: what was counted is kept for so many times as long as it took, and for so long at least, ms. */
const KEPT = { times: 20, leastMs: 2_000 };

/** What the catalogue has, counted where it is stored: an index may be behind. Each the largest first. */
export interface Counts {
  total: number;
  category: readonly Counted[];
  series: readonly Counted[];
  /** but withdrawn ones */
  status: readonly Counted[];
}

/** Gives the counts of the catalogue, as old as {@link KEPT} lets them be. */
export function openCounts(db: Database): () => Promise<Counts> {
  const kept = new LRUCache<'all', Counts>({
    max: 1,
    ttl: KEPT.leastMs,
    fetchMethod: async (_all, _before, { options }) => {
      const begun = performance.now();
      const rows = await db.any<Counted & { field: 'category' | 'series' | 'status' }>(
        `SELECT 'category' AS field, category AS value, sum(delta)::int AS count FROM product_totals
          GROUP BY category HAVING sum(delta) > 0
          UNION ALL SELECT 'status', status, sum(delta)::int FROM product_totals GROUP BY status HAVING sum(delta) > 0
          UNION ALL SELECT 'series', series, count(*)::int FROM products WHERE series IS NOT NULL GROUP BY series
          ORDER BY count DESC, value`,
      );
      options.ttl = Math.max(KEPT.leastMs, KEPT.times * (performance.now() - begun));
      const of = (field: string): Counted[] => rows.filter((row) => row.field === field).slice(0, MOST);
      const status = of('status');
      return {
        total: status.reduce((sum, { count }) => sum + count, 0),
        category: of('category'),
        series: of('series'),
        status: status.filter(({ value }) => value !== 'off'),
      };
    },
  });
  return () => kept.forceFetch('all');
}
