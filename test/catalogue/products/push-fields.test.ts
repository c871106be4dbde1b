import type { Product } from '../../../src/catalogue/products/fields.js';
import { serviceOfFile } from '../../support/service.js';
import { readAllProducts, readProduct } from './requests.js';
import examples from './push-fields.json' with { type: 'json' };

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

/** The table of aliases of section 2.1, with a value for each field and what becomes of it. */
const ALIASES: [field: string, keys: string[], value: unknown, stored: Partial<Product>][] =
  examples.keys as typeof ALIASES;
const PLAIN = { code: 'A', name_cn: '甲' };
const ALTERNATING = (key: string): string =>
  [...key].map((letter, i) => (i % 2 ? letter.toUpperCase() : letter.toLowerCase())).join('');

/** What an answer shows of what was pushed: addresses are absolute. */
const answeredIn = (field: string, pushed: unknown): unknown =>
  field === 'structure_url' ? service.origin + String(pushed) : pushed;

/** Pushes one item into an empty catalogue and reads the only product there is. */
async function stored(item: object): Promise<Product> {
  await service.db.none('DELETE FROM products');
  const answer = await service.push([item]);
  expect(answer).toMatchObject({ created: 1, invalid: 0, errors: [], ignored_fields: [] });
  const [product] = (await readAllProducts(service)).values();
  return product!;
}

