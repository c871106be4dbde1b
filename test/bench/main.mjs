// Measures the service against what its engines can do and against what a user might take in its place.
//
//   npm run bench -- [--size 10k,100k,1m,10m] [--only detail,list] [--rounds 3] [--seconds 2] [--data FILE] [--peers]
//                    [--seed 1] [--out FOLDER]
//
// It starts servers of its own under the system's temporary folder and leaves nothing behind but the report:
// REPORT.md and report.json in --out (test/bench unless given). In a report that is there already, what is measured replaces
// what the section had of that size; all else stays, with the machine and the commit of its run. --data names the products
// that catalogues are multiplied from (JSON lines, also gzipped; the sample unless given). --peers installs other products
// under the temporary folder, keeps them there for the next run, and measures them too.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { loadCatalogue, readProducts } from './catalogue.mjs';
import { describeMachine, isMet, markdown, withRun } from './report.mjs';
import { exporting } from './sections/export.mjs';
import { indexing } from './sections/index.mjs';
import { ingesting } from './sections/ingest.mjs';
import { memory } from './sections/memory.mjs';
import { beside } from './sections/beside.mjs';
import { peers } from './sections/peers.mjs';
import { lists } from './sections/lists.mjs';
import { rebuilding } from './sections/rebuild.mjs';
import { searchSpeed } from './sections/search-speed.mjs';
import { detail, list } from './sections/reads.mjs';
import { routes } from './sections/routes.mjs';
import { scale } from './sections/scale.mjs';
import { searching } from './sections/search.mjs';
import { structures } from './sections/structures.mjs';
import { vacuum } from './sections/vacuum.mjs';
import { writers } from './sections/writers.mjs';
import { importing, pushing } from './sections/writes.mjs';
import { openBenchStack, ROOT } from './stack.mjs';

// In the order in which they run on each catalogue; those with `runOnAll` follow once, at the end.
const SECTIONS = [
  detail,
  list,
  pushing,
  importing,
  ingesting,
  writers,
  vacuum,
  exporting,
  indexing,
  searching,
  lists,
  rebuilding,
  routes,
  memory,
  beside,
  peers,
  scale,
  structures,
  searchSpeed,
];
const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000, '10m': 10_000_000 };

const { values: options } = argumentsOf({
  options: {
    size: { type: 'string', default: '10k,100k,1m' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    peers: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'test/bench') },
  },
});
const sizes = options.size.toLowerCase().split(',');
// The script takes minutes of its own: it is part of a whole run, or runs when it is asked for.
const usual = SECTIONS.filter((section) => section.script === undefined || sizes.includes('1m'));
const wanted = (options.only?.split(',') ?? usual.map((section) => section.name)).filter(
  (name) => name !== 'peers' || options.peers,
);
for (const size of sizes) if (!(size in SIZES)) refuse(`--size: ${Object.keys(SIZES).join(', ')}`);
for (const name of wanted)
  if (!SECTIONS.some((section) => section.name === name))
    refuse(`--only: ${SECTIONS.map((section) => section.name).join(', ')}`);

function argumentsOf(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(`${error.message}\nThere are: ${Object.keys(config.options).map((name) => `--${name}`).join(' ')}`); // prettier-ignore
  }
}

function refuse(text) {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

const begun = performance.now();
let ending = false;
const say = (text) => {
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}  ${text}\n`); // prettier-ignore
};

const stack = await openBenchStack();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void finish(signal));
const results = new Map(SECTIONS.map(({ name, title, about }) => [name, { title, about, parts: [] }]));

/** What is measured of one size, or of all together. */
function partOf(name, of) {
  const part = { of, rows: [], notes: [], texts: [], failures: [] };
  results.get(name).parts.push(part);
  return part;
}

const originals = await readProducts(options.data && resolve(options.data));
const machine = await describeMachine(stack);
say(`${originals.length} original products; ${stack.folder}`);

const catalogues = [];
const sections = SECTIONS.filter((section) => wanted.includes(section.name));
for (const size of sizes) {
  const catalogue = { size, count: SIZES[size], database: `bench_${size}`, originals };
  try {
    await loadCatalogue(stack, {
      name: catalogue.database,
      size: catalogue.count,
      originals,
      seed: Number(options.seed),
    });
    say(`${size}: loaded`);
  } catch (error) {
    for (const { name } of sections.filter((section) => section.run))
      partOf(name, size).failures.push(`${size}: ${error.message}`);
    say(`${size}: not loaded: ${error.stack}`);
    continue;
  }
  catalogues.push(catalogue);
  for (const section of sections)
    if (section.run && !ending) await measure(section, size, (bench) => section.run(bench, catalogue));
}
for (const section of sections)
  if (section.runOnAll) await measure(section, 'all', (bench) => section.runOnAll(bench, catalogues));
if (!ending) await finish();

/** One section on one catalogue. What fails is told, and the run goes on. */
async function measure(section, size, work) {
  if (ending) return;
  const { rows, notes, texts, failures } = partOf(section.name, size);
  const started = performance.now();
  say(`${size}: ${section.name}`);
  const bench = {
    stack,
    say,
    rounds: Number(options.rounds),
    seconds: Number(options.seconds ?? (size === '10k' ? 0.6 : 2)),
    options,
    row(given) {
      const { what, value, unit, beside, besideValue } = given;
      const ratio = beside === undefined ? undefined : value / besideValue;
      const row = { ...given, ratio };
      rows.push(row);
      const met = isMet(row);
      const against = beside === undefined ? '' : `; ${beside} ${besideValue.toPrecision(4)}: ${ratio.toFixed(2)}`; // prettier-ignore
      say(`  ${what}: ${value.toPrecision(4)} ${unit}${against}${met === undefined ? '' : met ? ', met' : ', MISSED'}`); // prettier-ignore
    },
    note: (text) => notes.push(text),
    text: (text) => texts.push(text),
  };
  try {
    await work(bench);
  } catch (error) {
    failures.push(`${size}: ${error.message}`);
    if (!ending) say(`  failed: ${error.stack}`);
  }
  say(`  ${Math.round((performance.now() - started) / 1000)} s`);
}

async function finish(signal) {
  ending = true;
  say(signal ? `${signal}: ending` : 'ending');
  const run = {
    machine: { ...machine, 'Took': `${Math.round((performance.now() - begun) / 1000)} s` }, // prettier-ignore
    options: {
      // Where this machine keeps its files is nobody's business.
      Command: `npm run bench -- ${process.argv.slice(2).map((arg) => (isAbsolute(arg) ? basename(arg) : arg)).join(' ')}`.trim(), // prettier-ignore
      Originals: `${originals.length} products`,
    },
    sections: [...results.values()],
  };
  await stack.close();
  if (!signal) await write(run);
  process.exit(signal ? 130 : 0);
}

/** Brings the report up to date, in the form that the check of formats wants. */
async function write(run) {
  mkdirSync(options.out, { recursive: true });
  const [page, data] = ['REPORT.md', 'report.json'].map((name) => join(options.out, name));
  const before = existsSync(data) ? JSON.parse(readFileSync(data, 'utf8')) : undefined;
  const report = withRun(before, run, SECTIONS.map(({ title }) => title)); // prettier-ignore
  const style = await resolveConfig(join(ROOT, 'package.json'));
  for (const [file, content] of [
    [page, markdown(report)],
    [data, JSON.stringify(report)],
  ])
    writeFileSync(file, await format(content, { ...style, filepath: file }));
  say(`written: ${page}`);
}
