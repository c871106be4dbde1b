// Catalogues of any size, multiplied from real products: each copy is a salt, an isotope-labelled form, a solution or
// an impurity of its original, under a code and a CAS number (with the right check digit) of its own. The same seed
// gives the same catalogue.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../../dist/src/platform/database/migrate.js';
import { random } from '../support/mulberry.mjs';
import { ROOT } from './stack.mjs';
// What a copy is of its original: in front of and behind the Chinese and the English name.
import FORMS from './forms.json' with { type: 'json' };

// prettier-ignore
export const COLUMNS = [
  'code', 'name_cn', 'name_en', 'synonyms', 'cas', 'formula', 'mw', 'category', 'series',
  'status', 'structure_url', 'description', 'ai_summary', 'description_en', 'ai_summary_en', 'tags', 'source',
];

const TAGS = ['HPLC', 'EP', 'USP', 'ChP', 'BP', 'JP', 'GC', 'LC-MS', 'NMR', '有证标准物质', '基因毒性', '冷藏', '避光', '进口', '手性', '代谢物', '稳定同位素', '残留溶剂', '农残', '兽药']; // prettier-ignore
const SOURCES = ['erp', 'erp', 'erp', 'sync', 'market', 'back-office'];

/** Reads products as JSON lines, gzipped or not. */
export async function readProducts(file = join(ROOT, 'infra/sample/products.ndjson')) {
  const input = createReadStream(file);
  const products = [];
  for await (const line of createInterface({
    input: file.endsWith('.gz') ? input.pipe(createGunzip()) : input,
  }))
    products.push(JSON.parse(line));
  return products;
}

const cut = (text, max) => {
  if (!text) return null;
  return text.length <= max ? text : Array.from(text).slice(0, max).join('').trim();
};

/** As much of a list as fits. */
function cutList(text, max) {
  if (!text || text.length <= max) return text || null;
  return cut(text.slice(0, max).replace(/;[^;]*$/, ''), max);
}

/** The CAS number with these leading digits. */
function casOf(number) {
  const digits = String(number);
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += (i + 1) * Number(digits[digits.length - 1 - i]);
  return `${digits.slice(0, -2)}-${digits.slice(-2)}-${sum % 10}`;
}

/**
 * Products of a catalogue, from the number `first` on. Number 0 is the first of the originals as it is; a number
 * gives the same product in a catalogue of any size.
 * @param mark goes in front of the codes
 */
export function* generate(originals, first, count, { seed = 1, mark = '' } = {}) {
  for (let n = first; n < first + count; n++) {
    const at = n % originals.length;
    const copy = Math.floor(n / originals.length);
    const original = originals[at];
    const chance = random(seed * 1_000_003 + n);
    const [form, form2] = [FORMS[(copy - 1) % FORMS.length], FORMS[Math.floor((copy - 1) / FORMS.length) % FORMS.length]]; // prettier-ignore
    const dress = (name, front, back) => {
      if (!name || copy === 0) return name;
      const more = copy > FORMS.length ? `${form2[back]} ${Math.floor((copy - 1) / FORMS.length)}` : '';
      return `${form[front]}${name}${form[back]}${more}`;
    };
    const series =
      original.series ??
      (at % 5 === 4 ? null : `${originals[at - (at % 20)].name_cn.slice(0, 24)}系列`); // a fifth is in none
    const ownSeries = series && copy > 1 ? `${series} ${copy >> 1}` : series;
    const tags = new Set((original.tags ?? '').split(';').filter(Boolean));
    while (tags.size < 3 && chance() < 0.8) tags.add(TAGS[Math.floor(chance() ** 2 * TAGS.length)]);
    const dice = chance();
    const name_cn = cut(dress(original.name_cn, 0, 1), 200);
    const name_en = cut(dress(original.name_en, 2, 3), 200);
    const described = chance() < 0.8;
    const summed = chance() < 0.3;
    yield {
      code: `${mark}${original.code ?? `PDS-${at}`}${copy === 0 ? '' : `-${copy}`}`,
      name_cn,
      name_en,
      synonyms: cutList(original.synonyms, copy === 0 ? 300 : 150 + Math.floor(chance() * 150)),
      // From 3 million on: numbers of real substances of the copies' originals are below or spread far beyond.
      cas: copy === 0 ? (original.cas ?? 'N/A') : original.cas ? casOf(3_000_000 + n * 7) : 'N/A',
      formula: cut(original.formula, 60),
      mw: original.mw ?? null,
      category: chance() < 0.7 ? '杂质对照品' : chance() < 0.7 ? '标准品' : '中间体',
      series: cut(ownSeries, 50),
      status: dice < 0.35 ? 'in_stock' : dice < 0.8 ? 'futures' : dice < 0.95 ? 'custom' : 'off',
      structure_url: chance() < 0.5 ? `/media/${1 + (n % 300)}` : null,
      description: described
        ? (original.description ?? `${name_cn}，供有关物质检查、方法验证和质量控制使用；附结构确证图谱、纯度与水分数据。`)
        : null,
      ai_summary: summed
        ? `${name_cn}是一种用于药物质量研究的化学对照品，可用于高效液相色谱法的杂质定位与定量。建议密封、避光、冷藏保存，开封后尽快使用。`
        : null,
      description_en: described
        ? (original.description_en ?? `${name_en ?? name_cn}, used as a reference substance in related-substances testing, method validation and quality control.`).slice(0, 1000)
        : null,
      ai_summary_en: summed
        ? `A reference material for pharmaceutical quality research: peak identification and quantification of impurities by HPLC. Store sealed, protected from light, at 2 to 8 °C.`
        : null,
      tags: tags.size > 0 ? [...tags].join(';').slice(0, 300) : null,
      source: SOURCES[Math.floor(chance() * SOURCES.length)],
    };
  } // prettier-ignore
}

