// The search by structure over HTTP, and what structures cost: room in the database, memory, turns of the event loop.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeContext } from '../../../dist/indexer/context.js';
import { migrate } from '../../../dist/src/platform/database/migrate.js';
import { generate } from '../catalogue.mjs';
import { median, quantile, timed } from '../measure.mjs';
import { memoryOf } from '../stack.mjs';
// From what is in nearly every product to what is in none: groups as SMILES, patterns as SMARTS.
import LOOKED_FOR from '../structure-queries.json' with { type: 'json' };
import { deleteIndex, openIndexer, settled } from './index.mjs';
import { writeLines } from './ingest.mjs';
import { importOnce } from './writes.mjs';

const DATABASE = 'bench_structures';

export const structures = {
  name: 'structures',
  title: 'Structures',
  about:
    'The products of `--data` with their structures. GET /products/search/structure over HTTP, one at a time; what they take beside the products; and the longest turn of the gateway’s event loop under four such searches at once, pages of 200, with words, filters and facets. The first searches by words load the dictionary of pinyin and compile patterns, once.',
  async runOnAll(bench, catalogues) {
    const [{ originals }] = catalogues;
    const drawn = originals.filter(({ smiles }) => smiles);
    if (drawn.length === 0) return;
    await measure(bench, drawn, {
      count: drawn.length,
      products: drawn,
      byWords: true,
      median: 50,
      p99: 500,
    });
    for (const { count } of catalogues.filter((each) => each.count >= 1_000_000))
      await measure(bench, drawn, { count, products: copies(drawn, count), median: 150, p99: 1_000 });
  },
};

/** Products multiplied from the drawn ones, each copy with the structure of its original. */
function* copies(drawn, count) {
  let n = 0;
  for (const product of generate(drawn, 0, count))
    yield { ...product, smiles: drawn[n++ % drawn.length].smiles };
}

// prettier-ignore
async function measure(bench, drawn, { count, products, byWords = false, ...most }) {
  const { stack } = bench;
  const size = String(count);
  await stack.sql('postgres', `CREATE DATABASE ${DATABASE}`);
  const url = stack.urlOf(DATABASE);
  await migrate(url);
  await importOnce(url, writeLines(stack, 'structures', products));
  const parts = byWords && (await index(stack));
  const watched = ['--import', new URL('../longest-turn.mjs', import.meta.url).href];
  const gateway = await stack.startGateway(DATABASE, await stack.searchEnv(DATABASE), watched);
  try {
    await sleep(5_000);
    const atRest = memoryOf(gateway.pid);
    const ready = await timed(() => untilWhole(gateway.origin));
    const [library] = childrenOf(gateway.pid, 'library-process');
    bench.row('the library has read them all, first search', size, ready / 1000, 's');

    const small = drawn.filter(({ smiles }) => smiles.length < 25);
    const picked = (length) => Array.from({ length }, (_, i) => small[Math.floor((i * small.length) / length)].smiles);
    const asked = {
      substructure: [
        ...LOOKED_FOR.groups.map((smiles) => ({ smiles })),
        ...LOOKED_FOR.patterns.map((smarts) => ({ smarts })),
        ...picked(300 - LOOKED_FOR.groups.length - LOOKED_FOR.patterns.length).map((smiles) => ({ smiles })),
      ],
      exact: picked(300).map((smiles) => ({ smiles })),
      similarity: picked(100).map((smiles) => ({ smiles, threshold: 0.5 })),
    };
    for (const [mode, queries] of Object.entries(asked)) {
      const took = [];
      for (const query of queries) took.push(await timed(() => search(gateway.origin, { mode, ...query })));
      for (const [what, value] of [['median', median(took)], ['p99', quantile(took, 0.99)]]) {
        const target = mode === 'substructure' && { target: { of: 'value', most: most[what] } };
        bench.row(`${mode}, ${queries.length} searches, ${what}`, size, value, 'ms', { ...target });
      }
    }

    if (byWords) await watchEventLoop(bench, gateway, asked, size);
    for (const { name, mb } of await sizesOf(stack)) bench.row(`${name}, with its indexes`, size, mb, 'MB');
    bench.row('memory of the gateway before the first search', size, atRest, 'MB');
    bench.row('after all of them, at most', size, memoryOf(gateway.pid, 'VmHWM'), 'MB');
    bench.row('the library’s process', size, memoryOf(library), 'MB');
  } finally {
    await gateway.stop();
    if (parts) {
      await deleteIndex(parts.meili, DATABASE);
      await closeContext(parts);
    }
    await stack.sql('postgres', `DROP DATABASE ${DATABASE} WITH (FORCE)`);
  }
}

