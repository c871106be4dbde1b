import { openAsOf, readSingle } from '../../platform/index.js';
import type { Connection, Database } from '../../platform/index.js';
import { ensureEpoch } from './epoch.js';
import { isPast, PositionLost } from './position.js';
import type { Position } from './position.js';

/**
 * The log of product changes and how it is read.
 *
 * The order is (xid, seq): by transaction, not by commit. A reader only sees rows of transactions below the oldest
 * one that still runs, so nothing can appear behind a position it has passed. It acts on the current state of the
 * products and never replays what a row says: two overlapping transactions may be logged in either order.
 */

export interface LoggedChange {
  xid: string;
  seq: number;
  mark: number;
  product_id: number;
  code: string;
  op: 'upsert' | 'delete';
  /** of the request that made it */
  traceparent: string | null;
}

// One statement, so that the rows and the horizon come from one snapshot. The order names the table: a bare `xid` would
// be the selected text, in which 10000 sorts before 9999. The newest row shows whether rows are blocked: a search for any
// such row would read the whole log.
const READ = `
  SELECT position_lost($1, $2, $3, $4) AS lost,
         coalesce((SELECT xid FROM newest_change()) >= horizon, false) AS blocked,
         coalesce((SELECT json_agg(row) FROM (
           SELECT xid::text, seq, mark, product_id, code, op, traceparent, xid < horizon AS settled FROM product_changes
            WHERE (xid, seq) > ($2::xid8, $3::bigint) AND (xid < horizon OR $6)
            ORDER BY product_changes.xid, seq LIMIT $5) row), '[]') AS changes
    FROM pg_snapshot_xmin(pg_current_snapshot()) horizon`;

/** @param alsoBlocked whether rows count behind which something can still appear before them */
const read = (
  db: Connection,
  after: Position,
  limit: number,
  alsoBlocked: boolean,
): Promise<{ lost: Lost; blocked: boolean; changes: (LoggedChange & { settled: boolean })[] }> =>
  db.one(READ, [...valuesOf(after), limit, alsoBlocked]);

/**
 * The next changes after a position, at most `limit`.
 * @throws PositionLost
 */
export async function readChanges(db: Database, after: Position, limit: number) {
  const { lost, blocked, changes } = await read(db, after, limit, false);
  if (lost === 'epoch') await ensureEpoch(db);
  if (lost) throw new PositionLost(lost);
  return {
    changes,
    /** the position of the last of them; the reader's own where there are none */
    end: endOf(changes.at(-1), after),
    /** committed rows are blocked by an older transaction: they surface without a notification when it ends */
    blocked,
  };
}

/** Why the log does not continue from a position. */
type Lost = PositionLost['reason'] | null;

const valuesOf = ({ epoch, xid, seq, mark }: Position): unknown[] => [epoch, xid, seq, mark];

/** The position after a change; where there is none, that before it. */
export const endOf = (
  change: Pick<LoggedChange, 'xid' | 'seq' | 'mark'> | undefined,
  before: Position,
): Position =>
  change ? { epoch: before.epoch, xid: change.xid, seq: change.seq, mark: change.mark } : before;

/** What is committed after a position, whether or not something can still appear before it. */
export type CommittedPage = Awaited<ReturnType<typeof readCommitted>>;

/**
 * The next committed changes after a position, also those that an older transaction blocks for others: for a reader that
 * may read them again, and so need not wait.
 * @throws PositionLost
 */
export async function readCommitted(tx: Connection, after: Position, limit: number) {
  const { lost, changes } = await read(tx, after, limit, true);
  if (lost) throw new PositionLost(lost);
  const lastSettled = changes.findLast(({ settled }) => settled);
  return {
    /** the products of the changes */
    ids: changes.map(({ product_id }) => product_id),
    /** the last change read; the position given where there is none */
    last: endOf(changes.at(-1), after),
    /** how far nothing can appear any more */
    settled: endOf(lastSettled, after),
  };
}

/**
 * All that is committed after a position, page by page.
 * @yields the products of a page, and the position before which nothing can appear any more that was not read by then
 * @throws PositionLost
 */
export async function* committedAfter(
  db: Database,
  position: Position,
  limit: number,
): AsyncGenerator<{ ids: number[]; settled: Position }> {
  let settled = position;
  for (let after = position, more = true; more;) {
    const page = await readCommitted(db, after, limit);
    // Behind a page that is blocked in part, nothing counts as settled.
    if (isPast(settled, after)) ({ settled } = page);
    after = page.last;
    more = page.ids.length === limit;
    yield { ids: [...new Set(page.ids)], settled };
  }
}

