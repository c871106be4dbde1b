import { threadTime } from './thread-time.mjs';

/**
 * The longest that one turn of the event loop took while something was done, ms. Of the clock and of the thread's time
 * the lesser counts: neither neighbours on a busy machine nor threads beside the loop hold it.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let under = true;
  let clock = performance.now();
  let worked = threadTime();
  const turn = (): void => {
    longest = Math.max(longest, Math.min(performance.now() - clock, threadTime() - worked));
    clock = performance.now();
    worked = threadTime();
    if (under) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    under = false;
  }
  return longest;
}
