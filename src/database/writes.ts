import type { Database, Transaction } from './connect.js';

/** Who writes, as the history of products names it. */
export interface Writer {
  /** an API key, an account of staff, a file that staff imported, the command line */
  kind: 'key' | 'staff' | 'import' | 'command';
  /** of the key or the account */
  name: string | null;
  /** the bulk edit that the write is part of */
  bulk?: number;
}

/** How a write is made. */
export interface WriteWish {
  /** leaves the queue where the caller has gone away; a transaction that has begun goes on */
  signal?: AbortSignal;
  /** the longest wait for a row that another writer holds, ms */
  lockMs?: number;
  /** what the history of products says of it */
  by?: Writer;
}

/**
 * Writes of callers: a bounded number of transactions at once, the others in a queue, so that reads always find
 * connections of the pool free.
 */
export interface Writes {
  /**
   * Runs a transaction when its turn comes.
   * @throws Problem 503 where it waited too long in the queue; the error of Postgres where it waited too long for a lock
   */
  tx<T>(work: (tx: Transaction) => Promise<T>, wish?: WriteWish): Promise<T>;
}

/** A write that waits longer for a lock fails and may be tried again, instead of blocking the queue, ms. */
const LOCK_MS = 5_000;

/** Where a write waits for its turn. @returns ends the turn */
interface Turns {
  enter(options: { signal?: AbortSignal | undefined }): Promise<() => void>;
}

/** Writes on the connections of `db`. @param turns bounds the transactions at once */
export function openWrites(db: Database, turns: Turns): Writes {
  const direct = directWrites(db);
  return {
    async tx(work, { signal, lockMs = LOCK_MS, by } = {}) {
      const leave = await turns.enter({ signal });
      try {
        return await direct.tx(work, { lockMs, ...(by && { by }) });
      } finally {
        leave();
      }
    },
  };
}

/** Writes of a process that has its database to itself: without a queue, and with no limit on waits for locks but its own. */
export function directWrites(db: Database): Writes {
  return {
    tx: (work, { lockMs, by } = {}) =>
      db.tx(async (tx) => {
        // Settings for the transaction, and no query: before the first one a caller may still choose its isolation. The
        // triggers of products read who writes (infra/migrations/24_history.sql).
        const settings = [
          ...(lockMs === undefined ? [] : ['SET LOCAL lock_timeout = $<lockMs>']),
          ...(by === undefined ? [] : ['SET LOCAL catalogue.writer = $<writer>']),
        ];
        if (settings.length > 0) await tx.none(settings.join('; '), { lockMs, writer: JSON.stringify(by) });
        return work(tx);
      }),
  };
}

/** The same writes, made by somebody. */
export const writtenBy = (writes: Writes, by: Writer): Writes => ({
  tx: (work, wish) => writes.tx(work, { ...wish, by }),
});
