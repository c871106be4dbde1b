import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './connect.js';

const LOOK_MS = 3_000;

/** Work that gateways do beside their calls, one gateway at a time. */
export interface BackgroundWork {
  /** the advisory lock of who is at work, one of `LOCKS` */
  lock: number;
  /** what is logged once where it fails, before it is tried again */
  trouble: string;
  /** whether there is anything to do: asked every three seconds, so it must be cheap */
  isOpen: () => Promise<boolean>;
  /** does some. @returns whether to go on at once */
  work: () => Promise<boolean>;
}

/** Does work in the background until it is stopped. It takes half of a processor at most. */
export function startBackground(db: Database, log: Logger, work: BackgroundWork): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isReported = false;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const begun = performance.now();
      const hasMore = await workAlone(db, work).then(
        (more) => {
          isReported = false;
          return more;
        },
        (error: unknown) => {
          if (!isReported && !signal.aborted) log.warn({ err: error }, work.trouble);
          isReported = true;
          return false;
        },
      );
      const pause = hasMore ? performance.now() - begun : LOOK_MS;
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const ended = run();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** @returns whether to go on: false if nothing is left, or another gateway is at work */
async function workAlone(db: Database, { lock, isOpen, work }: BackgroundWork): Promise<boolean> {
  if (!(await isOpen())) return false;
  // A lock of the connection, as no transaction may stay open while a process of chemistry is slow.
  const connection = await db.connect();
  let isLocked = false;
  try {
    ({ isLocked } = await connection.one<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isLocked"',
      [lock],
    ));
    if (!isLocked) return false;
    const hasMore = await work();
    await connection.one('SELECT pg_advisory_unlock($1)', [lock]);
    isLocked = false;
    return hasMore;
  } finally {
    await connection.done(isLocked); // closed, if it may still hold the lock
  }
}
