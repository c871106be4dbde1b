import type { Database } from '../../platform/index.js';
import type { Position } from './position.js';

/**
 * How far behind a position is: changes that are committed after it, and the age of the oldest of them, s (to the ms).
 * @param most changes to count; all where absent
 */
export async function lagOf(
  db: Database,
  after: Position,
  most: number | null = null,
): Promise<{ changes: number; seconds: number }> {
  return db.one(
    `SELECT count(*)::int AS changes,
            coalesce(greatest(0, round(extract(epoch FROM clock_timestamp() - min(at)), 3)), 0)::float8 AS seconds
       FROM (SELECT at FROM product_changes WHERE (xid, seq) > ($1::xid8, $2::bigint) ORDER BY xid, seq LIMIT $3) later`,
    [after.xid, after.seq, most],
  );
}

/** The most rows that a lag counts. */
const MOST_COUNTED = 1_000_000;

/** How far each reader of the log is behind: rows (a million at most are counted), and the age of the oldest, s. */
export async function readerLags(
  db: Database,
): Promise<{ reader: string; changes: number; seconds: number }[]> {
  return db.any(
    `SELECT r.name AS reader, behind.changes, behind.seconds FROM log_readers r, LATERAL (
       SELECT count(*)::int AS changes,
              coalesce(greatest(0, extract(epoch FROM clock_timestamp() - min(at))), 0)::float8 AS seconds
         FROM (SELECT at FROM product_changes WHERE (xid, seq) > (r.xid, r.seq) LIMIT ${MOST_COUNTED}) AS waiting) AS behind`,
  );
}

/**
 * The age of the oldest writing transaction of the cluster, which blocks every reader of the log, s; where its start is
 * hidden from this role, the time since this process first saw it.
 */
export function openOldestWriter(db: Database): () => Promise<number> {
  let firstSeen = new Map<string, number>();
  return async () => {
    const writers = await db.any<{ xid: string; seconds: number | null }>(
      `SELECT backend_xid::text AS xid, extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds
         FROM pg_stat_activity WHERE backend_xid IS NOT NULL
        UNION ALL
       SELECT transaction::text, extract(epoch FROM clock_timestamp() - prepared)::float8 FROM pg_prepared_xacts`,
    );
    const now = performance.now();
    firstSeen = new Map(writers.map(({ xid }) => [xid, firstSeen.get(xid) ?? now]));
    return Math.max(0, ...writers.map(({ xid, seconds }) => seconds ?? (now - firstSeen.get(xid)!) / 1_000));
  };
}
