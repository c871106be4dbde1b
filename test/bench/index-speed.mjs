// How fast the indexer is beside the bare engine:
//
//   npm run build && node test/bench/index-speed.mjs --data products.ndjson.gz [--rounds 3]
//
// Servers of its own, the same documents under the same settings, sent to an index of the bare engine and brought
// there by the service, in turns; medians. Reindexing, then one and 10,000 changed products until they are searchable,
// then a reindex while others search and write. Exits 1 where a target is missed.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { reindex, verify } from '../../dist/indexer/commands.js';
import { documentOf } from '../../dist/indexer/document.js';
import { createIndex, succeeded } from '../../dist/indexer/engine.js';
import { lagOf } from '../../dist/src/changes/lag.js';
import { readDelivered } from '../../dist/src/changes/search-reader.js';
import { productsById, versionsAfterId } from '../../dist/src/products/store.js';
import { median } from './measure.mjs';
import { openSearchFixture, readOptions, report } from './search-fixture.mjs';

const TARGET = { reindex: 0.85, oneMs: 60, many: 1.25 };
const MANY = 10_000;
const WRITES = 2_000;
const { data, rounds } = readOptions({ rounds: 3 });
const never = new AbortController().signal;
const seconds = async (work) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};
const list = (numbers, digits = 2) => numbers.map((n) => n.toFixed(digits)).join(', ');

const fixture = await openSearchFixture(data);
const { db, engine, uid, settings } = fixture.parts;
try {
  const rows = [
    ...(await reindexing()),
    await freshness(1, 25, (bare, service) => {
      const added = (median(service) - median(bare)) * 1_000;
      return {
        measure: 'one product searchable: beyond the engine’s own time, ms',
        measured: added.toFixed(0),
        target: `at most ${TARGET.oneMs}`,
        met: added <= TARGET.oneMs,
        detail: `medians of 25: bare ${(median(bare) * 1_000).toFixed(0)} ms, service ${(median(service) * 1_000).toFixed(0)} ms`,
      };
    }),
    await freshness(Math.min(MANY, fixture.products), rounds, (bare, service) => {
      const ratio = median(service.map((took, i) => took / bare[i]));
      return {
        measure: `${Math.min(MANY, fixture.products)} products searchable: of the engine’s own time`,
        measured: ratio.toFixed(2),
        target: `at most ${TARGET.many}`,
        met: ratio <= TARGET.many,
        detail: `bare ${list(bare, 1)} s, service ${list(service, 1)} s`,
      };
    }),
    ...(await underLoad()),
    { measure: 'memory of the indexer, MB', measured: memory('VmRSS'), detail: `at most ${memory('VmHWM')}` },
  ];
  report('The indexer beside Meilisearch itself', { products: fixture.products, rows });
} finally {
  await fixture.close();
}

/** The whole catalogue into a new index: by the engine alone, by the service. */
async function reindexing() {
  const bare = [];
  const service = [];
  for (let round = 0; round < rounds; round++) {
    const turns = [async () => bare.push(await fillBare()), async () => service.push((await reindex([fixture.parts])).seconds)]; // prettier-ignore
    if (round % 2 !== 0) turns.reverse();
    for (const turn of turns) await turn();
  }
  const ratio = median(bare.map((took, i) => took / service[i]));
  const rate = (took) => Math.round(fixture.products / median(took));
  const { ok } = await verify(fixture.parts);
  return [
    {
      measure: 'documents/s of a reindex, of the bare engine’s',
      measured: ratio.toFixed(2),
      target: `at least ${TARGET.reindex}`,
      met: ratio >= TARGET.reindex,
      detail: `${rate(bare)} bare, ${rate(service)} reindex; s: ${list(bare, 1)} bare, ${list(service, 1)} reindex, from asking to the old index dropped`,
    },
    { measure: 'the index is equal to the table', measured: ok ? 'yes' : 'no', target: 'yes', met: ok },
  ];
}

/** @returns s from the first page sent to the last one indexed; making the documents is not counted */
async function fillBare() {
  await engine.deleteIndexIfExists('bare');
  await createIndex(engine, 'bare', settings, never);
  const bodies = [];
  for (let last = 0; ;) {
    const ids = (await versionsAfterId(db, last, MANY)).map(({ id }) => id);
    if (ids.length === 0) break;
    last = ids.at(-1);
    bodies.push(bodyOf(await productsById(db, ids)));
  }
  return seconds(async () => {
    const tasks = [];
    for (const body of bodies) tasks.push(await send('bare', body));
    for (const task of tasks) await succeeded(engine, task, never);
  });
}

