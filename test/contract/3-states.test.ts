import { setTimeout as sleep } from 'node:timers/promises';
import { serviceOfFile } from '../support/service.js';

const service = serviceOfFile();

const STATUSES = ['in_stock', 'futures', 'custom', 'off'];
const FROM = ['new', ...STATUSES];
const CALLS = FROM.flatMap((from) =>
  ['/sync/push', '/products'].map((path): [string, string] => [from, path]),
);

const product = async (code: string) => (await service.call('GET', `/products/${code}`)).body.data;
const put = (code: string, json: object) => service.write('PUT', `/products/${code}`, json);

let last = 0;
/** So many products in a state; of new ones there is none yet. */
async function inState(from: string, count: number): Promise<{ code: string; name_cn: string }[]> {
  const products = Array.from({ length: count }, () => ({ code: `S-${++last}`, name_cn: '甲' }));
  if (from !== 'new') await service.push(products.map((each) => ({ ...each, status: from })));
  return products;
}

/** Pushes what each item gives to a product in a state. @returns the statuses of all after it, each once */
async function statusesAfter(from: string, path: string, items: object[]): Promise<string[]> {
  const products = await inState(from, items.length);
  const before = new Date().toISOString();
  await sleep(2);
  const json = products.map((each, i) => ({ ...each, ...items[i] }));
  const { body } = await service.write('POST', path, json);
  expect(body.created + body.updated).toBe(items.length);
  const after = await Promise.all(products.map(({ code }) => product(code)));
  for (const { status, in_stock, updated_at } of after)
    expect([in_stock, updated_at > before]).toEqual([status === 'in_stock', true]);
  return [...new Set(after.map(({ status }) => status))];
}

describe('3 States and transitions', () => {
  test.each(CALLS)('from %s by POST %s with stock > 0: to in_stock', async (from, path) => {
    const items = [0.5, 1, '5', ' 2.5 ', '+1e3', 1e300].map((stock) => ({ stock }));
    expect(await statusesAfter(from, path, items)).toEqual(['in_stock']);
  });

  test.each(CALLS.flatMap((call) => STATUSES.map((to) => [...call, to])))(
    'from %s by POST %s with status %s: to that status, whatever the stock',
    async (from, path, to) => {
      const items = [{ status: to }, { status: to, stock: 9 }, { status: ` ${to} `, stock: 0 }, { status: to, stock: -1 }]; // prettier-ignore
      expect(await statusesAfter(from!, path!, items)).toEqual([to]);
    },
  );

  test.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to])))(
    'from %s by PUT /products/{code} with status %s: to that status',
    async (from, to) => {
      const { code } = (await inState(from!, 1))[0]!;
      const { updated_at: before } = await product(code);
      await sleep(2);
      expect((await put(code, { status: to })).status).toBe(200);
      const { status, in_stock, updated_at } = await product(code);
      expect([status, in_stock, updated_at > before]).toEqual([to, to === 'in_stock', true]);
    },
  );

  test.each(CALLS)('from %s by POST %s without status and stock: as it was; new: futures', async (from, path) => {
    const items = [{}, { stock: null }, { stock: '' }];
    expect(await statusesAfter(from, path, items)).toEqual([from === 'new' ? 'futures' : from]);
  }); // prettier-ignore

  test.each(CALLS)('not shown: from %s by POST %s with stock of 0 or less: ends in_stock alone', async (from, path) => {
    const items = [{ stock: 0 }, { stock: -3 }, { stock: '-0.5' }];
    expect(await statusesAfter(from, path, items)).toEqual([['new', 'in_stock'].includes(from) ? 'futures' : from]);
  }); // prettier-ignore

  test.each(CALLS)('not shown: from %s by POST %s with a cleared status: futures, or what the stock implies', async (from, path) => {
    expect(await statusesAfter(from, path, [{ status: '' }, { status: ' ', stock: 0 }])).toEqual(['futures']);
    expect(await statusesAfter(from, path, [{ status: '', stock: 1 }])).toEqual(['in_stock']);
  }); // prettier-ignore

  test.each([
    ['in_stock', ['IN_STOCK', 'in stock', 'In-Stock', '现货', ' 有货 ', 'ｉｎ ｓｔｏｃｋ']],
    ['futures', ['Futures', '期货', '缺货', 'out of stock', 'Available to order']],
    ['custom', ['Custom', '定制', '定製']],
    ['off', ['OFF', '下架', '停产', 'Discontinued']],
  ])('not shown: %s is read from the words %j, on push and PUT', async (status, words) => {
    const items = words.map((word) => ({ status: word }));
    expect(await statusesAfter('new', '/products', items)).toEqual([status]);
    const { code } = (await inState(status === 'off' ? 'custom' : 'off', 1))[0]!;
    await put(code, items.at(-1)!);
    expect((await product(code)).status).toBe(status);
  });

  test('not shown: an unknown status makes the item invalid on push and is a 400 on PUT', async () => {
    const { code } = (await inState('custom', 1))[0]!;
    for (const status of ['sold', 'in', '货', '现货 期货']) {
      const answer = await service.push([{ code, name_cn: '乙', status, stock: 1 }]);
      expect(answer).toMatchObject({ updated: 0, invalid: 1, codes: [] });
      expect(answer.errors).toEqual([
        {
          index: 0,
          code,
          field: 'status',
          reason: 'unknown_status',
          message: expect.any(String),
          value: status,
        },
      ]);
      expect((await put(code, { status })).status).toBe(400);
    }
    expect(await product(code)).toMatchObject({ name_cn: '甲', status: 'custom' });
  });
});
