import type { Logger } from 'pino';
import { flushRegularly } from '../../platform/index.js';

const FLUSH_MS = 1_000;
/** Different things that are counted between two writes; what is more is not counted. */
const MOST_WAITING = 10_000;

/** Counts in memory, written together each second. */
interface Collected {
  /** counts it once more, at once */
  add(key: string): void;
  /** writes what still waits */
  close(): Promise<void>;
}

/**
 * Collects counts. While they cannot be written they are kept, up to {@link MOST_WAITING}.
 * @param write adds all of these to what is stored, or nothing
 */
export function collectCounts(
  what: string,
  write: (counts: ReadonlyMap<string, number>) => Promise<void>,
  log: Logger,
): Collected {
  let waiting = new Map<string, number>();

  const add = (key: string, times: number): void => {
    const before = waiting.get(key);
    if (before !== undefined || waiting.size < MOST_WAITING) waiting.set(key, (before ?? 0) + times);
  };
  const writeAll = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      await write(batch);
    } catch (error) {
      // The oldest counts are kept when the buffer is full.
      const meanwhile = waiting;
      waiting = batch;
      for (const [key, times] of meanwhile) add(key, times);
      throw error;
    }
  };
  return { add: (key) => add(key, 1), close: flushRegularly(FLUSH_MS, what, writeAll, log) };
}