describe('the keys of a pushed product', () => {
  /** Pushes an item for each set of keys, completed to a product, into an empty catalogue. @returns the products */
  async function storedOf(field: string, sets: Record<string, unknown>[]): Promise<Product[]> {
    const plain = sets.map((_, i) => ({ code: `P${i}`, name_cn: '甲' }));
    const items = sets.map((keys, i) => {
      const { [field as 'code']: _replaced, ...others } = plain[i]!;
      return i % 2 ? { ...others, ...keys } : { ...keys, ...others };
    });
    const answer = await service.push(items);
    expect(answer).toMatchObject({ created: items.length, invalid: 0, ignored_fields: [] });
    const all = await readAllProducts(service);
    return answer.codes.map((code: string) => all.get(code)!);
  }

  test.each(ALIASES)('%s may be given as each of %j, in any case', async (field, keys, value, expected) => {
    const spelled = keys.flatMap((key) => [key, key.toUpperCase(), key.toLowerCase(), ALTERNATING(key)]);
    // A code must differ from item to item.
    const given = (i: number): unknown => (field === 'code' ? `${value as string}${i}` : value);
    const rows = spelled.map((key, i) => ({ [key]: given(i) }));
    const products = await storedOf(field, rows);
    for (const [i, product] of products.entries())
      expect([spelled[i], product]).toMatchObject([
        spelled[i],
        field === 'code'
          ? { code: given(i) }
          : field === 'structure_url'
            ? { structure_url: answeredIn(field, value) }
            : expected,
      ]);
  });

  test.each(ALIASES)(
    'the key %s wins over its aliases, and of %j the first in this order that is given',
    async (field, keys) => {
      const order = [field, ...keys.filter((key) => key !== field)];
      // The key that must win says 1, the others something else; with a stock of 0 they would not be in stock.
      const worth = (set: number, place: number): unknown => {
        if (field === 'stock') return place === 0 ? 1 : 0;
        return field === 'mw' ? place + 1 : `/media/1${set}${place + 1}`;
      };
      const sets = order.flatMap((_, first) => {
        const given = order.slice(first).map((key, place) => [key, worth(first, place)]);
        return [given, given.toReversed()];
      });
      for (const half of [0, 1]) {
        const chosen = sets.filter((_, i) => i % 2 === half);
        await service.db.none('DELETE FROM products');
        const rows = chosen.map((given) => Object.fromEntries(given));
        const products = await storedOf(field, rows);
        const shown = products.map((product) =>
          field === 'stock' ? product.status : product[field as 'code'],
        );
        expect(shown).toEqual(
          order.map((_, first) => (field === 'stock' ? 'in_stock' : answeredIn(field, worth(first, 0)))),
        );
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

  test.each(['', ' '])('a code of %j is absent, and so yields too', async (code) => {
    expect(await stored({ code, SKU: 'S', name: '甲', cas: '50-78-2' })).toMatchObject({ code: 'S' });
    expect(await stored({ item_code: code, sku: 'T', name: '甲' })).toMatchObject({ code: 'T' });
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

const FULL = examples.full;
const OPTIONAL = Object.keys(FULL).filter(
  (field) => !['code', 'name_cn'].includes(field),
) as (keyof Product)[];

describe('what is supplied is stored, what is not stays', () => {
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
});

describe('values as spreadsheets and people write them', () => {
  test.each([
    ['CAS　５０－７８－２', '50-78-2'],
    ['50–78–2', '50-78-2'],
    ['1975-09-02', '1975-09-02'],
    ['50-78-3', '50-78-3'],
    ['2026-01-01', '2026-01-01'],
    ['混合物', '混合物'],
    [`CAS No.${' '.repeat(40)}50-78-2`, '50-78-2'],
  ])('the CAS number %s is stored as %s, on push and PUT, and means the same product', async (given, cas) => {
    expect(await stored({ ...PLAIN, cas: given })).toMatchObject({ cas });
    expect(await service.push([{ cas: given, name_en: 'a' }])).toMatchObject({ updated: 1, codes: ['A'] });
    expect((await service.call('GET', `/products/${encodeURIComponent(given)}`)).status).toBe(200);
    await service.push([{ code: 'A', cas: '' }]);
    await service.write('PUT', '/products/A', { cas: given });
    expect(await readProduct(service, 'A')).toMatchObject({ cas });
  });

  test('numbers in full width and with separated thousands', async () => {
    expect(await stored({ ...PLAIN, mw: '1,080．５', stock: '２，０００' })).toMatchObject({
      mw: 1080.5,
      status: 'in_stock',
    });
  });

  test('a code is only trimmed', async () => {
    expect(await stored({ code: ' Ａ－１ ', name_cn: '甲' })).toMatchObject({ code: 'Ａ－１' });
  });
});

describe('the address of an image of this site', () => {
  const kept = () =>
    service.db.map('SELECT structure_url FROM products ORDER BY code', [], (row) => row.structure_url);

  test('is stored site-relative, however it is given; those of other sites stay', async () => {
    const { origin } = service;
    const given = ['/media/7', `${origin}/media/7`, `${origin}/media/07`, 'https://example.com/media/7'];
    const items = given.map((structure_url, i) => ({ code: `P${i}`, name_cn: '甲', structure_url }));
    const stored = ['/media/7', '/media/7', ...given.slice(2)];
    await service.push(items);
    expect(await kept()).toEqual(stored);
    await service.db.none('DELETE FROM products');
    // So large that another process reads it.
    await service.push(items.map((item) => ({ ...item, unknown: 'x'.repeat(20_000) })));
    expect(await kept()).toEqual(stored);
  });

  test('is absolute in an answer, and changes nothing where it is sent back', async () => {
    await service.push([{ code: 'A', name_cn: '甲', description: '"structure_url":"/media/7"', structure_url: '/media/7' }]); // prettier-ignore
    const { structure_url, description, name_cn } = (await readProduct(service, 'A'))!;
    expect([structure_url, description]).toEqual([`${service.origin}/media/7`, '"structure_url":"/media/7"']);
    const item = { code: 'A', name_cn, structure_url };
    expect(await service.push([item], '?unchanged=skip')).toMatchObject({ unchanged: 1 });
    const edited = await service.write('PUT', '/products/A', { structure_url });
    expect(edited.body.updated_fields).toEqual([]);
    expect(await kept()).toEqual(['/media/7']);
  });
});
