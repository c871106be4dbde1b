import type { Database } from '../../platform/index.js';
import { readDelivered } from './search-reader.js';
import type { Position } from './position.js';

/** Changes that the search index may be behind, and for how long, s, while other work in the background goes on as usual. */
const [MANY_BEHIND, LONG_BEHIND] = [200, 60];

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

/**
 * Whether many changes wait for the search index: work on the same products that nobody waits for would take the processor from
 * it. False once a change has waited so long that the engine or the indexer may be away.
 */
export async function isIndexBehind(db: Database): Promise<boolean> {
  const delivered = await readDelivered(db);
  const lag = delivered && (await lagOf(db, delivered.position, MANY_BEHIND));
  return lag !== null && lag.changes === MANY_BEHIND && lag.seconds < LONG_BEHIND;
}

/** How far each reader of the log is behind: rows, so many at most, and the age of the oldest, s. */
export async function readerLags(
  db: Database,
  most = 1_000_000,
): Promise<{ reader: string; changes: number; seconds: number }[]> {
  return db.any(
    `SELECT name AS reader, behind.* FROM log_readers r, LATERAL (${behind('r.xid', 'r.seq', '$1')}) AS behind`,
    [most],
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
