import { turnTimer } from './turn-timer.mjs';

/** The longest that one turn of the event loop took while something was done, ms. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let under = true;
  const held = turnTimer();
  const turn = (): void => {
    longest = Math.max(longest, held());
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
