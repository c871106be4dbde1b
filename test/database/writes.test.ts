import { openOffice } from '../back-office/office.js';
import { startService } from '../support/service.js';
import type { Answered } from '../support/call.js';
import type { Service } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const CODES = Array.from({ length: 20 }, (_, i) => `HELD-${i}`);
const FREE = Array.from({ length: 20 }, (_, i) => `FREE-${i}`);
const stored = () => service.db.any('SELECT name_cn, tags, count(*)::int FROM products GROUP BY 1, 2');

/** Runs `work` while another transaction holds the products, as a long push does. */
async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  return service.db.tx(async (tx) => {
    await tx.any('SELECT FROM products WHERE code = ANY($1) FOR UPDATE', [CODES]);
    return work();
  });
}

const waiting = async (): Promise<number> =>
  (
    await service.db.one<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).count;

test('while writes wait for products that another one holds, reads are answered; the writes are told to try again', async () => {
  await service.push([...CODES, ...FREE].map((code) => ({ code, name_cn: '甲' })));
  const office = await openOffice(service);
  let answered = 0;
  const answers = await whileHeld(async () => {
    const writes = [
      ...CODES.map((code) =>
        service.call('PUT', `/products/${code}`, { key: service.key, json: { name_cn: '乙' } }),
      ),
      service.call('DELETE', `/products/${CODES[0]}`, { key: service.key }),
      service.call('DELETE', '/products/batch', { key: service.key, json: { codes: CODES } }),
      service.call('POST', '/tags/apply', { key: service.key, json: { codes: CODES, tags: ['x'] } }),
      service.call('POST', '/sync/push', { key: service.key, json: [{ code: CODES[0], name_cn: '乙' }] }),
      office.call('PUT', `/products/${CODES[0]}`, { name_cn: '乙' }),
    ].map((write) => write.finally(() => answered++));
    while ((await waiting()) < 3) if (answered > 0) throw new Error('nothing waits');

    const reads = [
      ...[...CODES, ...FREE].map((code) => `/products/${code}`),
      '/products',
      '/products?page_size=200&sort=code',
      '/products?category=none',
      '/categories',
      '/tags',
      '/media',
      '/changes',
      '/products/search?q=甲',
    ];
    for (const path of reads) expect([path, (await service.call('GET', path)).status]).toEqual([path, 200]);
    expect((await service.call('GET', '/products', { key: service.key })).status).toBe(200);
    expect(answered).toBeLessThan(writes.length);
    return Promise.all(writes);
  });

  for (const { status, body, headers } of answers) {
    expect(status).toBe(503);
    expect(body.detail).toMatch(/Another write holds .* Nothing was changed; try again/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await stored()).toEqual([{ name_cn: '甲', tags: null, count: 40 }]);

  const again: Answered[] = await Promise.all(
    CODES.map((code) =>
      service.call('PUT', `/products/${code}`, { key: service.key, json: { name_cn: '乙' } }),
    ),
  );
  expect(again.map(({ status }) => status)).toEqual(CODES.map(() => 200));
});

test('a write waits for one that is soon done', async () => {
  const write = await whileHeld(async () => {
    const sent = service.call('PUT', `/products/${CODES[0]}`, {
      key: service.key,
      json: { name_cn: '丙' },
    });
    while ((await waiting()) === 0);
    return { sent };
  });
  expect((await write.sent).status).toBe(200);
});
