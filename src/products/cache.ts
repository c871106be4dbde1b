import type { Database } from '../database/connect.js';
import { openAnswerCache } from '../http/answer-cache.js';
import { ready } from '../http/route.js';
import type { Ready } from '../http/route.js';
import { openChangeCheck } from './unchanged.js';

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
  const kept = openAnswerCache<Ready | null>(maxBytes, (value) => value?.bytes ?? 0);
  const check = openChangeCheck(db, () => kept.drop());
  let begun = false;
  return {
    async answer(key, make) {
      // From the first check on there is a state that changes are counted from.
      if (!begun || kept.has(key)) await check();
      if (!begun) kept.turn(true);
      begun = true;
      // What is read now is at least as new as the state of the last check; the next check finds what changes later.
      return kept.answer(
        () => key,
        async () => {
          const value = readyOf(await make());
          return { value, keep: value !== null };
        },
      );
    },
    get numbers() {
      return kept.numbers;
    },
  };
}

/** An answer that was made without the cache, as those of the cache are. */
export const readyOf = (text: string | null): Ready | null => (text === null ? null : ready(text));
