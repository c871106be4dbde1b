import { isoTime, named, readRows } from './connect.js';
import type { Database, Statement } from './connect.js';

/**
 * Reads rows with their `as_of`: the instant up to which they are complete. Whatever is written later has a later
 * `updated_at`.
 * @param read gives the newest entry of the log ({@link NEWEST_CHANGE}) with its rows, in one statement; it may be
 *   called twice
 */
export type ReadAsOf = <T extends { tip: string }>(read: () => Promise<T>) => Promise<T & { asOf: string }>;

/** The newest entry of the log, as SQL. */
export const NEWEST_CHANGE = `coalesce((SELECT concat_ws('/', xid, seq, mark) FROM newest_change()), '')`;

/**
 * The instant is the start of the oldest running writing transaction less 1 ms. It must be read before the rows, in a
 * separate statement, or a commit between the two would be missed.
 *
 * While nothing is written the last instant is used again, so that the answers that carry it stay the same and
 * conditional requests find them unchanged: it is valid as long as the log has not grown. The statement that reads the
 * rows checks that too, so that a quiet catalogue is read in one statement.
 */
export function openAsOf(db: Database): ReadAsOf {
  const instants = openInstants(db, named(writersAnd('NULL')));
  return async (read) => {
    const quiet = instants.quiet();
    if (quiet) {
      const found = await read();
      if (found.tip === quiet.tip) return { ...found, asOf: quiet.asOf };
    }
    const { asOf } = await instants.query();
    return { ...(await read()), asOf };
  };
}

/** An instant, and the position in the write-ahead log before which everything up to it is written. */
export interface Mark {
  asOf: string;
  lsn: string;
}

/** Like {@link openAsOf}, for a primary whose replica is read: a row is there once the mark's position is replayed. */
export function openMarks(db: Database): () => Promise<Mark> {
  const instants = openInstants(db, named(writersAnd('pg_current_wal_insert_lsn()::text')));
  return () => instants.query();
}

interface Instants {
  query(): Promise<Mark>;
  /** the last instant, where there was no writer then, and none between the last two queries */
  quiet(): { tip: string | null; asOf: string } | null;
}

function openInstants(db: Database, statement: Statement): Instants {
  let last: Mark & { tip: string | null; at: number } = { tip: null, asOf: '', lsn: '', at: -Infinity };
  let isQuiet = false;
  let running: Promise<Mark> | null = null;
  const oldestOf = openWriters();
  const query = async (): Promise<Mark> => {
    const [found] = await readRows<CurrentWriters & { tip: string; lsn: string | null }>(db, statement, []);
    const { writers, tip: newest, lsn } = found!;
    const asOf = oldestOf(found!);
    isQuiet = writers.length === 0 && newest === last.tip;
    const isOld = performance.now() - last.at > REUSED_MS;
    const tip = writers.length > 0 ? null : newest;
    // A transaction that began before the last instant but wrote only after it takes a later updated_at: that instant
    // still holds, and a poller is not sent back behind it. For a minute only: the server's clock may be set back.
    if (asOf < last.asOf && !isOld) last = { ...last, tip };
    else if (!isQuiet || isOld) last = { tip, asOf, lsn: lsn ?? '', at: performance.now() };
    return last;
  };
  // Requests that come while a query runs share its answer: an earlier instant is valid for them too.
  const shared = (): Promise<Mark> => (running ??= query().finally(() => (running = null)));
  // A first query at the start, so that the present writers have ended when the first request comes.
  shared().catch(() => {});
  return {
    query: shared,
    quiet: () => (isQuiet && performance.now() - last.at <= REUSED_MS ? last : null),
  };
}

const REUSED_MS = 60_000;
const EVER = '1970-01-01T00:00:00.000Z';

/** The writing transactions; instants are as {@link isoTime} writes them, so that they compare as texts. */
interface CurrentWriters {
  now: string;
  writers: { xid: string; since: string | null }[];
}

/**
 * Gives the instant before which no running transaction can have written. The start of transactions of other roles may
 * be hidden (it takes pg_read_all_stats to see it), but not their ids: one that has an id now and had none at the query
 * before wrote after that query. One that had its id at the first query may be of any age.
 */
function openWriters(): (current: CurrentWriters) => string {
  let since = new Map<string, string>();
  let before: string | undefined;
  return ({ now, writers }) => {
    since = new Map(
      writers.map((writer) => [writer.xid, writer.since ?? since.get(writer.xid) ?? before ?? EVER]),
    );
    before = now;
    return [now, ...since.values()].sort()[0]!;
  };
}

// The time is the statement's, taken before the writers are listed: a transaction that begins in between writes later.
// One without an id yet will take its updated_at later than now (05_product_triggers.sql), so only those with an id
// count, except this session's own, which only reads. The position in the write-ahead log is read after them: what a
// writer that is not listed has written lies before it.
const instant = (time: string): string => isoTime(`(${time} - interval '1 ms')`);
const writersAnd = (lsn: string): string => `
  SELECT ${NEWEST_CHANGE} AS tip, ${instant('statement_timestamp()')} AS now,
         coalesce(json_agg(json_build_object('xid', backend_xid, 'since', ${instant('xact_start')})), '[]') AS writers,
         ${lsn} AS lsn
    FROM pg_stat_activity
   WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()`;
