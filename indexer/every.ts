import { setTimeout as sleep } from 'node:timers/promises';

/** Does work, and again after each pause, until it fails or is aborted. */
export async function every(ms: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await work();
    await sleep(ms, undefined, { signal });
  }
}
