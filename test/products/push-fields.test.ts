import { issueKey } from '../../src/access/keys.js';
import type { Product } from '../../src/products/fields.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { readAll, readProduct } from './requests.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.db.none('TRUNCATE products'));

/** The table of aliases of section 2.1, with a value for each field and what becomes of it. */
const ALIASES: [field: string, keys: string[], value: unknown, stored: Partial<Product>][] = [
  ['code', ['code', 'item_code', 'sku', '货号', '编号'], 'A', { code: 'A' }],
  ['name_cn', ['name', 'name_cn', '品名', '名称', 'productname'], '阿司匹林', { name_cn: '阿司匹林' }],
  ['cas', ['cas', 'cas_no', 'CAS号'], '50-78-2', { cas: '50-78-2' }],
  ['formula', ['formula', 'mf', '分子式'], 'C9H8O4', { formula: 'C9H8O4' }],
  ['mw', ['mw', 'mol_weight', 'molecular_weight', '分子量'], 180.16, { mw: 180.16 }],
  ['stock', ['stock', 'qty', '库存'], 3, { status: 'in_stock', in_stock: true }],
  ['structure_url', ['structure_url', 'img', '结构式', '图片'], '/media/7', { structure_url: '/media/7' }],
  ['description', ['description', 'remark', '备注', '说明'], '供含量测定用', { description: '供含量测定用' }],
];
const PLAIN = { code: 'A', name_cn: '甲' };
const ALTERNATING = (key: string): string =>
  [...key].map((letter, i) => (i % 2 ? letter.toUpperCase() : letter.toLowerCase())).join('');

/** Pushes one item into an empty catalogue and reads the only product there is. */
async function stored(item: object): Promise<Product> {
  await service.db.none('TRUNCATE products');
  const answer = await service.push([item]);
  expect(answer).toMatchObject({ created: 1, invalid: 0, errors: [], ignored_fields: [] });
  const [product] = (await readAll(service)).values();
  return product!;
}

describe('the keys of a pushed product', () => {
  const rows = ALIASES.flatMap(([field, keys, value, expected]) =>
    keys.map((key) => ({ field, key, value, expected })),
  );

  test.each(rows)('$field may be given as $key, in any case', async ({ field, key, value, expected }) => {
    const { [field as 'code']: _, ...others } = PLAIN;
    for (const spelled of new Set([key, key.toUpperCase(), key.toLowerCase(), ALTERNATING(key)])) {
      expect(await stored({ ...others, [spelled]: value })).toMatchObject(expected);
    }
  });

  test.each(ALIASES.map(([field, keys]) => ({ field, keys: keys.filter((key) => key !== field) })))(
    'the key $field wins over its aliases, and of two aliases the first of the table, wherever they stand',
    async ({ field, keys }) => {
      const worth = field === 'mw' || field === 'stock' ? (n: number) => n : (n: number) => `/media/${n}`;
      const shown = (product: Product): unknown =>
        field === 'stock' ? product.status : product[field as keyof Product];
      const { [field as 'code']: _, ...others } = PLAIN;
      // stock 1 is in stock, stock 0 is not: the winner is the one that says 1
      const items = [field, ...keys].map((_, first) => {
        const given = [field, ...keys].slice(first);
        return given.map((key, place) => [key, worth(place === 0 ? 1 : field === 'stock' ? 0 : place + 1)]);
      });
      for (const given of items) {
        const expected = field === 'stock' ? 'in_stock' : worth(1);
        expect(shown(await stored({ ...others, ...Object.fromEntries(given) }))).toBe(expected);
        expect(shown(await stored({ ...Object.fromEntries(given.toReversed()), ...others }))).toBe(expected);
      }
    },
  );

  test('a key that is null yields to the next alias', async () => {
    expect(await stored({ code: 'A', name_cn: null, name: null, 品名: '乙', 名称: '丙' })).toMatchObject({
      name_cn: '乙',
    });
    expect(await stored({ code: null, SKU: 'S', name: '甲', cas: null, cas_no: '50-78-2' })).toMatchObject({
      code: 'S',
      cas: '50-78-2',
    });
  });

  test('an empty key clears its field and does not yield to an alias', async () => {
    expect(await stored({ ...PLAIN, formula: '', mf: 'CH4' })).toMatchObject({ formula: null });
  });

  test('unknown keys are ignored and named once, those that only the service sets among them', async () => {
    const answer = await service.push([
      { ...PLAIN, colour: 'red', source: 'mine', updated_at: '2001-01-01', in_stock: true, id: 7 },
      { ...PLAIN, colour: 'blue', 颜色: '红' },
    ]);
    expect(answer.ignored_fields.sort()).toEqual([
      'colour',
      'id',
      'in_stock',
      'source',
      'updated_at',
      '颜色',
    ]);
    const product = await readProduct(service, 'A');
    expect(product).toMatchObject({ source: 'erp', in_stock: false, status: 'futures' });
    expect(Date.parse(product.updated_at)).toBeGreaterThan(Date.now() - 60_000);
  });
});

