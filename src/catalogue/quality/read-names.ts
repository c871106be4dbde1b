import type { Logger } from 'pino';
import { chargeOf, hasCarbon, madeOf, mainPart } from '../../chemistry/index.js';
import { BACKGROUND, LOCKS, OURSELVES, startBackground, within } from '../../platform/index.js';
import type { Database, Holder } from '../../platform/index.js';
import type { Chemistry, NameReader } from '../../chemistry/index.js';
import { isIndexBehind } from '../changes/lag.js';
import * as store from './store.js';
import type { Item } from '../products/item.js';
import { NAME_CHECKS } from './checks.js';
import type { Meanings, NamedProduct } from './store.js';

// Suppliers list names of other substances among the synonyms, and sometimes as the name. Where OPSIN reads one, its skeleton is
// compared with the product's: salts, solvates and stereo apart, which names often leave out. Most names that mean another one leave
// places open, or are of a tautomer: they are told apart from those of another substance.

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
    isOpen: async () => (await store.productsToRead(db, 1)).length > 0 && !(await isIndexBehind(db)),
    async work() {
      const products = await store.productsToRead(db, BATCH);
      const read = await Promise.all(
        products.map(async (product) => ({
          id: product.id,
          given_hash: product.given_hash,
          meanings: await otherMeanings(product, reader, chemistry, BACKGROUND),
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
    const { parent = null, smiles = null } = identity ?? {};
    const meanings = await otherMeanings({ name_en, synonyms, parent, smiles }, reader, chemistry, OURSELVES);
    return NAME_CHECKS.flatMap((reason) =>
      Object.entries(meanings[reason] ?? {}).map(([name, meant]) => ({
        field: name === name_en ? ('name_en' as const) : ('synonyms' as const),
        reason,
        message: `means another structure: ${meant.slice(0, 200)}`,
        value: name,
      })),
    );
  });
  const all = await within(WARN_MS, Promise.all(found)).catch(() => []);
  for (const [at, warnings] of all.entries())
    if (warnings.length > 0) (drawn[at]!.warnings ??= []).push(...warnings);
}

/** The names of a product that mean another skeleton, each with its SMILES. What cannot be read, or not now, is none of them. */
async function otherMeanings(
  { name_en, synonyms, parent, smiles: drawn }: Omit<NamedProduct, 'id' | 'given_hash'>,
  reader: NameReader,
  chemistry: Chemistry,
  holder: Holder,
): Promise<Meanings> {
  const others: Meanings = {};
  if (parent === null || drawn === null) return others;
  const read: [name: string, smiles: string][] = [];
  for (const name of new Set([name_en ?? '', ...(synonyms ?? '').split(';')])) {
    const smiles = await reader.smilesOf(name, holder);
    if (smiles != null && hasCarbon(smiles)) read.push([name, smiles]);
  }
  const identities = await chemistry.identify(read.map(([, text]) => ({ source: 'smiles', text })));
  for (const [at, [name, smiles]] of read.entries()) {
    if ((identities[at]?.parent ?? parent) === parent) continue;
    (others[mayMean(smiles, drawn) ? 'name_isomer' : 'name_structure'] ??= {})[name] = smiles;
  }
  return others;
}

/**
 * Whether what OPSIN read may be the product nonetheless: it is made of the same atoms, as where a name leaves places open, and as
 * a tautomer is; or a name was read as several substances, or as an ion.
 */
const mayMean = (read: string, drawn: string): boolean =>
  madeOf(read) === madeOf(drawn) ||
  madeOf(mainPart(read)) === madeOf(mainPart(drawn)) ||
  organicParts(read) > organicParts(drawn) ||
  chargeOf(read) !== chargeOf(drawn);

const organicParts = (smiles: string): number => smiles.split('.').filter(hasCarbon).length;
