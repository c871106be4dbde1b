import { isoTime, readRows } from './connect.js';
import type { Database, Statement } from './connect.js';

/**
 * Reads rows with the instant up to which they are complete: whatever is written later has a later `updated_at`.
 * @param read gives the end of the log ({@link TIP}) with its rows, of one statement; it may be called twice
 */
export type ReadAsOf = <T extends { tip: string }>(read: () => Promise<T>) => Promise<T & { asOf: string }>;

/** The newest entry of the log, as SQL. */
export const TIP = `coalesce((SELECT xid::text || '/' || seq FROM newest_change()), '')`;

/**
 * The instant is the start of the oldest running writing transaction less 1 ms, whoever's it is. It must be read before the rows it is
 * to speak for, in a statement of its own, or a commit between the two would slip through.
 *
 * While nothing is written it stands still, so that the answers that carry it stay the same and conditional requests
 * find them unchanged: an earlier instant holds as long as the log has not grown since. Whether it has, the rows' own
 * statement says, so that while nothing is written one statement is enough.
 */
export function openAsOf(db: Database): ReadAsOf {
  const held = openHeld(db, AS_OF);
  return async (read) => {
    const calm = held.calm();
    if (calm) {
      const found = await read();
      if (found.tip === calm.tip) return { ...found, asOf: calm.asOf };
    }
    const { asOf } = await held.ask();
    return { ...(await read()), asOf };
  };
}

/** An instant, and the place in the write-ahead log before which everything up to it is written. */
export interface Mark {
  asOf: string;
  lsn: string;
}

/** Like {@link openAsOf}, for a primary whose replica is read: a row there holds what the mark's place has passed. */
export function openMarks(db: Database): () => Promise<Mark> {
  const held = openHeld(db, { name: 'as-of-mark', text: writersAnd('pg_current_wal_insert_lsn()::text') });
  return () => held.ask();
}

interface Held {
  ask(): Promise<Mark>;
  /** what was last told, where nobody wrote then nor between the two last questions */
  calm(): { tip: string | null; asOf: string } | null;
}

function openHeld(db: Database, statement: Statement): Held {
  let held: Mark & { tip: string | null; at: number } = { tip: null, asOf: '', lsn: '', at: -Infinity };
  let isCalm = false;
  let asking: Promise<Mark> | null = null;
  const oldest = openWriters();
  const ask = async (): Promise<Mark> => {
    const [found] = await readRows<Asked & { tip: string; lsn: string | null }>(db, statement, []);
    const row = { ...found!, as_of: oldest(found!) };
    isCalm = row.writers.length === 0 && row.tip === held.tip;
    const isOld = performance.now() - held.at > HOLD_MS;
    const tip = row.writers.length > 0 ? null : row.tip;
    // Who began before what was last told, but wrote only after it, takes a later updated_at: what was told still
    // holds, and a poller is not sent back behind it. For a minute only: the server's clock may have been set back.
    if (row.as_of < held.asOf && !isOld) held = { ...held, tip };
    else if (!isCalm || isOld) held = { tip, asOf: row.as_of, lsn: row.lsn ?? '', at: performance.now() };
    return held;
  };
  // Requests that come while one asks share its answer: an earlier instant is valid for them too.
  const shared = (): Promise<Mark> => (asking ??= ask().finally(() => (asking = null)));
  // Once before there is a caller: who writes just now is gone when the first one comes.
  shared().catch(() => {});
  return {
    ask: shared,
    calm: () => (isCalm && performance.now() - held.at <= HOLD_MS ? held : null),
  };
}

const HOLD_MS = 60_000;
const EVER = '1970-01-01T00:00:00.000Z';

/** What is asked of the server; instants are as {@link isoTime} writes them, so that they compare as texts. */
interface Asked {
  now: string;
  writers: { xid: string; since: string | null }[];
}

/**
 * Tells the instant before which no transaction that still runs can have written. Of those of other roles the start
 * may be hidden from the service's own (it takes pg_read_all_stats to see it), but not their ids: who has one now, and
 * had none when was asked before, wrote later than that. One that was there before the first question may be as old as
 * can be.
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

// The time is the statement's, taken before the writers are listed: one that begins in between writes later.
// A transaction that has no id yet will take its updated_at later than now (the statement trigger of
// 04_product_triggers.sql sees to that), so only those with an id count. A back end's own row is not a writer: this only reads.
// The place in the log is read after them too: what a writer that is not listed has written lies before it.
const instant = (time: string): string => isoTime(`(${time} - interval '1 ms')`);
const writersAnd = (lsn: string): string => `
  SELECT ${TIP} AS tip, ${instant('statement_timestamp()')} AS now,
         coalesce(json_agg(json_build_object('xid', backend_xid, 'since', ${instant('xact_start')})), '[]') AS writers,
         ${lsn} AS lsn
    FROM pg_stat_activity
   WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()`;
const AS_OF = { name: 'as-of', text: writersAnd('NULL') };
