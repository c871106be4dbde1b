// The indexer beside the bare engine: rebuilding the index, and how long a change takes to be searchable.
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Meilisearch } from 'meilisearch';
import pino from 'pino';
import { reindex } from '../../../dist/indexer/reindex.js';
import { verify } from '../../../dist/indexer/verify.js';
import { documentOf } from '../../../dist/indexer/document.js';
import { closeContext, openContext } from '../../../dist/indexer/context.js';
import { lagOf } from '../../../dist/src/catalogue/changes/lag.js';
import { readDelivered } from '../../../dist/src/catalogue/changes/search-reader.js';
import { loadConfig } from '../../../dist/src/platform/config.js';
import { productsById, versionsAfterId } from '../../../dist/src/catalogue/products/store.js';
import { meilisearchServer } from '../../../dist/src/search/engine/meilisearch.js';
import { median, timed } from '../measure.mjs';
import { memoryOf } from '../stack.mjs';

const never = new AbortController().signal;
const PAGE = 10_000;
const filled = new WeakMap();

/** Whether the index of a database is filled. */
export function isIndexed(stack, database) {
  return filled.get(stack)?.has(database) ?? false;
}

/** What the indexer is made of, to be used from here. */
export async function openIndexer(stack, database) {
  const environment = { DATABASE_URL: stack.urlOf(database), ...(await stack.searchEnv(database)) };
  const meili = new Meilisearch({ host: environment.MEILI_URL, apiKey: environment.MEILI_KEY });
  return { ...openContext(loadConfig(environment), pino({ level: 'warn' })), meili };
}

/** Has an indexer build the index of a database. @param given what it is made of, where that is open already @returns what it told of it, and the memory it took at most, MB */
export async function fillIndex(stack, database, given) {
  const parts = given ?? (await openIndexer(stack, database));
  const indexer = await stack.startIndexer(database);
  try {
    const built = await reindex(parts);
    const found = await verify(parts);
    if (!found.ok)
      throw new Error(`the index differs from the table: ${JSON.stringify(found).slice(0, 300)}`);
    if (!filled.has(stack)) filled.set(stack, new Set());
    filled.get(stack).add(database);
    return { ...built, peak: memoryOf(indexer.pid, 'VmHWM') };
  } finally {
    await indexer.stop();
    if (!given) await closeContext(parts);
  }
}

export const indexing = {
  name: 'index',
  title: 'Search index',
  about:
    'Building the index of the whole catalogue, comparison with the table included, and the time until a change can be searched. Beside it: the same documents, made ready beforehand, sent straight to the engine; and to one that was started with no flags of ours, but for the size of a request.',
  async run(bench, { size, count, database }) {
    const { stack } = bench;
    const parts = await openIndexer(stack, database);
    const bare = `${database}_bare`;
    try {
      const bodies = await writeBodies(parts, stack.folder);
      bench.say(`  ${bodies.length} bodies are ready`);
      const rounds = { service: [], beside: [], plain: [] };
      let peak = 0;
      for (let round = 0; round < (count <= 10_000 ? 1 : 3); round++) {
        await deleteIndex(parts.meili, bare);
        await parts.indexes.create(bare, never);
        rounds.beside.push(count / ((await timed(() => sendAll(parts.meili, bare, bodies))) / 1000));
        bench.say(`  bare engine: ${Math.round(rounds.beside.at(-1))} documents/s`);
        if (count > 10_000 && round === 0) {
          rounds.plain.push(count / (await plainSeconds(stack, parts, bodies)));
          bench.say(`  bare engine as it comes: ${Math.round(rounds.plain.at(-1))} documents/s`);
        }
        // An indexer that starts over an index compares it with the table: every rebuild but the first would have that beside it.
        await deleteIndex(parts.meili, database);
        const built = await fillIndex(stack, database, parts);
        rounds.service.push(built.documents / built.seconds);
        peak = Math.max(peak, built.peak);
      }
      for (const body of bodies) rmSync(body);
      const value = median(rounds.service);
      const besides = Object.entries({
        'bare engine': rounds.beside,
        'bare engine as it comes': rounds.plain,
      });
      // The target is one of a million: what goes before the first document is a large part of a small index.
      for (const [beside, besideValue] of besides.filter(([, all]) => all.length > 0).map(([name, all]) => [name, median(all)]))
        bench.row('reindex', size, value, 'documents/s', { beside, besideValue, ...(count >= 1_000_000 && { target: { least: 0.6 } }) }); // prettier-ignore
      bench.row('memory (RSS) of the indexer at most', size, peak, 'MB', { target: { of: 'value', most: 400 } }); // prettier-ignore
      await freshness(bench, { size, database, bare, parts });
    } finally {
      await deleteIndex(parts.meili, bare);
      await closeContext(parts);
    }
  },
};

