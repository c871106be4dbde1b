// Measures the service against what its engines can do and against what a user might take in its place.
//
//   npm run bench -- [--size 10k,100k,1m] [--only detail,list] [--rounds 5] [--seconds 3] [--data FILE] [--out FOLDER]
//
// It starts servers of its own under the system's temporary folder and leaves nothing behind but the report:
// REPORT.md and report.json in --out (test/bench unless given).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCatalogue, readProducts } from './catalogue.mjs';
import { describeMachine, isMet, markdown } from './report.mjs';
import { exporting } from './sections/export.mjs';
import { detail, list } from './sections/reads.mjs';
import { importing, pushing } from './sections/writes.mjs';
import { openStack, ROOT } from './stack.mjs';

const SECTIONS = [detail, list, pushing, importing, exporting];
const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '10k,100k,1m' },
    only: { type: 'string', default: SECTIONS.map((section) => section.name).join(',') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'test/bench') },
  },
});
const sizes = options.size.toLowerCase().split(',');
const wanted = options.only.split(',');
for (const size of sizes) if (!(size in SIZES)) refuse(`--size: ${Object.keys(SIZES).join(', ')}`);
for (const name of wanted)
  if (!SECTIONS.some((section) => section.name === name))
    refuse(`--only: ${SECTIONS.map((section) => section.name).join(', ')}`);

function refuse(text) {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

const begun = performance.now();
const say = (text) => {
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}  ${text}\n`); // prettier-ignore
};

const stack = await openStack();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void finish(signal));
const results = new Map(
  SECTIONS.map(({ name, title, about }) => [name, { title, about, rows: [], notes: [], failures: [] }]),
);
const originals = await readProducts(options.data && resolve(options.data));
const machine = await describeMachine(stack);
say(`${originals.length} original products; ${stack.folder}`);

for (const size of sizes) {
  const catalogue = { size, count: SIZES[size], database: `bench_${size}`, originals };
  const sections = SECTIONS.filter((section) => wanted.includes(section.name));
  try {
    await loadCatalogue(stack, {
      name: catalogue.database,
      size: catalogue.count,
      originals,
      seed: Number(options.seed),
    });
    say(`${size}: loaded`);
  } catch (error) {
    for (const { name } of sections) results.get(name).failures.push(`${size}: ${error.message}`);
    say(`${size}: not loaded: ${error.stack}`);
    continue;
  }
  for (const section of sections) await measure(section, catalogue);
}
await finish();

/** One section on one catalogue. What fails is told, and the run goes on. */
async function measure(section, catalogue) {
  const { rows, notes, failures } = results.get(section.name);
  say(`${catalogue.size}: ${section.name}`);
  const bench = {
    stack,
    say,
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
    row(row) {
      rows.push(row);
      const { what, value, unit, beside, besideValue, ratio } = row;
      const met = isMet(row);
      const against = beside === undefined ? '' : `; ${beside} ${besideValue.toPrecision(4)}: ${ratio.toFixed(2)}`; // prettier-ignore
      say(`  ${what}: ${value.toPrecision(4)} ${unit}${against}${met === undefined ? '' : met ? ', met' : ', MISSED'}`); // prettier-ignore
    },
    note: (text) => notes.push(text),
  };
  try {
    await section.run(bench, catalogue);
  } catch (error) {
    failures.push(`${catalogue.size}: ${error.message}`);
    say(`  failed: ${error.stack}`);
  }
}

async function finish(signal) {
  say(signal ? `${signal}: ending` : 'ending');
  const run = {
    machine: { ...machine, 'Took': `${Math.round((performance.now() - begun) / 1000)} s` }, // prettier-ignore
    options: {
      Command: `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim(),
      Originals: `${originals.length} products`,
    },
    sections: [...results.values()].filter(({ rows, failures }) => rows.length + failures.length > 0),
  };
  await stack.close();
  if (!signal) {
    mkdirSync(options.out, { recursive: true });
    writeFileSync(join(options.out, 'report.json'), `${JSON.stringify(run, null, 1)}\n`);
    writeFileSync(join(options.out, 'REPORT.md'), markdown(run));
    say(`written: ${join(options.out, 'REPORT.md')}`);
  }
  process.exit(signal ? 130 : 0);
}
