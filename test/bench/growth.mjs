// What a search, a change and a rebuild cost as the catalogue grows: laws fitted to what the bench
// measured at its sizes. `npm run bench` puts the tables into its report; for other sizes:
//
//   node test/bench/growth.mjs [--report FILE] [--products 1000000,10000000]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000, '10m': 10_000_000 };
const PRODUCTS = [1_000_000, 10_000_000, 100_000_000];
/** By how much the worst measured point of a law may miss it, %. */
const OFF = 30;

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

/** What the laws are fitted to: the section, its row, and the cost (ms) of what the row says. */
const PATHS = {
  // of the processors, for one search
  search: ['Search', '8 connections', (rate, processors) => (1_000 * processors) / rate],
  // of one product, and nothing else, until it is searchable
  change: ['Search index', 'one changed product searchable', (ms) => ms],
  // in a rebuild
  document: ['Search index', 'reindex', (rate) => 1_000 / rate],
  push: ['Push', 'new products', (rate) => 1_000 / rate],
};

/** Of how many sizes a run measured every path of the laws. */
function sizesOf(sections) {
  const sizes = Object.values(PATHS).map(([title, what]) => {
    const rows = sections.find((section) => section.title === title)?.rows ?? [];
    return new Set(rows.filter((row) => row.what === what).map(({ size }) => size)).size;
  });
  return Math.min(...sizes);
}

/**
 * What of a run the laws are fitted to: all points of a law are of one run, as another machine has other costs.
 * @param before what they are fitted to so far
 * @returns undefined where that has more sizes, or the run has fewer than two
 */
export function fittedTo({ run, sections }, before) {
  const paths = Object.values(PATHS);
  const found = sections
    .map(({ title, parts }) => ({
      title,
      rows: parts
        .flatMap(({ rows }) => rows)
        .filter(({ what }) => paths.some((path) => path[0] === title && path[1] === what)),
    }))
    .filter(({ rows }) => rows.length > 0);
  return sizesOf(found) >= Math.max(2, sizesOf(before?.sections ?? []))
    ? { run, sections: found }
    : undefined;
}

/** The laws of the costs of PATHS. @param sections with their rows */
export function lawsOf(sections, processors) {
  return Object.fromEntries(
    Object.entries(PATHS).map(([name, [title, what, cost]]) => {
      const { rows } = sections.find((section) => section.title === title);
      const points = new Map(
        rows.filter((row) => row.what === what).map((row) => [SIZES[row.size], cost(row.value, processors)]),
      );
      return [name, fitLaw([...points])];
    }),
  );
}

/** What follows for so many products, with the engine on a machine like the measured one. */
export function predict(laws, products) {
  // Nothing is taken to become cheaper beyond the largest catalogue that was measured.
  const cost = ({ at, points }) => Math.max(at(products), at(Math.min(products, points.at(-1)[0])));
  return {
    searchesASecond: (1_000 * laws.processors) / cost(laws.search),
    changeMs: cost(laws.change),
    changeCostMs: cost(laws.push) + cost(laws.document),
    rebuildMinutes: (products * cost(laws.document)) / 60_000,
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
export function growthTables({ runs, fitted }, { products = PRODUCTS } = {}) {
  if (!fitted) return '';
  const processors = Number.parseInt(runs[fitted.run].machine.Processor, 10);
  const laws = { ...lawsOf(fitted.sections, processors), processors };
  const largest = Math.max(...laws.search.points.map(([size]) => size));
  const lines = [
    'Laws of the form factor × products ^ exponent, fitted to the last run that measured as many sizes as any before it. What',
    'is larger than the largest of them is arithmetic, not measured: an index that no longer fits into memory follows no such law.',
    '',
    `| cost | measured | exponent | the worst point misses the law by | at most ${OFF} % |`,
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(TITLES).map(([name, title]) => {
      const { exponent, off, points } = laws[name];
      const measured = points.map(([size, cost]) => `${digits(cost)} at ${size.toLocaleString('en')}`);
      const missed = Math.round(100 * (off - 1));
      return `| ${title} | ${measured.join(', ')} | ${exponent.toFixed(2)} | ${missed} % | ${missed <= OFF ? 'yes' : '**no**'} |`;
    }),
    '',
    `An engine on a machine of its own, of ${processors} processors as the measured one:`,
    '',
    '| products | searches a second, nothing else | one change searchable | processor time of a change | rebuilt | |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  for (const size of products) {
    const { searchesASecond, changeMs, changeCostMs, rebuildMinutes } = predict(laws, size);
    lines.push(
      `| ${size.toLocaleString('en')} | ${digits(searchesASecond)} | ${digits(changeMs / 1_000)} s | ${digits(changeCostMs)} ms | ${digits(rebuildMinutes)} min | ${size > largest ? 'arithmetic' : ''} |`,
    );
  }
  return lines.join('\n');
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: {
      report: { type: 'string', default: new URL('report.json', import.meta.url).pathname },
      products: { type: 'string', default: PRODUCTS.join(',') },
    },
  });
  const numbers = (list) => list.split(',').map(Number);
  const report = JSON.parse(readFileSync(values.report, 'utf8'));
  process.stdout.write(`${growthTables(report, { products: numbers(values.products) })}\n`);
}
