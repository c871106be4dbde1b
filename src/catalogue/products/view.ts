import type { Transaction } from '../../platform/index.js';
import { factsOfCas } from '../quality/store.js';
import { hashesOf } from '../structures/store.js';
import { lookalikesOf } from './lookalikes.js';
import type { Names } from './lookalikes.js';
import { nearestCategories } from '../terms/store.js';
import * as store from './store.js';

/** What a push reads of the catalogue: with locks where it writes, without where it is only judged. */
export type CatalogueView = ReturnType<typeof unlockedView>;

/** The catalogue without locks. */
export const unlockedView = (tx: Transaction) => ({
  /** called before anything is read, where an item has no code */
  beginCodeless: async (): Promise<void> => {},
  holdersOfCas: (casNumbers: string[]) => store.holdersOfCas(tx, casNumbers),
  products: (codes: string[]) => store.writableProducts(tx, codes),
  /** those of the names that are categories */
  categories: (names: string[]) => store.categoriesAmong(tx, names),
  nearestCategories: (names: string[]) => nearestCategories(tx, names),
  anyProduct: (codes: string[]) => store.anyProduct(tx, codes),
  /** the hashes of the structures that these have, by their codes */
  structures: (codes: string[]) => hashesOf(tx, codes),
  /** the names and formulas of the products with these CAS numbers, except those with these codes */
  factsOfCas: (casNumbers: string[], exceptCodes: string[]) => factsOfCas(tx, casNumbers, exceptCodes),
  /** other names that look like these */
  lookalikes: (names: Names) => lookalikesOf(tx, names),
});

/**
 * The catalogue with locks: what is read of it stays unchanged until the transaction ends.
 * @param switching the source that has what a full list does not name switched off
 */
export const lockedView = (tx: Transaction, switching?: string): CatalogueView => ({
  ...unlockedView(tx),
  beginCodeless: () => store.lockCodelessPushes(tx),
  async products(codes) {
    // In one pass: after the named products, those that are missing would be locked out of order.
    if (switching !== undefined) await store.lockWithSource(tx, codes, switching);
    return store.lockProducts(tx, codes);
  },
  categories: (names) => store.lockCategories(tx, names),
});
