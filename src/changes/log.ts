import type { Logger } from 'pino';
import { allowSilence } from '../database/connect.js';
import type { Connection, Database } from '../database/connect.js';
import { listen } from '../database/listen.js';
import { removeInSteps } from '../database/prune.js';

/**
 * The log of product changes and how it is read.
 *
 * The order is (xid, seq): by transaction, not by commit. A reader only sees rows of transactions below the oldest
 * one that still runs, so nothing can appear behind a position it has passed. It acts on the current state of the
 * products and never replays what a row says: two overlapping transactions may be logged in either order.
 */

/** How far a reader has read: every row up to and including (xid, seq) of this epoch of the log. */
export interface Position {
  epoch: string;
  /** 64-bit transaction id, decimal */
  xid: string;
  seq: number;
}

export interface LoggedChange {
  xid: string;
  seq: number;
  product_id: number;
  code: string;
  op: 'upsert' | 'delete';
}

interface LogPage {
  changes: LoggedChange[];
  /** the position of the last of `changes`; the reader's own where there are none */
  end: Position;
  /** committed rows are blocked by an older transaction: they surface without a notification when it ends */
  blocked: boolean;
}

/** The position is older than the log, or of another epoch: the reader needs a full read. */
export class PositionLost extends Error {
  readonly reason: 'epoch' | 'pruned';

  constructor(reason: 'epoch' | 'pruned') {
    super(
      reason === 'epoch'
        ? 'the log of changes started anew after this position was taken'
        : 'the log of changes no longer reaches back to this position',
    );
    this.reason = reason;
  }
}

/** The channel that announces new rows of the log. */
export const CHANGES_CHANNEL = 'product_changes';

/** For how long changes, deletions among them, can be read. */
const KEPT_DAYS = 30;

// One statement, so that the rows and the horizon come from one snapshot. The order names the table: a bare `xid` would
// be the selected text, in which 10000 sorts before 9999. The newest row shows whether rows are blocked: a search for any
// such row would read the whole log.
const READ = `
  SELECT l.epoch, l.fingerprint = change_log_fingerprint() AS fits,
         (l.pruned_xid, l.pruned_seq) > ($1::xid8, $2::bigint) AS pruned,
         coalesce((SELECT xid FROM newest_change()) >= horizon, false) AS blocked,
         coalesce((SELECT json_agg(row) FROM (
           SELECT xid::text, seq, product_id, code, op FROM product_changes
            WHERE (xid, seq) > ($1::xid8, $2::bigint) AND xid < horizon
            ORDER BY product_changes.xid, seq LIMIT $3) row), '[]') AS changes
    FROM change_log l, pg_snapshot_xmin(pg_current_snapshot()) horizon`;

/**
 * The next changes after a position, at most `limit`.
 * @throws PositionLost
 */
export async function readChanges(db: Database, after: Position, limit: number): Promise<LogPage> {
  const row = await db.one<{
    epoch: string;
    fits: boolean;
    pruned: boolean;
    blocked: boolean;
    changes: LoggedChange[];
  }>(READ, [after.xid, after.seq, limit]);
  if (!row.fits) await ensureEpoch(db);
  if (!row.fits || row.epoch !== after.epoch) throw new PositionLost('epoch');
  if (row.pruned) throw new PositionLost('pruned');
  const last = row.changes.at(-1);
  const end = last ? { epoch: after.epoch, xid: last.xid, seq: last.seq } : after;
  return { changes: row.changes, end, blocked: row.blocked };
}

/** What is committed after a position, whether or not something can still appear before it. */
export interface CommittedPage {
  /** the products of the changes */
  ids: number[];
  /** the last change read; the position given where there is none */
  last: Position;
  /** how far nothing can appear any more */
  settled: Position;
}

/**
 * The next committed changes after a position, also those that an older transaction blocks for others: for a reader that
 * may read them again, and so need not wait.
 * @throws PositionLost
 */
export async function readCommitted(tx: Connection, after: Position, limit: number): Promise<CommittedPage> {
  type Change = { xid: string; seq: number; product_id: number; settled: boolean };
  const row = await tx.one<{ epoch: string; pruned: boolean; changes: Change[] }>(COMMITTED, [
    after.xid,
    after.seq,
    limit,
  ]);
  if (row.epoch !== after.epoch) throw new PositionLost('epoch');
  if (row.pruned) throw new PositionLost('pruned');
  const endOf = (change: Change | undefined): Position =>
    change ? { epoch: after.epoch, xid: change.xid, seq: change.seq } : after;
  return {
    ids: row.changes.map(({ product_id }) => product_id),
    last: endOf(row.changes.at(-1)),
    settled: endOf(row.changes.findLast(({ settled }) => settled)),
  };
}

const COMMITTED = `
  SELECT l.epoch, (l.pruned_xid, l.pruned_seq) > ($1::xid8, $2::bigint) AS pruned,
         coalesce((SELECT json_agg(row) FROM (
           SELECT xid::text, seq, product_id, xid < horizon AS settled FROM product_changes
            WHERE (xid, seq) > ($1::xid8, $2::bigint) ORDER BY product_changes.xid, seq LIMIT $3) row), '[]') AS changes
    FROM change_log l, pg_snapshot_xmin(pg_current_snapshot()) horizon`;

