import type { Logger } from 'pino';

const FLUSH_MS = 1_000;
/** Different things that are counted between two writes; what is more is not counted. */
export const MOST_WAITING = 10_000;

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
  let writing: Promise<void> | null = null;
  let isFailing = false;

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
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, `${what} wait for the database`);
      isFailing = true;
      // The oldest counts are kept when the buffer is full.
      const meanwhile = waiting;
      waiting = batch;
      for (const [key, times] of meanwhile) add(key, times);
    }
  };
  const flush = (): Promise<void> => {
    writing ??= writeAll().finally(() => (writing = null));
    return writing;
  };
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    add: (key) => add(key, 1),
    async close() {
      clearInterval(timer);
      await flush();
      await flush(); // the first may have been under way already
    },
  };
}
