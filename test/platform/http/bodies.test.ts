import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { keepSwept, receiveStream } from '../../../src/platform/http/body.js';
import { OURSELVES } from '../../../src/platform/limits/limit.js';
import { tooMuch } from '../../../src/platform/http/json-bounds.js';
import { JSON_BOUNDS } from '../../../src/platform/limits/sizes.js';
import { officeOfFile } from '../../desk/office.js';
import { startGatewayProcess } from '../../support/processes.js';
import { EDITABLE_FIELDS } from '../../../src/catalogue/products/fields.js';
import { serviceOfFile } from '../../support/service.js';
import type { Answered } from '../../support/call.js';
import { until } from '../../support/until.js';
import examples from './bodies.json' with { type: 'json' };

const service = serviceOfFile({}, { stallMs: 4_000 });
const office = officeOfFile(service);
beforeEach(() => service.db.none('DELETE FROM products'));

const MiB = 1024 * 1024;
const post = (
  path: string,
  body: string | Uint8Array,
  type = 'application/json',
  method = 'POST',
): Promise<Answered> =>
  service.call(method, path, { key: service.key, body, headers: { 'Content-Type': type } });
/** The files of bodies that the gateway, which is this process, has open. */
const spooled = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).match(/catalogue-body-.*/)?.[0] ?? [];
    } catch {
      return []; // closed meanwhile
    }
  });

/** A push of which so many bytes come, and then nothing; without Content-Length unless it announces some. */
function stalling(
  bytes: number,
  origin = service.origin,
  key = service.key,
  announced?: number,
): ClientRequest {
  const { port } = new URL(origin);
  const call = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/v1/sync/push',
    headers: {
      'Content-Type': 'application/json',
      'X-API-Key': key,
      ...(announced === undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': announced }),
    },
  });
  call.on('error', () => {});
  call.write('['.padEnd(bytes));
  return call;
}

describe('JSON is weighed before it is parsed', () => {
  const weigh = (json: string, most = { values: 10, names: 3 }): string | null =>
    tooMuch(Buffer.from(json), most);

  test.each(examples.weighed as [string, string | null][])('%s', (json, bound) => {
    if (bound === null) expect(weigh(json)).toBeNull();
    else expect(weigh(json)).toContain(bound);
  });

  test('names are told apart, and the same name in many objects is one', () => {
    const item = `{${Array.from({ length: 60 }, (_, i) => `"field_${i}":"value"`).join()}}`;
    expect(
      tooMuch(Buffer.from(`[${Array.from({ length: 50_000 }, () => item).join()}]`), JSON_BOUNDS.push),
    ).toBeNull();
    const names = Array.from({ length: 1_001 }, (_, i) => `"k${i}":0`).join();
    expect(tooMuch(Buffer.from(`{${names}}`), JSON_BOUNDS.usual)).toContain('names');
  });
});

test('a product of millions of unknown keys is a 413 that names the bound, and breaks off no push of another', async () => {
  const keys = Array.from({ length: 2_000_000 }, (_, i) => `"k${i}":0`).join();
  const hostile = post('/sync/push', `[{"code":"A","name_cn":"甲",${keys}}]`);
  const products = Array.from({ length: 3_000 }, (_, i) => ({
    code: `N${i}`,
    name_cn: '甲',
    name_en: `n${i}`,
  }));
  let open = true;
  void hostile.finally(() => (open = false));
  do {
    const other = await post('/sync/push', JSON.stringify(products));
    expect([other.status, other.body.invalid]).toEqual([200, 0]);
  } while (open);
  const { status, body } = await hostile;
  expect(status).toBe(413);
  expect(body.detail).toContain('100000 different names');
});

