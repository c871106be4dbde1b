import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect as connectTo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/platform/access/keys.js';
import { findLogged, insertLog, listLog, pruneLog } from '../../../src/platform/access/store.js';
import type { LoggedCall } from '../../../src/platform/access/store.js';
import { startGateway } from '../../support/built.js';
import { serviceOfFile } from '../../support/service.js';
import { random } from '../../support/mulberry.mjs';
import { until } from '../../support/until.js';
import { Client, many, tally } from '../../support/wire.js';
import type { Asked, Timed } from '../../support/wire.js';
import { atEnd, closing } from '../../support/with-own.js';
import { listening } from '../../support/listening.js';

const service = serviceOfFile();
let client: Client;
/** the answers to the requests that have reached the gateway, which runs in this process, by their ids */
const arrived = new Map<string, ServerResponse>();
const note = (message: unknown): void => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  arrived.set(String(request.headers['x-request-id']), response);
};

beforeAll(async () => {
  client = new Client(service.origin);
  subscribe('http.server.request.start', note);
  atEnd(() => unsubscribe('http.server.request.start', note));
});

/** All rows by request id, once no more come: rows of reads are written a few times a second. */
async function settledLog(): Promise<Map<string, LoggedCall[]>> {
  let rows: LoggedCall[] = [];
  await until(async () => {
    const before = rows.length;
    await sleep(500);
    rows = await listLog(service.db, { limit: 100_000 });
    return rows.length === before;
  });
  const byId = new Map<string, LoggedCall[]>();
  for (const row of rows) byId.set(row.request_id, [...(byId.get(row.request_id) ?? []), row]);
  return byId;
}

/** The counts that an answered push must have left in the log. */
function countsOf(answer: Timed): object {
  const { created, updated, unchanged, invalid } = JSON.parse(answer.text);
  return { created, updated, unchanged, invalid };
}

