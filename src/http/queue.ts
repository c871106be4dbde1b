import { unavailable } from './problem.js';

/** A bounded number of places for work that is costly; whoever finds none waits in line, for a while. */
export interface Queue {
  /**
   * Waits for a place. @returns the way to give it back
   * @throws Problem 503 after the longest wait; the signal's reason where the caller has gone away meanwhile
   */
  enter(signal?: AbortSignal): Promise<() => void>;
}

/** Opens a queue. @param waitMs the longest wait for a place */
export function openQueue(places: number, waitMs = 30_000): Queue {
  let free = places;
  const line: (() => void)[] = [];
  const leave = (): void => {
    const next = line.shift();
    if (next) next();
    else free++;
  };
  const onePlace = (): (() => void) => {
    let held = true;
    return () => {
      if (held) leave();
      held = false;
    };
  };
  return {
    enter(signal) {
      if (free > 0) {
        free--;
        return Promise.resolve(onePlace());
      }
      return new Promise((resolve, reject) => {
        const stop = (why: unknown): void => {
          line.splice(line.indexOf(called), 1);
          forget();
          reject(why as Error);
        };
        const called = (): void => {
          forget();
          resolve(onePlace());
        };
        const timer = setTimeout(
          () =>
            stop(
              unavailable(
                'Too many of these calls are under way. Nothing was done; try again.',
                undefined,
                10,
              ),
            ),
          waitMs,
        );
        const gone = (): void => stop(signal!.reason);
        const forget = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', gone);
        };
        signal?.addEventListener('abort', gone, { once: true });
        line.push(called);
      });
    },
  };
}
