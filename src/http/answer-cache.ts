import { LRUCache } from 'lru-cache';

/** Answers that are kept until what they were made from changes. */
export interface AnswerCache<T> {
  /**
   * The kept answer, or a new one. A new one is kept only where it may be (`keep`), the cache is on, and nothing was
   * dropped while it was made: nobody knows on which side of the change it was read.
   * @param keyOf asked only while the cache is on
   */
  answer(keyOf: () => string, make: () => Promise<Made<T>>): Promise<T>;
  has(key: string): boolean;
  /** forgets everything: something has changed */
  drop(): void;
  /** off (and empty) while nobody would tell of a change */
  turn(on: boolean): void;
  readonly numbers: { hits: number; misses: number; entries: number; bytes: number };
}

export interface Made<T> {
  value: T;
  keep: boolean;
}

/** Strings of Chinese take two bytes a character. */
export const sizeOfText = (text: string): number => 2 * text.length;

/**
 * A cache of at most so many bytes. It is off until it is turned on.
 * @param sizeOf the bytes that a value takes
 */
export function openAnswerCache<T>(maxBytes: number, sizeOf: (value: T) => number): AnswerCache<T> {
  const kept = new LRUCache<string, { value: T }>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 64,
    sizeCalculation: ({ value }, key) => sizeOf(value) + sizeOfText(key),
  });
  let on = false;
  let age = 0;
  let hits = 0;
  let misses = 0;
  const drop = (): void => {
    age++;
    kept.clear();
  };
  return {
    async answer(keyOf, make) {
      if (!on) return (await make()).value;
      const key = keyOf();
      const known = kept.get(key);
      if (known !== undefined) {
        hits++;
        return known.value;
      }
      misses++;
      const begun = age;
      const { value, keep } = await make();
      if (keep && on && begun === age) kept.set(key, { value });
      return value;
    },
    has: (key) => kept.has(key),
    drop,
    turn(wanted) {
      on = wanted;
      drop();
    },
    get numbers() {
      return { hits, misses, entries: kept.size, bytes: kept.calculatedSize };
    },
  };
}
