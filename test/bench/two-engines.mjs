// How many searches a second two engines answer against one, each engine given as much of a processor; and how soon a change is
// found while one of them is rebuilt, and then the other:
//
//   npm run build && node test/bench/two-engines.mjs --data products.ndjson.gz [--rounds 5] [--seed 1] [--size 1000000] [--share 0.5]
//
// One gateway knows the first engine, another one both; neither caches. The same queries on 16 kept connections, in turns;
// medians. The gateway and the client take of the same processors: what the second engine could bring at most is told too. On
// two processors an engine is given half of one (--share), so that the other work has one, too. --rounds 0 leaves this part out.
// While an engine is rebuilt the same searches go through both gateways, ten a second each, and their times are compared.
// Exits 1 where the target is missed.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { reindex } from '../../dist/indexer/reindex.js';
import { median, processorMs, quantile, random as randomNumbers } from './measure.mjs';
import {
  makeQueries,
  openSearchFixture,
  readOptions,
  report,
  request,
  run,
  SLIPS,
} from './search-fixture.mjs';

const TARGET = { throughput: 1.7, medianMs: 2_000, p99Ms: 5_000 };
const QUERIES = 2_000;
const CONNECTIONS = 16;
const { data, rounds, seed, size, share } = readOptions({
  rounds: 5,
  size: 0,
  share: Math.min(1, cpus().length / 4),
});

const fixture = await openSearchFixture(data, { engines: 2, size });
try {
  const processors = cpus().length;
  const release = fixture.engines.map(({ pid }) => limit(pid));
  const off = { SEARCH_CACHE: 'off' };
  const one = await fixture.startGateway({ ...off, MEILI_URL: fixture.engines[0].url });
  const two = await fixture.startGateway(off);
  const random = randomNumbers(seed);
  const mixes = {
    'what people type': await makeQueries(fixture.parts.db, QUERIES, random),
    'names with a letter left out': await makeQueries(fixture.parts.db, QUERIES, random, SLIPS),
  };
  const rows = [];
  try {
    for (const [mix, queries] of rounds > 0 ? Object.entries(mixes) : [])
      rows.push(await compare(mix, queries, [one, two], processors));
  } finally {
    for (const end of release) end();
  }
  for (const [at, engine] of fixture.all.entries())
    rows.push(...(await rebuild(engine, at + 1, [one, two], mixes['what people type'])));
  report('Two engines against one', { products: fixture.products, rows });
} finally {
  await fixture.close();
}

/** A row of the report: so many searches a second with both engines, of those with one. */
async function compare(mix, queries, gateways, processors) {
  for (const gateway of [...gateways, ...gateways]) await rateOf(gateway, queries);
  const sides = gateways.map((gateway) => ({ gateway, rates: [] }));
  const spent = ({ pid }) => ({
    engine: fixture.engines.reduce((ms, engine) => ms + processorMs(engine.pid), 0),
    others: processorMs(pid) + processorMs(process.pid),
  });
  const of = { engine: 0, others: 0 };
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const before = spent(side.gateway);
      side.rates.push(await rateOf(side.gateway, queries));
      const after = spent(side.gateway);
      for (const part of Object.keys(of))
        of[part] += (after[part] - before[part]) / (2 * rounds * queries.length);
    }
  const [ofOne, ofTwo] = sides.map(({ rates }) => median(rates));
  // With one engine its share is the limit; with two all processors are, and the others' work is on them too.
  const most = Math.min(2, (processors * of.engine) / (of.engine + of.others) / share);
  return {
    measure: `searches a second, two engines of one: ${mix}`,
    measured: (ofTwo / ofOne).toFixed(2),
    target: `at least ${TARGET.throughput}`,
    met: ofTwo / ofOne >= TARGET.throughput,
    detail: `${ofTwo.toFixed(0)} of ${ofOne.toFixed(0)}; a search takes ${of.engine.toFixed(2)} ms of an engine, ${of.others.toFixed(2)} ms of gateway and client: each engine given ${share} of a processor, of ${processors} in all: ${most.toFixed(2)} could be had`,
  };
}

