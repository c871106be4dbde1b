import { LRUCache } from 'lru-cache';
import { openChangeCheck } from '../changes/unchanged.js';
import type { Database } from '../database/connect.js';
import { ready } from '../http/route.js';
import type { Ready } from '../http/route.js';

/** Answers about products that are kept until a product changes. */
export interface ProductCache {
  /**
   * The kept answer where nothing has changed since it was made, else a new one. Never an old one: a kept answer is
   * given only after the database has said that no product has changed (one small question for several readers,
   * instead of the reading, the writing as JSON and the way through the network).
   * @param make null is given on and not kept
   */
  answer(key: string, make: () => Promise<string | null>): Promise<Ready | null>;
  readonly numbers: { hits: number; misses: number; bytes: number };
}

/** @param maxBytes of the kept answers; 0 keeps none */
export function openProductCache(db: Database, maxBytes = 32 * 1024 * 1024): ProductCache {
  if (maxBytes === 0)
    return { answer: async (_key, make) => readyOf(await make()), numbers: { hits: 0, misses: 0, bytes: 0 } };
  const kept = new LRUCache<string, Ready>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 64,
    // Strings of Chinese take two bytes a character.
    sizeCalculation: ({ text }, key) => 2 * (text.length + key.length),
  });
  let age = 0;
  let hits = 0;
  let misses = 0;
  const check = openChangeCheck(db, () => {
    age++;
    kept.clear();
  });
  return {
    async answer(key, make) {
      if (age === 0) await check(); // from here on there is a state that changes are counted from
      if (kept.has(key)) {
        await check();
        const known = kept.get(key);
        if (known !== undefined) {
          hits++;
          return known;
        }
      }
      misses++;
      // What is read now is at least as new as the state of the last check; the next check finds what changes later.
      // Only where a change came to light meanwhile, nobody knows on which side of it this was read.
      const begun = age;
      const answer = readyOf(await make());
      if (answer !== null && begun === age) kept.set(key, answer);
      return answer;
    },
    get numbers() {
      return { hits, misses, bytes: kept.calculatedSize };
    },
  };
}

/** An answer that was made without the cache, as those of the cache are. */
export const readyOf = (text: string | null): Ready | null => (text === null ? null : ready(text));
