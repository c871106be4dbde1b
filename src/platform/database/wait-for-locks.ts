import { setTimeout as sleep } from 'node:timers/promises';
import { isLocked, isOverload } from './connect.js';

/** How long to wait for locks that other sessions hold, ms. */
export interface LockWait {
  /**
   * One attempt. Reads that queue behind it wait as long. It is shorter than deadlock_timeout (1 s), so that the server
   * never cancels another session to resolve a deadlock with it.
   */
  sliceMs: number;
  /** between two attempts: lets queued sessions proceed */
  pauseMs: number;
  /** all of it */
  totalMs: number;
}

/** What migrations and restores wait for. */
export const LOCK_WAIT: LockWait = { sliceMs: 800, pauseMs: 500, totalMs: 60_000 };

/** Other sessions hold the locks that are needed. The message says how an operator finds them, and ends them. */
export class LockTimeout extends Error {}

/**
 * Attempts something that needs locks until it succeeds.
 * @param attempt must stop waiting after `sliceMs` and leave nothing behind when it fails; it may be called again
 * @param onBlocked learns each time that `totalMs` have passed, and the attempts go on
 * @throws LockTimeout after `totalMs`, unless `onBlocked` is given; whatever else the attempt throws
 */
export async function untilLocked<T>(
  attempt: () => Promise<T>,
  { pauseMs, totalMs }: LockWait,
  onBlocked?: (message: string) => void,
): Promise<T> {
  const message = `Nothing was changed: for ${totalMs / 1_000} s other sessions of the database have held locks that this needs. pg_locks and pg_stat_activity show them: let them end, or end one with SELECT pg_terminate_backend(<pid>), and try again.`;
  for (let end = performance.now() + totalMs; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) && !isOverload(error)) throw error;
      if (performance.now() > end) {
        if (!onBlocked) throw new LockTimeout(message, { cause: error });
        onBlocked(message);
        end = performance.now() + totalMs;
      }
    }
    await sleep(pauseMs);
  }
}