/** Changes products until the change is found, on either side in turns. */
async function freshness(count, times, row) {
  const bare = [];
  const service = [];
  for (let i = 0; i < times; i++) {
    bare.push(await bareChange(count));
    service.push(await serviceChange(count));
  }
  return row(bare, service);
}

/** A reindex while products are searched for over HTTP and others are written. */
async function underLoad() {
  const { origin } = await fixture.startGateway({ SEARCH_CACHE: 'off' });
  const products = await db.any('SELECT id, code FROM products ORDER BY id');
  const [written, kept] = [products.slice(0, WRITES), products.slice(WRITES)];
  let running = true;
  let searches = 0;
  let failed = 0;
  let wrong = 0;
  let degraded = 0;
  const search = async () => {
    while (running) {
      const { code } = kept[Math.floor(Math.random() * kept.length)];
      const answer = await fetch(
        `${origin}/api/v1/products/search?page_size=3&q=${encodeURIComponent(code)}`,
      );
      const body = await answer.json();
      if (answer.status !== 200) failed++;
      else if (body.data[0]?.code !== code) wrong++;
      else if (body.degraded) degraded++;
      searches++;
    }
  };
  const word = newWord();
  const write = async (writer) => {
    for (let i = writer; i < written.length; i += 8)
      await db.none('UPDATE products SET name_en = $1 WHERE id = $2', [word, written[i].id]);
  };
  const searching = [search(), search()];
  const [{ seconds: took }] = await Promise.all([reindex([fixture.parts]), ...Array.from({ length: 8 }, (_, i) => write(i))]); // prettier-ignore
  running = false;
  await Promise.all(searching);
  await untilDelivered();
  const { hits } = await engine
    .index(uid)
    .search(`"${word}"`, { limit: WRITES, attributesToRetrieve: ['id'] });
  const lost = written.length - hits.length;
  const { ok } = await verify(fixture.parts);
  return [
    {
      measure: `failed and wrong searches during a reindex with ${written.length} writes`,
      measured: `${failed} and ${wrong}`,
      target: '0 and 0',
      met: failed + wrong === 0,
      detail: `${searches} searches in ${took.toFixed(0)} s, ${degraded} of them answered by Postgres`,
    },
    { measure: 'writes lost', measured: lost, target: '0', met: lost === 0 && ok },
  ];
}

function bodyOf(rows) {
  return rows.map((row) => JSON.stringify(documentOf(row))).join('\n');
}

function send(index, body) {
  return engine.index(index).addDocumentsFromString(body, 'application/x-ndjson', { primaryKey: 'id' });
}

/** Changes the names of the first products to a new word, in documents sent straight to the engine; s until found. */
async function bareChange(count) {
  const word = newWord();
  const rows = await productsById(db, await firstIds(count));
  const body = bodyOf(rows.map((row) => ({ ...row, name_en: word })));
  return seconds(async () => {
    await send('bare', body);
    await found('bare', word, count);
  });
}

/** The same in Postgres, with the indexer between. */
async function serviceChange(count) {
  const word = newWord();
  const ids = await firstIds(count);
  const took = await seconds(async () => {
    await db.none('UPDATE products SET name_en = $1 WHERE id = ANY($2::bigint[])', [word, ids]);
    await found(uid, word, count);
  });
  await untilDelivered();
  return took;
}

async function untilDelivered() {
  while ((await lagOf(db, (await readDelivered(db)).position)).changes > 0) await sleep(20);
}

async function firstIds(count) {
  return (await db.any('SELECT id FROM products ORDER BY id LIMIT $1', [count])).map((row) => row.id);
}

/** A word that no document holds yet. */
function newWord() {
  return Array.from(randomBytes(16), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}

async function found(index, word, count) {
  for (;;) {
    const { hits } = await engine.index(index).search(`"${word}"`, { limit: 1, offset: count - 1 });
    if (hits.length > 0) return;
    await sleep(5);
  }
}

/** MB of the indexer's process. */
function memory(what) {
  const status = readFileSync(`/proc/${fixture.indexer.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)[1]) / 1024);
}
