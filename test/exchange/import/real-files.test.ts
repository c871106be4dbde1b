// Files as they come: from ERPs, from spreadsheets and from our own exports. Each goes in right, or what does not is told of.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const folder = join(process.env['TEST_FOLDER']!, 'real-files');
mkdirSync(folder, { recursive: true });
let count = 0;
function fileOf(content: string | Uint8Array): string {
  const file = join(folder, `file-${process.pid}-${count++}`);
  writeFileSync(file, content);
  return file;
}

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

describe('a file of an ERP', () => {
  beforeEach(empty);
  const csv = (rows: (string | number)[][]): string => rows.map((row) => row.join(',')).join('\r\n');

  test('用友: a title above the header, GB 18030, columns of its own', async () => {
    const text = csv([
      ['存货档案', '', '', '', '', ''],
      ['存货编码', '存货名称', '规格型号', '主计量单位', '现存量', 'CAS号'],
      ['0101-001', '阿司匹林杂质A', '100mg', '支', '"1,200.00"', '69-72-7'],
      ['0101-002', '布洛芬', '25mg', '支', 0, '15687-27-1'],
    ]);
    const outcome = await imported(iconv.encode(text, 'gb18030'));
    expect(outcome).toMatchObject({ created: 2, invalid: 0, ignored_fields: ['规格型号', '主计量单位'] });
    expect(told(outcome)).toEqual([
      [1, null, 'title'],
      [3, 'stock', 'number_as_text'],
    ]);
    expect(await product('0101-001')).toMatchObject({
      name_cn: '阿司匹林杂质A',
      cas: '69-72-7',
      status: 'in_stock',
    });
    expect(await product('0101-002')).toMatchObject({ name_cn: '布洛芬', status: 'futures' });
  });

  test('金蝶: an xlsx with titles, a serial number and a number where a text belongs', async () => {
    const outcome = await imported(
      workbook([
        ['物料清单'],
        ['打印日期', new Date('2026-03-01')],
        [],
        ['序号', '物料代码', '物料名称', '即时库存', '产品系列', '分子量', '备注'],
        [1, 'WL.01.0001', '对乙酰氨基酚', 12, 2024, 151.16, '避光'],
        [2, 10023, '咖啡因', -1, '', 194.19, ''],
      ]),
    );
    expect(outcome).toMatchObject({ created: 2, invalid: 0, ignored_fields: ['序号'] });
    expect(told(outcome)).toEqual([
      [1, null, 'title'],
      [2, null, 'title'],
    ]);
    expect(await product('WL.01.0001')).toMatchObject({
      series: '2024',
      mw: 151.16,
      status: 'in_stock',
      description: '避光',
    });
    expect(await product('10023')).toMatchObject({ name_cn: '咖啡因', status: 'futures' });
  });

  test('like SAP: UTF-16 with tabs', async () => {
    const text = [
      ['Material', 'Material Description', 'CAS Number', 'Plnt', 'Unrestricted', 'Mol. Weight'],
      ['000000000000100234', 'Aspirin', '50-78-2', '1000', '25.000', '180.16'],
      ['000000000000100235', 'Caffeine', '58-08-2', '1000', '0.000', '194.19'],
    ]
      .map((row) => row.join('\t'))
      .join('\r\n');
    const outcome = await imported(Buffer.from(`\ufeff${text}`, 'utf16le'));
    expect(outcome).toMatchObject({ created: 2, invalid: 0, warnings: [], ignored_fields: ['Plnt'] });
    expect(await product('000000000000100234')).toMatchObject({
      name_cn: 'Aspirin',
      mw: 180.16,
      status: 'in_stock',
    });
  });
});

