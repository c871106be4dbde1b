// What the screen of a search by structure would cost in the search engine, whose index would hold the bits of every fingerprint as
// a filterable field, beside the screen of the library, which goes through the fingerprints in memory:
//   node test/bench/structures-engine.mjs --data products.ndjson.gz [--times 13]
// With --times every product is there so many times.
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { openLibraryThreads } from '../../dist/src/structure-search/library-threads.js';
import { openRdKit } from '../../dist/src/structures/rdkit.js';
import { openMeilisearch } from '../../dist/src/engines/meilisearch.js';
import { readProducts } from './catalogue.mjs';
import { median, quantile, timed } from './measure.mjs';
import { openBenchStack } from './stack.mjs';

const { values } = parseArgs({
  options: { data: { type: 'string' }, times: { type: 'string', default: '1' } },
});
const all = (await readProducts(values.data && resolve(values.data))).flatMap(({ smiles }) => smiles ?? []);
const say = (text) => process.stdout.write(`${text}\n`);

const threads = await openLibraryThreads();
const once = [];
for (let at = 0; at < all.length; at += 100)
  for (const each of await threads.describe(all.slice(at, at + 100))) if (each) once.push(each.pattern);
const prints = Array.from({ length: Number(values.times) }, () => once).flat();
const bitsOf = (print) =>
  Array.from(print).flatMap((byte, at) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (1 << bit)).map((bit) => 8 * at + bit)); // prettier-ignore
say(
  `${prints.length} fingerprints, ${Math.round(median(once.map((each) => bitsOf(each).length)))} bits each (median)`,
);

const stack = await openBenchStack();
const { url, key } = await stack.engine();
const engine = openMeilisearch({ url, key });
const done = async (task) => {
  const { status, error } = await engine.tasks.waitForTask((await task).taskUid, {
    timeout: 1_800_000,
    interval: 50,
  });
  if (status !== 'succeeded') throw new Error(error?.message);
};
const sizeNow = async () => (await engine.getStats()).databaseSize / 2 ** 20;
/** Fills an index. @returns seconds, and MB */
async function fill(uid, bits) {
  await done(engine.createIndex(uid, { primaryKey: 'id' }));
  await done(
    engine.index(uid).updateSettings({ searchableAttributes: ['name'], filterableAttributes: ['bits'] }),
  );
  const before = await sizeNow();
  const ms = await timed(async () => {
    for (let at = 0; at < prints.length; at += 10_000)
      await done(engine.index(uid).addDocuments(prints.slice(at, at + 10_000).map((print, i) => ({ id: at + i, name: `p${at + i}`, ...bits(print) })))); // prettier-ignore
  });
  return `${(ms / 1000).toFixed(1)} s, ${Math.round((await sizeNow()) - before)} MB`;
}
try {
  say(`documents without bits: ${await fill('plain', () => ({}))}`);
  say(`documents with them: ${await fill('bits', (print) => ({ bits: bitsOf(print) }))}`);
  const rdkit = await openRdKit();
  const times = { engine: [], library: [] };
  for (const smiles of [
    'c1ccccc1',
    'CC(=O)O',
    'C1CCC2C(C1)CCC1C2CCC2CCCC12',
    'c1ccncc1',
    'NC(=O)c1ccccc1',
    'c1ccc2[nH]ccc2c1',
    'OC[C@H]1OC(O)[C@H](O)[C@@H](O)[C@@H]1O',
    'CC(C)Cc1ccc(cc1)C(C)C(=O)O',
    'O=c1[nH]cnc2[nH]cnc12',
    'CN1CCCC1',
  ]) {
    const mol = rdkit.get_mol(smiles);
    const print = mol.get_pattern_fp_as_uint8array();
    mol.delete();
    const wanted = bitsOf(print);
    const filter = wanted.map((bit) => `bits = ${bit}`);
    let hits;
    const [ofEngine, ofLibrary] = [[], []];
    for (let round = 0; round < 5; round++) {
      ofEngine.push(await timed(async () => { hits = (await engine.index('bits').search('', { filter, hitsPerPage: 1 })).totalHits; })); // prettier-ignore
      ofLibrary.push(await timed(() => prints.filter((each) => print.every((byte, at) => (each[at] & byte) === byte)).length)); // prettier-ignore
    }
    times.engine.push(median(ofEngine));
    times.library.push(median(ofLibrary));
    say(
      `${smiles}: ${wanted.length} bits, ${hits} candidates; engine ${median(ofEngine).toFixed(1)} ms, in memory ${median(ofLibrary).toFixed(1)} ms`,
    );
  }
  for (const [name, all] of Object.entries(times))
    say(`${name}: median ${median(all).toFixed(1)} ms, slowest ${quantile(all, 1).toFixed(1)} ms`);
} finally {
  await stack.close();
}
process.exit(); // and the threads with it
