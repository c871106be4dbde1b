import type { Logger } from 'pino';
import { exactTime, named, readRows } from './connect.js';
import type { Database } from './connect.js';

/** What the clock of products stands at, as SQL (01_products.sql). */
export const CLOCK = '(SELECT last_value FROM product_clock)';

/** An instant up to which nothing can be written any more, and how far the database was written when it was read. */
export interface Mark {
  /** ISO 8601 with microseconds; instants compare as texts */
  asOf: string;
  /** what the clock stood at */
  clock: number;
  /** the position in the write-ahead log before which everything up to the instant is written */
  lsn: string;
}

/** What reads the instants of a database. */
export type AsOf = ReturnType<typeof openAsOf>;

/** A clock that is further ahead of the server's is logged, s. */
const MOST_AHEAD = 1;

/** Reads the instants of a database. While nothing is written they stay the same, and so do the answers with them. */
export function openAsOf(db: Database, log?: Logger) {
  let last: (Mark & { isQuiet: boolean }) | undefined;
  let isAhead = false;
  const query = async (): Promise<Mark> => {
    const [now] = await readRows<Mark & { ahead: number; isQuiet: boolean }>(db, READ, []);
    const { ahead, ...mark } = now!;
    if (ahead > MOST_AHEAD && !isAhead) log?.warn({ seconds: ahead }, CLOCK_AHEAD);
    isAhead = ahead > MOST_AHEAD;
    // A transaction that had read the clock but not yet its lock when the last instant was taken has a lock from before
    // it, and writes after it: that instant still holds. If the clock itself stands before it, this is another history.
    const isHeld = last !== undefined && mark.asOf < last.asOf && mark.clock >= last.clock;
    last = isHeld ? { ...last!, isQuiet: false } : mark;
    return last;
  };
  // Who comes while a query runs waits for the next one, which all of them share: the running one may be from before what
  // he has written.
  let running: Promise<Mark> | undefined;
  let next: Promise<Mark> | undefined;
  const begin = (): Promise<Mark> => {
    next = undefined;
    return (running = query().finally(() => (running = undefined)));
  };
  const read = (): Promise<Mark> => {
    if (!running) return begin();
    return (next ??= running.then(begin, begin));
  };
  return {
    /** A new one. Rows that are read by a later statement hold everything up to it. */
    read,
    /**
     * Reads rows with an instant up to which they hold everything: in one statement while nothing is written.
     * @param readRows gives them with {@link CLOCK}, in one statement; it may be called twice
     */
    with: async <T extends { clock: number }>(readRows: (asOf: string) => Promise<T>) => {
      if (last?.isQuiet) {
        const { asOf, clock } = last;
        const found = await readRows(asOf);
        if (found.clock === clock) return { ...found, asOf };
      }
      const { asOf } = await read();
      return { ...(await readRows(asOf)), asOf };
    },
  };
}

const CLOCK_AHEAD =
  'the clock of products is ahead of the clock of the database server, which was set back: `updated_at` goes on from where it was until that has caught up';

// The position in the write-ahead log is read after the instant: what is written up to it lies before it. A standby has none.
const READ = named(`
  SELECT clock, ${exactTime('as_of')} AS "asOf", clock = extract(epoch FROM as_of) * 1000000 AS "isQuiet",
         extract(epoch FROM clock_instant(clock) - clock_timestamp())::float8 AS ahead,
         CASE WHEN pg_is_in_recovery() THEN '0/0' ELSE pg_current_wal_insert_lsn()::text END AS lsn
    FROM read_clock()`);
