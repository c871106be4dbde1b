import { readRows } from '../database/connect.js';
import type { Database } from '../database/connect.js';

/**
 * Asks the database whether any product has changed since it was last asked, and calls `onChange` before it
 * resolves where one has. Exact: what has committed before the call is seen, whichever process wrote it, so an
 * answer that was made before and is still kept after it is the answer of now.
 *
 * Calls that come while one asks share the question after it: eight busy readers cost about one question for each
 * four reads.
 */
export function openChangeCheck(db: Database, onChange: () => void): () => Promise<void> {
  let last: { snapshot: string | null; epoch: string } = { snapshot: null, epoch: '' };
  let asking: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  // A server that crashed gives the ids again of transactions of which nothing had reached its disk, also of such as
  // the snapshot takes for ended. Nobody is connected to it then: whoever is, may be connected to the next one.
  db.$pool.on('connect', () => (last.snapshot = null));
  const ask = async (): Promise<void> => {
    const [now] = await readRows<{ snapshot: string; epoch: string; changed: boolean }>(db, CHANGED, [
      last.snapshot,
    ]);
    if (last.snapshot === null || now!.changed || now!.epoch !== last.epoch) onChange();
    last = now!;
  };
  const begin = (): Promise<void> => {
    next = null;
    asking = ask().finally(() => (asking = null));
    return asking;
  };
  return () => {
    if (!asking) return begin();
    next ??= asking.then(begin, begin);
    return next;
  };
}

// Two places can hold a row that the earlier snapshot does not see and this one does: the transactions that came after
// it and have ended, and those that ran then and have ended since. However they overlap, none is missed and none is
// seen twice. What still runs is left out, not stepped over (migration 0043). The order makes the planner take the
// index, which it would not for EXISTS in a prepared statement.
/** The question as SQL; $1 is the snapshot of the earlier one. */
export const CHANGED = {
  name: 'changed-since',
  text: `SELECT pg_current_snapshot()::text AS snapshot, epoch::text AS epoch,
                (SELECT true FROM ended_transactions() AS ended, LATERAL (
                   SELECT FROM product_changes
                    WHERE xid > ended.after AND xid < ended.before AND xid >= pg_snapshot_xmax($1::pg_snapshot)
                    ORDER BY xid, seq LIMIT 1) AS later LIMIT 1) IS NOT NULL
             OR (SELECT true FROM pg_snapshot_xip($1::pg_snapshot) AS ran (id), LATERAL (
                   SELECT FROM product_changes WHERE xid = ran.id ORDER BY seq LIMIT 1) AS late
                  WHERE pg_visible_in_snapshot(ran.id, pg_current_snapshot()) LIMIT 1) IS NOT NULL AS changed
           FROM change_log`,
};
