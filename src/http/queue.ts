import { unavailable } from './problem.js';

/** A bounded number of places for work that is costly; whoever finds none waits in line, for a while. */
export interface Queue {
  /**
   * Waits for a place. @returns the way to give it back; a second call of it does nothing
   * @throws Problem 503 after the longest wait; the signal's reason where the caller has gone away
   */
  enter(signal?: AbortSignal): Promise<() => void>;
}

/** Opens a queue. @param waitMs the longest wait for a place */
export function openQueue(places: number, waitMs = 30_000): Queue {
  let free = places;
  const line = new Set<() => void>(); // in order of arrival

  const taken = (): (() => void) => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const [first] = line;
      if (first) first();
      else free++;
    };
  };

  const wait = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leaveLine = (): void => {
        line.delete(called);
        clearTimeout(timer);
        signal?.removeEventListener('abort', gone);
      };
      const fail = (why: unknown): void => {
        leaveLine();
        reject(why as Error);
      };
      const called = (): void => {
        leaveLine();
        resolve();
      };
      const gone = (): void => fail(signal!.reason);
      const timer = setTimeout(() => fail(tooMany()), waitMs);
      signal?.addEventListener('abort', gone);
      line.add(called);
    });

  return {
    async enter(signal) {
      signal?.throwIfAborted();
      if (free > 0) free--;
      else await wait(signal);
      return taken();
    },
  };
}

const tooMany = () =>
  unavailable('Too many of these calls are under way. Nothing was done; try again.', undefined, 10);
