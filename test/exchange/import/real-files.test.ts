// Files as they come: from ERPs, from spreadsheets and from our own exports. Each goes in right, or what does not is told of.
import iconv from 'iconv-lite';
import { WORDS } from '../../../src/desk/pages/texts.js';
import { importFile } from '../../../src/exchange/import/load.js';
import type { ImportOutcome } from '../../../src/exchange/import/outcome.js';
import { columnMeaning } from '../../../src/catalogue/products/columns.js';
import { FIELD_NAMES, FIELDS, STOCK } from '../../../src/catalogue/products/fields.js';
import type { Product } from '../../../src/catalogue/products/fields.js';
import { TEXTS } from '../../../src/site/storefront/texts.js';
import { download } from '../../support/wire.js';
import { serviceOfFile } from '../../support/service.js';
import { workbook } from './workbook.js';
import examples from './real-files.json' with { type: 'json' };
import { fileOf } from '../../infra/launch.js';

const service = serviceOfFile();
const empty = () => service.db.none('TRUNCATE products');

const imported = (content: string | Uint8Array): Promise<ImportOutcome> =>
  importFile(service.db, fileOf(content), 'erp', { siteOrigin: service.origin });
const product = async (code: string): Promise<Product> =>
  (await service.call('GET', `/products/${encodeURIComponent(code)}`)).body.data;
const told = ({ warnings }: ImportOutcome) =>
  warnings.map(({ line, field, reason }) => [line, field, reason]);

describe('the names of columns', () => {
  const readAs = (header: string) => columnMeaning(header)?.field;

  test('that the interface shows are read as the fields they stand for, in each language', () => {
    for (const { resources } of [WORDS.en, WORDS.zh])
      expect(FIELD_NAMES.map((name) => readAs(resources.products.fields[name]))).toEqual(FIELD_NAMES);
    for (const { code, cas, formula, weight, category, series, synonyms, tags, updated } of Object.values(
      TEXTS,
    ))
      expect([code, cas, formula, weight, category, series, synonyms, tags, updated].map(readAs)).toEqual(
        ['code', 'cas', 'formula', 'mw', 'category', 'series', 'synonyms', 'tags', 'updated_at'], // prettier-ignore
      );
    for (const { name, title } of FIELDS) expect([readAs(title.en), readAs(title.cn)]).toEqual([name, name]);
  });

  test.each(['csv', 'chemicalbook'])('of the export %s are all read', async (format) => {
    const { bytes } = await download(service, `/export?format=${format}`);
    const header = bytes.toString().replace('\ufeff', '').trim().split(',');
    expect(header.filter((name) => !columnMeaning(name))).toEqual([]);
    expect(new Set(header.map(readAs)).size).toBe(format === 'csv' ? FIELD_NAMES.length : header.length - 1);
  });

  test('each have one meaning', () => {
    for (const { name, aliases = [], headers = [], ...more } of [...FIELDS, STOCK]) {
      const parts = 'partHeaders' in more ? (more.partHeaders ?? []) : [];
      for (const header of [name, ...aliases, ...headers, ...parts])
        expect([header, readAs(header)]).toEqual([header, name]);
    }
  });
});

type Cell = string | number | { date: string };
const joined = (rows: Cell[][], by = ','): string => rows.map((row) => row.map(String).join(by)).join('\r\n');
const FORMS: Record<string, (rows: Cell[][]) => string | Uint8Array> = {
  text: (rows) => joined(rows),
  gb18030: (rows) => iconv.encode(joined(rows), 'gb18030'),
  'utf-16': (rows) => Buffer.from(`\ufeff${joined(rows, '\t')}`, 'utf16le'),
  xlsx: (rows) =>
    workbook(rows.map((row) => row.map((cell) => (typeof cell === 'object' ? new Date(cell.date) : cell)))),
};
type Example = [
  what: string,
  form: string,
  rows: Cell[][],
  done: object,
  warned: unknown[] | null,
  stored: object,
];
test.each(examples as Example[])('%s', async (_, form, rows, done, warned, stored) => {
  await empty();
  const outcome = await imported(FORMS[form]!(rows));
  expect(outcome).toMatchObject({ invalid: 0, ...done });
  if (warned) expect(told(outcome)).toEqual(warned);
  for (const [code, fields] of Object.entries(stored)) expect(await product(code)).toMatchObject(fields);
});
