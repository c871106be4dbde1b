import type { Response } from 'express';
import { unavailable } from './problem.js';

/** A bounded good that calls share: places, bytes of memory, connections. Who finds too little waits in line, for a while. */
export interface Queue {
  /**
   * Waits for a share: 1 unless an amount is given; more than there is in all counts as all.
   * @returns the way to give it back; a second call of it does nothing
   * @throws Problem 503 after the longest wait; the signal's reason where the caller has gone away
   */
  enter(wish?: { amount?: number; signal?: AbortSignal | undefined }): Promise<() => void>;
  /** Does some work with a share of 1. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** Opens a queue. @param waitMs the longest wait (an overload is answered with 503 only after half a minute) */
export function openQueue(total: number, waitMs = 30_000): Queue {
  let left = total;
  const line = new Set<{ amount: number; go: () => void }>(); // in order of arrival

  const serve = (): void => {
    for (const first of line) {
      if (first.amount > left) return; // nobody overtakes: a large share would never have its turn
      line.delete(first);
      left -= first.amount;
      first.go();
    }
  };
  const wait = (amount: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stand = {
        amount,
        go: () => {
          forget();
          resolve();
        },
      };
      const fail = (why: unknown): void => {
        line.delete(stand);
        forget();
        serve(); // who stood behind a large share may fit
        reject(why as Error);
      };
      const gone = (): void => fail(signal!.reason);
      const timer = setTimeout(() => fail(tooMany()), waitMs).unref();
      const forget = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', gone);
      };
      signal?.addEventListener('abort', gone);
      line.add(stand);
      serve();
    });

  const queue: Queue = {
    async enter({ amount = 1, signal } = {}) {
      signal?.throwIfAborted();
      const share = Math.min(amount, total);
      await wait(share, signal);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        left += share;
        serve();
      };
    },
    async during(work) {
      const leave = await queue.enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
  return queue;
}

/** Aborted when the client goes away: nobody is left to wait for. */
export function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return gone.signal;
}

const tooMany = () =>
  unavailable('Too many of these calls are under way. Nothing was done; try again.', undefined, 10);
