import type { Database, Transaction } from './connect.js';

/**
 * Writes of callers: a bounded number of transactions at once, the others in a queue, so that reads always find
 * connections of the pool free.
 */
export interface Writes {
  /**
   * Runs a transaction when its turn comes.
   * @param wish.signal leaves the queue where the caller has gone away; a transaction that has begun goes on
   * @param wish.lockMs the longest wait for a row that another writer holds
   * @throws Problem 503 where it waited too long in the queue; the error of Postgres where it waited too long for a lock
   */
  tx<T>(work: (tx: Transaction) => Promise<T>, wish?: { signal?: AbortSignal; lockMs?: number }): Promise<T>;
}

/** A write that waits longer for a lock fails and may be tried again, instead of blocking the queue, ms. */
const LOCK_MS = 5_000;

/** Where a write waits for its turn. @returns ends the turn */
interface Turns {
  enter(options: { signal?: AbortSignal | undefined }): Promise<() => void>;
}

/** Writes on the connections of `db`. @param turns bounds the transactions at once */
export function openWrites(db: Database, turns: Turns): Writes {
  return {
    async tx(work, { signal, lockMs = LOCK_MS } = {}) {
      const leave = await turns.enter({ signal });
      try {
        return await db.tx(async (tx) => {
          await tx.none('SET LOCAL lock_timeout = $1', [lockMs]);
          return work(tx);
        });
      } finally {
        leave();
      }
    },
  };
}
