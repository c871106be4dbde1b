// Whether the search by structure is right, and how long it takes:
//   node test/bench/structures.mjs --data products.ndjson.gz [--judged 10000] [--times 13]
// The judge is RDKit itself: it is asked of each of some thousand products, one by one, whether it has the structure. Times are
// those of the library over all products, as the gateway's own process has it, without the database. With --times every product is
// there so many times: what a search looks at and finds is as much more.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { GROUPS, PATTERNS } from './structure-queries.mjs';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    judged: { type: 'string', default: '10000' },
    times: { type: 'string', default: '1' },
  },
});
if (!values.data) {
  process.stderr.write('--data FILE: products with `smiles`, a JSON object a line, may be packed\n');
  process.exit(1);
}
const built = (name) => import(new URL(`../../dist/src/structures/${name}.js`, import.meta.url).href);
const [{ openRdKit }, { openLibraryThreads }, { openLibraryIndex }, { searchLibrary }, { readResult }] =
  await Promise.all(['rdkit', 'library-threads', 'library-index', 'library-search', 'find-modes'].map(built));
const say = (text) => process.stdout.write(`${text}\n`);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const bytes = await readFile(values.data);
const lines = (values.data.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split('\n');
const all = lines.map((line) => JSON.parse(line).smiles).filter(Boolean);

const threads = await openLibraryThreads();
const index = openLibraryIndex();
let began = performance.now();
const described = [];
for (let at = 0; at < all.length; at += 100)
  described.push(...(await threads.describe(all.slice(at, at + 100))));
say(
  `${all.length} structures described in ${seconds(began)}; RDKit cannot read ${described.filter((each) => !each).length}`,
);
const before = process.memoryUsage().rss;
began = performance.now();
const times = Number(values.times);
for (let n = 0; n < times; n++)
  for (const [at, each] of described.entries()) if (each) index.set(n * all.length + at + 1, each);
say(
  `${times} times taken into the library in ${seconds(began)}, ${Math.round((process.memoryUsage().rss - before) / 2 ** 20)} MB`,
);

const rdkit = await openRdKit();
const judged = Math.min(Number(values.judged), all.length);
const step = all.length / judged;
const sample = Array.from({ length: judged }, (_, i) => Math.floor(i * step)).filter((at) => described[at]);
const molecules = sample.map((at) => rdkit.get_mol(described[at].smiles));

const small = sample.filter((at, i) => molecules[i].get_num_atoms() < 16).map((at) => all[at]);
const picked = (list, count) =>
  Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]);
const queries = [
  ...GROUPS.map((text) => ({ kind: 'smiles', text })),
  ...PATTERNS.map((text) => ({ kind: 'smarts', text })),
  ...picked(small, 300 - GROUPS.length - PATTERNS.length).map((text) => ({ kind: 'smiles', text })),
];

async function search(asked, mode, threshold = 0) {
  const started = performance.now();
  const read = await threads.read(asked, 10_000);
  const until = performance.now() + 20_000;
  const { results, missed } = await searchLibrary(index, threads, { asked, mode, threshold }, read, until);
  return { results: Array.from(results, readResult), missed, ms: performance.now() - started };
}
const table = [];
const row = (what, right, took) => {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(0);
  table.push(`| ${what} | ${right} | ${at(0.5)} ms | ${at(0.99)} ms |`);
};

{
  const took = [];
  let right = 0;
  for (const asked of queries) {
    const { results, missed, ms } = await search(asked, 'substructure');
    took.push(ms);
    const found = new Set(results.map(({ product }) => product - 1));
    const part = asked.kind === 'smarts' ? rdkit.get_qmol(asked.text) : rdkit.get_mol(asked.text);
    const has = (molecule) => molecule.get_substruct_match(part, '{"useChirality":true}') !== '{}';
    const wrong = sample.filter((at, i) => has(molecules[i]) !== found.has(at));
    part.delete();
    if (wrong.length === 0 && missed === 0) right++;
    else
      say(`${asked.kind} ${asked.text}: ${wrong.length} wrong, ${missed} missed, such as ${all[wrong[0]]}`);
  }
  row(`${queries.length} substructures`, `${((100 * right) / queries.length).toFixed(1)} %`, took);
}
{
  const took = [];
  let right = 0;
  const asked = picked(sample, 300);
  for (const at of asked) {
    const { results, ms } = await search({ kind: 'smiles', text: all[at] }, 'exact');
    took.push(ms);
    const same = described.flatMap((each, other) => (each?.smiles === described[at].smiles ? [other] : []));
    const found = results.map(({ product }) => product - 1).filter((other) => other < all.length);
    if (same.length === found.length && same.every((other) => found.includes(other))) right++;
    else say(`exact ${all[at]}: ${found.length} in place of ${same.length}`);
  }
  row('300 exact', `${((100 * right) / asked.length).toFixed(1)} %`, took);
}
{
  const took = [];
  let shared = 0;
  const asked = picked(sample, 50);
  const bits = (bytes) =>
    Array.from(bytes).reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  for (const at of asked) {
    const { results, ms } = await search({ kind: 'smiles', text: all[at] }, 'similarity', 0.1);
    took.push(ms);
    const own = described[at].morgan;
    const exact = described.map((each) => {
      if (!each) return -1;
      const common = bits(each.morgan.map((byte, i) => byte & own[i]));
      return common / (bits(each.morgan) + bits(own) - common);
    });
    // Of products that are equally alike any may come first: the similarities are compared.
    const best = exact
      .toSorted((a, b) => b - a)
      .slice(0, 20)
      .flatMap((each) => Array(times).fill(each))
      .slice(0, 20);
    const first = results
      .map(({ product }) => exact[(product - 1) % all.length])
      .slice(0, 20)
      .toSorted((a, b) => b - a);
    shared += best.filter((each, i) => Math.abs(each - first[i]) < 1e-9).length / best.length;
  }
  row('50 similarities', `${(shared / asked.length).toFixed(3)} of the first 20`, took);
}
say(
  `\nRDKit judges ${sample.length} of ${all.length} products\n\n| searches | right | median | p99 |\n| --- | --- | --- | --- |`,
);
say(table.join('\n'));
process.exit(); // and the threads with it
