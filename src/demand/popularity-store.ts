import type { Connection, Database } from '../database/connect.js';
import { PRESENT_WEEK } from './weeks.js';

/** How often a product was opened. */
interface Opened {
  code: string;
  count: number;
  /** the Monday of another week than the present one */
  week?: string;
}

/** Adds to the counts of the week of existing products, ordered by key to avoid deadlocks between gateways. */
export async function addOpens(db: Database, opened: readonly Opened[]): Promise<void> {
  await db.none(
    `INSERT INTO product_opens AS o (code, week, count)
     SELECT code, coalesce(week, ${PRESENT_WEEK}), count FROM json_to_recordset($1) AS new (code text COLLATE "C", week date, count bigint)
      WHERE EXISTS (SELECT FROM products WHERE products.code = new.code)
      ORDER BY 1, 2
         ON CONFLICT (code, week) DO UPDATE SET count = o.count + excluded.count`,
    [JSON.stringify(opened)],
  );
}

/** Older opens say nothing about present demand. */
const WEEKS = 12;
/** Rows that pruning leaves. */
const KEPT = 100_000;

/** Bounds the table: old weeks go, then the rarest. @param kept rows that stay */
export async function pruneOpens(db: Database, kept = KEPT): Promise<void> {
  await db.none('DELETE FROM product_opens WHERE week < clock_timestamp() - make_interval(weeks => $1)', [
    WEEKS,
  ]);
  await db.none(
    `DELETE FROM product_opens WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM product_opens ORDER BY count, week
        LIMIT (SELECT greatest(count(*) - $1, 0) FROM product_opens) FOR UPDATE SKIP LOCKED))`,
    [kept],
  );
}

/** An inquiry counts as many opens. */
const AN_INQUIRY = 10;
/** Products at most whose level changes at once: each is indexed again. */
const MOST_RATED = 10_000;

/**
 * Rates all products: a level begins at 2, 8, 26, 80 and 242 opens, so that only a much higher count changes it.
 * @returns the ids of those whose level has changed
 */
export async function rateProducts(db: Connection): Promise<number[]> {
  return db.map(
    `WITH asked AS (
       SELECT code, sum(count) AS count FROM product_opens WHERE week > ${PRESENT_WEEK} - 7 * $<weeks> GROUP BY code
        UNION ALL
       SELECT code, $<inquiry> * count(*) FROM inquiries WHERE code IS NOT NULL GROUP BY code
        UNION ALL
       SELECT code, $<inquiry> * count(*) FROM inquiry_lines WHERE code IS NOT NULL GROUP BY code),
     rated AS (
       SELECT code COLLATE "C" AS code, least(5, floor(log(3.0, 1 + sum(count))))::smallint AS level FROM asked GROUP BY 1),
     changed AS (
       SELECT id, code, coalesce(rated.level, 0) AS level
         FROM rated FULL JOIN product_popularity AS p USING (code) JOIN products USING (code)
        WHERE coalesce(rated.level, 0) <> coalesce(p.level, 0)
        ORDER BY abs(coalesce(rated.level, 0) - coalesce(p.level, 0)) DESC, code LIMIT $<most>),
     gone AS (DELETE FROM product_popularity AS p USING changed WHERE p.code = changed.code AND changed.level = 0),
     known AS (
       INSERT INTO product_popularity (code, level) SELECT code, level FROM changed WHERE level > 0
           ON CONFLICT (code) DO UPDATE SET level = excluded.level)
     SELECT id FROM changed`,
    { weeks: WEEKS, inquiry: AN_INQUIRY, most: MOST_RATED },
    ({ id }: { id: number }) => id,
  );
}

/** Forgets the levels of products that are no more. */
export async function prunePopularity(db: Connection): Promise<void> {
  await db.none(
    'DELETE FROM product_popularity AS p WHERE NOT EXISTS (SELECT FROM products WHERE products.code = p.code)',
  );
}
