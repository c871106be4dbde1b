// What each reading of a text brings: of how many queries it found the first product, how often that was the right one,
// and how long such a search takes.
//
//   node test/bench/search-readings.mjs [--base http://localhost:3000] [--queries FILE] [--sample 100]
//
// A running service whose catalogue has the products of test/data, without limits (RATE_LIMIT=off). Queries: those of a file
// (query, tab, what is right: a|b), and names, synonyms, numbers and formulas of so many products.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { random as randomNumbers } from '../support/mulberry.mjs';
import { median } from './measure.mjs';
import { tableOf } from './report.mjs';

const data = (name) => new URL(`../data/${name}`, import.meta.url).pathname;
const { values: options } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://localhost:3000' },
    queries: { type: 'string', default: data('judged-queries.tsv') },
    sample: { type: 'string', default: '100' },
  },
});
const random = randomNumbers(1);
const products = gunzipSync(readFileSync(data('products-5000.ndjson.gz')))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const judged = readFileSync(options.queries, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
  .map(([query, expected]) => ({ query, expected: expected.split('|') }));
const made = Array.from({ length: Number(options.sample) }, () => {
  const { code, cas, formula, name_cn, name_en, synonyms } = products[Math.floor(random() * products.length)];
  const [synonym] = (synonyms ?? '').split(';');
  return [code, cas, formula, name_cn, name_en, name_en?.slice(0, 8), synonym]
    .filter((text) => text && text !== 'N/A')
    .map((query) => ({ query, expected: [code, cas] }));
}).flat();

const readings = new Map();
for (const { query, expected } of [...judged, ...made]) {
  const asked = new URLSearchParams({ q: query, page_size: '1', explain: 'true' });
  const answer = await fetch(`${options.base}/api/v1/products/search?${asked}`);
  if (!answer.ok) throw new Error(`${query}: ${answer.status}`);
  const { data: hits, took_ms: ms } = await answer.json();
  const name = hits[0]?.explain.tier ?? 'nothing';
  const reading = readings.get(name) ?? { first: 0, right: 0, ms: [] };
  readings.set(name, reading);
  reading.first++;
  reading.ms.push(ms);
  if (expected.some((each) => JSON.stringify(hits).includes(each))) reading.right++;
}
const rows = [...readings]
  .toSorted(([, a], [, b]) => b.first - a.first)
  .map(([name, { first, right, ms }]) => [name, first, right, median(ms).toFixed(1)]);
const head = ['reading', 'found the first', 'the right one', 'median, ms'];
process.stdout.write(`${tableOf(head, rows)}\n\n${judged.length + made.length} queries\n`);
