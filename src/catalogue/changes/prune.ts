import { isOlder, removeInSteps } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';

/** For how long changes, deletions among them, can be read. */
const KEPT_DAYS = 30;

// Deletes up to the first row that is young enough, not every row that is old enough: one position must divide the
// deleted rows from the others. It is recorded in the same statement, so that no reader sees the one without the other.
// A row of the future was written while the clock was ahead: it goes with an old one that follows it.
const PRUNE = `
  WITH page AS (
    SELECT xid, seq, mark, at FROM product_changes
     WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) AND at <= clock_timestamp() ORDER BY xid, seq LIMIT $2),
  kept AS (SELECT xid, seq FROM page WHERE NOT ${isOlder('at')} ORDER BY xid, seq LIMIT 1),
  last AS (
    SELECT xid, seq, mark FROM page p WHERE NOT EXISTS (SELECT FROM kept k WHERE (k.xid, k.seq) <= (p.xid, p.seq))
     ORDER BY xid DESC, seq DESC LIMIT 1),
  gone AS (
    DELETE FROM product_changes WHERE (xid, seq) <= ((SELECT xid FROM last), (SELECT seq FROM last)) RETURNING xid),
  mark AS (
    UPDATE change_log l SET pruned_xid = last.xid, pruned_seq = last.seq, pruned_mark = last.mark
      FROM last WHERE (last.xid, last.seq) > (l.pruned_xid, l.pruned_seq))
  SELECT count(*)::int FROM gone`;

/** Removes the changes that are older than they are kept, in small transactions. @returns how many */
export async function pruneChanges(db: Database, keptDays = KEPT_DAYS): Promise<number> {
  return removeInSteps(db, PRUNE, keptDays);
}
