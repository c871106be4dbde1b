// What the measurements of search and of the indexer have in common: servers of their own over the products of a file,
// and how they tell their results.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { reindex } from '../../dist/indexer/reindex.js';
import { closeContext, openContext } from '../../dist/indexer/context.js';
import { startMeilisearch, stopMeilisearch } from '../../dist/infra/embedded/meilisearch.js';
import { makeSecret, startPostgres, stopPostgres } from '../../dist/infra/embedded/postgres.js';
import { loadConfig } from '../../dist/src/config.js';
import { migrate } from '../../dist/src/database/migrate.js';
import { fillCatalogue, readProducts } from './catalogue.mjs';
import { nodeFlags } from './stack.mjs';

const here = (path) => new URL(path, import.meta.url).pathname;

/** `--data FILE --seed N`, and what else a bench names with its usual number. Without a file: the 5,000 products of the tests. */
export function readOptions(usual) {
  const numbers = Object.entries({ seed: 1, ...usual });
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: here('../data/products-5000.ndjson.gz') },
      ...Object.fromEntries(
        numbers.map(([name, number]) => [name, { type: 'string', default: String(number) }]),
      ),
    },
  });
  return { data: values.data, ...Object.fromEntries(numbers.map(([name]) => [name, Number(values[name])])) };
}

/**
 * Postgres with the products of a file, an engine and an indexer beside it, the index filled.
 * @param size so many products multiplied from those of the file; 0: as they are
 */
export async function openSearchFixture(data, { size = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-bench-'));
  const masterKey = makeSecret();
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    password: makeSecret(),
  });
  const engineFolder = join(folder, 'engine');
  const meili = await startMeilisearch({ folder: engineFolder, logFile: `${engineFolder}.log`, masterKey });
  const environment = { DATABASE_URL: postgres.url, MEILI_URL: meili.url, MEILI_KEY: masterKey };
  const parts = openContext(loadConfig(environment), pino({ level: 'warn' }));
  const children = [];
  const start = async (program, { flags = [], env = {} } = {}) => {
    const child = fork(here(`../../dist/${program}`), {
      execArgv: flags,
      env: { PATH: process.env.PATH, ...environment, DATA_DIR: folder, LOG_LEVEL: 'warn', ...env },
    });
    children.push(child);
    const [message] = await once(child, 'message');
    return { pid: child.pid, origin: message.listening };
  };
  const close = async () => {
    for (const child of children) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
    await closeContext(parts);
    await stopMeilisearch(engineFolder, 5_000);
    await stopPostgres(join(folder, 'postgres'), 5_000);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url);
    if (size > 0) await fillCatalogue(postgres.url, { size, originals: await readProducts(data), seed: 1 });
    const products = size || (await load(parts.db, data));
    await reindex(parts);
    const indexer = await start('indexer/main.js', { flags: nodeFlags('indexer') });
    return {
      parts,
      meili: { ...meili, key: masterKey },
      databaseUrl: postgres.url,
      products,
      indexer,
      /** A gateway as `npm run gateway` starts it, with no limit of reads. @param env of its configuration */
      startGateway: (env, flags = []) =>
        start('src/main.js', {
          flags: [...nodeFlags('gateway'), ...flags],
          env: { PORT: '0', RATE_LIMIT: 'off', ...env },
        }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function load(db, file) {
  const cut = (text, max) => (text ? Array.from(text).slice(0, max).join('') : null);
  const bounds = { name_cn: 200, name_en: 200, synonyms: 300, formula: 60 };
  const products = await readProducts(file);
  for (const it of products)
    for (const [field, max] of Object.entries(bounds)) it[field] = cut(it[field], max);
  for (let at = 0; at < products.length; at += 10_000)
    await db.none(
      `INSERT INTO products (code, name_cn, name_en, synonyms, cas, formula, mw, source)
       SELECT code, name_cn, name_en, synonyms, coalesce(cas, 'N/A'), formula, mw, 'bench'
         FROM json_to_recordset($1:json) AS r (code text, name_cn text, name_en text, synonyms text, cas text, formula text, mw float8)`,
      [products.slice(at, at + 10_000)],
    );
  await db.none('VACUUM ANALYZE products');
  return products.length;
}

/** What people type, made from a product: numbers, names, parts of names, slips. */
const TYPED = [
  ({ cas }) => cas,
  ({ cas }) => cas.replaceAll('-', ''),
  ({ cas }) => cas.slice(0, 6),
  ({ code }) => code,
  ({ formula }) => formula,
  ({ name_en: name }) => name,
  ({ name_en: name }) => name?.toLowerCase().slice(0, Math.ceil(name.length * 0.6)),
  ({ name_en: name }) => name?.slice(0, 4) + (name?.slice(5) ?? ''),
  ({ name_cn: name }) => name,
  ({ name_cn: name }) => /\p{Script=Han}{2,}/u.exec(name)?.[0].slice(0, 3),
  ({ synonyms }, pick) => pick(synonyms?.split(';') ?? []),
];
/** Names with a letter left out: nothing takes an engine longer. */
export const SLIPS = [({ name_en: name }) => name?.slice(0, 6) + (name?.slice(7) ?? '')];

/** So many texts made from some 100,000 products of the catalogue, all different. */
export async function makeQueries(db, count, random, kinds = TYPED) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const rows = await db.any(
    `SELECT code, name_cn, name_en, synonyms, cas, formula FROM products
      WHERE id % (SELECT count(*) / 100000 + 1 FROM products) = 0 ORDER BY id`,
  );
  const queries = new Set();
  while (queries.size < count) {
    const query = kinds[queries.size % kinds.length](pick(rows), pick)?.trim();
    if (query && query !== 'N/A' && query !== 'NA') queries.add(query);
  }
  return [...queries];
}

/** Sends a request and reads its answer. @throws where that is not 200 */
export function request(url, { agent, method = 'GET', headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const length = body && { 'Content-Length': body.length };
    const sent = http.request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      answer.resume();
      answer.once('error', reject);
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${answer.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Sends the queries one after another on each of the agent's connections. @returns ms */
export async function run(side, order, agent) {
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: agent.maxSockets }, async () => {
      while (next < order.length) await side(order[next++], agent);
    }),
  );
  return performance.now() - begun;
}

/**
 * Prints a table in Markdown, then all of it as JSON on one line. Ends with 1 where a target is missed.
 * @param rows `{measure, measured, target?, met?, detail?}`
 */
export function report(title, { products, rows }) {
  const machine = `${cpus().length} x ${cpus()[0].model}, load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}, node ${process.version}`;
  const lines = [
    `### ${title}`,
    '',
    '| measure | measured | target | met | detail |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ measure, measured, target = '', met, detail = '' }) =>
        `| ${measure} | ${measured} | ${target} | ${met === undefined ? '' : met ? 'yes' : 'no'} | ${detail} |`,
    ),
    '',
    `${products} products; ${machine}`,
    '',
    JSON.stringify({ title, products, machine, rows }),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;
}
