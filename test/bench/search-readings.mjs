// What each reading of a text costs and brings: of how many queries it found the first product, how often that was the
// right one, and how long the engine takes for it alone.
//
//   MEILI_URL=... MEILI_KEY=... node test/bench/search-readings.mjs [--queries FILE] [--sample 100] [--index products]
//
// The engine of a running service whose catalogue has the products of test/data. Queries: those of a file (query, tab,
// what is right: a|b), and names, synonyms, numbers and formulas of so many products.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { openEngine } from '../../dist/src/search/engine/engine.js';
import { engineQuery, shownOf } from '../../dist/src/search/text/find.js';
import { otherNames } from '../../dist/src/search/text/other-names.js';
import { parentIn, plan } from '../../dist/src/search/text/plan.js';
import { readTyped } from '../../dist/src/search/text/typed.js';
import { median, random as randomNumbers } from './measure.mjs';

const { values: options } = parseArgs({
  options: {
    queries: {
      type: 'string',
      default: new URL('../data/judged-queries.tsv', import.meta.url).pathname,
    },
    sample: { type: 'string', default: '100' },
    index: { type: 'string', default: 'products' },
  },
});
const engine = openEngine({
  url: process.env.MEILI_URL,
  key: process.env.MEILI_KEY,
  index: options.index,
});
const random = randomNumbers(1);
const products = gunzipSync(readFileSync(new URL('../data/products-5000.ndjson.gz', import.meta.url)))
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

/** Only what the engine knows. */
const noDictionary = async () => new Map();
const readings = new Map();
let unanswered = 0;
for (const { query, expected } of [...judged, ...made]) {
  const typed = readTyped(query);
  const until = performance.now() + 10_000;
  const parent = parentIn(typed);
  const tiers = plan(typed, parent ? await otherNames(engine, parent, until, noDictionary) : []);
  let first;
  for (const tier of tiers) {
    const begun = performance.now();
    const [{ hits }] = await engine.search([engineQuery(tier, '', 20, shownOf(tier))], until);
    const reading = readings.get(tier.name) ?? { asked: 0, first: 0, right: 0, ms: [] };
    readings.set(tier.name, reading);
    reading.asked++;
    reading.ms.push(performance.now() - begun);
    if (first !== undefined || hits.length === 0) continue;
    first = JSON.stringify(hits[0]);
    reading.first++;
    if (expected.some((each) => first.includes(each))) reading.right++;
  }
  if (first === undefined) unanswered++;
}
const rows = [...readings]
  .toSorted((a, b) => b[1].first - a[1].first)
  .map(
    ([name, { asked, first, right, ms }]) =>
      `| ${name} | ${asked} | ${first} | ${right} | ${median(ms).toFixed(1)} |`,
  );
process.stdout.write(
  `| reading | asked of | found the first | the right one | engine alone, ms |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n\n${judged.length + made.length} queries; ${unanswered} found nothing\n`,
);