describe('what is read beside other requests is bounded', () => {
  beforeEach(() => service.push([{ code: 'A', name_cn: '甲' }]));
  const members = (count: number): string =>
    `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}`;

  test.each([
    ['PUT', '/products/A', members(60_000)],
    ['PUT', '/products/A', members(5_000)],
    ['DELETE', '/products/batch', `{"codes":[${'1,'.repeat(60_000)}1]}`],
    ['POST', '/tags/apply', `{"codes":[${'1,'.repeat(600_000)}1],"tags":["x"]}`],
    ['POST', '/categories', `{"names":[${'"",'.repeat(100_000)}""]}`],
    ['POST', '/media', `{"x":[${'1,'.repeat(60_000)}1]}`],
    ['POST', '/rfq', `[${'{},'.repeat(15_000)}{}]`],
    ['POST', '//mcp', `{"params":[${'{},'.repeat(50_000)}{}]}`],
  ])('%s %s %.20s is a 413', async (method, path, body) => {
    expect((await post(path, body, 'application/json', method)).status).toBe(413);
  });

  test('the place of a fault is looked for in the first 256 KB', async () => {
    const rows = '\n'.repeat(300_000);
    for (const [body, detail] of [
      [`{"identifiers":x${rows}}`, 'The body is not valid JSON: line 1, column 16, where x stands.'],
      [`{"identifiers":${rows}x}`, 'The body is not valid JSON.'],
    ] as const)
      expect((await post('/products/resolve', body)).body.detail).toBe(detail);
  });

  test('the longest edit that there is passes, each of its characters escaped', async () => {
    const longest = Object.fromEntries(
      EDITABLE_FIELDS.map(({ name, kind, max }) => {
        if (kind === 'status') return [name, 'custom'];
        if (kind === 'category') return [name, '标准品'];
        if (kind === 'url') return [name, `https://example.com/${'a'.repeat(480)}`];
        return [name, max === undefined ? 1.5 : '💊'.repeat(max)];
      }),
    );
    const escaped = JSON.stringify(longest).replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const { status, body } = await post('/products/A', escaped, 'application/json', 'PUT');
    expect(status).toBe(200);
    expect(body.updated_fields).toHaveLength(EDITABLE_FIELDS.length);
  });

  test('a small push of very many items is answered as any other', async () => {
    const { status, body } = await post('/sync/push', `[${'{},'.repeat(20_000)}{"code":"B","name_cn":"乙"}]`);
    expect([status, body.created, body.invalid]).toEqual([200, 1, 20_000]);
    expect(body.errors).toHaveLength(1_000);
  });
});