/** Rows of the report: how soon a change is found through both engines while one is rebuilt, and how fast searches are. */
async function rebuild(engine, number, [one, two], queries) {
  const { db } = fixture.parts;
  const { origin } = two;
  const times = [];
  let built;
  const building = reindex([engine]).then((outcome) => (built = outcome));
  const searching = Promise.all([one, two].map((gateway) => timesOf(gateway, queries, () => built)));
  for (let n = 0; !built; n++) {
    const tag = `changed-${number}-${n}`;
    const begun = performance.now();
    await db.none('UPDATE products SET tags = $1 WHERE id = (SELECT min(id) + $2 FROM products)', [tag, n]);
    while (!(await findsTag(origin, tag))) await sleep(20);
    times.push(performance.now() - begun);
    await sleep(200);
  }
  await building;
  const [ofOne, ofTwo] = await searching;
  const detail = `${times.length} changes, the slowest after ${(Math.max(...times) / 1_000).toFixed(1)} s; rebuilt in ${built.seconds.toFixed(0)} s`;
  const row = (what, ms, most) => ({
    measure: `a change found while engine ${number} is rebuilt, ${what}, s`,
    measured: (ms / 1_000).toFixed(1),
    target: `at most ${most / 1_000}`,
    met: ms <= most,
    detail,
  });
  const rows = [
    row('median', median(times), TARGET.medianMs),
    row('p99', quantile(times, 0.99), TARGET.p99Ms),
    ...[0.5, 0.95].map((share) => slower(number, share, ofOne, ofTwo)),
  ];
  for (const each of rows) process.stderr.write(`${each.measure}: ${each.measured} (${each.detail})\n`);
  return rows;
}

/** A row of the report: the time of searches of a gateway of two engines, of those of a gateway of the first one alone. */
function slower(number, share, ofOne, ofTwo) {
  const [first, both] = [ofOne, ofTwo].map(({ times }) => quantile(times, share));
  return {
    measure: `searches while engine ${number} is rebuilt, two engines of the first alone, p${share * 100}`,
    measured: (both / first).toFixed(2),
    target: 'at most 1',
    met: both <= first && ofTwo.degraded === 0,
    detail: `${both.toFixed(0)} of ${first.toFixed(0)} ms, ${ofTwo.times.length} and ${ofOne.times.length} searches; ${ofTwo.degraded} and ${ofOne.degraded} of them were degraded`,
  };
}

/** Sends ten searches a second, each after the answer of the one before, until an end. @returns their times, ms, and how many the database answered */
async function timesOf({ origin }, queries, isOver) {
  const times = [];
  let degraded = 0;
  for (let n = 0; !isOver(); n++) {
    const begun = performance.now();
    const text = encodeURIComponent(queries[n % queries.length]);
    const answer = await fetch(`${origin}/api/v1/products/search?q=${text}`);
    if ((await answer.json()).degraded) degraded++;
    times.push(performance.now() - begun);
    await sleep(Math.max(0, 100 - (performance.now() - begun)));
  }
  return { times, degraded };
}

async function findsTag(origin, tag) {
  const answer = await fetch(`${origin}/api/v1/products/search?tag=${tag}`);
  const { total, degraded } = await answer.json();
  if (degraded) throw new Error('A search was degraded.');
  return total === 1;
}

/** Gives a process and its threads that much of a processor (cgroup, version 1 or 2). @returns ends that */
function limit(pid) {
  const period = 10_000;
  const quota = Math.round(share * period);
  const isOld = existsSync('/sys/fs/cgroup/cpu');
  const root = isOld ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup';
  const group = `${root}/catalogue-bench-${pid}`;
  if (!isOld) writeFileSync(`${root}/cgroup.subtree_control`, '+cpu');
  mkdirSync(group);
  if (isOld) {
    writeFileSync(`${group}/cpu.cfs_period_us`, String(period));
    writeFileSync(`${group}/cpu.cfs_quota_us`, String(quota));
  } else writeFileSync(`${group}/cpu.max`, `${quota} ${period}`);
  writeFileSync(`${group}/cgroup.procs`, String(pid));
  return () => {
    writeFileSync(`${root}/cgroup.procs`, String(pid));
    rmdirSync(group);
  };
}

/** Sends all queries through a gateway. @returns searches a second */
async function rateOf({ origin }, queries) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const search = (text) =>
    request(`${origin}/api/v1/products/search?q=${encodeURIComponent(text)}`, { agent });
  const ms = await run(search, queries, agent);
  agent.destroy();
  return (queries.length / ms) * 1_000;
}
