import { execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { OURSELVES } from '../../../src/platform/limits/limit.js';
import { openLargePushes } from '../../../src/catalogue/products/large-push.js';
import type { LargePush } from '../../../src/catalogue/products/large-push.js';
import { startGatewayProcess } from '../../support/processes.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import { callAt } from '../../support/call.js';
import { untilBlocked } from '../../support/sessions.js';

const service = serviceOfFile();
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
/** A large push to a gateway in a process of its own. */
const postAt = (origin: string, headers = {}) =>
  callAt(`${origin}/api/v1/sync/push`, 'POST', {
    key: service.key,
    body: JSON.stringify(items) + ROOM,
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
  expect(large.body).toEqual({ ...small.body, import_id: expect.any(Number) });
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

test('a process that cannot be started takes no turn with it', async () => {
  const pushes = openLargePushes('no\0address');
  for (let i = 0; i < 3; i++)
    await expect(pushes.run(inFile({ code: 'A', name_cn: '甲' }), OURSELVES)).rejects.toMatchObject({
      status: 503,
    });
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
  const arriving = arrival();
  const sent = body.subarray(0, body.length - 100_000); // all of the items, and not all that was announced
  half.write(sent);
  const { request: received, response } = await arriving;
  await until(() => received.socket.bytesRead > sent.length);
  half.destroy(new Error('gone'));
  await gone;
  await until(() => response.closed);
  expect(await service.db.any('SELECT code FROM products')).toEqual([]);
  expect((await post(body)).body).toMatchObject({ created: 2, updated: 1, invalid: 2 });
});

/** The next request that reaches the gateway, which runs in this process. */
const arrival = (): Promise<{ request: IncomingMessage; response: ServerResponse }> =>
  new Promise((resolve) => {
    const note = (message: unknown): void => {
      unsubscribe('http.server.request.start', note);
      resolve(message as { request: IncomingMessage; response: ServerResponse });
    };
    subscribe('http.server.request.start', note);
  });

/** A push in a file, as the gateway hands it over. */
function inFile(...products: object[]): LargePush {
  const file = join(process.env['TEST_FOLDER']!, `push-${process.pid}-${count++}`);
  writeFileSync(file, JSON.stringify(products));
  const entry = {
    at: new Date().toISOString(),
    keyId: 0,
    method: 'POST',
    path: '/',
    status: 200,
    durationMs: 0,
    address: '',
    requestId: 'r',
    counts: null,
  };
  return {
    file,
    call: { source: 'erp', by: { kind: 'key', name: 'test' }, siteOrigin: 'http://localhost', skipUnchanged: false, entry }, // prettier-ignore
  };
}
let count = 0;

/** The processes of large pushes that a gateway has. */
function processesOf(gateway: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return [...table.matchAll(/^ *(\d+) +(\d+) .*push-process/gm)].flatMap(([, pid, parent]) =>
    Number(parent) === gateway ? Number(pid) : [],
  );
}

const brokenOff = { status: 'rejected', reason: { slug: 'unavailable' } };
const done = (created: number) => ({ status: 'fulfilled', value: { counts: { created } } });

test('a push whose process is gone is answered as broken off, and the next one gets another process', async () => {
  const pushes = openLargePushes(service.databaseUrl);
  const before = processesOf(process.pid).length;
  const push = (code: string) => pushes.run(inFile({ code, name_cn: '甲' }), OURSELVES);
  const running = push('A');
  await until(() => processesOf(process.pid).length > before);
  const [broken] = await Promise.allSettled([running, pushes.close()]);
  expect(broken).toMatchObject(brokenOff);
  const next = await Promise.allSettled(['B', 'C', 'D'].map(push));
  expect(next).toMatchObject([done(1), done(1), done(1)]);
  await pushes.close();
});

test('a push is stored also where the clock was set by years while it waited', async () => {
  const pushes = openLargePushes(service.databaseUrl);
  const push = inFile({ code: 'A', name_cn: '甲' });
  push.call.entry.at = '1990-01-01T00:00:00.000Z';
  expect(await Promise.allSettled([pushes.run(push, OURSELVES)])).toMatchObject([done(1)]);
  await pushes.close();
});

test('the end of a process breaks off its own push and no other', async () => {
  await post(JSON.stringify([{ code: 'HELD', name_cn: '甲' }]));
  const pushes = openLargePushes(service.databaseUrl);
  const before = new Set(processesOf(process.pid));
  const { outcomes } = await service.db.tx(async (tx) => {
    await tx.any(`SELECT FROM products WHERE code = 'HELD' FOR UPDATE`);
    const running = ['A', 'B'].map((code) =>
      pushes.run(inFile({ code, name_cn: '甲' }, { code: 'HELD', name_en: code }), OURSELVES),
    );
    await untilBlocked(service.db, 2);
    const first = processesOf(process.pid).find((pid) => !before.has(pid));
    process.kill(first!, 'SIGKILL');
    const [broken] = await Promise.allSettled([Promise.race(running)]);
    expect(broken).toMatchObject(brokenOff);
    return { outcomes: Promise.allSettled(running) };
  });
  expect((await outcomes).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await service.db.any(`SELECT code FROM products WHERE code IN ('A', 'B')`)).toHaveLength(1);
  await pushes.close();
});

test('what fails in a process of large pushes is in the log of the gateway with the request, and not in the answer', async () => {
  await service.db.none(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'something inside'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON products EXECUTE FUNCTION fail()`);
  const gateway = await startGatewayProcess({ ...service.env, LOG_LEVEL: 'error' });
  try {
    const answer = await postAt(gateway.origin, { 'X-Request-Id': 'failing' });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('something inside');
    const failed = (): string | undefined =>
      gateway
        .log()
        .split('\n')
        .find((line) => line.includes('request failed'));
    await until(() => failed() !== undefined);
    expect(JSON.parse(failed()!)).toMatchObject({
      request_id: 'failing',
      err: { message: 'something inside', stack: expect.stringMatching(/\n +at /) },
    });
  } finally {
    await service.db.none('DROP TRIGGER fail ON products; DROP FUNCTION fail');
  }
});

test('a process of large pushes ends with its gateway, and not by a signal to all of a terminal', async () => {
  const gateway = await startGatewayProcess(service.env);
  const push = () => postAt(gateway.origin);
  expect((await push()).status).toBe(200);
  const [worker] = processesOf(gateway.pid);
  process.kill(worker!, 'SIGINT');
  process.kill(worker!, 'SIGTERM');
  expect((await push()).status).toBe(200);
  expect(processesOf(gateway.pid)).toEqual([worker]);
  gateway.kill('SIGKILL');
  await gateway.ended;
  const isAlive = (): boolean => {
    try {
      return process.kill(worker!, 0);
    } catch {
      return false;
    }
  };
  await until(() => !isAlive());
});