/**
 * The end of the log: every change that is committed now and below the horizon lies before it, every later one
 * after it. A statement that begins after this has returned sees at least everything that lies before.
 */
export async function tip(db: Database): Promise<Position> {
  const row = await db.one<{ fits: boolean } & Position>(TIP);
  if (row.fits) return { epoch: row.epoch, xid: row.xid, seq: row.seq };
  await ensureEpoch(db);
  return tip(db);
}

/** Checks that the log, as this transaction's snapshot sees it, continues from a position. @throws PositionLost */
export async function checkPosition(tx: Connection, { epoch, xid, seq }: Position): Promise<void> {
  const row = await tx.one<{ known: boolean; pruned: boolean }>(
    `SELECT epoch = $1 AND fingerprint = change_log_fingerprint() AS known,
            (pruned_xid, pruned_seq) > ($2::xid8, $3::bigint) AS pruned FROM change_log`,
    [epoch, xid, seq],
  );
  if (!row.known) throw new PositionLost('epoch');
  if (row.pruned) throw new PositionLost('pruned');
}

/**
 * The end of the log as this transaction sees it: the position from which the log continues what the transaction reads
 * with the same snapshot (repeatable read) or a later one.
 */
export async function tipOfSnapshot(tx: Connection): Promise<Position> {
  const { epoch, xid, seq } = await tx.one<Position>(TIP);
  return { epoch, xid, seq };
}

// The last row, not the horizon: after a crash Postgres may reuse the ids of transactions that had not reached the disk,
// and a position beyond them would hide what they write then. Where there is no row, everything is pruned.
const TIP = `
  SELECT epoch, fingerprint = change_log_fingerprint() AS fits,
         coalesce(last.xid, pruned_xid)::text AS xid, coalesce(last.seq, pruned_seq) AS seq
    FROM change_log LEFT JOIN LATERAL (
      SELECT xid, seq FROM product_changes WHERE xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY xid DESC, seq DESC LIMIT 1) AS last ON true`;

/**
 * A text that names what a snapshot sees of the products: two snapshots of the same text see the same. Null while a
 * transaction runs that is older than the newest change: its changes would surface under the same text.
 * @param db a snapshot (repeatable read); outside of one, what a statement that begins now would see
 */
export async function stateOf(db: Connection): Promise<string | null> {
  const { state } = await db.one<{ state: string | null }>(STATE);
  return state;
}

// The fingerprint beside the epoch: after a promotion the epoch is that of before until somebody looks. On a standby the
// running transactions are not known one by one, only the oldest of them.
const STATE = `
  SELECT CASE WHEN newest.xid >= pg_snapshot_xmin(pg_current_snapshot()) THEN NULL
              ELSE concat_ws('/', epoch, change_log_fingerprint(), coalesce(newest.xid, pruned_xid), coalesce(newest.seq, pruned_seq))
         END AS state
    FROM change_log LEFT JOIN newest_change() AS newest ON true`;

/** The position of the newest change that is committed; null where the log is empty. */
export async function lastChange(db: Database): Promise<Position | null> {
  return db.oneOrNone<Position>('SELECT epoch, xid::text, seq FROM change_log, newest_change()');
}

/** True where a reader at `reader` has read the change at `written`. */
export function isPast(reader: Position, written: Position): boolean {
  if (reader.epoch !== written.epoch) return false;
  const [read, wrote] = [BigInt(reader.xid), BigInt(written.xid)];
  return read > wrote || (read === wrote && reader.seq >= written.seq);
}

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

/** The opaque cursor that clients get for a position. */
export function encodePosition({ epoch, xid, seq }: Position): string {
  return Buffer.from(`${epoch}.${xid}.${seq}`).toString('base64url');
}

/** The position of a cursor; undefined where the text is no cursor. The log may no longer reach back to it. */
export function decodePosition(cursor: string): Position | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, epoch, xid, seq] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,19})\.(\d{1,15})$/.exec(text) ?? [];
  if (epoch === undefined || xid === undefined || seq === undefined) return undefined;
  return { epoch, xid, seq: Number(seq) };
}

/**
 * Checks that the log belongs to this cluster, timeline, database and table. Where it does not (a restored dump, a
 * copied database, a promoted or rewound cluster), empties it and begins another epoch, which makes every reader do a
 * full read. Any number of processes may call it at once.
 * @returns true where this call began another epoch
 */
