// What a search, a change and a rebuild cost as the catalogue grows and engines are added: laws fitted to what the bench
// measured at its sizes. `npm run bench` puts the tables into its report; for other sizes and numbers of engines:
//
//   node test/bench/growth.mjs [--report FILE] [--products 1000000,10000000] [--engines 1,2,4]
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000, '10m': 10_000_000 };
const PRODUCTS = [1_000_000, 10_000_000, 100_000_000];
const ENGINES = [1, 2, 4];

/**
 * Fits cost = factor × products ^ exponent by least squares of the logarithms.
 * @param points `[products, cost]`, two at least
 * @returns `at` gives the cost at a number of products; `off` is the factor by which the worst point misses the law
 */
export function fitLaw(points) {
  if (points.length < 2) throw new Error('A law needs two sizes at least.');
  const logs = points.map(([products, cost]) => [Math.log(products), Math.log(cost)]);
  const mean = (part) => logs.reduce((sum, pair) => sum + pair[part], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const exponent =
    logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) /
    logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  const at = (products) => Math.exp(y + exponent * (Math.log(products) - x));
  const off = Math.max(
    ...points.map(([products, cost]) => Math.exp(Math.abs(Math.log(cost / at(products))))),
  );
  return { exponent, at, off, points };
}

/**
 * The laws of one search (ms of the processors), of a change until it is searchable (ms, one product and nothing else), of a
 * document in a rebuild (ms) and of a pushed row (ms). A law whose path was measured at one size alone is left out.
 * @param fitted sections of a run on one machine, where those of the report are of several
 */
export function lawsOf({ sections, fitted = sections, processors }) {
  const points = (title, what, cost) => {
    const rows = fitted.find((section) => section.title === title)?.rows ?? [];
    const bySize = new Map(
      rows.filter((row) => row.what === what).map((row) => [SIZES[row.size], cost(row.value)]),
    );
    return [...bySize];
  };
  const laws = {
    search: points('Search', '8 connections', (rate) => (1_000 * processors) / rate),
    change: points('Search index', 'one changed product searchable', (ms) => ms),
    document: points('Search index', 'reindex', (rate) => 1_000 / rate),
    push: points('Push', 'new products', (rate) => 1_000 / rate),
  };
  return Object.fromEntries(
    Object.entries(laws).flatMap(([name, found]) => (found.length < 2 ? [] : [[name, fitLaw(found)]])),
  );
}

/**
 * What follows for so many products and engines, each on a machine like the measured one. Every engine holds the whole index
 * and applies every change, so engines multiply searches, and cost as many rebuilds and documents.
 */
export function predict(laws, products, engines) {
  // Nothing is taken to become cheaper beyond the largest catalogue that was measured.
  const cost = ({ at, points }) => Math.max(at(products), at(Math.min(products, points.at(-1)[0])));
  return {
    searchesASecond: (engines * 1_000 * laws.processors) / cost(laws.search),
    changeMs: cost(laws.change),
    // Postgres writes a row once; each engine indexes its document.
    changeCostMs: cost(laws.push) + engines * cost(laws.document),
    // One after the other: an engine is rebuilt only while another one serves.
    rebuildMinutes: (engines * products * cost(laws.document)) / 60_000,
  };
}

const TITLES = {
  search: 'one search, ms of the processors',
  change: 'one change until it is searchable, ms',
  document: 'a document of a rebuild, ms',
  push: 'a pushed row, ms',
};
const digits = (value) => Number(value.toPrecision(2)).toLocaleString('en');

/** The laws and what follows from them, as Markdown; '' where too little was measured. */
export function growthTables(run, { products = PRODUCTS, engines = ENGINES } = {}) {
  const processors = Number.parseInt(run.machine.Processor, 10);
  const laws = { ...lawsOf({ ...run, processors }), processors };
  if (Object.keys(TITLES).some((name) => !laws[name])) return '';
  const largest = Math.max(...laws.search.points.map(([size]) => size));
  const lines = [
    'Laws of the form factor × products ^ exponent, fitted to the sizes above. What is larger than the largest of them is',
    'arithmetic, not measured: an index that no longer fits into memory follows no such law.',
    '',
    '| cost | measured | exponent | the worst point misses the law by |',
    '| --- | --- | --- | --- |',
    ...Object.entries(TITLES).map(([name, title]) => {
      const { exponent, off, points } = laws[name];
      const measured = points.map(([size, cost]) => `${digits(cost)} at ${size.toLocaleString('en')}`);
      return `| ${title} | ${measured.join(', ')} | ${exponent.toFixed(2)} | ${Math.round(100 * (off - 1))} % |`;
    }),
    '',
    `Engines on a machine each, of ${processors} processors as the measured one:`,
    '',
    '| products | engines | searches a second, nothing else | one change searchable | processor time of a change | all rebuilt | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  for (const size of products)
    for (const count of engines) {
      const { searchesASecond, changeMs, changeCostMs, rebuildMinutes } = predict(laws, size, count);
      lines.push(
        `| ${size.toLocaleString('en')} | ${count} | ${digits(searchesASecond)} | ${digits(changeMs / 1_000)} s | ${digits(changeCostMs)} ms | ${digits(rebuildMinutes)} min | ${size > largest ? 'arithmetic' : ''} |`,
      );
    }
  return lines.join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      report: { type: 'string', default: new URL('report.json', import.meta.url).pathname },
      products: { type: 'string', default: PRODUCTS.join(',') },
      engines: { type: 'string', default: ENGINES.join(',') },
    },
  });
  const numbers = (list) => list.split(',').map(Number);
  const run = JSON.parse(readFileSync(values.report, 'utf8'));
  process.stdout.write(
    `${growthTables(run, { products: numbers(values.products), engines: numbers(values.engines) })}\n`,
  );
}
