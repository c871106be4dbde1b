import fc from 'fast-check';
import type { Product } from '../../../src/catalogue/products/fields.js';
import { saysNothing } from '../../../src/platform/values/nothing.js';
import { serviceOfFile } from '../../support/service.js';
import { Model, outcomeOf } from './model.js';
import { readAllProducts } from './requests.js';

const service = serviceOfFile();

/** Holds for every input, or says the smallest one found for which it does not. */
const holds = async <T>(
  runs: number,
  inputs: fc.Arbitrary<T>,
  check: (input: T) => Promise<void>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      await service.db.none('DELETE FROM products');
      await check(input);
    }),
    { seed: 20_260_131, numRuns: runs, interruptAfterTimeLimit: 30_000 },
  );
const read = async (): Promise<Record<string, object>> => {
  const rows = [...(await readAllProducts(service)).values()];
  return Object.fromEntries(rows.map(({ updated_at: _at, ...row }) => [row.code, row]));
};

/** Any text that is stored as it is: of any characters but control characters, at most so many code points. */
const text = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: max }),
      fc.string({ unit: 'grapheme', maxLength: Math.floor(max / 8) }),
    )
    .map((any) => [...any.replaceAll(/\p{Cc}/gu, '').trim()].slice(0, max).join('').trim())
    .filter((any) => !any.split(/[;；]/).some((part) => saysNothing(part)));
const list = (max: number): fc.Arbitrary<string> =>
  text(max).map((any) => [...new Set(any.split(/[;；]/).flatMap((part) => part.trim() || []))].join(';'));
const present = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> => texts.map((any) => any || '甲');
const mw = fc
  .oneof(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), fc.nat())
  .map((number) => (number === 0 ? 0 : number));
const code = present(text(30)).filter((any) => !/^(\.|\.\.|search|suggest|batch)$/i.test(any));

/** Values of every field but `code`, each in stored form; '' clears. */
const VALUES = {
  name_cn: present(text(200)),
  name_en: text(200),
  synonyms: list(300),
  cas: text(40).filter((cas) => cas.toUpperCase() !== 'N/A'),
  formula: text(60),
  mw,
  category: fc.constantFrom('杂质对照品', '标准品', '中间体', ''),
  series: text(50),
  status: fc.constantFrom('in_stock', 'futures', 'custom', 'off', ''),
  tags: list(300),
  structure_url: fc.oneof(
    fc.webUrl({ size: 'small' }),
    fc.nat().map((id) => `/media/${id}`),
    fc.constant(''),
  ),
  description: text(1000),
  description_en: text(1000),
  ai_summary: text(4000),
  ai_summary_en: text(4000),
};
const product = fc.record({ code, ...VALUES }, { requiredKeys: ['code', 'name_cn'] });
/** What the service shows for a supplied value. */
const CLEARED: Record<string, string> = { cas: 'N/A', category: '杂质对照品', status: 'futures' };
const shown = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (field === 'structure_url') value = value.replace(/^(?=\/media\/)/, service.origin);
      return [field, value === '' ? (CLEARED[field] ?? null) : value];
    }),
  );

test('a push followed by a read gives the supplied fields back and leaves the others', () =>
  holds(
    60,
    fc.record({ before: product, change: fc.record(VALUES, { requiredKeys: [] }) }),
    async ({ before, change }) => {
      await service.push([before]);
      const first = (await read())[before.code]!;
      expect(first).toMatchObject(shown(before));
      const answer = await service.push([{ code: before.code, ...change }]);
      expect(answer).toMatchObject({ updated: 1, invalid: 0 });
      const second = (await read())[before.code] as Product;
      expect(second).toEqual({ ...first, ...shown(change), in_stock: second.status === 'in_stock' });
    },
  ));

test('pushing twice equals pushing once', () =>
  holds(25, fc.array(product, { minLength: 1, maxLength: 6 }), async (products) => {
    const once = await service.push(products);
    const first = await read();
    const twice = await service.push(products);
    expect(twice).toEqual({ ...once, import_id: expect.any(Number), created: 0, updated: products.length });
    expect(await read()).toEqual(first);
    // That nothing would change only shows where no item undoes another.
    const distinct = new Set(products.map((each) => each.code)).size === products.length;
    const skipped = await service.push(products, '?unchanged=skip');
    if (distinct) expect(skipped.unchanged).toBe(products.length);
    expect(await read()).toEqual(first);
  }));

test('a number written as text equals the number', () =>
  holds(
    40,
    fc.record({ mw, stock: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    async (numbers) => {
      const texts = { mw: ` ${numbers.mw} `, stock: String(numbers.stock) };
      await service.push([
        { code: 'A', name_cn: '甲', ...numbers },
        { code: 'B', name_cn: '甲', ...texts },
      ]);
      const { A, B } = await read();
      expect(B).toEqual({ ...A, code: 'B' });
      expect(A).toMatchObject({ mw: numbers.mw });
    },
  ));

test('a sequence of pushes equals the plain model of them, in every answer and in what is stored', () => {
  const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    fc.option(value, { nil: undefined });
  const long = '9'.repeat(27);
  const item = fc.record({
    code: maybe(fc.constantFrom('A', 'B', 'C', 'EXT-1', 'EXT-2')),
    cas: maybe(fc.constantFrom('1', '2', '3', 'N/A', '', long)),
    name_cn: fc.constantFrom('甲', '乙', '丙', undefined, ''),
    name_en: maybe(fc.constantFrom('x', 'y', '')),
    mw: maybe(fc.constantFrom(0, 1.5)),
    status: maybe(fc.constantFrom('custom', 'off', 'in_stock', 'sold', '')),
    stock: maybe(fc.constantFrom(-1, 0, 1)),
    category: fc.constantFrom(undefined, undefined, '标准品', '已删', '未有', ''),
  });
  const push = fc.record({ items: fc.array(item, { maxLength: 8 }), skip: fc.boolean() });
  return holds(60, fc.array(push, { minLength: 1, maxLength: 6 }), async (pushes) => {
    const model = new Model();
    // A product that carries a category that exists no more.
    await service.db.none(
      `INSERT INTO products (code, name_cn, source, category) VALUES ('C', '丙', 'erp', '已删')`,
    );
    model.categories.add('已删');
    model.push([{ code: 'C', name_cn: '丙', category: '已删' }]);
    model.categories.delete('已删');
    for (const { items, skip } of pushes) {
      const answer = await service.push(items, skip ? '?unchanged=skip' : '');
      expect(outcomeOf(answer)).toEqual(model.push(items, skip));
    }
    expect(await read()).toEqual(Object.fromEntries(model.products));
  });
});
