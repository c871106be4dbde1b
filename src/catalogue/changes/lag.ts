import type { Database } from '../../platform/index.js';
import type { Position } from './position.js';

/** SQL: the changes that are committed after a row of the log, so many at most, and the age of the oldest of them, s (to the ms). */
const behind = (xid: string, seq: string, most: string): string => `
  SELECT count(*)::int AS changes,
         coalesce(greatest(0, round(extract(epoch FROM clock_timestamp() - min(at)), 3)), 0)::float8 AS seconds
    FROM (SELECT at FROM product_changes WHERE (xid, seq) > (${xid}, ${seq}) ORDER BY xid, seq LIMIT ${most}) AS later`;

/** How far behind a position is: changes, and the age of the oldest of them, s. @param most changes to count; all where absent */
export async function lagOf(
  db: Database,
  after: Position,
  most: number | null = null,
): Promise<{ changes: number; seconds: number }> {
  return db.one(behind('$1::xid8', '$2::bigint', '$3'), [after.xid, after.seq, most]);
}

/** How far each reader of the log is behind: rows (a million at most are counted), and the age of the oldest, s. */
export async function readerLags(
  db: Database,
): Promise<{ reader: string; changes: number; seconds: number }[]> {
  return db.any(
    `SELECT name AS reader, behind.* FROM log_readers r, LATERAL (${behind('r.xid', 'r.seq', '1000000')}) AS behind`,
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
