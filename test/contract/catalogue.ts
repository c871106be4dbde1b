import fc from 'fast-check';
import { FIELD_NAMES } from '../../src/catalogue/products/fields.js';
import { exactTime } from '../../src/platform/database/connect.js';
import { saysNothing } from '../../src/platform/values/nothing.js';
import type { Product } from '../../src/catalogue/products/fields.js';
import type { Service } from '../support/service.js';

// Texts that writers of files stumble over: what quotes, separates, ends or escapes in one format or another.
const NASTY = ['"', '""', ',', ';', "'", '\\', '\\.', '\\N', '\\n', '\t', '|', '=1+1', '@', '-', '<b>', '{}', '[', '%',
  '阿司匹林', '杂质', '㐀', '𠮷', '₂', '²', '−', '•', 'é', 'é', '💊', '👩‍🔬', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u2028',
  ' ', 'NULL', 'null', 'true', '0', 'a', 'B', '中', '文']; // prettier-ignore

/** Without words for nothing, which no field keeps; a `|` becomes `/` where it divides. */
const text = (max: number, more: string[] = []) =>
  fc
    .array(fc.constantFrom(...NASTY.filter((part) => part !== '\t'), ...more), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => [...parts.join('')].slice(0, max).join('').trim())
    .filter(
      (joined) => joined !== '' && !joined.split(';').some((part) => saysNothing(part.replaceAll('|', '/'))),
    );
const lines = text(1_000, ['\n', '\r\n', '\r', '\t', '\n\n']);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });

const item = fc.record({
  name_cn: text(200),
  name_en: optional(text(200)),
  synonyms: optional(fc.array(text(20), { maxLength: 5 }).map((parts) => parts.join(';'))),
  cas: fc.constantFrom(null, 'N/A', '50-78-2', '1234567-89-0', '"', ','),
  formula: optional(text(60)),
  mw: fc.constantFrom(null, 0, 180.16, 1e-7, 1e21, 0.1, 123456789.125, 5e-324),
  category: fc.constantFrom('杂质对照品', '标准品', '中间体'),
  series: optional(text(50)),
  status: fc.constantFrom('in_stock', 'futures', 'custom', 'off'),
  structure_url: fc.constantFrom(null, '/media/7', 'https://example.com/a,b.png', 'http://example.com/"q"'),
  description: optional(lines),
  description_en: optional(lines),
  ai_summary: optional(lines),
  ai_summary_en: optional(lines),
  tags: optional(fc.array(text(20), { maxLength: 5 }).map((parts) => parts.join(';'))),
});

/** Fills a service with products, the same ones every time; their codes are as nasty as their texts. */
export async function fillWithNasty(service: Service, count: number): Promise<void> {
  const items = fc.sample(item, { seed: 4, numRuns: count }).map((each, i) => ({
    ...each,
    code: `${['', '"', ',', '中', '/', "'", '\\'][i % 7]}E-${i}`,
  }));
  const answer = await service.push(items);
  if (answer.created !== count) throw new Error(JSON.stringify(answer.errors.slice(0, 5)));
}

const COLUMNS = FIELD_NAMES.filter((name) => name !== 'in_stock' && name !== 'updated_at').join(', ');

/** What the table holds, by SQL that is not the service's, with the image addresses that an export gives. */
export async function tableOf(service: Service, where = 'true'): Promise<Product[]> {
  const rows = await service.db.any<Omit<Product, 'in_stock'>>(
    `SELECT ${COLUMNS}, ${exactTime('updated_at')} AS updated_at FROM products WHERE ${where} ORDER BY id`,
  );
  return rows.map((row) => ({
    ...row,
    in_stock: row.status === 'in_stock',
    structure_url: row.structure_url?.startsWith('/')
      ? service.origin + row.structure_url
      : row.structure_url,
  }));
}
