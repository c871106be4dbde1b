import { OURSELVES } from '../limits/limit.js';
import type { Holder, Limit } from '../limits/limit.js';
import { codeOf } from '../process/errors.js';
import { isLocked } from './connect.js';
import type { Database, Transaction } from './connect.js';

/** The source label of products made in the back office; no key has it. */
export const OFFICE_SOURCE = 'back-office';

/** Who writes, as the history of products names it. */
export interface Writer {
  /** an API key, an account of staff, a file that staff imported, the command line */
  kind: 'key' | 'staff' | 'import' | 'command' | 'visitor';
  /** of the key or the account */
  name: string | null;
  /** the bulk edit that the write is part of */
  bulk?: number;
  /** of the request, for those who are told of what it wrote */
  traceparent?: string | undefined;
}

/** How a write is made. */
interface WriteOptions {
  /** leaves the queue when the caller disconnects; a transaction that has begun continues */
  signal?: AbortSignal;
  /** what the history of products says of it */
  by?: Writer;
  /** whose turn it takes; that of `by` unless given */
  holder?: Holder;
}

/**
 * Writes of callers: a bounded number of transactions at once, the others in a queue, so that reads always find
 * connections of the pool free.
 */
export interface Writes {
  /**
   * Runs a transaction when its turn comes, again from the start where another writer held its rows for too long, where the
   * two waited for each other, or where another one came between its reads and its writes ({@link ConcurrentWrite}).
   * @throws Problem 503 where it waited too long in the queue; the error of Postgres where it waited too long for a lock,
   *   or lasted for more than five minutes
   */
  tx<T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>;
}

/** An overload is reported only after half a minute, ms. */
const WAIT_MS = 30_000;
/** How long it waits for a lock before it goes to the end of the queue, ms: one locked row must not hold up all writes. */
const LOCK_MS = 2_000;
/** A large write that others come between is tried as often also where that takes longer than others wait. */
const LEAST_ATTEMPTS = 10;
/** The longest a write may last, ms: until it ends no incremental pull shows what is later. */
const LONGEST_MS = 300_000;

/**
 * Writes on the connections of `db`.
 * @param limit bounds the transactions at once
 * @param waitMs the longest wait for rows that other writers hold
 * @param longestMs after it a transaction is ended, and nothing of it is kept
 */
export function openWrites(db: Database, limit: Limit, waitMs = WAIT_MS, longestMs?: number): Writes {
  return {
    tx: (work, { signal, by, holder = by ? holderOfWriter(by) : OURSELVES } = {}) =>
      undisturbed(async () => {
        const leave = await limit.enter(holder, { signal });
        try {
          return await transaction(db, work, { by, lockMs: LOCK_MS, longestMs });
        } finally {
          leave();
        }
      }, waitMs),
  };
}

/** Another transaction wrote between this one's reads and writes: it is rolled back and tried again. */
export class ConcurrentWrite extends Error {
  /** as Postgres reports it: serialization_failure */
  readonly code = '40001';
}

/** Tries a transaction until others let it be. */
async function undisturbed<T>(attempt: () => Promise<T>, waitMs: number): Promise<T> {
  const until = performance.now() + waitMs;
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const isDisturbed = ['40P01', '40001'].includes(codeOf(error) ?? ''); // a deadlock, or ConcurrentWrite
      const isLate = performance.now() >= until;
      if (isDisturbed ? isLate && attempts >= LEAST_ATTEMPTS : isLate || !isLocked(error)) throw error;
    }
  }
}

const holderOfWriter = ({ kind, name }: Writer): Holder => ({ id: `${kind}:${name}`, isKnown: true });

/** Writes of a process that has its database to itself: without a queue, and with no limit on waits for locks but its own. */
export const directWrites = (db: Database): Writes => ({
  tx: (work, { by } = {}) => undisturbed(() => transaction(db, work, { by }), WAIT_MS),
});

function transaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  {
    by,
    lockMs,
    longestMs = LONGEST_MS,
  }: { by: Writer | undefined; lockMs?: number; longestMs?: number | undefined },
): Promise<T> {
  return db.tx(async (tx) => {
    // Settings for the transaction, and no query: before the first one a caller may still choose its isolation. The
    // triggers of products read who writes (infra/migrations/05_product_triggers.sql).
    const settings = [
      'SET LOCAL transaction_timeout = $<longestMs>',
      ...(lockMs === undefined ? [] : ['SET LOCAL lock_timeout = $<lockMs>']),
      ...(by === undefined ? [] : ['SET LOCAL catalogue.writer = $<writer>']),
    ];
    await tx.none(settings.join('; '), { longestMs, lockMs, writer: JSON.stringify(by) });
    return work(tx);
  });
}

/** Writes that the history of products ascribes to `by`. */
export const writtenBy = (writes: Writes, by: Writer): Writes => ({
  tx: (work, options) => writes.tx(work, { ...options, by }),
});