test('a random mix of 1,000 calls: every one with a key is in the log exactly once, as it was answered', async () => {
  const seed = 20_240_229;
  const next = random(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
  const keys = await many(3, 3, (i) => issueKey(service.db, { name: `mix ${i}` }));
  await service.push(Array.from({ length: 20 }, (_, i) => ({ code: `M-${i}`, name_cn: '甲', series: 's' })));

  const code = (): string => pick(['M-1', 'M-2', 'M-3', 'none', '%E4%B8%AD']);
  const kinds: (() => [method: string, path: string, json?: unknown])[] = [
    () => ['GET', '/products?page_size=5&series=%E4%B8%AD%00'],
    () => ['GET', '/products?page_size=5'],
    () => ['GET', `/products/${code()}`],
    () => ['HEAD', '/categories'],
    () => ['GET', '/export?format=csv'],
    () => ['GET', '/nowhere/at?all=1'],
    () => ['PATCH', '/products'],
    () => ['OPTIONS', '/products'],
    () => ['PUT', `/products/${code()}`, pick([{ name_en: 'x' }, { mw: -1 }, { price: 1 }, {}])],
    () => ['DELETE', `/products/M-${Math.floor(next() * 40)}`],
    () => ['DELETE', '/products/batch', { codes: pick([['M-4', 'none'], []]) }],
    () => ['POST', '/categories', { name: pick(['标准品', '']) }],
    () => ['POST', '/tags/apply', { codes: ['M-5', 'none'], tags: ['a'] }],
    () => ['POST', '/rfq', { code: 'M-1', name: 'A', phone: '1' }],
    () => ['POST', '/sync/push', [{ code: `M-${Math.floor(next() * 40)}`, name_cn: '乙' }, { code: 'bad' }]],
    () => ['POST', '/sync/push', 'neither'],
  ];
  const calls = Array.from({ length: 1_000 }, (_, i) => {
    const [method, path, json] = pick(kinds)();
    const who = pick([...keys, ...keys, { id: 0, key: 'pds_wrong' }, { id: 0, key: undefined }]);
    const leaves: Pick<Asked, 'leaveAfter'> = next() < 0.2 ? { leaveAfter: next() * 12 } : {};
    const asked: Asked = { method, key: who.key, json, headers: { 'X-Request-Id': `mix-${i}` }, ...leaves };
    return { id: `mix-${i}`, path, keyId: who.id, asked };
  });
  const answers = await many(calls.length, 12, async (i) => {
    const { path, asked } = calls[i]!;
    return client.ask(path, asked).catch((error: unknown) => {
      if (asked.leaveAfter === undefined) throw error;
      return null;
    });
  });

  const log = await settledLog();
  // Of a call whose client went away before it reached the gateway there is nothing to be known.
  const mine = calls.map((call, i) => ({ ...call, answer: answers[i] })).filter(({ id }) => arrived.has(id));
  const found = mine.map(({ id }) => ({ id, rows: log.get(id) ?? [] }));
  const expected = mine.map(({ id, path, keyId, asked: { method }, answer }) => {
    const row = {
      key_id: keyId,
      method,
      path: `/api/v1${path}`,
      address: '127.0.0.1',
      ...(answer && { status: answer.status }),
      ...(answer?.status === 200 && path === '/sync/push' && { counts: countsOf(answer) }),
    };
    return { id, rows: keyId === 0 ? [] : [expect.objectContaining(row)] };
  });
  expect(found).toEqual(expected);
  expect([...log.keys()].filter((id) => id.startsWith('mix-') && !arrived.has(id))).toEqual([]);
  expect(mine.filter(({ answer }) => answer === null).length).toBeGreaterThan(20);
}, 60_000);

describe('a client that goes away', () => {
  const leave = async (path: string, asked: Asked, id: string): Promise<void> => {
    const headers = { 'X-Request-Id': id };
    await expect(
      client.ask(path, { key: service.key, headers, leaveAfter: 150, ...asked }),
    ).rejects.toThrow();
    await until(() => arrived.get(id)!.closed); // the gateway hears of it
  };

  test('in the middle of a write that then succeeds: one row, with the status of its success', async () => {
    await service.push([{ code: 'G-1', name_cn: '甲' }]);
    await service.db.tx(async (tx) => {
      await tx.one(`SELECT FROM products WHERE code = 'G-1' FOR UPDATE`);
      await leave('/products/G-1', { method: 'PUT', json: { name_en: 'written' } }, 'gone-1');
    });
    const rows = (await settledLog()).get('gone-1');
    expect(rows).toHaveLength(1);
    expect(rows![0]!.status).toBe(200);
    expect((await service.call('GET', '/products/G-1')).body.data.name_en).toBe('written');
  });

  test('in the middle of a write that then fails: one row, and no success in it', async () => {
    await service.push([{ code: 'G-2', name_cn: '甲' }]);
    await service.db.tx(async (tx) => {
      await tx.none(`DELETE FROM products WHERE code = 'G-2'`);
      await leave('/products/G-2', { method: 'PUT', json: { name_en: 'x' } }, 'gone-2');
    });
    const rows = (await settledLog()).get('gone-2');
    expect(rows).toHaveLength(1);
    expect(rows![0]!.status).toBe(499);
  });

  test('while its key is looked up: one row, and its write is not begun', async () => {
    await service.push([{ code: 'G-3', name_cn: '甲' }]);
    const { key } = await issueKey(service.db, { name: 'not looked up yet' });
    await service.db.tx(async (tx) => {
      await tx.none('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
      await leave('/products/G-3', { method: 'PUT', key, json: { name_en: 'written' } }, 'gone-3');
    });
    const rows = (await settledLog()).get('gone-3');
    expect(rows).toHaveLength(1);
    expect(rows![0]!.status).toBe(499);
    expect((await service.call('GET', '/products/G-3')).body.data.name_en).toBeNull();
  });
});

test('a row says when the call began, also where the database took it later', async () => {
  const before = Date.now();
  await client.ask('/categories', { key: service.key, headers: { 'X-Request-Id': 'when-1' } });
  const after = Date.now();
  const row = (await settledLog()).get('when-1')![0]!;
  // The log and this clock are each cut or rounded to a millisecond.
  expect(Date.parse(row.at)).toBeGreaterThanOrEqual(before - 1);
  expect(Date.parse(row.at)).toBeLessThanOrEqual(after + 1);
});

test('the log is read by key and by time, newest first', async () => {
  const { id, key } = await issueKey(service.db, { name: 'reader' });
  const ask = (n: number) =>
    client.ask(`/categories?n=${n}`, { key, headers: { 'X-Request-Id': `read-${n}` } });
  await ask(1);
  await sleep(20);
  const since = new Date().toISOString();
  await ask(2);
  await settledLog();
  const ids = (rows: LoggedCall[]) => rows.map((row) => row.request_id);
  expect(ids(await listLog(service.db, { keyId: id, limit: 10 }))).toEqual(['read-2', 'read-1']);
  expect(ids(await listLog(service.db, { keyId: id, since, limit: 10 }))).toEqual(['read-2']);
  expect(ids(await listLog(service.db, { keyId: id, limit: 1 }))).toEqual(['read-2']);
});

test('a batch whose commit was not answered, because the connection broke, is in the log once', async () => {
  const { hostname, port } = new URL(service.databaseUrl);
  let cuts = 0;
  const proxy = createServer((near) => {
    const far = connectTo(Number(port), hostname);
    far.pipe(near);
    near.on('data', (sent: Buffer) => {
      far.write(sent);
      if (cuts < 3 && /INSERT INTO sync_log/.test(sent.toString('latin1'))) {
        cuts++;
        far.unpipe(near); // the server commits, and nobody hears of it
        setTimeout(() => near.destroy(), 100);
      }
    });
    near.on('error', () => {}).on('close', () => far.destroy());
    far.on('error', () => {}).on('close', () => near.destroy());
  });
  const url = new URL(service.databaseUrl);
  url.port = new URL(await listening(proxy)).port;
  const gateway = closing(await startGateway({ ...service.env, DATABASE_URL: url.href }));
  const through = new Client(gateway.origin);
  const answers = await many(300, 4, async (i) => {
    await sleep(10);
    return through.ask('/products?page=0', {
      key: service.key,
      headers: { 'X-Request-Id': `cut-${i}` },
    });
  });
  const log = await settledLog();
  proxy.close();
  expect(tally(answers)).toEqual({ 400: 300 });
  expect(answers.map((_, i) => log.get(`cut-${i}`)?.length)).toEqual(answers.map(() => 1));
  expect(cuts).toBe(3);
});

test('old calls leave the log when it is asked for; the last one of each key stays, for it tells when the key was used', async () => {
  const [busy, idle] = [
    await issueKey(service.db, { name: 'busy' }),
    await issueKey(service.db, { name: 'idle' }),
  ];
  const call = (keyId: number, days: number) => ({
    at: new Date(Date.now() - days * 86_400_000).toISOString(),
    keyId,
    method: 'GET',
    path: '/api/v1/tags',
    status: 200,
    durationMs: 1,
    address: '::1',
    requestId: `${keyId}-${days}`,
    counts: null,
  });
  const ages = [[busy.id, 40], [busy.id, 31], [busy.id, 2], [idle.id, 90], [idle.id, 60]] as const; // prettier-ignore
  for (const [keyId, days] of ages) await insertLog(service.db, [call(keyId, days)]);
  const idsOf = async (keyId: number) =>
    (await listLog(service.db, { keyId, limit: 100 })).map((row) => row.request_id);
  await pruneLog(service.db, 30);
  expect(await idsOf(busy.id)).toEqual([`${busy.id}-2`]);
  expect(await idsOf(idle.id)).toEqual([`${idle.id}-60`]);
});

describe('the errors and warnings of a push', () => {
  const push = async (products: unknown[], id: string, query = '') => {
    const path = `/sync/push${query}`;
    const { status, text } = await client.ask(path, { method: 'POST', key: service.key, json: products, headers: { 'X-Request-Id': id } }); // prettier-ignore
    if (status !== 200) throw new Error(text);
    return JSON.parse(text);
  };
  const logged = async (id: string) =>
    (await findLogged(
      service.db,
      (await listLog(service.db, { limit: 100 })).find(({ request_id }) => request_id === id)!.id,
    ))!;

  test('are kept with its row, those of a dry run too; of a push without any nothing is', async () => {
    const products = [
      { code: 'F-1', name_cn: '甲', cas: '50-78-3' },
      { code: 'F-2', name_cn: '乙', mw: -1 },
      { code: 'F-3' },
    ];
    for (const [id, query] of [
      ['faults-1', '?dry_run=true'],
      ['faults-2', ''],
    ] as const) {
      const { errors, warnings } = await push(products, id, query);
      expect(errors).toHaveLength(2);
      expect(warnings).toHaveLength(1);
      const shown = errors.map((each: { index: number }) => ({ ...each, values: products[each.index] }));
      expect(await logged(id)).toMatchObject({ errors: shown, warnings });
    }
    const { import_id } = await push([{ code: 'F-4', name_cn: '丙' }], 'faults-3');
    expect(await logged('faults-3')).toMatchObject({ errors: null, warnings: null });
    expect(await service.db.any('SELECT FROM imports WHERE id = $1', [import_id])).toEqual([]);
    const refused = await listLog(service.db, { rejections: true, limit: 100 });
    expect(refused.map(({ request_id }) => request_id)).toEqual(
      expect.arrayContaining(['faults-2', 'faults-1']),
    );
  });

  test('of warnings the first 100 are, and never so many bytes that a push would fail by them', async () => {
    // A CAS number of many names, in the widest characters that they can have, and a number with 300 digits.
    const doubtful = Array.from({ length: 200 }, (_, i) => ({
      code: `H-${i}`,
      name_cn: `${1_000 + i}${'𠮷'.repeat(200)}`.slice(0, 394),
      cas: '69-72-7',
      mw: 1e300,
      formula: 'C',
    }));
    const answer = await push(doubtful, 'faults-5');
    expect(answer).toMatchObject({ created: 200, invalid: 0 });
    const { warnings } = await logged('faults-5');
    expect(warnings!.length).toBeGreaterThan(10);
    expect(warnings).toEqual(answer.warnings.slice(0, warnings!.length));
    expect(Buffer.byteLength(JSON.stringify(warnings))).toBeLessThanOrEqual(33 * 1024);
  });
});
