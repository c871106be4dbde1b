import type { Logger } from 'pino';
import { hasCarbon } from '../../chemistry/index.js';
import { LOCKS, OURSELVES, startBackground, within } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { Chemistry, NameReader } from '../../chemistry/index.js';
import * as store from './store.js';
import type { Item } from '../products/item.js';
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
      const read = await Promise.all(
        products.map(async (product) => ({
          id: product.id,
          given_hash: product.given_hash,
          contradicting: await contradictingOf(product, reader, chemistry),
        })),
      );
      await db.tx((tx) => store.keepReadNames(tx, read));
      return products.length === BATCH;
    },
  });

/** Products whose names are read while somebody waits for what is warned of; and for how long he waits for it, ms. */
const FEW = 20;
const WARN_MS = 1_000;

/**
 * Adds to the items of a small push warnings of names that mean another skeleton than the structure beside them. Of others, and
 * where it takes too long, the check of products finds them later.
 */
export async function warnOfNames(
  items: readonly object[],
  reader: NameReader | undefined,
  chemistry: Chemistry,
): Promise<void> {
  if (!reader || items.length > FEW) return;
  const drawn = items.filter((item): item is Item => 'newStructure' in item);
  const found = drawn.map(async (item) => {
    const { name_en = null, synonyms = null } = item.values as Record<string, string | null>;
    const [identity] = await chemistry.identify(item.newStructure ? [item.newStructure] : []);
    const parent = identity?.parent ?? null;
    return Object.entries(await contradictingOf({ name_en, synonyms, parent }, reader, chemistry)).map(
      ([name, smiles]) => ({
        field: name === name_en ? ('name_en' as const) : ('synonyms' as const),
        reason: 'name_structure',
        message: `means another structure: ${smiles.slice(0, 200)}`,
        value: name,
      }),
    );
  });
  const all = await within(WARN_MS, Promise.all(found)).catch(() => []);
  for (const [at, warnings] of all.entries())
    if (warnings.length > 0) (drawn[at]!.warnings ??= []).push(...warnings);
}

/** The names of a product that mean another skeleton, each with its SMILES. What cannot be read, or not now, contradicts nothing. */
async function contradictingOf(
  { name_en, synonyms, parent }: Pick<NamedProduct, 'name_en' | 'synonyms' | 'parent'>,
  reader: NameReader,
  chemistry: Chemistry,
): Promise<Record<string, string>> {
  const names = parent === null ? [] : new Set([name_en ?? '', ...(synonyms ?? '').split(';')]);
  const drawn: [name: string, smiles: string][] = [];
  for (const name of names) {
    const smiles = await reader.smilesOf(name, OURSELVES);
    if (smiles != null && hasCarbon(smiles)) drawn.push([name, smiles]);
  }
  const identities = await chemistry.identify(drawn.map(([, text]) => ({ source: 'smiles', text })));
  const others = drawn.filter((_, at) => (identities[at]?.parent ?? parent) !== parent);
  return Object.fromEntries(others);
}
