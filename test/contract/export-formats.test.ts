import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import Papa from 'papaparse';
import { FIELD_NAMES } from '../../src/catalogue/products/fields.js';
import type { Product } from '../../src/catalogue/products/fields.js';
import { serviceOfFile } from '../support/service.js';
import { fillWithNasty, tableOf } from './catalogue.js';
import { download } from '../support/wire.js';

const service = serviceOfFile();
let table: Product[];
/** a product with a structure and no image */
const DRAWN = '画/1';
beforeAll(async () => {
  await fillWithNasty(service, 2_000);
  await service.push([{ code: DRAWN, name_cn: '甲', smiles: 'CO' }]);
  table = await tableOf(service);
});

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads CSV with a library that is not the service's: a record a row, by its header. */
function readCsv(text: string): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(text, {
    header: true,
    newline: '\r\n',
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

/** A file of lines: its header, what ends its rows, and that nothing else looks like an end. */
function expectLines(text: string, header: string): void {
  expect(text.slice(0, header.length + 2)).toBe(`${header}\r\n`);
  expect(text.endsWith('\r\n')).toBe(true);
  const unquoted = text.replaceAll(/"[^"]*"/g, '');
  expect(unquoted.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
}

describe('GET /export of 2,000 products with quotes, commas, line breaks, Han, emoji and backslashes', () => {
  test('csv, read by another library, equals the table: UTF-8 with BOM, CRLF, the 19 field names in order', async () => {
    const { bytes, headers } = await download(service, '/export?format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(bytes.subarray(0, 3)).toEqual(BOM);
    const text = bytes.subarray(3).toString();
    expectLines(text, FIELD_NAMES.join(','));
    const rows = readCsv(text);
    expect(rows).toHaveLength(table.length);
    for (const [i, row] of rows.entries()) {
      const { mw, ...texts } = table[i]!;
      const { mw: readMw, ...readTexts } = row;
      expect(readTexts).toEqual(
        Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, `${value ?? ''}`])),
      );
      expect(readMw === '' ? null : Number(readMw)).toBe(mw);
    }
  });

  test('json equals the table, field by field and in the order of the fields', async () => {
    const { bytes, headers } = await download(service, '/export?format=json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const body = JSON.parse(bytes.toString());
    expect(Object.keys(body)).toEqual(['ok', 'data', 'count']);
    expect(body).toMatchObject({ ok: true, count: table.length });
    expect(body.data).toEqual(table);
    expect(Object.keys(body.data[0])).toEqual([...FIELD_NAMES]);
  });

  test('ndjson is a product a line, and equals the table', async () => {
    const { bytes, headers } = await download(service, '/export?format=ndjson');
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = bytes.toString().split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual(table);
  });

  // As the layout is told to suppliers, written here once more.
  const HAN = /\p{Script=Han}/u;
  const STOCK: Record<string, string> = { in_stock: '现货', futures: '期货', custom: '定制' };
  const drawing = ({ code }: Product): string =>
    code === DRAWN
      ? `${service.origin}/api/v1/products/${encodeURIComponent(code)}/structure.svg?v=${hash('md5', 'smiles CO').slice(0, 8)}&w=512&ground=white`
      : '';
  const chemicalbook = (product: Product): Record<string, string | number | null> => {
    const synonyms = (product.synonyms ?? '').split(';').filter(Boolean);
    const joined = (keep: (synonym: string) => boolean): string => synonyms.filter(keep).map((each) => each.replaceAll('|', '/')).join('|'); // prettier-ignore
    const line = (text: string | null): string => (text ?? '').replaceAll(/[\r\n]+/g, ' ');
    return {
      货号: product.code,
      CAS号: product.cas === 'N/A' ? '' : product.cas,
      中文名称: line(product.name_cn),
      英文名称: line(product.name_en),
      中文同义词: joined((synonym) => HAN.test(synonym)),
      英文同义词: joined((synonym) => !HAN.test(synonym)),
      分子式: product.formula ?? '',
      分子量: product.mw,
      相关类别: product.category,
      库存状态: STOCK[product.status]!,
      结构式图片: product.structure_url ?? drawing(product),
      产品说明: line(product.description),
      更新时间: product.updated_at,
    };
  };
  const expected = () =>
    table.filter(({ status }) => status !== 'off').toSorted((a, b) => Buffer.compare(Buffer.from(a.code), Buffer.from(b.code))).map(chemicalbook); // prettier-ignore
  const readChemicalbook = (text: string) => {
    expectLines(text, Object.keys(chemicalbook(table[0]!)).join(','));
    return readCsv(text).map((row) => ({
      ...row,
      分子量: row['分子量'] === '' ? null : Number(row['分子量']),
    }));
  };

  test('chemicalbook in UTF-8, read by another library, equals the table without withdrawn products, by code', async () => {
    const { bytes, headers } = await download(service, '/export?format=chemicalbook');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(bytes.subarray(0, 3)).toEqual(BOM);
    expect(readChemicalbook(bytes.subarray(3).toString())).toEqual(expected());
  });

  test('chemicalbook in gb18030 holds the same, emoji and rare characters too', async () => {
    const { bytes, headers } = await download(service, '/export?format=chemicalbook&encoding=gb18030');
    expect(headers['content-type']).toBe('text/csv; charset=gb18030');
    expect(readChemicalbook(iconv.decode(bytes, 'gb18030'))).toEqual(expected());
  });

  test.each(['json', 'ndjson', 'csv', 'chemicalbook', 'chemicalbook&encoding=GBK'])('%s comes compressed where the caller takes it, with the same bytes inside', async (format) => {
    const plain = await download(service, `/export?format=${format}`);
    const packed = await download(service, `/export?format=${format}`, { 'Accept-Encoding': 'gzip' });
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  }); // prettier-ignore

  test('an empty selection is a whole file all the same', async () => {
    const none = async (format: string) => (await download(service, `/export?category=none&format=${format}`)).bytes.toString(); // prettier-ignore
    expect(await none('json')).toBe('{"ok":true,"data":[],"count":0}');
    expect(await none('ndjson')).toBe('');
    expect(await none('csv')).toBe(`\ufeff${FIELD_NAMES.join(',')}\r\n`);
  });

  test.each([
    'format=xml',
    'format=csv&encoding=gb18030',
    'format=chemicalbook&encoding=big5',
    'in_stock=x',
    'updated_after=x',
  ])('%s is a 400', async (query) => {
    expect((await service.call('GET', `/export?${query}`)).status).toBe(400);
  });
});
