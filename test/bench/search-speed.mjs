// What the gateway adds to a search, beside the very same multi-search sent to Meilisearch directly:
//
//   npm run build && node test/bench/search-speed.mjs --data products.ndjson.gz [--rounds 5] [--seed 1]
//
// Servers of its own, the same queries on the same number of kept connections from the same client, in turns; medians.
// Exits 1 where a target is missed. PROFILE=folder writes processor profiles of the gateways there.
import http from 'node:http';
import { openEngine } from '../../dist/src/engines/engine.js';
import { find } from '../../dist/src/search/find.js';
import { otherNames } from '../../dist/src/search/other-names.js';
import { parentIn, plan } from '../../dist/src/search/plan.js';
import { readTyped } from '../../dist/src/search/typed.js';
import { median, processorMs, quantile, random as randomNumbers } from './measure.mjs';
import { makeQueries, openSearchFixture, readOptions, report, request, run } from './search-fixture.mjs';

const TARGET = { addedMs: 1.5, throughput: 0.85, cached: 5 };
const { data, rounds, seed } = readOptions({ rounds: 7 });
const QUERIES = 1_000;
const random = randomNumbers(seed);
/** The catalogue is searched without aliases. */
const noDictionary = async () => new Map();
const profile = process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : [];

const fixture = await openSearchFixture(data);
try {
  const queries = await makeQueries(fixture.parts.db, QUERIES, random);
  const direct = await directSide(queries);
  const off = await fixture.startGateway({ SEARCH_CACHE: 'off' }, profile);
  const on = await fixture.startGateway({ SEARCH_CACHE: 'on' }, profile);
  const uncached = gatewaySide(off, queries);
  const cached = gatewaySide(on, queries);
  const all = queries.map((_, i) => i);
  // Until the compiler has seen enough of it, a search takes the gateway half as much time again.
  const warming = new http.Agent({ keepAlive: true, maxSockets: 8 });
  for (let turn = 0; turn < 4; turn++) for (const side of [direct, uncached]) await run(side, all, warming);
  warming.destroy();

  const one = await inTurns([direct, uncached], all);
  const work = { gateway: processorMs(off.pid), engine: processorMs(fixture.meili.pid) };
  const eight = await alternate([direct, uncached], all, 8);
  const gatewayMs = (processorMs(off.pid) - work.gateway) / (rounds * QUERIES);
  const engineMs = (processorMs(fixture.meili.pid) - work.engine) / (2 * rounds * QUERIES);
  const mix = await alternate([direct, cached], zipfOf(4 * QUERIES), 8);

  const p = (side, part) => quantile(one[side], part);
  const added = p(1, 0.5) - p(0, 0.5);
  const throughput = eight.map(([bare, ours]) => ours / bare);
  const speedup = mix.map(([bare, ours]) => ours / bare);
  const rate = (some, side) => Math.round(median(some.map((round) => round[side])));
  const each = (numbers, digits) => numbers.map((n) => n.toFixed(digits)).join(', ');
  report('Search through the gateway beside Meilisearch itself', {
    products: fixture.products,
    rows: [
      {
        measure: 'added to p50 at 1 connection, ms',
        measured: added.toFixed(2),
        target: `at most ${TARGET.addedMs}`,
        met: added <= TARGET.addedMs,
        detail: `p50 ${p(0, 0.5).toFixed(1)} direct, ${p(1, 0.5).toFixed(1)} gateway; p95 ${p(0, 0.95).toFixed(1)}, ${p(1, 0.95).toFixed(1)}`,
      },
      {
        measure: 'throughput at 8 connections, cache off, of direct',
        measured: median(throughput).toFixed(2),
        target: `at least ${TARGET.throughput}`,
        met: median(throughput) >= TARGET.throughput,
        detail: `searches/s ${rate(eight, 0)} direct, ${rate(eight, 1)} gateway; rounds ${each(throughput, 2)}; processor time a search ${engineMs.toFixed(2)} ms engine, ${gatewayMs.toFixed(2)} ms gateway`,
      },
      {
        measure: `throughput at 8 connections, cache on, Zipf mix of ${QUERIES} queries, of direct`,
        measured: median(speedup).toFixed(1),
        target: `at least ${TARGET.cached}`,
        met: median(speedup) >= TARGET.cached,
        detail: `searches/s ${rate(mix, 0)} direct, ${rate(mix, 1)} gateway; rounds ${each(speedup, 1)} (the first began with an empty cache)`,
      },
    ],
  });
} finally {
  await fixture.close();
}

/** The searches that the gateway sends for each query, as they go over the wire. */
async function directSide(queries) {
  const { url, key } = fixture.meili;
  const { uid } = fixture.parts;
  const engine = openEngine({ url, key, index: uid });
  const bodies = [];
  for (const text of queries) {
    const sent = [];
    const recording = {
      ...engine,
      search(searches, until) {
        sent.push(JSON.stringify({ queries: searches.map((search) => ({ indexUid: uid, ...search })) }));
        return engine.search(searches, until);
      },
    };
    const typed = readTyped(text);
    const parent = parentIn(typed);
    const until = performance.now() + 10_000;
    const alsoCalled = parent ? await otherNames(recording, parent, until, noDictionary) : [];
    const request = { typed, filters: {}, page: { offset: 0, limit: 20 } };
    await find(recording, plan(typed, alsoCalled), request, until);
    bodies.push(sent);
  }
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  return async (i, agent) => {
    for (const body of bodies[i])
      await request(`${url}/multi-search`, { agent, method: 'POST', headers, body: Buffer.from(body) });
  };
}

function gatewaySide({ origin }, queries) {
  const paths = queries.map((query) => `${origin}/api/v1/products/search?q=${encodeURIComponent(query)}`);
  return (i, agent) => request(paths[i], { agent });
}

/** Each query on the one side and then on the other, a connection each. @returns ms of each side's answers */
async function inTurns(sides, order) {
  const agents = sides.map(() => new http.Agent({ keepAlive: true, maxSockets: 1 }));
  const times = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const i of order) {
      for (const at of (i + round) % 2 === 0 ? [0, 1] : [1, 0]) {
        const started = performance.now();
        await sides[at](i, agents[at]);
        times[at].push(performance.now() - started);
      }
    }
  }
  for (const agent of agents) agent.destroy();
  return times;
}

/**
 * The queries on so many kept connections a side, in turns of 200: the machine's speed drifts within seconds, and a side
 * that had a whole round to itself was told from the other by luck.
 * @returns for each round the searches/s of each side
 */
async function alternate(sides, order, connections) {
  const agents = sides.map(() => new http.Agent({ keepAlive: true, maxSockets: connections }));
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const times = [0, 0];
    for (let from = 0, turn = round; from < order.length; from += 200, turn++) {
      const some = order.slice(from, from + 200);
      for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) times[at] += await run(sides[at], some, agents[at]);
    }
    measured.push(times.map((ms) => (order.length / ms) * 1_000));
  }
  for (const agent of agents) agent.destroy();
  return measured;
}

/** So many queries by their popularity: the n-th is asked for 1/n as often as the first. */
function zipfOf(length) {
  let sum = 0;
  const upTo = Array.from({ length: QUERIES }, (_, n) => (sum += 1 / (n + 1)));
  return Array.from({ length }, () => {
    const at = random() * sum;
    return upTo.findIndex((bound) => bound >= at);
  });
}
