import { setTimeout as sleep } from 'node:timers/promises';
import { openGiveWay, waitOfReads } from '../../src/database/give-way.js';
import { directWrites } from '../../src/database/writes.js';
import { readItems } from '../../src/products/item.js';
import { pushItems } from '../../src/products/push.js';
import { serviceOfFile } from '../support/service.js';
import { until } from '../support/until.js';

const service = serviceOfFile();

/** Reads that wait the next `times`. */
function reads(times: number) {
  const seen = { looks: 0, wait: () => Promise.resolve(++seen.looks <= times ? 50 : 0) };
  return seen;
}

test('work in portions waits while reads wait, and goes on once they do not', async () => {
  const { db } = service;
  const three = reads(3);
  const giveWay = openGiveWay(1_000, three.wait);
  await sleep(20);
  await giveWay(db);
  expect(three.looks).toBe(4);
});

test('where reads always wait the work goes on within its bound, and earns its waits by work alone', async () => {
  const { db } = service;
  const always = reads(Infinity);
  const begun = performance.now();
  const giveWay = openGiveWay(0.5, always.wait);
  await sleep(200);
  await giveWay(db);
  const worked = performance.now() - begun;
  expect(always.looks).toBeGreaterThan(1);
  expect(always.looks).toBeLessThanOrEqual(Math.ceil((worked * 0.5) / 9)); // each takes 10 ms, by clocks that round
  const before = always.looks;
  for (let i = 0; i < 5; i++) await giveWay(db);
  expect(always.looks - before).toBeLessThanOrEqual(5);
});

test('what reads wait for is told within a transaction too: nothing while nobody reads', async () => {
  await service.db.tx(async (tx) => {
    await until(async () => (await waitOfReads(tx)) === 0);
    await service.call('GET', '/products/none');
    expect(await waitOfReads(tx)).toBeGreaterThan(0);
  });
});

test('a push asks before each portion, in the one transaction that writes all of it or nothing', async () => {
  const given = Array.from({ length: 2_500 }, (_, i) => ({ code: `P-${i}`, name_cn: '甲', mw: i + 1 }));
  const stored = () => service.db.one('SELECT count(*)::int, sum(mw)::int FROM products');
  const seen = new Set<string>();
  const push = async (fail: boolean) => {
    let asked = 0;
    const done = await pushItems(directWrites(service.db), readItems(given, {}), {
      source: 'erp',
      async giveWay(tx) {
        asked++;
        const { id } = await tx.one<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
        seen.add(id);
        if (fail && asked === 9) throw new Error('broken off');
      },
    });
    return { asked, done };
  };
  await expect(push(true)).rejects.toThrow('broken off');
  expect(await stored()).toEqual({ count: 0, sum: null });
  // Three portions are locked, three matched, three written.
  expect(await push(false)).toMatchObject({ asked: 9, done: { created: 2_500 } });
  const again = await push(false);
  expect(again).toMatchObject({ asked: 9, done: { created: 0, updated: 2_500 } });
  expect([await stored(), seen.size]).toEqual([{ count: 2_500, sum: (2_500 * 2_501) / 2 }, 3]);
});
