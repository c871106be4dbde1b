import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Meilisearch } from 'meilisearch';
import { documentOf } from '../../../indexer/document.js';
import { catchUpKeys } from '../../support/keys.js';
import { SETTINGS } from '../../../src/search/engine/meilisearch-settings.js';
import { productsById, versionsAfterId } from '../../../src/catalogue/products/store.js';
import { engine } from '../../support/engine.js';
import { startService } from '../../support/service.js';
import type { Answered } from '../../support/call.js';
import type { Service } from '../../support/service.js';

/** A service with products in its database and in its index, and no indexer beside it. */
export interface SearchService extends Service {
  /** GET /products/search, which must answer 200 */
  search(q: string, more?: Record<string, string | number | boolean>): Promise<Answered['body']>;
  /** Fills the index anew from the database, and brings the keys up to it. */
  index(): Promise<void>;
  meili: Meilisearch;
}

/** @param env is added to the configuration */
export async function startSearch(
  products: object[],
  env: Record<string, string> = {},
): Promise<SearchService> {
  const service = await startService(env);
  const { url, key } = engine();
  const meili = new Meilisearch({ host: url, apiKey: key });
  const search: SearchService['search'] = async (q, more = {}) => {
    const query = new URLSearchParams({ q });
    for (const [name, value] of Object.entries(more)) query.set(name, String(value));
    const answer = await service.call('GET', `/products/search?${query.toString()}`);
    if (answer.status !== 200) throw new Error(`search ${q}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const started = { ...service, search, index: () => fill(meili, service), meili };
  if (products.length > 0) await service.push({ products });
  await started.index();
  return started;
}

async function fill(meili: Meilisearch, { db, indexUid }: Service): Promise<void> {
  const keys = catchUpKeys(db);
  await done(meili, meili.createIndex(indexUid, { primaryKey: 'id' }));
  const index = meili.index(indexUid);
  await done(meili, index.updateSettings(SETTINGS));
  await done(meili, index.deleteAllDocuments());
  for (let last = 0; ;) {
    const ids = (await versionsAfterId(db, last, 5_000)).map(({ id }) => id);
    if (ids.length === 0) return keys;
    last = ids.at(-1)!;
    await done(meili, index.addDocuments((await productsById(db, ids)).map(documentOf)));
  }
}

async function done(meili: Meilisearch, sent: Promise<{ taskUid: number }>): Promise<void> {
  const { taskUid } = await sent;
  const { status, error } = await meili.tasks.waitForTask(taskUid, { timeout: 60_000 });
  if (status !== 'succeeded' && error?.code !== 'index_already_exists') throw new Error(error?.message);
}

/** Real products: 5,000 of all kinds, and the known ones. */
export function realProducts(): Promise<object[]> {
  return productsOf('../../data/products-5000.ndjson.gz', ...KNOWN);
}

/** The 300 that are enriched by hand, and those that the judged queries are about. */
export function knownProducts(): Promise<object[]> {
  return productsOf(...KNOWN);
}

const KNOWN = ['../../data/search-products.ndjson.gz', '../../../infra/sample/products.ndjson'];

async function productsOf(...files: string[]): Promise<object[]> {
  const byCode = new Map<string, object>();
  for (const file of files) {
    const bytes = await readFile(new URL(file, import.meta.url));
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    for (const line of text.trim().split('\n')) {
      const product = JSON.parse(line) as { code: string };
      byCode.set(product.code, product);
    }
  }
  return [...byCode.values()];
}