/** A line of COPY's text format, of these columns. */
export function copyLine(product, columns = COLUMNS) {
  const cells = columns.map((name) => {
    const value = product[name];
    if (value === null || value === undefined) return '\\N';
    if (typeof value === 'number') return String(value);
    return /[\\\n\r\t]/.test(value)
      ? value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
      : value;
  });
  return `${cells.join('\t')}\n`;
}

/** Sends texts into a COPY … FROM STDIN, waiting where the server is slower. */
export async function copyInto(client, statement, texts) {
  const stream = client.query(copyFrom(statement));
  const ended = once(stream, 'finish');
  let buffer = '';
  for (const text of texts) {
    buffer += text;
    if (buffer.length < 256 * 1024) continue;
    if (!stream.write(buffer)) await once(stream, 'drain');
    buffer = '';
  }
  stream.end(buffer);
  await ended;
}

/** Makes a database with a catalogue of so many products. */
export async function loadCatalogue(stack, { name, ...catalogue }) {
  await stack.sql('postgres', `CREATE DATABASE ${name}`);
  const url = stack.urlOf(name);
  await migrate(url);
  await fillCatalogue(url, catalogue);
}

/** Products that are written by one statement. */
const AT_ONCE = 1_000_000;

/** Fills a migrated database. The triggers see every row; the indexes are made afterwards, as a restore would. */
export async function fillCatalogue(url, { size, originals, seed }) {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  try {
    const { rows: indexes } = await client.query(
      `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
        WHERE indrelid = 'products'::regclass
          AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    );
    for (const index of indexes) await client.query(`DROP INDEX ${index.name}`);
    await client.query(
      `CREATE UNLOGGED TABLE incoming AS SELECT ${COLUMNS.join(', ')} FROM products WHERE false`,
    );
    for (let first = 0; first < size; first += AT_ONCE) {
      const lines = function* () {
        for (const product of generate(originals, first, Math.min(AT_ONCE, size - first), { seed }))
          yield copyLine(product);
      };
      await copyInto(client, `COPY incoming (${COLUMNS.join(', ')}) FROM STDIN`, lines());
      // Written over two years, each at a time of its own, not in the order of their codes.
      await client.query(
        `INSERT INTO products (${COLUMNS.join(', ')}, updated_at)
         SELECT ${COLUMNS.join(', ')}, date_trunc('milliseconds', now() - interval '63072000 s' *
                  ((hashtextextended(code, ${seed}) & 1073741823) / 1073741824.0)) FROM incoming`,
      );
      await client.query('TRUNCATE incoming');
    }
    await client.query('DROP TABLE incoming');
    for (const index of indexes) await client.query(index.definition);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/** Codes of a catalogue, picked evenly from all of it, in an order of chance. */
export async function someCodes(stack, name, count, seed = 7) {
  const rows = await stack.sql(
    name,
    `SELECT code FROM products ORDER BY hashtextextended(code, ${seed}) LIMIT ${count}`,
  );
  return rows.map((row) => row.code);
}
