import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until something holds, and looks again every 20 ms. What it is asked may be a promise.
 * @throws after `ms`, with the source of the condition
 */
export async function until(holds: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`did not come true within ${ms} ms: ${String(holds)}`);
    await sleep(20);
  }
}