/**
 * The end of the log: every change that is committed now and below the horizon lies before it, every later one
 * after it. A statement that begins after this has returned sees at least everything that lies before.
 */
export async function tip(db: Database): Promise<Position> {
  const { fits, ...position } = await db.one<{ fits: boolean } & Position>(TIP);
  if (fits) return position;
  await ensureEpoch(db);
  return tip(db);
}

/** Checks that the log, as this transaction's snapshot sees it, continues from a position. @throws PositionLost */
export async function checkPosition(tx: Connection, position: Position): Promise<void> {
  const lost = await readSingle<Lost>(tx, 'SELECT position_lost($1, $2, $3, $4)', valuesOf(position));
  if (lost) throw new PositionLost(lost);
}

/**
 * The end of the log as this transaction sees it: the position from which the log continues what the transaction reads
 * with the same snapshot (repeatable read) or a later one.
 * @param shownUpTo what was written after this instant comes again: it is shown with an earlier time
 */
export async function tipOfSnapshot(tx: Connection, shownUpTo = 'infinity'): Promise<Position> {
  const before =
    shownUpTo === 'infinity' ? null : await readSingle<string | null>(tx, FIRST_AFTER, [shownUpTo]);
  const { epoch, xid, seq, mark } = await tx.one<Position>(tipBefore('$1::xid8'), [before]);
  return { epoch, xid, seq, mark };
}

/**
 * The end of the log for who then copies the products from lists: while an older write is under way, lists show what was
 * written after their `as_of` with an earlier time, so the log tells it again.
 */
export async function tipForCopies(db: Database): Promise<Position> {
  const { asOf } = await openAsOf(db).read();
  const end = await tip(db);
  const shownUpTo = await latestShown(db, asOf);
  return shownUpTo === 'infinity' ? end : tipOfSnapshot(db, shownUpTo);
}

/** The latest `updated_at` that is shown: `asOf` where something later is there, else `infinity`. */
export const latestShown = (db: Connection, asOf: string): Promise<string> =>
  readSingle(
    db,
    `SELECT CASE WHEN max(updated_at) > $1::timestamptz THEN $1 ELSE 'infinity' END FROM products`,
    [asOf],
  );

// Reads the whole log, but only while an older write is under way.
const FIRST_AFTER = `
  SELECT min(newest.xid)::text AS xid
    FROM (SELECT max(c.xid) AS xid FROM products p JOIN product_changes c ON c.product_id = p.id
           WHERE p.updated_at > $1::timestamptz GROUP BY p.id) AS newest`;

// The last row, not the horizon: after a crash Postgres may reuse the ids of transactions that had not reached the disk,
// and a position beyond them would hide what they write then. Where there is no row, everything is pruned.
const tipBefore = (xid: string): string => `
  SELECT epoch, change_log_fits() AS fits, coalesce(last.xid, pruned_xid)::text AS xid,
         coalesce(last.seq, pruned_seq) AS seq, coalesce(last.mark, pruned_mark) AS mark
    FROM change_log LEFT JOIN LATERAL (
      SELECT xid, seq, mark FROM product_changes WHERE xid < least(pg_snapshot_xmin(pg_current_snapshot()), ${xid})
       ORDER BY xid DESC, seq DESC LIMIT 1) AS last ON true`;
const TIP = tipBefore('NULL');

/**
 * A text that names what a snapshot sees of the products: two snapshots of the same text see the same. Null while a
 * transaction runs that is older than the newest change: its changes would surface under the same text.
 * @param db a snapshot (repeatable read); outside of one, what a statement that begins now would see
 */
export const stateOf = (db: Connection): Promise<string | null> => readSingle(db, STATE);

// The mark tells a change from one that another history of the database gave these numbers. On a standby the running
// transactions are not known one by one, only the oldest of them.
const STATE = `
  SELECT CASE WHEN newest.xid >= pg_snapshot_xmin(pg_current_snapshot()) THEN NULL
              ELSE concat_ws('/', epoch, coalesce(newest.xid, pruned_xid), coalesce(newest.seq, pruned_seq), coalesce(newest.mark, pruned_mark))
         END AS state
    FROM change_log LEFT JOIN newest_change() AS newest ON true`;

/** The position of the newest change that is committed; null where the log is empty. */
export async function lastChange(db: Database): Promise<Position | null> {
  return db.oneOrNone<Position>('SELECT epoch, xid::text, seq, mark FROM change_log, newest_change()');
}