describe('a body that stalls', () => {
  const ofStaff = () => ({
    Cookie: office.cookie,
    Origin: service.origin,
    'Content-Type': 'application/octet-stream',
  });

  // All that is bounded of bodies is bounded by the same object.
  test.each([
    [
      '/list',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\na',
    ],
    ['/mcp', 'application/json', '{'],
    ['/back-office/api/session', 'application/json', '{'],
  ])('is refused at %s too', async (path, type, beginning) => {
    const call = request(`${service.origin}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type, 'Content-Length': 10_000, Origin: service.origin },
    });
    call.on('error', () => {}).write(beginning);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.connection]).toEqual([400, 'close']);
    expect(await text(answer)).toMatch(/for 4 s|cannot be read/);
    call.destroy();
  });

  test('is refused where staff send it, and takes no turn from those whose files have come', async () => {
    const stalled = [
      ['POST', 'import'],
      ['POST', 'import/preview'],
      ['POST', 'aliases/import'],
    ].map(([method, path]) => {
      const call = request(`${service.origin}/back-office/api/${path}`, {
        method,
        headers: { ...ofStaff(), 'Content-Length': 100_000 },
      });
      call.on('error', () => {}).write('code,name_cn\n');
      return once(call, 'response') as Promise<[IncomingMessage]>;
    });
    await until(() => spooled().length === 2);
    const preview = await fetch(`${service.origin}/back-office/api/import/preview`, {
      method: 'POST',
      headers: ofStaff(),
      body: 'code,name_cn\nA,a\n',
    });
    expect(await preview.text()).toContain('"outcome"');
    expect(spooled()).toHaveLength(2);
    for (const [answer] of await Promise.all(stalled)) {
      expect([answer.statusCode, answer.headers.connection]).toEqual([400, 'close']);
      answer.resume();
    }
    await until(() => spooled().length === 0);
  });

  test('is given up, and its connection closed', async () => {
    const call = stalling(300_000);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
    expect(answer.headers.connection).toBe('close');
    expect(await text(answer)).toContain('Nothing came of the body for 4 s');
    await once(answer.socket, 'close');
    expect(spooled()).toEqual([]);
  });

  test('is not waited for where its call is refused', async () => {
    const begun = performance.now();
    const call = stalling(300_000, service.origin, 'pds_wrong');
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(401);
    expect(performance.now() - begun).toBeLessThan(20_000); // it takes 2 s, of the 60 that are left for a rest
    call.destroy();
  });

  test('takes no more of the limits than it announces', async () => {
    const stalled = Array.from({ length: 8 }, () => stalling(100_000, undefined, undefined, 200_000));
    const gone = stalled.map((call) => new Promise((resolve) => call.once('close', resolve)));
    await until(() => spooled().length >= stalled.length);
    const { status } = await post(
      '/sync/push',
      JSON.stringify([{ code: 'A', name_cn: '甲' }]).padEnd(60 * MiB),
    );
    expect(status).toBe(200);
    for (const call of stalled) call.destroy();
    await Promise.all(gone);
  });
});

test('a body that comes byte by byte takes no more memory than its bytes', async () => {
  const bytes = 300_000;
  const stream = Readable.from(Array.from({ length: bytes }, (_, at) => Buffer.of(at)));
  const { content } = await receiveStream(stream, OURSELVES, { limit: bytes, inMemory: bytes });
  expect(content).toHaveLength(bytes);
  expect(content!.every((byte, at) => byte === at % 256)).toBe(true);
  expect(content!.buffer.byteLength).toBeLessThanOrEqual(2 * bytes);
});

test('no file of a body is left behind, whatever became of its call', async () => {
  const TMPDIR = mkdtempSync(join(process.env['TEST_FOLDER']!, 'bodies-'));
  const gateway = await startGatewayProcess({ DATABASE_URL: service.databaseUrl, TMPDIR });
  const room = ' '.repeat(2 * MiB);
  const push = async (path: string, body: string): Promise<number> => {
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': service.key };
    const answer = await fetch(`${gateway.origin}/api/v1${path}`, { method: 'POST', headers, body });
    await answer.text();
    return answer.status;
  };
  expect(await push('/sync/push', `[]${room}`)).toBe(200);
  expect(await push('/sync/push', `{"a":1}${room}`)).toBe(400);
  expect(await push('/sync/push', `[${room}`)).toBe(400);
  expect(await push('/sync/push?unchanged=x', `[]${room}`)).toBe(400);
  expect(await push('/sync/push', ' '.repeat(65 * MiB))).toBe(413);
  const call = stalling(MiB, gateway.origin);
  await until(() => readdirSync(TMPDIR).length > 0);
  call.destroy();
  await until(() => readdirSync(TMPDIR).length === 0);
});

test('files that a killed gateway left behind are removed, and not those of one that runs', async () => {
  const [old, fresh] = ['old', 'fresh'].map((name) =>
    join(tmpdir(), `catalogue-body-${name}-${process.pid}`),
  );
  for (const path of [old!, fresh!]) writeFileSync(path, '');
  utimesSync(old!, 0, 0);
  const swept = await keepSwept(10);
  expect([old, fresh].map((path) => existsSync(path!))).toEqual([false, true]);
  utimesSync(fresh!, 0, 0);
  await until(() => !existsSync(fresh!)); // as long as the gateway runs
  swept.stop();
});