async function freshness(bench, { size, database, bare, parts }) {
  const indexer = await bench.stack.startIndexer(database);
  try {
    await settled(parts);
    for (const [what, products, rounds] of [
      ['one changed product searchable', 1, 5],
      ['1,000 changed products searchable', 1_000, 3],
    ]) {
      const ids = (await parts.db.any('SELECT id FROM products ORDER BY id LIMIT $1', [products])).map((row) => row.id); // prettier-ignore
      const results = { service: [], beside: [] };
      for (let round = 0; round < rounds; round++) {
        results.beside.push(await timed(await bareChange(parts, bare, ids)));
        results.service.push(await timed(() => serviceChange(parts, ids)));
        await settled(parts);
      }
      const [value, besideValue] = [median(results.service), median(results.beside)];
      bench.row(what, size, value, 'ms', { beside: 'bare engine', besideValue }); // prettier-ignore
    }
  } finally {
    await indexer.stop();
  }
}

/** Gives products a name that nothing else has, in documents sent straight to the engine. @returns what is timed */
async function bareChange(parts, bare, ids) {
  const word = newWord();
  const rows = await productsById(parts.db, ids);
  const body = rows.map((row) => JSON.stringify(documentOf({ ...row, name_en: word }))).join('\n');
  return async () => {
    await send(parts.meili, bare, body);
    await found(parts.meili, bare, word, ids.length);
  };
}

/** The same in Postgres, with the indexer between. */
export async function serviceChange({ db, meili: engine, uid }, ids) {
  const word = newWord();
  await db.none('UPDATE products SET name_en = $1 WHERE id = ANY($2::bigint[])', [word, ids]);
  await found(engine, uid, word, ids.length);
}

/** Waits until the indexer has nothing left to do. */
export async function settled({ db }) {
  for (;;) {
    const delivered = await readDelivered(db);
    if (delivered?.complete && (await lagOf(db, delivered.position)).changes === 0) return;
    await sleep(20);
  }
}

async function found(engine, index, word, count) {
  for (;;) {
    const { hits } = await engine.index(index).search(`"${word}"`, { limit: 1, offset: count - 1 });
    if (hits.length > 0) return;
    await sleep(5);
  }
}

const newWord = () => Array.from(randomBytes(16), (byte) => String.fromCharCode(97 + (byte % 26))).join('');

/** The documents of a catalogue in files, a page each. */
async function writeBodies({ db }, folder) {
  const files = [];
  for (let last = 0; ;) {
    const ids = (await versionsAfterId(db, last, PAGE)).map(({ id }) => id);
    if (ids.length === 0) return files;
    last = ids.at(-1);
    const rows = await productsById(db, ids);
    const file = join(folder, `documents-${files.length}.ndjson`);
    writeFileSync(file, rows.map((row) => JSON.stringify(documentOf(row))).join('\n'));
    files.push(file);
  }
}

async function sendAll(engine, index, files) {
  const tasks = [];
  for (const file of files) tasks.push(await send(engine, index, readFileSync(file, 'utf8')));
  for (const task of tasks) await engine.tasks.waitForTask(task.taskUid, { timeout: 3_600_000 });
}

function send(engine, index, body) {
  return engine.index(index).addDocumentsFromString(body, 'application/x-ndjson', { primaryKey: 'id' });
}

/** The same documents, sent to an engine of its own that nobody told how many threads and how much memory to take. */
async function plainSeconds(stack, { uid }, bodies) {
  const plain = await stack.startPlainEngine();
  try {
    const engine = new Meilisearch({ host: plain.url, apiKey: plain.key });
    await meilisearchServer(plain).indexes().create(uid, never);
    return (await timed(() => sendAll(engine, uid, bodies))) / 1000;
  } finally {
    await plain.stop();
  }
}

export async function deleteIndex(engine, uid) {
  const { taskUid } = await engine.deleteIndex(uid);
  await engine.tasks.waitForTask(taskUid, { timeout: 300_000 });
}
