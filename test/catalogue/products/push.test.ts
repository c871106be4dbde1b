import { serviceOfFile } from '../../support/service.js';
import { readAllProducts, readProduct } from './requests.js';
import examples from './push.json' with { type: 'json' };

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

/** The counts of an answer, which together must make the number of items. */
function counts(answer: Record<string, number>, items: number): number[] {
  const each = ['created', 'updated', 'unchanged', 'invalid'].map((name) => answer[name]!);
  expect(each.reduce((sum, count) => sum + count)).toBe(items);
  return each;
}
/** What a push of items into a catalogue of others answers, and what is stored then of some products. */
type Example = [name: string, before: object[], items: object[], expected: Expected];
interface Expected {
  counts: number[];
  codes: string[];
  errors?: object[];
  stored?: Record<string, object>;
  query?: string;
}

test.each(examples as unknown as Example[])(
  '%s',
  async (_, before, items, { counts: expected, query, stored = {}, ...more }) => {
    await service.push(before);
    const answer = await service.push(items, query);
    expect(counts(answer, items.length)).toEqual(expected);
    expect(answer).toMatchObject(more);
    for (const [code, fields] of Object.entries(stored))
      expect(await readProduct(service, code)).toMatchObject(fields);
  },
);
test.each(['N/A', 'n/a', ' N/a ', '', '   ', null])(
  'without a code, the CAS number %j is none: the item is invalid',
  async (cas) => {
    await service.push([{ code: 'A', name_cn: '甲' }]); // its stored CAS number is N/A: it must not match
    for (const more of [{}, { code: '' }, { code: null }, { code: '  ' }]) {
      const answer = await service.push([{ ...more, cas, name_cn: '乙' }]);
      expect(counts(answer, 1)).toEqual([0, 0, 0, 1]);
      expect(answer.errors).toMatchObject([{ index: 0, code: null, field: 'code', reason: 'required' }]);
    }
  },
);

describe('unchanged=skip', () => {
  test('leaves rows that would not change untouched and counts them', async () => {
    const products = [
      { code: 'A', name_cn: '甲', mw: 1.1, tags: 'a;b', status: 'custom', cas: '1-1-1' },
      { code: 'B', name_cn: '乙' },
    ];
    await service.push(products);
    const before = await readAllProducts(service);
    const again = [...products, { code: 'B', name_cn: '丙' }, { cas: '1-1-1' }];
    const answer = await service.push(again, '?unchanged=skip');
    expect(counts(answer, 4)).toEqual([0, 1, 3, 0]);
    expect(answer.codes).toEqual(['A', 'B']);
    const after = await readAllProducts(service);
    expect(after.get('A')).toEqual(before.get('A'));
    expect(after.get('B')!.name_cn).toBe('丙');
  });

  test('is the only value of the parameter', async () => {
    for (const [query, status] of [
      ['unchanged=', 200],
      ['unchanged=yes', 400],
      ['unchanged=skip&unchanged=skip', 400],
    ]) {
      const answer = await service.write('POST', `/sync/push?${query}`, []);
      expect(answer.status).toBe(status);
    }
  });

  test('no two rows of one have the same updated_at', async () => {
    const items = Array.from({ length: 300 }, (_, i) => ({ code: `P${i}`, name_cn: '甲' }));
    for (const sent of [items, [...items, { code: 'NEW', name_cn: '甲' }]]) {
      await service.push(sent);
      const { times } = await service.db.one('SELECT count(DISTINCT updated_at) AS times FROM products');
      expect(times).toBe(sent.length);
    }
  });
});

describe('the call', () => {
  test('without items answers zeros', async () => {
    for (const json of [[], { products: [] }]) {
      expect(await service.push(json)).toMatchObject({
        ok: true,
        created: 0,
        updated: 0,
        invalid: 0,
        codes: [],
      });
    }
  });

  test('names the first 1,000 errors and says when there are more; every item is counted', async () => {
    const bad = Array.from({ length: 1_000 }, (_, i) => ({ code: `A${i}` }));
    const exactly = await service.push(bad);
    expect(exactly.errors).toHaveLength(1_000);
    expect(exactly).not.toHaveProperty('errors_truncated');
    const more = await service.push([...bad, 7, { code: 'B', name_cn: '乙' }]);
    expect(counts(more, 1_002)).toEqual([1, 0, 0, 1_001]);
    expect(more.errors.map((error: { index: number }) => error.index)).toEqual(bad.map((_, i) => i));
    expect(more.errors_truncated).toBe(true);
  });

  test('is one transaction with its row in the sync log', async () => {
    await service.push([{ code: 'A', name_cn: '甲' }, { code: 'B' }]);
    const logged = await service.db.one(
      'SELECT method, path, status, counts, xmin::text AS xid FROM sync_log ORDER BY id DESC LIMIT 1',
    );
    const product = await service.db.one('SELECT xmin::text AS xid FROM products');
    expect(logged).toEqual({
      method: 'POST',
      path: '/api/v1/sync/push',
      status: 200,
      counts: { created: 1, updated: 0, unchanged: 0, invalid: 1 },
      xid: product.xid,
    });
  });
});