describe('what spreadsheets and people make of values', () => {
  beforeEach(empty);

  test('a date in place of a CAS number is the number that it can have been, and is told of', async () => {
    const outcome = await imported(
      workbook([
        ['货号', '品名', 'CAS号'],
        ['D-1', '甲', new Date('2021-02-05')],
        ['D-2', '乙', new Date('2026-11-30')],
      ]),
    );
    expect(outcome).toMatchObject({ created: 2, invalid: 0 });
    expect(told(outcome)).toEqual([
      [2, 'cas', 'date'],
      [3, 'cas', 'date'],
    ]);
    expect(outcome.warnings[0]!.message).toBe('is a date, and was taken for 2021-02-5');
    const numbers = await Promise.all(['D-1', 'D-2'].map(async (code) => (await product(code)).cas));
    expect(numbers).toEqual(['2021-02-5', '2026-11-30']);
  });

  test('full width and separated thousands are read, and told of', async () => {
    const outcome = await imported(
      '货号,品名,CAS号,分子量,库存\nＷ-1,甲,５０－７８－２,１８０．１６,"1,000"\n',
    );
    expect(outcome).toMatchObject({ created: 1, invalid: 0 });
    expect(told(outcome).map(([, ...what]) => what)).toEqual([
      ['code', 'unusual_characters'],
      ['mw', 'number_as_text'],
      ['stock', 'number_as_text'],
    ]);
    expect(await product('Ｗ-1')).toMatchObject({ cas: '50-78-2', mw: 180.16, status: 'in_stock' });
  });

  test('of two rows for a product the later one holds, and is told of', async () => {
    const outcome = await imported('code,name,mw\nR-1,甲,1\nR-2,乙,\nR-1,丙,\n');
    expect(outcome).toMatchObject({ created: 2, updated: 1, invalid: 0 });
    expect(told(outcome)).toEqual([[4, 'code', 'repeated']]);
    expect(await product('R-1')).toMatchObject({ name_cn: '丙', mw: 1 });
  });

  test('of two columns for a field one is read, and the other is told of where it says something else', async () => {
    const outcome = await imported('货号,品名,名称,品名,说明,用途\nC-1,甲,乙,丙,同,同\nC-2,甲,,,,只有用途\n');
    expect(outcome).toMatchObject({ created: 2, invalid: 0, ignored_fields: ['品名 (2)'] });
    expect(outcome.warnings).toEqual([
      expect.objectContaining({ line: 2, field: 'name_cn', reason: 'other_column', value: '乙' }),
    ]);
    expect(await product('C-1')).toMatchObject({ name_cn: '甲', description: '同' });
    expect(await product('C-2')).toMatchObject({ description: '只有用途' });
  });

  test('status words and lists of synonyms in columns of their own are read', async () => {
    const outcome = await imported(
      '产品编号,中文名称,英文名称,相关类别,系列,库存状态,标签,英文同义词,中文同义词,用途\n' +
        'S-1,阿司匹林,aspirin,标准品,阿司匹林,现货,HPLC；EP,ASA|acetylsalicylic acid,乙酰水杨酸,供含量测定用\n',
    );
    expect(outcome).toMatchObject({ created: 1, invalid: 0, warnings: [], ignored_fields: [] });
    expect(await product('S-1')).toMatchObject({
      name_en: 'aspirin',
      category: '标准品',
      series: '阿司匹林',
      status: 'in_stock',
      tags: 'HPLC;EP',
      synonyms: '乙酰水杨酸;ASA;acetylsalicylic acid',
      description: '供含量测定用',
    });
  });

  test('a cell beyond the header or below a nameless column is told of', async () => {
    const outcome = await imported(
      workbook([
        ['货号', '', '品名'],
        ['N-1', 'x', '甲', 'y'],
        ['N-2', '', '乙'],
      ]),
    );
    expect(outcome).toMatchObject({ created: 2, invalid: 0, ignored_fields: ['column 2', 'column 4'] });
    const { errors } = await imported('货号,,品名\nN-1,x,甲,y\nN-2,,乙,\n');
    expect(errors).toMatchObject([{ line: 2, reason: 'malformed_row' }]);
  });
});
