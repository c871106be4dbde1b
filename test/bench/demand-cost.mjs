// What it costs to count what is asked for in vain:
//
//   npm run build && node test/bench/demand-cost.mjs [--data products.ndjson.gz] [--windows 24]
//
// First what counting takes of the processors by itself, 200 texts a second by the clock, every one another: it is so little
// that it drowns in the differences between two runs of searches. Then the throughput of searches that all find nothing, beside
// a gateway that does not count, at eight connections, in short windows and in turns: two windows differ by 5 %, so only the mean
// of many says something. Five minutes. Exits 1 where a target is missed.
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { connect, disconnect } from '../../dist/src/database/connect.js';
import { lacksOf } from '../../dist/src/search/lacks.js';
import { openDemand } from '../../dist/src/demand/demand.js';
import { readTyped } from '../../dist/src/search/typed.js';
import { load, median, processorMs, quantile } from './measure.mjs';
import { openSearchFixture, readOptions, report } from './search-fixture.mjs';

const TARGET = 0.03;
const RATE = 200;
const COUNTED_SECONDS = 20;
const WINDOW_SECONDS = 3;
/** Counts wait for a second at most: each window writes its own. */
const WRITTEN_MS = 1_300;
const { data, windows } = readOptions({ windows: 24 });

/** Modules in place of those that count. */
const STUBS = {
  '/demand/demand.js': 'export const openDemand = () => ({ count() {}, close: async () => {} });',
  '/search/lacks.js':
    'export const isPersonal = () => true, lackOf = () => undefined, isDemand = () => false, lacksOf = () => [];',
};
const asModule = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
const HOOKS = `const stubs = ${JSON.stringify(STUBS)};
  export async function load(url, context, next) {
    const stub = Object.entries(stubs).find(([end]) => url.endsWith(end));
    return stub ? { format: 'module', source: stub[1], shortCircuit: true } : next(url, context);
  }`;
const WITHOUT = [
  `--import=${asModule(`import { register } from 'node:module'; register(${JSON.stringify(asModule(HOOKS))});`)}`,
];

let name = 0;
const unknownName = () => `unobtain${name++} hydrochloride`;

const fixture = await openSearchFixture(data);
try {
  const { db } = fixture.parts;
  const sides = [
    await fixture.startGateway({ SEARCH_CACHE: 'off', LOG_LEVEL: 'error' }, WITHOUT),
    await fixture.startGateway({ SEARCH_CACHE: 'off', LOG_LEVEL: 'error' }),
  ];
  const paths = () =>
    Array.from({ length: 2_000 }, () => `/api/v1/products/search?q=${encodeURIComponent(unknownName())}`);
  const searchesOf = async ({ origin }) =>
    (await load({ origin, paths: paths(), seconds: WINDOW_SECONDS, connections: 8 })).rps;

  for (const side of sides) await searchesOf(side);
  const rates = [[], []];
  const losses = [];
  for (let round = 0; round < windows; round++) {
    const pair = [];
    // Whoever comes second finds the machine warmer.
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      pair[at] = await searchesOf(sides[at]);
      rates[at].push(pair[at]);
      await sleep(WRITTEN_MS);
    }
    losses.push(1 - pair[1] / pair[0]);
  }
  const { rows } = await db.one('SELECT count(*)::int AS rows FROM demand');
  if (rows < windows * WINDOW_SECONDS * 50) throw new Error(`only ${rows} names were counted`);

  const counting = await countByClock(fixture.databaseUrl);
  const search = 2_000 / median(rates[0]); // of two processors, all busy
  const percent = (part) => `${(100 * part).toFixed(1)} %`;
  report('Counting what is asked for in vain', {
    products: fixture.products,
    rows: [
      {
        measure: `processor time of counting, ${RATE} texts a second, of that of as many searches`,
        measured: percent(counting / search),
        target: `at most ${percent(TARGET)}`,
        met: counting / search <= TARGET,
        detail: `${(1_000 * counting).toFixed(0)} µs a text, gateway and database; a search ${search.toFixed(1)} ms`,
      },
      {
        measure: 'throughput at 8 connections that is lost, mean',
        measured: `${percent(mean(losses))} ± ${percent(standardError(losses))}`,
        target: `at most ${percent(TARGET)}`,
        met: mean(losses) <= TARGET,
        detail: `${median(rates[0]).toFixed(0)} searches/s without; the middle half of ${windows} pairs of windows ${[0.25, 0.75].map((part) => percent(quantile(losses, part))).join(' to ')}`,
      },
    ],
  });
} finally {
  await fixture.close();
}

/** Counts texts that were not found, as a gateway does beside its answers. @returns ms of the processors for each */
async function countByClock(url) {
  const db = connect(url, { name: 'counting' });
  const demand = openDemand(db, pino({ level: 'silent' }));
  const found = { degraded: false, best: [], hits: [] };
  const count = async (seconds) => {
    for (let n = 0; n < seconds * 20; n++) {
      for (const typed of typedTexts.splice(0, RATE / 20)) demand.count(lacksOf(typed, found));
      await sleep(50);
    }
    await sleep(WRITTEN_MS);
  };
  // A search reads its text in any case.
  const typedTexts = Array.from({ length: RATE * (COUNTED_SECONDS + 2) }, () => readTyped(unknownName()));
  await count(2);
  const spent = async () => {
    const pids = await db.map(`SELECT pid FROM pg_stat_activity WHERE application_name = 'counting'`, [], (row) => row.pid); // prettier-ignore
    const { user, system } = process.cpuUsage();
    return pids.reduce((ms, pid) => ms + processorMs(pid), (user + system) / 1_000);
  };
  const before = await spent();
  await count(COUNTED_SECONDS);
  const ms = (await spent()) - before;
  await demand.close();
  await disconnect(db);
  return ms / (RATE * COUNTED_SECONDS);
}

function mean(parts) {
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

function standardError(parts) {
  const middle = mean(parts);
  return Math.sqrt(mean(parts.map((part) => (part - middle) ** 2)) / (parts.length - 1));
}
