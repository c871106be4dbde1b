import { unavailable } from '../http/problem.js';

/** A bounded good that calls share: bytes of spool, images in memory, decoders. */
export interface Budget {
  /**
   * Takes an amount, waiting in line for it; more than there is in all counts as all.
   * @returns what gives it back
   * @throws Problem 503 after the longest wait
   */
  take(amount?: number): Promise<() => void>;
  /** Runs some work with an amount of 1. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** @param waitMs the longest that a call stands in line (section 2 of the answers: at least 30 s before a 503) */
export function openBudget(total: number, waitMs = 30_000): Budget {
  let left = total;
  let line: { amount: number; go: () => void }[] = [];

  const serve = (): void => {
    while (line.length > 0 && line[0]!.amount <= left) line.shift()!.go();
  };
  const take = async (wanted = 1): Promise<() => void> => {
    const amount = Math.min(wanted, total);
    await new Promise<void>((resolve, reject) => {
      const place = {
        amount,
        go: () => {
          clearTimeout(timer);
          left -= amount;
          resolve();
        },
      };
      const timer = setTimeout(() => {
        line = line.filter((each) => each !== place);
        serve();
        reject(
          unavailable(
            'Too many images are being uploaded at the moment. Nothing was stored; try again.',
            undefined,
            10,
          ),
        );
      }, waitMs);
      line.push(place);
      serve();
    });
    let given = false;
    return () => {
      if (given) return;
      given = true;
      left += amount;
      serve();
    };
  };

  return {
    take,
    async during(work) {
      const giveBack = await take();
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
