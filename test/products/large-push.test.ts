import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openLargePushes } from '../../src/products/large-push.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.db.none('DELETE FROM products'));

const ROOM = ' '.repeat(1024 * 1024); // makes any body a large one
const items = [
  { code: 'A', name_cn: '甲' },
  { code: 'A', name_cn: '乙', unknown: 1 },
  { code: 'B', name_cn: '' },
  { cas: '50-78-2', name_cn: '阿司匹林' },
  { code: 'C'.repeat(31), name_cn: '丙' },
];
const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  service.call('POST', '/sync/push', {
    key: service.key,
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
const withoutId = ({ body }: Awaited<ReturnType<typeof post>>): unknown => ({
  ...body,
  request_id: undefined,
});

test('a large push is answered and stored as a small one is', async () => {
  const small = await post(JSON.stringify(items));
  const stored = await service.db.any('SELECT code, name_cn, source FROM products ORDER BY code');
  await service.db.none('DELETE FROM products');
  const large = await post(JSON.stringify(items) + ROOM);
  expect(large.status).toBe(200);
  expect(large.body).toEqual(small.body);
  expect(await service.db.any('SELECT code, name_cn, source FROM products ORDER BY code')).toEqual(stored);
  const packed = await post(gzipSync(`\uFEFF{"products":${JSON.stringify(items)}}${ROOM}`), {
    'Content-Encoding': 'gzip',
  });
  expect(packed.body).toMatchObject({ created: 0, updated: 3, invalid: 2 });
});

test.each([
  ['no JSON', `[{"code":`],
  ['another frame', '{"items":[]}'],
  ['a text', '"text"'],
  ['no UTF-8', Buffer.from([0x5b, 0x22, 0xb0, 0xa2, 0x22, 0x5d])],
])('what is refused small is refused large, with the same words: %s', async (_what, body) => {
  const small = await post(body);
  const large = await post(Buffer.concat([Buffer.from(body), Buffer.from(ROOM)]));
  expect(small.status).toBe(400);
  expect(large.status).toBe(400);
  expect(withoutId(large)).toEqual(withoutId(small));
});

test('a large push leaves one row in the sync log, with its counts', async () => {
  const { headers } = await post(JSON.stringify(items) + ROOM);
  const rows = await service.db.any('SELECT status, path, counts FROM sync_log WHERE request_id = $1', [
    headers.get('x-request-id'),
  ]);
  expect(rows).toEqual([
    { status: 200, path: '/api/v1/sync/push', counts: { created: 2, updated: 1, unchanged: 0, invalid: 2 } },
  ]);
});

test('other requests are answered while a large push is read and checked', async () => {
  await post(JSON.stringify(items));
  const many = Array.from({ length: 50_000 }, (_, i) => ({
    code: `N${i}`,
    name_cn: `名${i}`,
    synonyms: 'x;y',
  }));
  let pushing = true;
  const pushed = post(JSON.stringify(many)).finally(() => (pushing = false));
  let reads = 0;
  while (pushing) {
    expect((await service.call('GET', '/products/A')).status).toBe(200);
    reads++;
  }
  expect((await pushed).body.created).toBe(50_000);
  expect(reads).toBeGreaterThan(20);
});

test('of a client that goes away in the middle of its body nothing is stored, and the next push is whole', async () => {
  const body = Buffer.from(JSON.stringify(items) + ROOM);
  const half = request(`${service.origin}/api/v1/sync/push`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'X-API-Key': service.key,
    },
  });
  const gone = once(half, 'error');
  half.write(body.subarray(0, body.length - 100_000)); // all of the items, and not all that was announced
  await sleep(200);
  half.destroy(new Error('gone'));
  await gone;
  await sleep(200);
  expect(await service.db.any('SELECT code FROM products')).toEqual([]);
  expect((await post(body)).body).toMatchObject({ created: 2, updated: 1, invalid: 2 });
});

test('a push whose process is gone is answered as broken off, and the next one gets another process', async () => {
  const pushes = openLargePushes(service.databaseUrl);
  const push = async () => {
    const pieces = ['[{"code":"A",', '"name_cn":"甲"}]'].map((text) => Buffer.from(text));
    const received = await pushes.receive(Readable.from(pieces));
    return received.run({
      source: 'erp',
      skipUnchanged: false,
      entry: {
        at: new Date().toISOString(),
        keyId: 0,
        method: 'POST',
        path: '/',
        status: 200,
        durationMs: 0,
        address: '',
        requestId: 'r',
        counts: null,
      },
    });
  };
  const [broken] = await Promise.allSettled([push(), pushes.close()]);
  expect(broken).toMatchObject({ status: 'rejected', reason: { slug: 'unavailable' } });
  const [first, second] = await Promise.all([push(), push()]);
  expect([first, second].map(({ counts }) => counts.created + counts.updated)).toEqual([1, 1]);
  await pushes.close();
});

test('the memory of a body is given back while it is handed on, and none that others share', async () => {
  const pushes = openLargePushes(service.databaseUrl);
  const own = Array.from({ length: 20 }, () => new Uint8Array(64 * 1024).fill(0x20));
  const shared = Buffer.from('[]');
  expect(shared.buffer.byteLength).toBeGreaterThan(shared.length);
  const received = await pushes.receive(Readable.from([...own, shared]));
  expect(own.map(({ byteLength }) => byteLength)).toEqual(own.map(() => 0));
  expect(shared.toString()).toBe('[]');
  received.drop();
  await pushes.close();
});
