import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  loadStarterAliases,
  loadStarterTerms,
  pushItems,
  readItems,
  SAMPLE_SOURCE,
  withMedia,
} from '../../src/catalogue/index.js';
import { directWrites, ROOT, writtenBy } from '../../src/platform/index.js';
import type { Config, Database } from '../../src/platform/index.js';
import { engineOf } from '../../src/search/index.js';
import type { EngineConfig } from '../../src/search/index.js';

const FILE = join(ROOT, 'infra/sample/products.ndjson');

/**
 * Loads the sample catalogue into a database that has never held a product. Each product gets a drawing of its
 * structure, stored like an upload.
 * @returns how many products were loaded
 */
export async function loadSample(db: Database, config: Pick<Config, 's3' | 'dataDir'>): Promise<number> {
  if (await isUsed(db)) return 0;
  // Loaded for the first start alone: what draws is large.
  const { drawStructures } = await import('../sample/draw.js');
  const lines = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
  const products = lines.map((line) => JSON.parse(line) as { code: string; smiles?: string });
  const drawings = await withMedia({ config, db }, (media) => drawStructures(media, products));
  const drawn = products.map((product) => ({ ...product, structure_url: drawings.get(product.code) }));
  const writes = writtenBy(directWrites(db), { kind: 'command', name: 'sample' });
  const { created } = await pushItems(writes, readItems(drawn, {}), { source: SAMPLE_SOURCE });
  return created;
}

/**
 * Loads the starter list of aliases, and the English names of series and tags, into a database that has never held a
 * product. @returns how many aliases were loaded
 */
export async function loadNames(db: Database): Promise<number> {
  if (await isUsed(db)) return 0;
  await loadStarterTerms(db);
  return (await loadStarterAliases(db)).added;
}

async function isUsed(db: Database): Promise<boolean> {
  const { used } = await db.one<{ used: boolean }>(
    'SELECT EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM product_changes) AS used',
  );
  return used;
}

/**
 * Waits until the index holds this many products.
 * @returns false when that takes more than `patience` ms: the indexer goes on with it
 */
export async function isSearchable(
  config: EngineConfig & Pick<Config, 'meiliIndex'>,
  products: number,
  patience: number,
): Promise<boolean> {
  const indexes = engineOf(config)!.indexes();
  const until = Date.now() + patience;
  for (;;) {
    if (((await indexes.count(config.meiliIndex).catch(() => 0)) ?? 0) >= products) return true;
    if (Date.now() > until) return false;
    await sleep(100);
  }
}
