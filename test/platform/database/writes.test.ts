import { openOffice } from '../../desk/office.js';
import type { Transaction } from '../../../src/platform/database/connect.js';
import { openWrites } from '../../../src/platform/database/writes.js';
import { asProblem } from '../../../src/platform/http/problem.js';
import { openLimit } from '../../../src/platform/limits/limit.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import { untilBlocked } from '../../support/sessions.js';

const service = serviceOfFile();

const CODES = Array.from({ length: 20 }, (_, i) => `HELD-${i}`);
const FREE = Array.from({ length: 20 }, (_, i) => `FREE-${i}`);
const stored = () =>
  service.db.any('SELECT name_cn, tags, count(*)::int FROM products GROUP BY 1, 2 ORDER BY 1, 2');

/** Runs `work` while another transaction holds the products, as a long push does. */
async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  return service.db.tx(async (tx) => {
    await tx.any('SELECT FROM products WHERE code = ANY($1) FOR UPDATE', [CODES]);
    return work();
  });
}

test('while writes wait for products that another one holds, reads and other writes are answered', async () => {
  await service.push([...CODES, ...FREE].map((code) => ({ code, name_cn: '甲' })));
  const office = await openOffice(service);
  const { key } = service;
  const put = (code: string) => service.call('PUT', `/products/${code}`, { key, json: { name_cn: '乙' } });
  let answered = 0;
  const { writes } = await whileHeld(async () => {
    const writes = [
      ...CODES.slice(0, 8).map(put),
      service.call('DELETE', '/products/batch', { key, json: { codes: ['NONE', CODES[9]] } }),
      service.call('POST', '/tags/apply', { key, json: { codes: CODES, tags: ['x'] } }),
      service.call('POST', '/sync/push', { key, json: [{ code: CODES[0], name_cn: '乙' }] }),
      office.api('PUT', `/products/${CODES[0]}`, { name_cn: '乙' }),
    ].map((write) => write.finally(() => answered++));
    await untilBlocked(service.db, 3);

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
    expect((await service.call('GET', '/products', { key })).status).toBe(200);
    // More writes wait than run at once; they let others have their turn.
    expect((await put(FREE[0]!)).status).toBe(200);
    expect(answered).toBe(0);
    return { writes: Promise.all(writes) };
  });
  for (const { status } of await writes) expect(status).toBe(200);
});

test('a write that has waited for too long changes nothing, and is told to try again', async () => {
  const writes = openWrites(service.db, openLimit({ all: 1 }), 1_000);
  const before = await stored();
  const failed: unknown = await whileHeld(() =>
    writes
      .tx((tx) => tx.none("UPDATE products SET name_cn = '丁' WHERE code IN ('FREE-1', 'HELD-2')"))
      .catch((error: unknown) => error),
  );
  const problem = asProblem(failed);
  expect(problem.status).toBe(503);
  expect(problem.message).toMatch(/Another write holds .* Nothing was changed; try again/);
  expect(Number(problem.headers['Retry-After'])).toBeGreaterThan(0);
  expect(await stored()).toEqual(before);
});

test.each([
  ['while a statement runs', (tx: Transaction) => tx.any('SELECT pg_sleep(60)')],
  ['between two statements', () => untilEnded()],
])('a write that lasts too long is ended %s: it holds up no pull any longer', async (_, last) => {
  const writes = openWrites(service.db, openLimit({ all: 1 }), undefined, 300);
  const insert = `INSERT INTO products (code, name_cn, source) VALUES ('LONG', '甲', 'erp')`;
  const failed: unknown = await writes
    .tx(async (tx) => {
      await tx.none(insert);
      await last(tx);
      await tx.any('SELECT');
    })
    .catch((error: unknown) => error);
  expect(asProblem(failed).status).toBe(503);
  await service.push([{ code: 'LATER', name_cn: '甲' }]);
  const { body } = await service.call('GET', '/products?updated_after=2000-01-01&page_size=200');
  const codes = (body.data as { code: string }[]).map(({ code }) => code);
  expect(codes).toContain('LATER');
  expect(codes).not.toContain('LONG');
});
/** Once no write is under way. */
const untilEnded = () => until(async () => (await service.db.any(`SELECT FROM pg_locks WHERE classid > 200000::oid`)).length === 0); // prettier-ignore

test('a disk of the database that is full is named to who writes; who reads is answered', async () => {
  await service.push([{ code: 'FULL', name_cn: '甲' }]);
  // As the server raises it where it cannot extend a file.
  await service.db.none(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON products EXECUTE FUNCTION refuse()`);
  const write = () => service.write('PUT', '/products/FULL', { name_cn: '乙' });
  const { status, headers, body } = await write();
  expect([status, headers.get('retry-after')]).toEqual([503, '30']);
  expect(body.detail).toMatch(/disk of the database is full.*磁盘已满/);
  expect((await service.call('GET', '/products/FULL')).body.data.name_cn).toBe('甲');
  await service.db.none('DROP FUNCTION refuse CASCADE');
  expect((await write()).status).toBe(200);
});

test('a write that waits for another one which waits for it is made once that one is done', async () => {
  await service.push(['ONE', 'TWO'].map((code) => ({ code, name_cn: '甲' })));
  const writes = openWrites(service.db, openLimit({ all: 2 }));
  const lock = (tx: Transaction, code: string) =>
    tx.any('SELECT FROM products WHERE code = $1 FOR UPDATE', [code]);
  let bothHold!: () => void;
  const held = new Promise<void>((resolve) => (bothHold = resolve));
  let holding = 0;
  const write = (first: string, second: string) =>
    writes.tx(async (tx) => {
      await lock(tx, first);
      if (++holding === 2) bothHold();
      await held;
      await lock(tx, second);
      return first;
    });
  const done = await Promise.all([write('ONE', 'TWO'), write('TWO', 'ONE')]);
  expect(done).toEqual(['ONE', 'TWO']);
  expect(holding).toBeGreaterThan(2); // one of them was tried again
});

test('a write waits for one that is soon done', async () => {
  const write = await whileHeld(async () => {
    const sent = service.write('PUT', `/products/${CODES[0]}`, { name_cn: '丙' });
    await untilBlocked(service.db);
    return { sent };
  });
  expect((await write.sent).status).toBe(200);
});
