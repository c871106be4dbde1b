// How many searches a second two engines answer against one, each engine bound to one processor:
//
//   npm run build && node test/bench/two-engines.mjs --data products.ndjson.gz [--rounds 5] [--seed 1]
//
// One gateway knows the first engine, another one both; neither caches. The same queries on 16 kept connections, in turns;
// medians. The gateway and the client take of the same processors: what the second engine could bring at most is told too.
// Exits 1 where the target is missed.
import { spawnSync } from 'node:child_process';
import http from 'node:http';
import { cpus } from 'node:os';
import { median, processorMs, random as randomNumbers } from './measure.mjs';
import { makeQueries, openSearchFixture, readOptions, report } from './search-fixture.mjs';

const TARGET = 1.7;
const QUERIES = 2_000;
const CONNECTIONS = 16;
const { data, rounds, seed } = readOptions({ rounds: 5 });

const fixture = await openSearchFixture(data, { engines: 2 });
try {
  const processors = cpus().length;
  for (const [at, { pid }] of fixture.engines.entries()) bind(pid, at % processors);
  const queries = await makeQueries(fixture.parts.db, QUERIES, randomNumbers(seed));
  const off = { SEARCH_CACHE: 'off' };
  const one = await fixture.startGateway({ ...off, MEILI_URL: fixture.engines[0].url });
  const two = await fixture.startGateway(off);
  for (const gateway of [one, two, one, two]) await run(gateway, queries);

  const sides = [one, two].map((gateway) => ({ gateway, rates: [], engineMs: 0, otherMs: 0 }));
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const spent = () => [fixture.engines.reduce((ms, { pid }) => ms + processorMs(pid), 0), processorMs(side.gateway.pid) + processorMs(process.pid)]; // prettier-ignore
      const before = spent();
      side.rates.push(await run(side.gateway, queries));
      const after = spent();
      side.engineMs += (after[0] - before[0]) / (rounds * QUERIES);
      side.otherMs += (after[1] - before[1]) / (rounds * QUERIES);
    }
  const [ofOne, ofTwo] = sides.map(({ rates }) => median(rates));
  const [{ engineMs, otherMs }] = sides;
  // With one engine its processor is the limit; with two all processors are, and the others' work is on them too.
  const most = (processors / (engineMs + otherMs)) * engineMs;
  report('Two engines against one', {
    products: fixture.products,
    rows: [
      {
        measure: 'searches a second, two engines of one',
        measured: (ofTwo / ofOne).toFixed(2),
        target: `at least ${TARGET}`,
        met: ofTwo / ofOne >= TARGET,
        detail: `${ofOne.toFixed(0)} and ${ofTwo.toFixed(0)}; a search takes ${engineMs.toFixed(2)} ms of an engine, ${otherMs.toFixed(2)} ms of gateway and client; of ${processors} processors ${Math.min(2, most).toFixed(2)} could be had`,
      },
    ],
  });
} finally {
  await fixture.close();
}

/** Lets a process and its threads run on one processor alone. */
function bind(pid, processor) {
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', String(processor), String(pid)]);
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}

/** Sends all queries. @returns searches a second */
async function run({ origin }, queries) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < queries.length) await search(origin, queries[next++], agent);
    }),
  );
  agent.destroy();
  return (queries.length / (performance.now() - begun)) * 1_000;
}

function search(origin, text, agent) {
  return new Promise((resolve, reject) => {
    const url = `${origin}/api/v1/products/search?q=${encodeURIComponent(text)}`;
    http
      .get(url, { agent }, (answer) => {
        answer.resume();
        answer.once('error', reject);
        answer.once('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${answer.statusCode}`)),
        );
      })
      .once('error', reject);
  });
}
