// How often a search finds first what was meant: queries made from the products of a file, asked of a running service
// that holds them (started with RATE_LIMIT=off).
//
//   node test/bench/search-quality.mjs --data products.ndjson.gz [--base http://localhost:3000] [--sample 300] [--seeds 1,2,3]
//
// Right is every product that bears the text that the query was made from. MRR@10 is 1 where a right one always comes
// first; recall@10 is the part of the right ones that is among the first ten.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { pinyin } from 'pinyin-pro';
import { random as randomNumbers } from './measure.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: new URL('../data/products-5000.ndjson.gz', import.meta.url).pathname },
    base: { type: 'string', default: 'http://localhost:3000' },
    sample: { type: 'string', default: '300' },
    seeds: { type: 'string', default: '1,2,3' },
  },
});
const bytes = readFileSync(options.data);
const products = (options.data.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const lower = (text) => (text ?? '').toLowerCase();
const synonymsOf = ({ synonyms }) => (synonyms ?? '').split(';').map((each) => each.trim()).filter((each) => each.length > 1); // prettier-ignore
const bearers = (textsOf) => {
  const codes = new Map();
  for (const product of products)
    for (const text of new Set(textsOf(product)))
      if (text) codes.set(text, (codes.get(text) ?? new Set()).add(product.code));
  return codes;
};
const byEn = bearers((product) => [lower(product.name_en)]);
const byCn = bearers((product) => [product.name_cn]);
const byFormula = bearers((product) => [lower(product.formula)]);
const byName = bearers((product) => [product.name_en, product.name_cn, ...synonymsOf(product)].map(lower));
const greek = { alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', omega: 'ω' };
const greekName = /(?<![a-z])(alpha|beta|gamma|delta|omega)(?![a-z])/gi;
const hanRun = ({ name_cn: name }) => (name?.match(/\p{Script=Han}{3,}/gu) ?? []).sort((a, b) => b.length - a.length)[0]; // prettier-ignore
const wide = (text) => text.replace(/[\d-]/g, (sign) => String.fromCodePoint(sign.codePointAt(0) + 0xfee0));
const isCas = ({ cas }) => /^\d+-\d\d-\d$/.test(cas ?? '');
const hasEn = ({ name_en: name }) => Boolean(name);
const hasWord = ({ name_en: name }) => /[a-z]{3}/i.test(name ?? '') && name.length >= 6;
const self = ({ code }) => new Set([code]);
const sameEn = ({ name_en: name }) => byEn.get(lower(name));
const sameCn = ({ name_cn: name }) => byCn.get(name);
const sameFormula = ({ formula }) => byFormula.get(lower(formula));
const upTo = (n, random) => Math.floor(random() * n);

/** Kinds of queries: which products they are made from, how, and which products are right. */
const KINDS = [
  ['English name', hasEn, (p) => p.name_en, sameEn],
  ['in capitals', hasEn, (p) => p.name_en.toUpperCase(), sameEn],
  ['Chinese name', (p) => /\p{Script=Han}/u.test(p.name_cn ?? ''), (p) => p.name_cn, sameCn],
  ['CAS number', isCas, (p) => p.cas, self],
  ['CAS number without dashes', isCas, (p) => p.cas.replaceAll('-', ''), self],
  ['CAS number in full width', isCas, (p) => wide(p.cas), self],
  ['CAS number with other dashes', isCas, (p) => p.cas.replaceAll('-', '–'), self],
  ['CAS number with the word', isCas, (p) => `CAS ${p.cas}`, self],
  ['beginning of a CAS number, 6 or more', (p) => isCas(p) && p.cas.length > 6, (p, random) => p.cas.slice(0, 6 + upTo(p.cas.length - 6, random)), self],
  ['formula', (p) => p.formula, (p) => p.formula, sameFormula],
  ['formula in lower case', (p) => p.formula, (p) => lower(p.formula), sameFormula],
  ['formula with subscripts', (p) => p.formula, (p) => p.formula.replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[digit]), sameFormula],
  ['a synonym', (p) => synonymsOf(p).length > 0, (p, random) => { const all = synonymsOf(p); return all[upTo(all.length, random)]; }, (_p, query) => byName.get(lower(query))],
  ['English name with one typing error', hasWord, (p, random) => slip(p.name_en, random), sameEn],
  ['first 60 % of an English name', hasWord, (p) => p.name_en.slice(0, Math.ceil(p.name_en.length * 0.6)), sameEn],
  ['product number', () => true, (p) => p.code, self],
  ['product number in lower case', () => true, (p) => lower(p.code), self],
  ['product number without its dash', () => true, (p) => p.code.replace('-', ''), self],
  ['Greek letter for its name', (p) => (p.name_en ?? '').search(greekName) >= 0, (p) => p.name_en.replace(greekName, (name) => greek[lower(name)]), sameEn],
  ['part of a Chinese name, any product with it', hanRun, partOf, (_p, query) => new Set(products.filter((p) => `${p.name_cn};${p.synonyms ?? ''}`.includes(query)).map((p) => p.code))],
  ['part of a Chinese name (4 or more), that product', (p) => hanRun(p)?.length > 5, partOf, sameCn],
  ['pinyin', (p) => /\p{Script=Han}{2}/u.test(p.name_cn ?? ''), (p) => pinyin(p.name_cn, { toneType: 'none', type: 'array', nonZh: 'removed', v: true }).join(''), sameCn],
]; // prettier-ignore

/** Seven tenths of the longest run of Han characters, from anywhere in it. */
function partOf(product, random) {
  const run = hanRun(product);
  const length = Math.min(run.length - 1, Math.ceil(run.length * 0.7));
  const from = upTo(run.length - length + 1, random);
  return run.slice(from, from + length);
}

/** One letter left out, doubled by another, replaced, or swapped with the one before. */
function slip(name, random) {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  for (;;) {
    const at = 1 + upTo(name.length - 1, random);
    if (!/[a-z]/i.test(name[at])) continue;
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    const other = letters[upTo(26, random)];
    const slipped = [
      before + after,
      before + other + name[at] + after,
      before + other + after,
      name.slice(0, at - 1) + name[at] + name[at - 1] + after,
    ][upTo(4, random)];
    if (slipped !== name) return slipped;
  }
}

async function judge([, suits, make, right], random) {
  const suitable = products.filter(suits);
  const drawn = new Set();
  while (drawn.size < Math.min(Number(options.sample), suitable.length))
    drawn.add(suitable[upTo(suitable.length, random)]);
  let mrr = 0;
  let recall = 0;
  for (const product of drawn) {
    const query = make(product, random);
    const wanted = right(product, query);
    const answer = await fetch(`${options.base}/api/v1/products/search?page_size=10&q=${encodeURIComponent(query)}`); // prettier-ignore
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
    const found = (await answer.json()).data.map(({ code }) => wanted.has(code));
    if (found.includes(true)) mrr += 1 / (found.indexOf(true) + 1);
    recall += found.filter(Boolean).length / Math.min(10, wanted.size);
  }
  return { queries: drawn.size, mrr: mrr / drawn.size, recall: recall / drawn.size };
}

const seeds = options.seeds.split(',').map(Number);
const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
const rows = [];
for (const kind of KINDS) {
  const judged = [];
  for (const seed of seeds) judged.push(await judge(kind, randomNumbers(seed)));
  rows.push({
    query: String(kind[0]),
    queries: judged.reduce((sum, { queries }) => sum + queries, 0),
    mrr: mean(judged.map((each) => each.mrr)),
    recall: mean(judged.map((each) => each.recall)),
  });
}
rows.push({
  query: 'mean of all kinds',
  queries: rows.reduce((sum, { queries }) => sum + queries, 0),
  mrr: mean(rows.map((row) => row.mrr)),
  recall: mean(rows.map((row) => row.recall)),
});
const lines = rows.map(
  ({ query, queries, mrr, recall }) => `| ${query} | ${queries} | ${mrr.toFixed(3)} | ${recall.toFixed(3)} |`,
);
process.stdout.write(
  `| query | asked | MRR@10 | recall@10 |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n\n${JSON.stringify({ products: products.length, seeds, rows })}\n`,
);
