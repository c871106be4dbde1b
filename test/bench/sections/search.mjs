// Search through the service beside one search of a plain engine that holds the same products.
import { once } from 'node:events';
import { Agent, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { Meilisearch } from 'meilisearch';
import { random } from '../../support/mulberry.mjs';
import { median, processorMs } from '../measure.mjs';
import { fillIndex, isIndexed } from './index.mjs';

const QUERIES = 1_000;
const PAGE = 20;

/** What people type, made from a product: numbers, names, beginnings and parts of names, slips. */
const TYPED = [
  ({ cas }) => cas,
  ({ cas }) => cas.replaceAll('-', ''),
  ({ cas }) => cas.slice(0, 6),
  ({ code }) => code,
  ({ formula }) => formula,
  ({ name_en: name }) => name,
  ({ name_en: name }) => name?.toLowerCase().slice(0, Math.ceil(name.length * 0.6)),
  ({ name_en: name }) => name?.slice(0, 8),
  ({ name_en: name }) => name && name.slice(0, 4) + name.slice(5),
  ({ name_cn: name }) => name,
  ({ name_cn: name }) => /\p{Script=Han}{2,}/u.exec(name)?.[0].slice(0, 3),
  ({ synonyms }, pick) => pick(synonyms?.split(';') ?? []),
];

/** Texts of all these kinds in turn, made from products of the catalogue, all different; fewer where a small one has no more. */
export async function someQueries(stack, database, count = 100) {
  const chance = random(1);
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const rows = await stack.sql(
    database,
    `SELECT code, name_cn, name_en, synonyms, cas, formula FROM products
      WHERE id % (SELECT count(*) / 100000 + 1 FROM products) = 0 ORDER BY id`,
  );
  const queries = new Set();
  for (let n = 0; queries.size < count && n < 50 * count; n++) {
    const query = TYPED[n % TYPED.length](pick(rows), pick)?.trim();
    if (query && query !== 'N/A' && query !== 'NA') queries.add(query);
  }
  return [...queries];
}

export const searching = {
  name: 'search',
  title: 'Search',
  about: `GET /products/search, ${PAGE} products: names, beginnings and parts of names, slips, CAS numbers, codes and formulas, of which each is asked once. Beside it: one search for the same text in an engine that was started with no flags of ours, and holds the same products with its own settings, so that all fields are searched. In turns, over as many connections.`,
  async run(bench, { size, database }) {
    const { stack, rounds } = bench;
    if (!isIndexed(stack, database)) await fillIndex(stack, database);
    const env = { ...(await stack.searchEnv(database)), OPSIN_JAR: 'off' };
    const plain = await stack.startPlainEngine();
    // A gateway keeps what it found only beside an indexer that tells it how far the index is.
    const indexer = await stack.startIndexer(database);
    const start = (SEARCH_CACHE) => stack.startGateway(database, { ...env, SEARCH_CACHE });
    const [off, on] = [await start('off'), await start('on')];
    try {
      await fillPlain(stack, database, plain);
      const queries = await someQueries(stack, database, QUERIES * (2 * rounds + 1));
      const through =
        ({ origin }) =>
        (q, agent) =>
          send(`${origin}/api/v1/products/search?q=${encodeURIComponent(q)}`, { agent });
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${plain.key}` };
      const direct = (q, agent) =>
        send(
          `${plain.url}/indexes/plain/search`,
          { agent, method: 'POST', headers },
          JSON.stringify({ q, limit: PAGE }),
        );
      const fresh = () => [queries.splice(0, QUERIES)];
      // Until the compiler has seen enough of it, a search takes the gateway half as much time again.
      await alternate([direct, through(off)], fresh(), 8);
      const one = await alternate([direct, through(off)], Array.from({ length: rounds }, fresh).flat(), 1, 1);
      const [bare, ours] = [0, 1].map((side) => median(one.map((round) => round[side])));
      const beside = 'one search of a plain engine';
      bench.row('one connection, mean', size, ours, 'ms', { beside, besideValue: bare });
      const taken = () => [off, plain].map(({ pid }) => processorMs(pid));
      const before = taken();
      const eight = await alternate([direct, through(off)], Array.from({ length: rounds }, fresh).flat(), 8);
      const [gatewayMs, plainMs] = taken().map((ms, at) => (ms - before[at]) / (rounds * QUERIES));
      bench.row('processor time of a gateway for a search', size, gatewayMs, 'ms', {
        beside,
        besideValue: plainMs,
      });
      const mix = await alternate(
        [direct, through(on)],
        Array(rounds).fill(zipfOf(await someQueries(stack, database, QUERIES))),
        8,
      );
      for (const [what, measured] of [
        ['8 connections', eight],
        [`8 connections, cache on, Zipf mix of ${QUERIES} texts`, mix],
      ]) {
        const [besideValue, value] = [0, 1].map(
          (side) => 1_000 / median(measured.map((round) => round[side])),
        );
        bench.row(what, size, value, 'searches/s', {
          beside,
          besideValue,
          target: { least: measured === mix ? 5 : 0.6 },
        });
      }
    } finally {
      await Promise.all([off, on, indexer, plain].map((each) => each.stop()));
    }
  },
};

/** Sends the products to a plain engine as they are, with no settings. */
async function fillPlain(stack, database, { url, key }) {
  const engine = new Meilisearch({ host: url, apiKey: key });
  const rows = await stack.sql(
    database,
    `SELECT string_agg(row_to_json(product)::text, E'\\n') AS body
       FROM (SELECT id, code, name_cn, name_en, synonyms, cas, formula, mw, category, series, status, description, description_en, tags
               FROM products) AS product GROUP BY id / 10000`,
  );
  for (const { body } of rows) {
    const task = await engine
      .index('plain')
      .addDocumentsFromString(body, 'application/x-ndjson', { primaryKey: 'id' });
    await engine.tasks.waitForTask(task.taskUid, { timeout: 3_600_000 });
  }
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
 * Asks the texts of each round on so many kept connections a side, in turns: the machine's speed drifts within seconds, and a
 * side that had a whole round to itself was told from the other by luck.
 * @returns for each round the ms a text of each side
 */
async function alternate(sides, texts, connections, atOnce = 200) {
  const agents = sides.map(() => new Agent({ keepAlive: true, maxSockets: connections }));
  const measured = [];
  for (const round of texts) {
    const times = [0, 0];
    for (let from = 0, turn = 0; from < round.length; from += atOnce, turn++) {
      for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const rest = round.slice(from, from + atOnce);
        const begun = performance.now();
        await Promise.all(
          Array.from({ length: connections }, async () => {
            for (let q = rest.shift(); q !== undefined; q = rest.shift()) await sides[at](q, agents[at]);
          }),
        );
        times[at] += performance.now() - begun;
      }
    }
    measured.push(times.map((ms) => ms / round.length));
  }
  for (const agent of agents) agent.destroy();
  return measured;
}

/** Four times as many texts, of which the n-th is asked for 1/n as often as the first. */
function zipfOf(queries) {
  const chance = random(1);
  let sum = 0;
  const upTo = queries.map((_, n) => (sum += 1 / (n + 1)));
  return Array.from({ length: 4 * queries.length }, () => {
    const at = chance() * sum;
    return queries[upTo.findIndex((bound) => bound >= at)];
  });
}
