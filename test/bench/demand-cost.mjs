// What it costs to count what is asked for in vain, beside a gateway that does not count:
//
//   npm run build && node test/bench/demand-cost.mjs [--data products.ndjson.gz] [--rounds 6] [--rate 200]
//
// Each side is sent 200 searches a second by the clock, every one for another name that no product has, then as many as
// eight connections take; in turns, medians. Two minutes and a half. The engine knows nothing of counts: what it takes of the
// processors is part of a search, but not of the difference, which it would drown. Exits 1 where a target is missed. A machine that does
// not keep up with the clock would measure its own queues: it wants a lower --rate.
import { setTimeout as sleep } from 'node:timers/promises';
import { load, median, processorMs } from './measure.mjs';
import { openSearchFixture, readOptions, report } from './search-fixture.mjs';

const TARGET = 0.03;
const SECONDS = 5;
/** Counts wait for a second at most: they are written before the processor time is read. */
const WRITTEN_MS = 1_300;
const { data, rounds, rate } = readOptions({ rounds: 6, rate: 200 });

/** Modules in place of those that count. */
const STUBS = {
  '/demand/demand.js': 'export const openDemand = () => ({ count() {}, close: async () => {} });',
  '/demand/lacks.js':
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

const fixture = await openSearchFixture(data);
try {
  const { db } = fixture.parts;
  const sides = [
    await fixture.startGateway({ SEARCH_CACHE: 'off', LOG_LEVEL: 'error' }, WITHOUT),
    await fixture.startGateway({ SEARCH_CACHE: 'off', LOG_LEVEL: 'error' }),
  ];
  let name = 0;
  const unknown = (count) =>
    Array.from({ length: count }, () => `/api/v1/products/search?q=unobtain${name++}+hydrochloride`);
  const byClock = (origin) => load({ origin, paths: unknown(rate * SECONDS), seconds: SECONDS, rate });
  const freely = async (origin) =>
    (await load({ origin, paths: unknown(2_000), seconds: SECONDS, connections: 8 })).rps;

  for (const { origin } of sides) await freely(origin);
  const cost = [];
  const perSearch = [[], []];
  const ofEngine = [];
  const throughput = [];
  for (let round = 0; round < rounds; round++) {
    const ms = [];
    const rps = [];
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const { origin, pid } = sides[at];
      await sleep(WRITTEN_MS);
      const before = await ownMs(db, pid);
      const engineBefore = processorMs(fixture.meili.pid);
      const { rps: kept } = await byClock(origin);
      if (kept < 0.95 * rate)
        throw new Error(`${Math.round(kept)} searches a second were answered: take a lower --rate`);
      await sleep(WRITTEN_MS);
      ms[at] = ((await ownMs(db, pid)) - before) / (rate * SECONDS);
      ofEngine.push((processorMs(fixture.meili.pid) - engineBefore) / (rate * SECONDS));
      perSearch[at].push(ms[at]);
      rps[at] = await freely(origin);
    }
    cost.push((ms[1] - ms[0]) / (ms[0] + median(ofEngine)));
    throughput.push(1 - rps[1] / rps[0]);
  }
  const { rows } = await db.one('SELECT count(*)::int AS rows FROM demand');
  if (rows < rounds * rate * SECONDS) throw new Error(`only ${rows} names were counted`);
  // Whoever comes second in a round finds the machine warmer: two rounds make one measurement.
  const ofTwo = (parts) => parts.flatMap((part, i) => (i % 2 === 0 ? [] : (part + parts[i - 1]) / 2));
  const [costs, losses] = [ofTwo(cost), ofTwo(throughput)];
  const percent = (part) => `${(100 * part).toFixed(1)} %`;
  const each = (parts) => parts.map(percent).join(', ');
  report('Counting what is asked for in vain', {
    products: fixture.products,
    rows: [
      {
        measure: `processor time of a search at ${rate} a second, of all processes but the load`,
        measured: percent(median(costs)),
        target: `at most ${percent(TARGET)}`,
        met: median(costs) <= TARGET,
        detail: `${median(perSearch[0]).toFixed(2)} ms without, ${median(perSearch[1]).toFixed(2)} ms with, and ${median(ofEngine).toFixed(2)} ms of the engine; two rounds each ${each(costs)}`,
      },
      {
        measure: 'throughput at 8 connections that is lost',
        measured: percent(median(losses)),
        target: `at most ${percent(TARGET)}`,
        met: median(losses) <= TARGET,
        detail: `two rounds each ${each(losses)}`,
      },
    ],
  });
} finally {
  await fixture.close();
}

/** Processor time that a gateway and its connections to the database have taken, ms. */
async function ownMs(db, pid) {
  const backends = await db.map(
    `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'catalogue gateway%'`,
    [],
    ({ pid: backend }) => backend,
  );
  return [pid, ...backends].reduce((sum, each) => sum + processorMs(each), 0);
}
