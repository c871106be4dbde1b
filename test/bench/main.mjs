// Measures the service against what its engines can do and against what a user might take in its place.
//
//   npm run bench -- [--size 10k,100k,1m,10m,data] [--only detail,list] [--rounds 3] [--seconds 2] [--data FILE] [--peers]
//                    [--seed 1] [--out FILE]
//
// It starts servers of its own under the system's temporary folder and leaves nothing behind but the report: in --out
// (data/bench/REPORT.md unless given), where the sections that it measured take the place of those that were there. --data
// names the products that catalogues are multiplied from (JSON lines, also gzipped; the sample unless given), of which the size
// `data` has each once. --peers installs other products under the temporary folder, keeps them there for the next run, and
// measures them too.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { loadCatalogue, readProducts } from './catalogue.mjs';
import { growthTables, SIZES } from './growth.mjs';
import { describeMachine, isMet, sectionOf, withSections } from './report.mjs';
import { exporting } from './sections/export.mjs';
import { indexing } from './sections/index.mjs';
import { ingesting } from './sections/ingest.mjs';
import { memory } from './sections/memory.mjs';
import { beside } from './sections/beside.mjs';
import { peers } from './sections/peers.mjs';
import { rebuilding } from './sections/rebuild.mjs';
import { detail, list } from './sections/reads.mjs';
import { scale } from './sections/scale.mjs';
import { searching } from './sections/search.mjs';
import { structures } from './sections/structures.mjs';
import { importing, pushing } from './sections/writes.mjs';
import { openBenchStack, ROOT } from './stack.mjs';

// In the order in which they run on each catalogue; those with `runOnAll` follow once, at the end.
// prettier-ignore
const SECTIONS = [
  detail, list, pushing, importing, ingesting, exporting, indexing, searching, rebuilding,
  memory, beside, peers, scale, structures,
];
const HEAD = `# Measurements

Written by \`npm run bench\`. The ratio compares the service with what stands beside it, measured in the same run, in turns;
medians of several rounds. Ratios hold on other machines better than rates and times do.
`;

const { values: options } = argumentsOf({
  options: {
    size: { type: 'string', default: '10k,100k,1m' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    peers: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'data/bench/REPORT.md') },
  },
});
const sizes = options.size.toLowerCase().split(',');
const names = SECTIONS.map(({ name }) => name);
const wanted = (options.only?.split(',') ?? names).filter((name) => name !== 'peers' || options.peers);
if (sizes.some((size) => !(size in SIZES))) refuse(`--size: ${Object.keys(SIZES).join(', ')}`);
if (wanted.some((name) => !names.includes(name))) refuse(`--only: ${names.join(', ')}`);

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
const sections = SECTIONS.filter(({ name }) => wanted.includes(name)).map((section) => ({
  ...section,
  rows: [],
  texts: [],
  failures: [],
}));
const originals = await readProducts(options.data && resolve(options.data));
SIZES.data = originals.length;
const machine = await describeMachine(stack);
say(`${originals.length} original products; ${stack.folder}`);

const catalogues = [];
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
    for (const section of sections) if (section.run) section.failures.push(`${size}: ${error.message}`);
    say(`${size}: not loaded: ${error.stack}`);
    continue;
  }
  catalogues.push(catalogue);
  for (const section of sections)
    if (section.run) await measure(section, size, (bench) => section.run(bench, catalogue));
}
for (const section of sections)
  if (section.runOnAll) await measure(section, 'all', (bench) => section.runOnAll(bench, catalogues));
if (!ending) await finish();

/** One section on one catalogue. What fails is told, and the run goes on. */
async function measure({ name, rows, texts, failures }, size, work) {
  if (ending) return;
  const started = performance.now();
  say(`${size}: ${name}`);
  const bench = {
    stack,
    say,
    rounds: Number(options.rounds),
    seconds: Number(options.seconds ?? (size === '10k' ? 0.6 : 2)),
    /** A row of the report. @param more what stands beside it, and `target`: least or most of the ratio, or `of: 'value'` */
    row(what, of, value, unit, { beside, besideValue, target } = {}) {
      const ratio = beside === undefined ? undefined : value / besideValue;
      const row = { what, size: of, value, unit, beside, besideValue, ratio, target };
      rows.push(row);
      const met = isMet(row);
      const against = beside === undefined ? '' : `; ${beside} ${besideValue.toPrecision(4)}: ${ratio.toFixed(2)}`; // prettier-ignore
      say(`  ${what}: ${value.toPrecision(4)} ${unit}${against}${met === undefined ? '' : met ? ', met' : ', MISSED'}`); // prettier-ignore
    },
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
  await stack.close();
  if (!signal) await write();
  process.exit(signal ? 130 : 0);
}

/** Brings the report up to date, in the form that the check of formats wants. */
async function write() {
  // Where this machine keeps its files is nobody's business.
  const given = process.argv.slice(2).map((arg) => (isAbsolute(arg) ? basename(arg) : arg));
  const run = `\`npm run bench -- ${given.join(' ')}\` (${originals.length} original products) at ${machine}; ${Math.round((performance.now() - begun) / 1000)} s.`;
  const measured = sections.filter(({ rows, texts, failures }) => rows.length + texts.length + failures.length > 0); // prettier-ignore
  const growth = growthTables(measured, cpus().length);
  const law = { title: 'Growth', rows: [], texts: [growth], failures: [] };
  const page = existsSync(options.out) ? readFileSync(options.out, 'utf8') : HEAD;
  const report = withSections(page, [...measured, ...(growth ? [law] : [])].map((each) => sectionOf(each, run))); // prettier-ignore
  mkdirSync(dirname(options.out), { recursive: true });
  const style = await resolveConfig(join(ROOT, 'package.json'));
  writeFileSync(options.out, await format(report, { ...style, parser: 'markdown' }));
  say(`written: ${options.out}`);
}
