// How fast the indexer is beside the bare engine, on servers of its own:
//   node test/bench/index-speed.mjs FILE.ndjson[.gz]
// Reindexing against the same documents sent straight to the engine, how long one and 10,000 changed products take
// to be searchable against the same documents sent straight to the engine, and the memory of the indexer.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import pino from 'pino';
import { reindex, verify } from '../../dist/indexer/commands.js';
import { createIndex, succeeded } from '../../dist/indexer/engine.js';
import { openParts } from '../../dist/indexer/parts.js';
import { startMeilisearch, stopMeilisearch } from '../../dist/infra/embedded/meilisearch.js';
import { makeSecret, startPostgres, stopPostgres } from '../../dist/infra/embedded/postgres.js';
import { lagOf } from '../../dist/src/changes/log.js';
import { readDelivered } from '../../dist/src/changes/search-reader.js';
import { loadConfig } from '../../dist/src/config.js';
import { migrate } from '../../dist/src/database/migrate.js';
import { productsAfterId, productsById } from '../../dist/src/products/store.js';

const file = process.argv[2];
if (!file) throw new Error('usage: node test/bench/index-speed.mjs FILE.ndjson[.gz]');
const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'catalogue-bench-'));
const masterKey = makeSecret();
const say = (text) => process.stdout.write(`${text}\n`);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const seconds = async (work) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};
const rate = (documents, took) => `${Math.round(documents / took)} documents/s`;

const postgres = await startPostgres({
  folder: join(folder, 'postgres'),
  logFile: join(folder, 'postgres.log'),
  password: makeSecret(),
});
const meili = await startMeilisearch({
  folder: join(folder, 'engine'),
  logFile: join(folder, 'engine.log'),
  masterKey,
});
const environment = { DATABASE_URL: postgres.url, MEILI_URL: meili.url, MEILI_KEY: masterKey };
const parts = openParts(loadConfig(environment), pino({ level: 'warn' }));
const { db, engine, uid } = parts;
let indexer;
try {
  await migrate(postgres.url);
  say(`${await load()} products in Postgres`);
  indexer = spawn(process.execPath, ['dist/indexer/main.js'], {
    env: { PATH: process.env.PATH, ...environment, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(indexer, 'message');
  await reindex(parts); // the first filling, not measured

  await createIndex(engine, 'bare', parts.settings, never);
  const bodies = await makeBodies();
  const bare = await seconds(async () => {
    const tasks = [];
    for (const body of bodies) tasks.push(await send('bare', body));
    for (const task of tasks) await succeeded(engine, task, never);
  });
  const { documents, seconds: took } = await reindex(parts);
  say(
    `bare engine: ${rate(documents, bare)}; reindex: ${rate(documents, took)}; ratio ${(bare / took).toFixed(2)}`,
  );
  say(`index equal to the table: ${(await verify(parts)).ok}`);
  say(`memory of the indexer: ${memory('VmRSS')} MB, at most ${memory('VmHWM')} MB`);

  const one = { bare: [], service: [] };
  for (let i = 0; i < 25; i++) {
    one.bare.push(await bareChange(1));
    one.service.push(await serviceChange(1));
  }
  const [bareOne, serviceOne] = [median(one.bare) * 1000, median(one.service) * 1000];
  say(
    `one product searchable: bare ${bareOne.toFixed(0)} ms, service ${serviceOne.toFixed(0)} ms (medians of 25)`,
  );
  const many = { bare: [], service: [] };
  for (let i = 0; i < 3; i++) {
    many.bare.push(await bareChange(10_000));
    many.service.push(await serviceChange(10_000));
  }
  const [bareMany, serviceMany] = [median(many.bare), median(many.service)];
  const ratio = (serviceMany / bareMany).toFixed(2);
  say(
    `10,000 searchable: bare ${bareMany.toFixed(1)} s, service ${serviceMany.toFixed(1)} s, ratio ${ratio}`,
  );
} finally {
  indexer?.kill('SIGTERM');
  await db.$pool.end();
  await stopMeilisearch(join(folder, 'engine'), 5_000);
  await stopPostgres(join(folder, 'postgres'), 5_000);
  rmSync(folder, { recursive: true, force: true });
}

async function load() {
  const input = createReadStream(file);
  const lines = createInterface({ input: file.endsWith('.gz') ? input.pipe(createGunzip()) : input });
  const cut = (text, max) => (text ? Array.from(text).slice(0, max).join('') : null);
  let rows = [];
  let total = 0;
  const put = async () => {
    await db.none(
      `INSERT INTO products (code, name_cn, name_en, synonyms, cas, formula, mw, source)
       SELECT code, name_cn, name_en, synonyms, coalesce(cas, 'N/A'), formula, mw, 'bench'
         FROM json_to_recordset($1:json) AS r (code text, name_cn text, name_en text, synonyms text, cas text, formula text, mw float8)`,
      [rows],
    );
    total += rows.length;
    rows = [];
  };
  for await (const line of lines) {
    const it = JSON.parse(line);
    const bounds = { name_cn: 200, name_en: 200, synonyms: 300, formula: 60 };
    for (const [field, max] of Object.entries(bounds)) it[field] = cut(it[field], max);
    if (rows.push(it) === 10_000) await put();
  }
  if (rows.length > 0) await put();
  await db.none('VACUUM ANALYZE products');
  return total;
}

async function makeBodies() {
  const bodies = [];
  for (let last = 0; ;) {
    const rows = await productsAfterId(db, last, 10_000);
    if (rows.length === 0) return bodies;
    last = rows.at(-1).id;
    bodies.push(rows.map((row) => JSON.stringify(parts.documentOf(row))).join('\n'));
  }
}

function send(index, body) {
  return engine.index(index).addDocumentsFromString(body, 'application/x-ndjson', { primaryKey: 'id' });
}

/** Changes the names of the first products to a new word, in documents sent straight to the engine; s until found. */
async function bareChange(count) {
  const word = newWord();
  const rows = await productsById(db, await firstIds(count));
  const body = rows.map((row) => JSON.stringify(parts.documentOf({ ...row, name_en: word }))).join('\n');
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
  while ((await lagOf(db, (await readDelivered(db)).position)).changes > 0) await sleep(20);
  return took;
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
  const status = readFileSync(`/proc/${indexer.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)[1]) / 1024);
}
