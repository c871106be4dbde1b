// The search by structure over HTTP, and what structures cost: room in the database, memory.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../../dist/src/platform/database/migrate.js';
import { generate } from '../catalogue.mjs';
import { median, quantile, timed } from '../measure.mjs';
import { memoryOf } from '../stack.mjs';
// From what is in nearly every product to what is in none: groups as SMILES, patterns as SMARTS.
import LOOKED_FOR from '../structure-queries.json' with { type: 'json' };
import { writeLines } from './ingest.mjs';
import { importOnce } from './writes.mjs';

const DATABASE = 'bench_structures';

export const structures = {
  name: 'structures',
  title: 'Structures',
  about:
    'The products of `--data` with their structures. GET /products/search/structure over HTTP, one at a time; and what they take beside the products.',
  async runOnAll(bench, catalogues) {
    const [{ originals }] = catalogues;
    const drawn = originals.filter(({ smiles }) => smiles);
    if (drawn.length === 0) return;
    await measure(bench, drawn, {
      count: drawn.length,
      products: drawn,
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
async function measure(bench, drawn, { count, products, ...most }) {
  const { stack } = bench;
  const size = String(count);
  await stack.sql('postgres', `CREATE DATABASE ${DATABASE}`);
  const url = stack.urlOf(DATABASE);
  await migrate(url);
  await importOnce(url, writeLines(stack, 'structures', products));
  const gateway = await stack.startGateway(DATABASE);
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

    for (const { name, mb } of await sizesOf(stack)) bench.row(`${name}, with its indexes`, size, mb, 'MB');
    bench.row('memory of the gateway before the first search', size, atRest, 'MB');
    bench.row('after all of them, at most', size, memoryOf(gateway.pid, 'VmHWM'), 'MB');
    bench.row('the library’s process', size, memoryOf(library), 'MB');
  } finally {
    await gateway.stop();
    await stack.sql('postgres', `DROP DATABASE ${DATABASE} WITH (FORCE)`);
  }
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
