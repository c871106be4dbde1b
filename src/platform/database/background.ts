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
export function startBackground(
  db: Database,
  log: Logger,
  { lock, trouble, isOpen, work }: BackgroundWork,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isReported = false;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const begun = performance.now();
      let hasMore = false;
      try {
        hasMore = (await isOpen()) && (await workAlone(db, lock, work));
        isReported = false;
      } catch (error) {
        if (!isReported && !signal.aborted) log.warn({ err: error }, trouble);
        isReported = true;
      }
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
async function workAlone(db: Database, lock: number, work: () => Promise<boolean>): Promise<boolean> {
  // A lock of the connection, as no transaction may stay open while a process of chemistry is slow.
  const connection = await db.connect();
  let isLocked = false;
  try {
    ({ isLocked } = await connection.one<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isLocked"',
      [lock],
    ));
    return isLocked && (await work());
  } finally {
    await connection.done(isLocked); // closed where it has the lock, which gives that back
  }
}
