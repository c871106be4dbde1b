import { LIMITS, openPool, openLimit, problemOf, unavailable } from '../../platform/index.js';
import type { Holder, ToldProblem } from '../../platform/index.js';
import type { PushCall, PushDone } from './recorded-push.js';

/** A push whose body is in a file. */
export interface LargePush {
  /** path of the body */
  file: string;
  call: PushCall;
}

/** What a process reports of its push. */
export type PushEnd =
  | { done: PushDone }
  | {
      problem: ToldProblem;
      /** the error behind it, for the log of the gateway alone */
      cause?: { message: string; stack: string | undefined };
    };

/** Pushes with large bodies, each read and written in another process. */
export type LargePushes = ReturnType<typeof openLargePushes>;

/** A process that is idle for this long ends, which frees its memory, ms. */
const IDLE_MS = 20_000;
/** The longest that a push waits for its process, ms. */
const START_MS = 120_000;
/** Enough for the heaviest body that is parsed: a process that needs more ends with its push. */
const MEGABYTES = 768;

/**
 * Large pushes are read, checked and written in processes of their own, on connections of their own: parsing and checking
 * them would block the event loop. Not in threads: their garbage collection stops the gateway too, and one that runs out
 * of memory ends it.
 */
export function openLargePushes(databaseUrl: string) {
  const queue = openLimit(LIMITS.largePushes);
  const pool = openPool<LargePush, PushEnd>({
    kind: 'process',
    program: 'push-process',
    megabytes: MEGABYTES,
    idleMs: IDLE_MS,
    startMs: START_MS,
    givesWay: true,
    env: { DATABASE_URL: databaseUrl },
  });
  return {
    /**
     * Reads, checks and writes a push in another process.
     * @param signal leaves the queue when the caller disconnects; a push that has begun continues
     * @throws Problem
     */
    async run(push: LargePush, holder: Holder, signal?: AbortSignal): Promise<PushDone> {
      const begun = performance.now();
      const leave = await queue.enter(holder, { signal });
      try {
        return doneOf(await pool.run(later(push, performance.now() - begun)).catch(brokenOff));
      } finally {
        leave();
      }
    },
    close: (): Promise<void> => pool.close(),
  };
}

/** Adds the time in the queue, ms, to the duration that the sync log shows. */
function later({ call, ...push }: LargePush, ms: number): LargePush {
  const entry = { ...call.entry, durationMs: call.entry.durationMs + ms };
  return { ...push, call: { ...call, entry } };
}

const brokenOff = (error: unknown): never => {
  throw unavailable('The push was broken off. Try again: repeating it is harmless.', error);
};

/** @throws Problem as the process reports it */
function doneOf(reported: PushEnd): PushDone {
  if ('done' in reported) return reported.done;
  throw problemOf(reported.problem, reported.cause && Object.assign(new Error(), reported.cause));
}
