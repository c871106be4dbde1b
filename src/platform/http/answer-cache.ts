import { LRUCache } from 'lru-cache';

/** A new answer, and whether it may be cached. */
export interface Made<T> {
  value: T;
  keep: boolean;
}

/** Bytes that a text takes in memory: two for each character where one of them is Chinese. */
export const sizeOfText = (text: string): number => 2 * text.length;

/**
 * A cache of at most so many bytes. It is off until it is turned on.
 * @param sizeOf the bytes that a value takes
 */
export function openAnswerCache<T>(maxBytes: number, sizeOf: (value: T) => number) {
  const kept = new LRUCache<string, { value: T }>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 64,
    sizeCalculation: ({ value }, key) => sizeOf(value) + sizeOfText(key),
  });
  let on = false;
  let generation = 0;
  let hits = 0;
  let misses = 0;
  /** removes everything: something has changed */
  const invalidate = (): void => {
    generation++;
    kept.clear();
  };
  return {
    /**
     * The cached answer, or a new one. A new one is cached only if `make` allows it (`keep`), the cache is on, and it was not
     * invalidated meanwhile: the answer may then be from before the change.
     * @param keyOf called only while the cache is on
     */
    async answer(keyOf: () => string, make: () => Promise<Made<T>>): Promise<T> {
      if (!on) return (await make()).value;
      const key = keyOf();
      const known = kept.get(key);
      if (known !== undefined) {
        hits++;
        return known.value;
      }
      misses++;
      const begun = generation;
      const { value, keep } = await make();
      if (keep && on && begun === generation) kept.set(key, { value });
      return value;
    },
    invalidate,
    /** turns it on, or off and empty: for while changes would not be reported */
    enable(wanted: boolean): void {
      on = wanted;
      invalidate();
    },
    get numbers() {
      return { hits, misses, bytes: kept.calculatedSize };
    },
  };
}
