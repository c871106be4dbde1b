import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { readAllProducts, readProduct } from './requests.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.db.none('DELETE FROM products');
  await service.db.none(
    `DELETE FROM categories; INSERT INTO categories (name) VALUES ('杂质对照品'), ('标准品'), ('中间体')`,
  );
});

const STATUSES = ['in_stock', 'futures', 'custom', 'off'];
const BEFORE = ['new', ...STATUSES];

describe('the states of section 3', () => {
  /**
   * Brings a product for each push into a state (`new`: there is none), pushes what the pushes give, and reads.
   * @returns the statuses after it, each once
   */
  async function pushOn(before: string, pushes: object[]): Promise<string[]> {
    const products = pushes.map((_, i) => ({ code: `P${i}`, name_cn: '甲' }));
    if (before !== 'new') await service.push(products.map((product) => ({ ...product, status: before })));
    const answer = await service.push(products.map((product, i) => ({ ...product, ...pushes[i] })));
    expect(answer.created + answer.updated).toBe(pushes.length);
    const after = [...(await readAllProducts(service)).values()];
    for (const { in_stock, status } of after) expect(in_stock).toBe(status === 'in_stock');
    return [...new Set(after.map((product) => product.status))];
  }

  test.each(BEFORE)('from %s, stock above 0 leads to in_stock', async (before) => {
    const pushes = [1, 0.001, '5', ' 2.5 ', '+1e3', 1e300].map((stock) => ({ stock }));
    expect(await pushOn(before, pushes)).toEqual(['in_stock']);
  });

  test.each(BEFORE.flatMap((before) => STATUSES.map((status) => [before, status])))(
    'from %s, the status %s leads to itself, whatever the stock',
    async (before, status) => {
      const pushes = [
        { status },
        { status, stock: 9 },
        { status: ` ${status} `, stock: 0 },
        { status, stock: -1 },
      ];
      expect(await pushOn(before!, pushes)).toEqual([status]);
    },
  );

  test.each(BEFORE)('from %s, no stock changes nothing; new is futures', async (before) => {
    const pushes = [{}, { stock: null }, { stock: '' }];
    expect(await pushOn(before, pushes)).toEqual([before === 'new' ? 'futures' : before]);
  });

  test.each(BEFORE)(
    'from %s, stock not above 0 makes in_stock futures and leaves others; new is futures',
    async (before) => {
      const pushes = [{ stock: 0 }, { stock: -3 }, { stock: '-0.5' }];
      expect(await pushOn(before, pushes)).toEqual([
        before === 'new' || before === 'in_stock' ? 'futures' : before,
      ]);
    },
  );

  test.each(BEFORE)('from %s, a cleared status is futures, or what the stock implies', async (before) => {
    expect(await pushOn(before, [{ status: '' }, { status: ' ', stock: 0 }])).toEqual(['futures']);
    await service.db.none('DELETE FROM products');
    expect(await pushOn(before, [{ status: '', stock: 1 }])).toEqual(['in_stock']);
  });

  test.each([
    ['in_stock', ['IN_STOCK', 'in stock', 'In-Stock', '现货', ' 有货 ', 'ｉｎ ｓｔｏｃｋ']],
    ['futures', ['Futures', '期货', '缺货', 'out of stock', 'Available to order']],
    ['custom', ['Custom', '定制', '定製']],
    ['off', ['OFF', '下架', '停产', 'Discontinued']],
  ])('%s is read from the words %j, on push and PUT', async (status, words) => {
    const products = words.map((word, i) => ({ code: `W${i}`, name_cn: '甲', status: word }));
    expect(await service.push(products)).toMatchObject({ created: words.length, invalid: 0 });
    const stored = [...(await readAllProducts(service)).values()].map((product) => product.status);
    expect(new Set(stored)).toEqual(new Set([status]));
    await service.push([{ code: 'W0', status: status === 'off' ? 'custom' : 'off' }]);
    await service.call('PUT', '/products/W0', { key: service.key, json: { status: words.at(-1) } });
    expect(await readProduct(service, 'W0')).toMatchObject({ status });
  });

  test('an unknown status makes the item invalid, and nothing of it is stored', async () => {
    await service.push([{ code: 'A', name_cn: '甲', status: 'custom' }]);
    for (const status of ['sold', 'in', '货', '现货 期货']) {
      const answer = await service.push([{ code: 'A', name_cn: '乙', status, stock: 1 }]);
      expect(answer).toMatchObject({ updated: 0, invalid: 1, codes: [] });
      expect(answer.errors).toEqual([
        { index: 0, code: 'A', field: 'status', reason: 'unknown_status', message: expect.any(String) },
      ]);
    }
    expect(await readProduct(service, 'A')).toMatchObject({ name_cn: '甲', status: 'custom' });
  });
});

describe('the category of a pushed product', () => {
  const deleteCategory = (name: string) => service.db.none('DELETE FROM categories WHERE name = $1', [name]);

  test('must exist, else the item is invalid', async () => {
    const answer = await service.push([
      { code: 'A', name_cn: '甲', category: '无此类' },
      { code: 'B', name_cn: '乙', category: '标准品' },
    ]);
    expect(answer).toMatchObject({ created: 1, invalid: 1, codes: ['B'] });
    expect(answer.errors).toMatchObject([
      { index: 0, code: 'A', field: 'category', reason: 'unknown_category' },
    ]);
  });

  test('is accepted once it was created through the category endpoint', async () => {
    await service.call('POST', '/categories', { key: service.key, json: { name: '溶液' } });
    expect(await service.push([{ code: 'A', name_cn: '甲', category: ' 溶液 ' }])).toMatchObject({
      created: 1,
    });
    expect(await readProduct(service, 'A')).toMatchObject({ category: '溶液' });
  });

  test('may be the stored one although that was deleted, but no other product may take it', async () => {
    await service.push([{ code: 'A', name_cn: '甲', category: '标准品' }]);
    await deleteCategory('标准品');
    const answer = await service.push([
      { code: 'A', name_en: 'a', category: '标准品' },
      { code: 'B', name_cn: '乙', category: '标准品' },
    ]);
    expect(answer).toMatchObject({ created: 0, updated: 1, invalid: 1 });
    expect(await readProduct(service, 'A')).toMatchObject({ name_en: 'a', category: '标准品' });
  });

  test('is kept by a push that does not name it, although it was deleted', async () => {
    await service.push([{ code: 'A', name_cn: '甲', category: '标准品' }]);
    await deleteCategory('标准品');
    expect(await service.push([{ code: 'A', name_en: 'a' }])).toMatchObject({ updated: 1, invalid: 0 });
    expect(await readProduct(service, 'A')).toMatchObject({ category: '标准品' });
  });

  test('absent on create is the default, which never fails, even deleted', async () => {
    await deleteCategory('杂质对照品');
    await service.push([
      { code: 'A', name_cn: '甲' },
      { code: 'B', name_cn: '乙', category: '' },
    ]);
    expect(await readProduct(service, 'A')).toMatchObject({ category: '杂质对照品' });
    expect(await readProduct(service, 'B')).toMatchObject({ category: '杂质对照品' });
  });
});
