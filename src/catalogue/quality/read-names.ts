import type { Logger } from 'pino';
import { hasCarbon } from '../../chemistry/index.js';
import { LOCKS, OURSELVES, startBackground } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { Chemistry, NameReader } from '../../chemistry/index.js';
import * as store from './store.js';
import type { NamedProduct } from './store.js';

// Suppliers list names of other substances among the synonyms, and sometimes as the name. Where OPSIN reads one, its skeleton is
// compared with the product's: salts, solvates and stereo apart, which names often leave out.

/** Products whose names are read at once; searches read theirs in between. */
const BATCH = 5;

/** Reads in the background the names of products that have changed. */
export const startReadingNames = (
  db: Database,
  reader: NameReader,
  chemistry: Chemistry,
  log: Logger,
): { stop(): Promise<void> } =>
  startBackground(db, log, {
    lock: LOCKS.names,
    trouble: 'the names of products cannot be read as structures; trying again',
    isOpen: async () => (await store.productsToRead(db, 1)).length > 0,
    async work() {
      const products = await store.productsToRead(db, BATCH);
      const read = await Promise.all(products.map((product) => contradictingOf(product, reader, chemistry)));
      await db.tx((tx) => store.keepReadNames(tx, read));
      return products.length === BATCH;
    },
  });

/** The names of a product that mean another skeleton. What cannot be read, or not now, contradicts nothing. */
async function contradictingOf(
  { id, given_hash, name_en, synonyms, parent }: NamedProduct,
  reader: NameReader,
  chemistry: Chemistry,
): Promise<{ id: number; given_hash: string; contradicting: Record<string, string> }> {
  const names = parent === null ? [] : new Set([name_en ?? '', ...(synonyms ?? '').split(';')]);
  const drawn: [name: string, smiles: string][] = [];
  for (const name of names) {
    const smiles = await reader.smilesOf(name, OURSELVES);
    if (smiles != null && hasCarbon(smiles)) drawn.push([name, smiles]);
  }
  const identities = await chemistry.identify(drawn.map(([, text]) => ({ source: 'smiles', text })));
  const others = drawn.filter((_, at) => (identities[at]?.parent ?? parent) !== parent);
  return { id, given_hash, contradicting: Object.fromEntries(others) };
}
