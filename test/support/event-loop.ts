/**
 * The longest that one turn of the event loop took while something was done, ms. Of the clock and of the processor's
 * time the lesser counts: neither neighbours on a busy machine nor threads beside the loop hold it.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let under = true;
  let clock = performance.now();
  let worked = process.cpuUsage();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(worked);
    longest = Math.max(longest, Math.min(performance.now() - clock, (user + system) / 1_000));
    clock = performance.now();
    worked = process.cpuUsage();
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
