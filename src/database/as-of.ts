import { isoTime, readRows } from './connect.js';
import type { Database, Statement } from './connect.js';

/**
 * Reads rows with their `as_of`: the instant up to which they are complete. Whatever is written later has a later
 * `updated_at`.
 * @param read gives the newest entry of the log ({@link NEWEST_CHANGE}) with its rows, in one statement; it may be
 *   called twice
 */
export type ReadAsOf = <T extends { tip: string }>(read: () => Promise<T>) => Promise<T & { asOf: string }>;

/** The newest entry of the log, as SQL. */
export const NEWEST_CHANGE = `coalesce((SELECT xid::text || '/' || seq FROM newest_change()), '')`;

/**
 * The instant is the start of the oldest running writing transaction less 1 ms. It must be read before the rows, in a
 * statement of its own, or a commit between the two would be missed.
 *
 * While nothing is written the last instant is used again, so that the answers that carry it stay the same and
 * conditional requests find them unchanged: it holds as long as the log has not grown. Whether it has, the statement
 * that reads the rows tells, so that a quiet catalogue is read in one statement.
 */
export function openAsOf(db: Database): ReadAsOf {
  const instants = openInstants(db, AS_OF);
  return async (read) => {
    const quiet = instants.quiet();
    if (quiet) {
      const found = await read();
      if (found.tip === quiet.tip) return { ...found, asOf: quiet.asOf };
    }
    const { asOf } = await instants.ask();
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
  const instants = openInstants(db, {
    name: 'as-of-mark',
    text: writersAnd('pg_current_wal_insert_lsn()::text'),
  });
  return () => instants.ask();
}

interface Instants {
  ask(): Promise<Mark>;
  /** the last instant, where nobody wrote then nor between the last two questions */
  quiet(): { tip: string | null; asOf: string } | null;
}

function openInstants(db: Database, statement: Statement): Instants {
  let last: Mark & { tip: string | null; at: number } = { tip: null, asOf: '', lsn: '', at: -Infinity };
  let isQuiet = false;
  let asking: Promise<Mark> | null = null;
  const oldestOf = openWriters();
  const ask = async (): Promise<Mark> => {
    const [found] = await readRows<Asked & { tip: string; lsn: string | null }>(db, statement, []);
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
  // Requests that come while one asks share its answer: an earlier instant is valid for them too.
  const shared = (): Promise<Mark> => (asking ??= ask().finally(() => (asking = null)));
  // Asked once at the start, so that the writers of now have ended when the first request comes.
  shared().catch(() => {});
  return {
    ask: shared,
    quiet: () => (isQuiet && performance.now() - last.at <= REUSED_MS ? last : null),
  };
}

const REUSED_MS = 60_000;
const EVER = '1970-01-01T00:00:00.000Z';

/** What the server answers; instants are as {@link isoTime} writes them, so that they compare as texts. */
interface Asked {
  now: string;
  writers: { xid: string; since: string | null }[];
}

/**
 * Gives the instant before which no running transaction can have written. The start of transactions of other roles may
 * be hidden (it takes pg_read_all_stats to see it), but not their ids: one that has an id now and had none at the
 * question before wrote after that question. One that had its id at the first question may be of any age.
 */
function openWriters(): (asked: Asked) => string {
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
// One without an id yet will take its updated_at later than now (04_product_triggers.sql), so only those with an id
// count, but for this session's own, which only reads. The position in the write-ahead log is read after them: what a
// writer that is not listed has written lies before it.
const instant = (time: string): string => isoTime(`(${time} - interval '1 ms')`);
const writersAnd = (lsn: string): string => `
  SELECT ${NEWEST_CHANGE} AS tip, ${instant('statement_timestamp()')} AS now,
         coalesce(json_agg(json_build_object('xid', backend_xid, 'since', ${instant('xact_start')})), '[]') AS writers,
         ${lsn} AS lsn
    FROM pg_stat_activity
   WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()`;
const AS_OF = { name: 'as-of', text: writersAnd('NULL') };
