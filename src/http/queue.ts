import type { Response } from 'express';
import { unavailable } from './problem.js';

/** Bounds what runs at once (calls, connections) or what is in use at once (bytes). What does not fit waits in order. */
export interface Queue {
  /**
   * Waits until an amount is free and takes it: 1 unless given, at most the total.
   * @returns releases it, or all of it but `kept`; calling it again without that does nothing more
   * @throws Problem 503 after the longest wait; the signal's reason when it is aborted
   */
  enter(options?: { amount?: number; signal?: AbortSignal | undefined }): Promise<(kept?: number) => void>;
  /** Does some work while it holds an amount of 1. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** Opens a queue. @param waitMs the longest wait (an overload is answered with 503 only after half a minute) */
export function openQueue(total: number, waitMs = 30_000): Queue {
  let free = total;
  const line = new Set<{ amount: number; go: () => void }>(); // in order of arrival

  const serve = (): void => {
    for (const first of line) {
      if (first.amount > free) return; // in order: else a large amount might starve
      line.delete(first);
      free -= first.amount;
      first.go();
    }
  };
  const wait = (amount: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter = {
        amount,
        go: () => {
          forget();
          resolve();
        },
      };
      const fail = (why: unknown): void => {
        line.delete(waiter);
        forget();
        serve(); // smaller amounts behind a large one may fit
        reject(why);
      };
      const gone = (): void => fail(signal!.reason);
      const timer = setTimeout(() => fail(tooMany()), waitMs).unref();
      const forget = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', gone);
      };
      signal?.addEventListener('abort', gone);
      line.add(waiter);
      serve();
    });

  const queue: Queue = {
    async enter({ amount = 1, signal } = {}) {
      signal?.throwIfAborted();
      let taken = Math.min(amount, total);
      await wait(taken, signal);
      return (kept = 0) => {
        if (kept >= taken) return;
        free += taken - kept;
        taken = kept;
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

/** A signal that is aborted when the client disconnects. */
export function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  if (res.closed) gone.abort();
  res.once('close', () => gone.abort());
  return gone.signal;
}

const tooMany = () =>
  unavailable('Too many of these calls are under way. Nothing was done; try again.', undefined, 10);
