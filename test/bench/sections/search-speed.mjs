// What the gateway adds to a search, beside the very same requests sent to the engine directly.
import { once } from 'node:events';
import { createServer, Agent, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { median, processorMs, random } from '../measure.mjs';
import { fillIndex, isIndexed } from './index.mjs';

const QUERIES = 1_000;

/** What people type, made from a product: numbers, names, parts of names, slips. */
const TYPED = [
  ({ cas }) => cas,
  ({ cas }) => cas.replaceAll('-', ''),
  ({ cas }) => cas.slice(0, 6),
  ({ code }) => code,
  ({ formula }) => formula,
  ({ name_en: name }) => name,
  ({ name_en: name }) => name?.toLowerCase().slice(0, Math.ceil(name.length * 0.6)),
  ({ name_en: name }) => name && name.slice(0, 4) + name.slice(5),
  ({ name_cn: name }) => name,
  ({ name_cn: name }) => /\p{Script=Han}{2,}/u.exec(name)?.[0].slice(0, 3),
  ({ synonyms }, pick) => pick(synonyms?.split(';') ?? []),
];

export const searchSpeed = {
  name: 'search-speed',
  title: 'Search beside the engine',
  about: `GET /products/search on the smallest catalogue: ${QUERIES.toLocaleString('en')} texts of all kinds. Beside it: what the gateway sends to the engine for each of them, sent there directly, over as many connections, in turns.`,
  async runOnAll(bench, [catalogue]) {
    const { stack, rounds } = bench;
    const { database, size } = catalogue;
    if (!isIndexed(stack, database)) await fillIndex(stack, database);
    const env = await stack.searchEnv(database);
    // A gateway keeps what it found only beside an indexer that tells it how far the index is.
    const indexer = await stack.startIndexer(database);
    const chance = random(1);
    const queries = await makeQueries(stack, database, chance);
    const paths = queries.map((query) => `/api/v1/products/search?q=${encodeURIComponent(query)}`);
    const sent = await recordSearches(stack, database, paths);
    const engine = { pid: (await stack.engine()).pid };
    const start = (SEARCH_CACHE) => stack.startGateway(database, { ...env, SEARCH_CACHE, OPSIN_JAR: 'off' });
    const [off, on] = [await start('off'), await start('on')];
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${env.MEILI_KEY}` };
    const direct = async (i, agent) => {
      for (const { path, body } of sent[i])
        await send(`${env.MEILI_URL}${path}`, { agent, method: 'POST', headers }, body);
    };
    const through = ({ origin }) => (i, agent) => send(origin + paths[i], { agent });
    try {
      const all = queries.map((_, i) => i);
      // Until the compiler has seen enough of it, a search takes the gateway half as much time again.
      await alternate([direct, through(off)], all, 8, 4);
      const one = await alternate([direct, through(off)], all, 1, rounds, 1);
      const [bare, ours] = [0, 1].map((side) => median(one.map((round) => round[side])));
      bench.row('one connection, mean', size, ours, 'ms', { beside: 'the engine directly', besideValue: bare });
      bench.row('added by the gateway', size, ours - bare, 'ms', { target: { of: 'value', most: 1.5 } });
      const before = { gateway: processorMs(off.pid), engine: processorMs(engine.pid) };
      const eight = await alternate([direct, through(off)], all, 8, rounds);
      const gatewayMs = (processorMs(off.pid) - before.gateway) / (rounds * QUERIES);
      const engineMs = (processorMs(engine.pid) - before.engine) / (2 * rounds * QUERIES);
      bench.row('processor time of a search', size, gatewayMs, 'ms', { beside: 'engine', besideValue: engineMs });
      const mix = await alternate([direct, through(on)], zipfOf(4 * QUERIES, chance), 8, rounds);
      for (const [what, measured, least] of [
        ['8 connections, cache off', eight, 0.85],
        [`8 connections, cache on, Zipf mix of ${QUERIES} texts`, mix, 5],
      ]) {
        const [besideValue, value] = [0, 1].map((side) => 1_000 / median(measured.map((round) => round[side])));
        bench.row(what, size, value, 'searches/s', { beside: 'the engine directly', besideValue, target: { least } });
      }
    } finally {
      await Promise.all([off, on, indexer].map((each) => each.stop()));
    }
  },
}; // prettier-ignore

/** Texts made from products of the catalogue, all different. */
async function makeQueries(stack, database, chance) {
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const rows = await stack.sql(
    database,
    `SELECT code, name_cn, name_en, synonyms, cas, formula FROM products
      WHERE id % (SELECT count(*) / 100000 + 1 FROM products) = 0 ORDER BY id`,
  );
  const queries = new Set();
  while (queries.size < QUERIES) {
    const query = TYPED[queries.size % TYPED.length](pick(rows), pick)?.trim();
    if (query && query !== 'N/A' && query !== 'NA') queries.add(query);
  }
  return [...queries];
}

/** What a gateway sends to the engine for each path, taken down on the way. */
async function recordSearches(stack, database, paths) {
  const { url, key } = await stack.engine();
  let taken = [];
  const recorder = createServer((req, res) => {
    void text(req).then(async (body) => {
      if (req.method === 'POST') taken.push({ path: req.url, body });
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const answer = await fetch(url + req.url, { method: req.method, headers, ...(body && { body }) });
      res.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
    });
  });
  await once(recorder.listen(0, '127.0.0.1'), 'listening');
  const gateway = await stack.startGateway(database, {
    MEILI_URL: `http://127.0.0.1:${recorder.address().port}`,
    MEILI_KEY: key,
    MEILI_INDEX: database,
    SEARCH_CACHE: 'off',
  });
  const sent = [];
  try {
    for (const path of paths) {
      taken = [];
      await send(gateway.origin + path, {});
      sent.push(taken);
    }
  } finally {
    await gateway.stop();
    recorder.close();
  }
  return sent;
}

/** Sends a request and reads its answer. @throws where that is not 200 */
async function send(url, options, body) {
  const length = body && { 'Content-Length': Buffer.byteLength(body) };
  const sent = ask(url, { ...options, headers: { ...options.headers, ...length } });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
}

/**
 * The queries on so many kept connections a side, in turns: the machine's speed drifts within seconds, and a side that had
 * a whole round to itself was told from the other by luck.
 * @returns for each round the ms a query of each side
 */
async function alternate(sides, order, connections, rounds, atOnce = 200) {
  const agents = sides.map(() => new Agent({ keepAlive: true, maxSockets: connections }));
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const times = [0, 0];
    for (let from = 0, turn = round; from < order.length; from += atOnce, turn++) {
      for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const rest = order.slice(from, from + atOnce);
        const begun = performance.now();
        await Promise.all(
          Array.from({ length: connections }, async () => {
            for (let i = rest.shift(); i !== undefined; i = rest.shift()) await sides[at](i, agents[at]);
          }),
        );
        times[at] += performance.now() - begun;
      }
    }
    measured.push(times.map((ms) => ms / order.length));
  }
  for (const agent of agents) agent.destroy();
  return measured;
}

/** So many queries, the n-th asked for 1/n as often as the first. */
function zipfOf(length, chance) {
  let sum = 0;
  const upTo = Array.from({ length: QUERIES }, (_, n) => (sum += 1 / (n + 1)));
  return Array.from({ length }, () => {
    const at = chance() * sum;
    return upTo.findIndex((bound) => bound >= at);
  });
}
