import { LRUCache } from 'lru-cache';

/** Answers that are kept until the index changes. */
export interface AnswerCache {
  /**
   * The kept answer, or a new one. A new one is kept only where it may be (`keep`), the cache is on, and the index
   * did not change while it was made.
   */
  answer(key: string, make: () => Promise<{ text: string; keep: boolean }>): Promise<string>;
  /** forgets everything: the index has changed */
  drop(): void;
  /** off (and empty) while nobody would tell of a change */
  turn(on: boolean): void;
  readonly numbers: { hits: number; misses: number; entries: number; bytes: number };
}

/** A cache of at most so many bytes. It is off until it is turned on. */
export function openAnswerCache(maxBytes = 64 * 1024 * 1024): AnswerCache {
  const kept = new LRUCache<string, string>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 64,
    // Strings of Chinese take two bytes a character.
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
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
    async answer(key, make) {
      if (!on) return (await make()).text;
      const known = kept.get(key);
      if (known !== undefined) {
        hits++;
        return known;
      }
      misses++;
      const begun = age;
      const { text, keep } = await make();
      if (keep && on && begun === age) kept.set(key, text);
      return text;
    },
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