/** Searches by words ask the engine; those by structure alone do not. */
async function index(stack) {
  const indexer = await stack.startIndexer(DATABASE);
  const parts = await openIndexer(stack, DATABASE);
  await settled(parts);
  await indexer.stop();
  return parts;
}

// prettier-ignore
async function watchEventLoop(bench, gateway, asked, size) {
  const word = { page_size: 200, facets: true, q: 'acid' };
  const rest = [
    ...asked.substructure.map((query, i) => ({ mode: 'substructure', page_size: 200, facets: true, ...query, ...(i % 3 === 0 && word) })),
    ...asked.similarity.map((query) => ({ mode: 'similarity', page_size: 200, facets: true, ...query, threshold: 0.1 })),
  ];
  const words = Array.from({ length: 100 }, (_, i) => ({ q: WORDS[i % WORDS.length], page: 1 + Math.floor(i / WORDS.length), page_size: 200, facets: true }));
  const first = [{ q: 'acid' }, { q: '酸' }];
  bench.row('longest turn of the event loop, the first searches by words after a start', size, await longestTurn(gateway, first, searchByWords), 'ms');
  bench.row('longest turn of the event loop', size, await longestTurn(gateway, rest, search), 'ms', { target: { of: 'value', most: 20 } });
  bench.row('the same, pages of 200 with facets by words', size, await longestTurn(gateway, words, searchByWords), 'ms');
}

const WORDS = ['acid', 'methyl', 'chloro', 'amine', '酸', '甲基', 'impurity', 'sodium', 'ester', 'phenyl'];

/** The longest turn of a gateway's event loop while four clients ask all of these, ms. */
async function longestTurn(gateway, queries, ask) {
  gateway.child.send('watch');
  const rest = [...queries];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let query = rest.shift(); query; query = rest.shift()) await ask(gateway.origin, query);
    }),
  );
  gateway.child.send('tell');
  const [{ longest }] = await once(gateway.child, 'message');
  return longest;
}

async function searchByWords(origin, query) {
  const { status } = await fetch(`${origin}/api/v1/products/search?${new URLSearchParams(query)}`);
  if (status !== 200) throw new Error(`${query.q}: ${status}`);
}

async function search(origin, query) {
  const answer = await fetch(`${origin}/api/v1/products/search/structure?${new URLSearchParams(query)}`);
  const body = await answer.json();
  // Some of the real ones are none that RDKit can read.
  if (answer.status !== 200 && body.errors?.[0]?.path !== 'smiles')
    throw new Error(`${JSON.stringify(query)}: ${answer.status} ${body.detail}`);
  return body;
}

/** Waits until the library has read all structures: until then searches are refused, or not whole. */
async function untilWhole(origin) {
  for (;;) {
    const isWhole = await search(origin, { smiles: 'CCCCCCCCCCCCCCCCO', mode: 'exact' }).then(
      ({ whole }) => whole,
      () => false,
    );
    if (isWhole) return;
    await sleep(500);
  }
}

const childrenOf = (pid, name) =>
  execFileSync('pgrep', ['-P', String(pid), '-f', name], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

const sizesOf = (stack) =>
  stack.sql(
    DATABASE,
    `SELECT name, pg_total_relation_size(name::regclass)::float8 / 1048576 AS mb
       FROM unnest(ARRAY['products', 'product_structures', 'structure_fingerprints']) AS name`,
  );
