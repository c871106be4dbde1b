import { setTimeout as sleep } from 'node:timers/promises';
import { isLocked, isOverload, isoTime } from './connect.js';

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

/** Other sessions hold the locks that are needed. The message names them, so that an operator can end them. */
export class LockTimeout extends Error {}

/** A session that others wait for. */
export interface Blocker {
  pid: number;
  application: string;
  state: string;
  since: string;
}

/** SQL that gives the {@link Blocker}s of the session with the pid `$1`. */
export const BLOCKERS = `
  SELECT pid, coalesce(nullif(application_name, ''), 'without a name') AS application,
         coalesce(state, 'in a state that is not shown to this role') AS state,
         coalesce(${isoTime('coalesce(xact_start, state_change)')}, 'an unknown time') AS since
    FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1)) ORDER BY xact_start LIMIT 5`;

/**
 * Attempts something that needs locks until it succeeds.
 * @param attempt must stop waiting after `sliceMs` and leave nothing behind when it fails; it may be called again
 * @param blockers the sessions that block it now, read through another connection
 * @param onBlocked learns each time that `totalMs` have passed, and the attempts go on
 * @throws LockTimeout after `totalMs`, unless `onBlocked` is given; whatever else the attempt throws
 */
export async function untilLocked<T>(
  attempt: () => Promise<T>,
  blockers: () => Promise<Blocker[]>,
  { sliceMs, pauseMs, totalMs }: LockWait,
  onBlocked?: (message: string) => void,
): Promise<T> {
  let end = performance.now() + totalMs;
  let seen: Blocker[] = [];
  let asking: Promise<void> | undefined;
  const look = setInterval(() => {
    asking ??= blockers()
      .then(
        (found) => void (seen = found.length > 0 ? found : seen),
        () => {}, // it is only for the message
      )
      .finally(() => (asking = undefined));
  }, sliceMs / 4);
  try {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!isLocked(error) && !isOverload(error)) throw error;
        if (performance.now() > end) {
          const message = messageOf(seen, totalMs);
          if (!onBlocked) throw new LockTimeout(message, { cause: error });
          onBlocked(message);
          end = performance.now() + totalMs;
        }
      }
      await sleep(pauseMs);
    }
  } finally {
    clearInterval(look);
  }
}

function messageOf(blockers: Blocker[], totalMs: number): string {
  const sessions = blockers.map(
    ({ pid, application, state, since }) => `process ${pid} (${application}), ${state}, since ${since}`,
  );
  const first = blockers[0]?.pid ?? '<process>';
  return `Nothing was changed: other sessions of the database hold locks that this needs, and did so for ${totalMs / 1_000} s: ${sessions.join('; ') || 'unknown ones'}. Let them end, or end one with SELECT pg_terminate_backend(${first}), and try again.`;
}