export async function ensureEpoch(db: Database): Promise<boolean> {
  const fits = 'SELECT fingerprint = change_log_fingerprint() AS fits FROM change_log';
  if ((await db.one<{ fits: boolean }>(fits)).fits) return false;
  // In steps, for one statement would take longer the more rows there are, and in the end longer than it may. Each looks
  // again whether the log fits: another process may have begun the epoch meanwhile, and its rows must stay.
  let after = { xid: '0', seq: 0 };
  const emptySome = (): Promise<'fits' | 'begun' | 'going on'> =>
    db.tx(async (tx) => {
      if ((await tx.one<{ fits: boolean }>(`${fits} FOR UPDATE`)).fits) return 'fits';
      const { xid, seq } = after;
      const { count, last } = await tx.one<{ count: number; last: typeof after }>(EMPTY, [xid, seq]);
      after = last;
      if (count === EMPTIED) return 'going on';
      await tx.none(`UPDATE change_log SET epoch = gen_random_uuid(), fingerprint = change_log_fingerprint(),
                            pruned_xid = '0', pruned_seq = 0`);
      await tx.none(`NOTIFY ${CHANGES_CHANNEL}`);
      return 'begun';
    });
  let state = await emptySome();
  while (state === 'going on') state = await emptySome();
  // Without it every query for the newest change scans the dead rows until autovacuum comes. (TRUNCATE would wait for
  // every running export, and block all reads meanwhile.)
  if (state === 'begun') await vacuum(db).catch(() => {});
  return state === 'begun';
}

/** Rows that one statement removes. */
const EMPTIED = 50_000;

// The next rows after a position: those before it are gone already, and to step over them would take ever longer.
const EMPTY = `
  WITH page AS (
    SELECT ctid, xid, seq FROM product_changes WHERE (xid, seq) > ($1::xid8, $2::bigint)
     ORDER BY xid, seq LIMIT ${EMPTIED}),
  gone AS (DELETE FROM product_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM page)))
  SELECT (SELECT count(*) FROM page)::int AS count,
         (SELECT json_build_object('xid', xid::text, 'seq', seq) FROM page
           ORDER BY page.xid DESC, seq DESC LIMIT 1) AS last`;

/** Vacuums the log, however long it takes. */
async function vacuum(db: Database): Promise<void> {
  const connection = await db.connect();
  try {
    allowSilence(connection);
    await connection.none('SET statement_timeout = 0');
    await connection.none('VACUUM product_changes');
  } finally {
    await connection.done(true); // it must not be reused without its limits
  }
}

// Deletes up to the first row that is young enough, not every row that is old enough: one position must divide the
// deleted rows from the others. It is recorded in the same statement, so that no reader sees the one without the other.
// A row of the future was written while the clock was ahead: it goes with an old one that follows it.
const PRUNE = `
  WITH page AS (
    SELECT xid, seq, at FROM product_changes
     WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) AND at <= clock_timestamp() ORDER BY xid, seq LIMIT $2),
  kept AS (SELECT xid, seq FROM page WHERE at >= $1 ORDER BY xid, seq LIMIT 1),
  last AS (
    SELECT xid, seq FROM page p WHERE NOT EXISTS (SELECT FROM kept k WHERE (k.xid, k.seq) <= (p.xid, p.seq))
     ORDER BY xid DESC, seq DESC LIMIT 1),
  gone AS (
    DELETE FROM product_changes WHERE (xid, seq) <= ((SELECT xid FROM last), (SELECT seq FROM last)) RETURNING xid),
  mark AS (
    UPDATE change_log l SET pruned_xid = last.xid, pruned_seq = last.seq
      FROM last WHERE (last.xid, last.seq) > (l.pruned_xid, l.pruned_seq))
  SELECT count(*)::int FROM gone`;

/** Removes the changes from before an instant, in small transactions. @returns how many */
export async function pruneChanges(
  db: Database,
  before: Date = new Date(Date.now() - KEPT_DAYS * 86_400_000),
): Promise<number> {
  return removeInSteps(db, PRUNE, before);
}

/** Wakes a reader when it is worth reading the log again. */
export interface ChangeListener {
  /**
   * Resolves at the next wake-up; at once where there was one since the last call. Without any, after 50 ms where rows
   * are blocked (no notification will come for them) and after 1 s otherwise.
   */
  next(blocked: boolean): Promise<void>;
  /** Ends a wait that is under way, or the next one. */
  wake(): void;
  stop(): Promise<void>;
}

const POLL_MS = { blocked: 50, otherwise: 1_000 };

/** Listens for changes on its own connection, which reconnects by itself. @param name of the connection */
export function listenForChanges(databaseUrl: string, name: string, log: Logger): ChangeListener {
  let awake = false;
  let resolve: (() => void) | undefined;
  const wake = (): void => {
    awake = true;
    resolve?.();
  };
  const listener = listen(databaseUrl, {
    name,
    channels: [CHANGES_CHANNEL],
    log,
    onNotice: wake,
    onState: (up) => up && wake(),
  });
  return {
    async next(blocked) {
      if (!awake) {
        await new Promise<void>((done) => {
          const timer = setTimeout(done, blocked ? POLL_MS.blocked : POLL_MS.otherwise);
          resolve = () => {
            clearTimeout(timer);
            done();
          };
        });
        resolve = undefined;
      }
      awake = false;
    },
    wake,
    async stop() {
      wake();
      await listener.stop();
    },
  };
}
