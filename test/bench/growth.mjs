// What a search, a change and a rebuild cost as the catalogue grows: laws fitted to what one run measured at its sizes.
import { tableOf } from './report.mjs';

export const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000, '10m': 10_000_000, data: 0 };
const PRODUCTS = [1_000_000, 10_000_000, 100_000_000];
/** By how much the worst measured point of a law may miss it, %. */
const OFF = 30;

/**
 * Fits cost = factor × products ^ exponent by least squares of the logarithms.
 * @param points `[products, cost]`, two at least
 * @returns `at` gives the cost at a number of products; `off` is the factor by which the worst point misses the law
 */
export function fitLaw(points) {
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

/** What the laws are fitted to: the section and its row, and the cost (ms) of what the row says. */
const LAWS = {
  search: ['one search, ms of the processors', 'Search', '8 connections', (rate, processors) => (1_000 * processors) / rate], // prettier-ignore
  change: ['one change until it is searchable, ms', 'Search index', 'one changed product searchable', (ms) => ms], // prettier-ignore
  document: ['a document of a rebuild, ms', 'Search index', 'reindex', (rate) => 1_000 / rate],
  push: ['a pushed row, ms', 'Push', 'new products', (rate) => 1_000 / rate],
};

const digits = (value) => Number(value.toPrecision(2)).toLocaleString('en');

/**
 * The laws and what follows from them, as Markdown.
 * @param sections of one run, as other machines have other costs
 * @returns '' where fewer than two sizes were measured
 */
export function growthTables(sections, processors) {
  const laws = Object.entries(LAWS).map(([name, [title, section, what, cost]]) => {
    const rows = sections.find((each) => each.title === section)?.rows ?? [];
    const found = rows.filter((row) => row.what === what);
    const points = new Map(found.map(({ size, value }) => [SIZES[size], cost(value, processors)]));
    return [name, title, [...points]];
  });
  if (laws.some(([, , points]) => points.length < 2)) return '';
  const fitted = laws.map(([name, title, points]) => [name, title, fitLaw(points)]);
  const largest = Math.max(...laws[0][2].map(([size]) => size));
  // Nothing is taken to become cheaper beyond the largest catalogue that was measured.
  const costs = (products) =>
    Object.fromEntries(
      fitted.map(([name, , law]) => [name, Math.max(law.at(products), law.at(Math.min(products, largest)))]),
    );
  return [
    'Laws of the form factor × products ^ exponent. What is larger than the largest size is arithmetic, not measured: an index that no longer fits into memory follows no such law.',
    tableOf(
      ['cost', 'measured', 'exponent', 'the worst point misses the law by', `at most ${OFF} %`],
      fitted.map(([, title, { exponent, off, points }]) => {
        const measured = points.map(([size, cost]) => `${digits(cost)} at ${size.toLocaleString('en')}`);
        const missed = Math.round(100 * (off - 1));
        return [title, measured.join(', '), exponent.toFixed(2), `${missed} %`, missed <= OFF ? 'yes' : '**no**']; // prettier-ignore
      }),
    ),
    `An engine on a machine of its own, of ${processors} processors as the measured one:`,
    tableOf(
      ['products', 'searches a second, nothing else', 'one change searchable', 'processor time of a change', 'rebuilt', ''], // prettier-ignore
      PRODUCTS.map((size) => {
        const { search, change, document, push } = costs(size);
        return [
          size.toLocaleString('en'),
          digits((1_000 * processors) / search),
          `${digits(change / 1_000)} s`,
          `${digits(push + document)} ms`,
          `${digits((size * document) / 60_000)} min`,
          size > largest ? 'arithmetic' : '',
        ];
      }),
    ),
  ].join('\n\n');
}
