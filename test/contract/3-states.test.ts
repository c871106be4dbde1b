import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const STATUSES = ['in_stock', 'futures', 'custom', 'off'] as const;
const FROM = ['new', ...STATUSES] as const;
const PUSHES = ['POST /sync/push', 'POST /products'] as const;

const product = async (code: string) => (await service.call('GET', `/products/${code}`)).body.data;

let last = 0;
/** A product number in a state; a new one has no product yet. */
async function inState(from: (typeof FROM)[number]): Promise<string> {
  const code = `S-${++last}`;
  if (from !== 'new') await service.push([{ code, name_cn: '甲', status: from }]);
  return code;
}

/** Does it. @returns how it was answered and what it did to the product */
async function after(code: string, act: () => Promise<{ status: number }>): Promise<object> {
  const before = (await product(code))?.updated_at ?? '';
  await sleep(2);
  const { status: answered } = await act();
  const { status, in_stock, updated_at } = await product(code);
  return { answered, status, in_stock, refreshed: updated_at > before };
}

const arrived = (status: string): object => ({
  answered: 200,
  status,
  in_stock: status === 'in_stock',
  refreshed: true,
});

const push = (trigger: string, item: object) => {
  const [method, path] = trigger.split(' ') as [string, string];
  return service.call(method, path, { key: service.key, json: [{ name_cn: '甲', ...item }] });
};

describe('3 States and transitions', () => {
  test.each(FROM.flatMap((from) => PUSHES.map((trigger) => [from, trigger] as const)))(
    'from %s by %s with stock > 0: to in_stock',
    async (from, trigger) => {
      const code = await inState(from);
      expect(await after(code, () => push(trigger, { code, stock: 0.5 }))).toEqual(arrived('in_stock'));
    },
  );

  test.each(
    FROM.flatMap((from) => PUSHES.flatMap((trigger) => STATUSES.map((to) => [from, trigger, to] as const))),
  )('from %s by %s with status %s: to that status', async (from, trigger, to) => {
    const code = await inState(from);
    expect(await after(code, () => push(trigger, { code, status: to }))).toEqual(arrived(to));
  });

  test.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))(
    'from %s by PUT /products/{code} with status %s: to that status',
    async (from, to) => {
      const code = await inState(from);
      expect(
        await after(code, () =>
          service.call('PUT', `/products/${code}`, { key: service.key, json: { status: to } }),
        ),
      ).toEqual(arrived(to));
    },
  );

  test.each([{}, { stock: 0 }, { stock: -1 }])(
    'a new product pushed without status and with %j: futures',
    async (item) => {
      const code = await inState('new');
      expect(await after(code, () => push('POST /sync/push', { code, ...item }))).toEqual(arrived('futures'));
    },
  );

  test('not shown: an explicit status wins over what stock implies', async () => {
    const code = await inState('new');
    expect(await after(code, () => push('POST /sync/push', { code, status: 'custom', stock: 9 }))).toEqual(
      arrived('custom'),
    );
  });

  test.each(STATUSES)(
    'not shown: stock of 0 or less alone ends in_stock; a product that is %s',
    async (from) => {
      const code = await inState(from);
      const to = from === 'in_stock' ? 'futures' : from;
      expect(await after(code, () => push('POST /sync/push', { code, stock: 0 }))).toEqual(arrived(to));
    },
  );

  test('not shown: an unknown status makes the item invalid on push and is a 400 on PUT', async () => {
    const code = await inState('off');
    expect((await push('POST /products', { code, status: 'gone' })).body).toMatchObject({
      updated: 0,
      invalid: 1,
    });
    const edit = await service.call('PUT', `/products/${code}`, {
      key: service.key,
      json: { status: 'gone' },
    });
    expect(edit.status).toBe(400);
    expect((await product(code)).status).toBe('off');
  });
});
