import { openQueue } from '../http/queue.js';
import type { Database, Transaction } from './connect.js';

/**
 * Where callers' writes go: a bounded number of transactions at once, so that reads keep connections to themselves
 * whatever writers wait for.
 */
export interface Writes {
  /**
   * Runs a transaction once it has its turn.
   * @param wish.signal gives the turn up where the caller has gone away; what has begun goes on
   * @param wish.lockMs the longest wait for a row that another writer holds
   * @throws Problem 503 where it had no turn for too long; what Postgres says where a lock was held for too long
   */
  tx<T>(work: (tx: Transaction) => Promise<T>, wish?: { signal?: AbortSignal; lockMs?: number }): Promise<T>;
}

/** Whoever waits for longer than this is told to try again, instead of keeping others from their turn, ms. */
const LOCK_MS = 5_000;

/** Writes on the connections of `db`. @param most transactions at once */
export function openWrites(db: Database, most: number): Writes {
  const turns = openQueue(most);
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