const FULL = {
  code: 'A',
  name_cn: '阿司匹林',
  name_en: 'aspirin',
  synonyms: '乙酰水杨酸;ASA',
  cas: '50-78-2',
  formula: 'C9H8O4',
  mw: 180.16,
  category: '标准品',
  series: '阿司匹林',
  status: 'custom',
  structure_url: 'https://example.org/a.png',
  description: '说明\n第二行',
  description_en: 'One\tline',
  ai_summary: '摘要',
  ai_summary_en: 'Summary',
  tags: 'HPLC;EP',
};
/** Another value for each optional field. */
const SECOND: Record<string, unknown> = {
  name_en: 'other',
  synonyms: 'x',
  cas: '64-19-7',
  formula: 'H2O',
  mw: 0,
  category: '中间体',
  series: 'S',
  status: 'off',
  structure_url: '/media/1',
  description: 'd',
  description_en: 'e',
  ai_summary: 's',
  ai_summary_en: 't',
  tags: 't',
};
const OPTIONAL = Object.keys(FULL).filter(
  (field) => !['code', 'name_cn'].includes(field),
) as (keyof Product)[];

describe('what is supplied is stored, what is not stays', () => {
  test('every field that may be pushed is stored as given', async () => {
    expect(await stored(FULL)).toMatchObject(FULL);
  });

  test.each(OPTIONAL)('a push of %s alone overwrites it and leaves every other field', async (field) => {
    await service.push([FULL]);
    const changed = SECOND[field];
    await service.push([{ code: 'A', [field]: changed }]);
    expect(await readProduct(service, 'A')).toMatchObject({ ...FULL, [field]: changed });
  });

  test('null leaves every field as it is', async () => {
    await service.push([FULL]);
    const nothing = Object.fromEntries(Object.keys(FULL).map((field) => [field, null]));
    const answer = await service.push([{ ...nothing, stock: null, code: 'A' }]);
    expect(answer).toMatchObject({ updated: 1, invalid: 0 });
    expect(await readProduct(service, 'A')).toMatchObject(FULL);
  });

  test('an empty text clears every optional field: to null, or to its default', async () => {
    await service.push([FULL]);
    await service.push([{ code: 'A', ...Object.fromEntries(OPTIONAL.map((field) => [field, ' '])) }]);
    const cleared = Object.fromEntries(OPTIONAL.map((field) => [field, null]));
    expect(await readProduct(service, 'A')).toMatchObject({
      ...cleared,
      name_cn: FULL.name_cn,
      cas: 'N/A',
      category: '杂质对照品',
      status: 'futures',
    });
  });

  test('a new product has null, N/A and the defaults for what was not supplied', async () => {
    const { updated_at, ...rest } = await stored(PLAIN);
    expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(rest).toEqual({
      ...Object.fromEntries(OPTIONAL.map((field) => [field, null])),
      code: 'A',
      name_cn: '甲',
      cas: 'N/A',
      category: '杂质对照品',
      status: 'futures',
      in_stock: false,
      source: 'erp',
    });
  });

  test('texts are trimmed; lists are split at ; and ；, without blanks and repeats, in order', async () => {
    const product = await stored({
      code: '  A ',
      name_cn: '\u3000甲 ',
      tags: ' b ；a; b;;　;c ',
      synonyms: ';；',
      cas: ' n/a ',
    });
    expect(product).toMatchObject({ code: 'A', name_cn: '甲', tags: 'b;a;c', synonyms: null, cas: 'N/A' });
  });

  test('the source is the label of the key that created the product, whoever updates it', async () => {
    await service.push([PLAIN]);
    const other = await issueKey(service.db, { name: 'other', source: 'market' });
    const plain = await issueKey(service.db, { name: 'plain' });
    const json = [
      { code: 'A', name_cn: '乙' },
      { code: 'B', name_cn: '丙' },
    ];
    await service.call('POST', '/sync/push', { key: other.key, json });
    await service.call('POST', '/products', { key: plain.key, json: [{ code: 'C', name_cn: '丁' }] });
    const sources = [...(await readAll(service)).values()].map((product) => [product.code, product.source]);
    expect(sources).toEqual([
      ['A', 'erp'],
      ['B', 'market'],
      ['C', 'sync'],
    ]);
  });
});
