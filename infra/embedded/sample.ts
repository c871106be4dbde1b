import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Meilisearch } from 'meilisearch';
import type { Database } from '../../src/database/connect.js';
import { pushProducts } from '../../src/products/push.js';

const FILE = fileURLToPath(
  new URL(
    import.meta.url.includes('/dist/')
      ? '../../../infra/sample/products.ndjson'
      : '../sample/products.ndjson',
    import.meta.url,
  ),
);

/**
 * Loads the sample catalogue into a database that holds no product and remembers none: one whose products were
 * all deleted is left alone.
 * @returns how many products were loaded
 */
export async function loadSample(db: Database): Promise<number> {
  const { used } = await db.one<{ used: boolean }>(
    'SELECT EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM product_changes) AS used',
  );
  if (used) return 0;
  const lines = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
  const { created } = await pushProducts(
    db,
    lines.map((line) => JSON.parse(line) as unknown),
    { source: 'sample' },
  );
  return created;
}

/** Waits until the index holds this many products. @throws where that takes more than `patience` ms */
export async function untilSearchable(
  { url, key, index }: { url: string; key: string; index: string },
  products: number,
  patience: number,
): Promise<void> {
  const client = new Meilisearch({ host: url, apiKey: key });
  const until = Date.now() + patience;
  for (;;) {
    const documents = await client
      .index(index)
      .getStats()
      .then((stats) => stats.numberOfDocuments)
      .catch(() => 0);
    if (documents >= products) return;
    if (Date.now() > until) throw new Error(`Only ${documents} of ${products} products became searchable.`);
    await sleep(100);
  }
}
