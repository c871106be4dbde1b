import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/platform/access/keys.js';
import { PNG } from '../../contract/images.js';
import { startGatewayProcess } from '../../support/processes.js';
import { serviceOfFile } from '../../support/service.js';
import type { Sent } from '../../support/call.js';
import { until } from '../../support/until.js';
import { Client, many } from '../../support/wire.js';

// Idempotency-Key

const service = serviceOfFile({ RATE_LIMIT: 'off' });
beforeAll(async () => {
  await service.push([{ code: 'A', name_cn: '甲' }]);
});

let keys = 0;
const newKey = (): string => `order ${++keys}`;
const rowsOf = (table: string, db = service.db): Promise<number> =>
  db.one(`SELECT count(*)::int AS n FROM ${table}`, [], (row: { n: number }) => row.n);
const image = (filename: string) => ({ image: PNG.toString('base64'), mime: 'image/png', filename });
const formOf = (filename: string): FormData => {
  const form = new FormData();
  form.append('file', new Blob([PNG], { type: 'image/png' }), filename);
  return form;
};
const inquiry = (name: string) => ({ code: 'A', name, email: 'li@example.com' });

type Ask = (content: string) => { method?: string; path: string; sent: Sent; made: string };
const CALLS: [string, Ask][] = [
  ['an inquiry', (name) => ({ path: '/rfq', sent: { json: inquiry(name) }, made: 'inquiries' })],
  ['an image', (name) => ({ path: '/media', sent: { json: image(`${name}.png`) }, made: 'media' })],
  [
    'several images, one of them refused',
    (name) => ({ path: '/media', sent: { json: [image(`${name}.png`), { image: 'AAAA', mime: 'image/png' }] }, made: 'media' }),
  ],
  ['a form', (name) => ({ path: '/media/upload', sent: { body: formOf(`${name}.png`) }, made: 'media' })],
  [
    'an image as the body',
    (name) => ({ method: 'PUT', path: `/media/one.png?group=${name}`, sent: { body: Uint8Array.from(PNG) }, made: 'media' }),
  ],
]; // prettier-ignore

const send = (ask: Ask, content: string, key: string, more: Sent = {}) => {
  const { method = 'POST', path, sent } = ask(content);
  return service.call(method, path, {
    key: service.key,
    ...sent,
    ...more,
    headers: { 'Idempotency-Key': key },
  });
};

describe.each(CALLS)('%s', (_, ask) => {
  const { made } = ask('');

  test('that is repeated gets the same answer and makes nothing; another content is a 422', async () => {
    const key = newKey();
    const before = await rowsOf(made);
    const first = await send(ask, 'a', key);
    expect(first.body.ok === true || first.body.uploaded === 1).toBe(true);
    const again = await send(ask, 'a', key);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(await send(ask, 'b', key)).toMatchObject({
      status: 422,
      body: { type: expect.stringMatching(/#key-reused$/) },
    });
    expect(await rowsOf(made)).toBe(before + 1);
  });

  test('that comes several times at once is done once', async () => {
    const key = newKey();
    const before = await rowsOf(made);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(ask, 'a', key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await rowsOf(made)).toBe(before + 1);
  });
});

test('tags are not applied again, whatever happened to them since', async () => {
  const apply = (tags: string[], key: string) =>
    service.write('POST', '/tags/apply', { codes: ['A'], tags, mode: 'replace' }, { 'Idempotency-Key': key });
  const key = newKey();
  const first = await apply(['one'], key);
  await apply(['two'], newKey());
  expect((await apply(['one'], key)).text).toBe(first.text);
  expect((await service.call('GET', '/products/A')).body.data.tags).toBe('two');
});

test('a repetition waits for as long as the first call waits for others', async () => {
  const { key: caller } = service;
  const headers = { 'Idempotency-Key': newKey() };
  const json = { codes: ['A'], tags: ['held'] };
  const { both } = await service.db.tx(async (tx) => {
    await tx.any(`SELECT FROM products WHERE code = 'A' FOR UPDATE`);
    const both = [1, 2].map(() => service.call('POST', '/tags/apply', { key: caller, json, headers }));
    await sleep(2_500); // longer than one wait for a lock
    return { both };
  });
  const [first, again] = await Promise.all(both);
  expect([first!.status, again!.status, again!.text]).toEqual([200, 200, first!.text]);
});

describe('a key', () => {
  const [, ask] = CALLS[0]!;

  test('is the caller’s own, and that of one call', async () => {
    const key = newKey();
    const { key: other } = await issueKey(service.db, { name: 'other' });
    const before = await rowsOf('inquiries');
    for (const caller of [service.key, other, null])
      expect((await send(ask, `name ${caller}`, key, { key: caller })).status).toBe(201);
    expect(await rowsOf('inquiries')).toBe(before + 3);
    expect((await send(CALLS[1]![1], 'a', key)).status).toBe(200);
  });

  test('holds for a day', async () => {
    const key = newKey();
    const { body } = await send(ask, 'a', key);
    await service.db.none(`UPDATE kept_answers SET made_at = made_at - interval '24 hours 1 s'`);
    expect((await send(ask, 'b', key)).body.id).toBeGreaterThan(body.id);
  });

  test('without a success is free again', async () => {
    const key = newKey();
    expect((await send(() => ({ path: '/rfq', sent: { json: {} }, made: '' }), '', key)).status).toBe(400);
    expect((await send(ask, 'a', key)).status).toBe(201);
  });

  test('has 200 characters at most, and an empty one is none', async () => {
    expect((await send(ask, 'a', 'k'.repeat(201))).body.errors).toMatchObject([{ path: 'Idempotency-Key' }]);
    const before = await rowsOf('inquiries');
    for (const key of ['k'.repeat(200), '', '']) expect((await send(ask, 'a', key)).status).toBe(201);
    expect(await rowsOf('inquiries')).toBe(before + 3);
  });

  test('is in the sync log with each of its calls', async () => {
    const key = newKey();
    const before = await rowsOf(`sync_log WHERE path = '/api/v1/rfq' AND status = 201`);
    for (let i = 0; i < 2; i++) await send(ask, 'a', key);
    expect(await rowsOf(`sync_log WHERE path = '/api/v1/rfq' AND status = 201`)).toBe(before + 2);
  });
});

test('kill -9 between effect and answer: the repetition at another gateway does nothing twice', async () => {
  const { db, env, key } = service;
  const gateways = await Promise.all([startGatewayProcess(env), startGatewayProcess(env)]);
  const before = { inquiries: await rowsOf('inquiries'), media: await rowsOf('media') };
  const all = 60;
  const sendAll = (client: Client): Promise<void[]> =>
    many(all, 12, async (n) => {
      const isInquiry = n % 2 === 0;
      const json = isInquiry ? inquiry(`kill ${n}`) : image(`kill ${n}.png`);
      const asked = { method: 'POST', key, json, headers: { 'Idempotency-Key': `kill ${n}` } };
      const { status } = await client.ask(isInquiry ? '/rfq' : '/media', asked);
      expect(status).toBe(isInquiry ? 201 : 200);
    });
  const clients = gateways.map(({ origin }) => new Client(origin, 12));
  const broken = sendAll(clients[0]!).catch(() => []);
  await until(async () => (await rowsOf(`inquiries WHERE name LIKE 'kill %'`)) >= 10);
  gateways[0]!.kill('SIGKILL');
  await broken;
  const done = await rowsOf('inquiries');
  expect(done).toBeLessThan(before.inquiries + all / 2);
  await sendAll(clients[1]!);
  expect(await rowsOf('inquiries')).toBe(before.inquiries + all / 2);
  expect(await rowsOf('media')).toBe(before.media + all / 2);
  expect(await db.any(`SELECT name FROM inquiries WHERE name LIKE 'kill %' GROUP BY name HAVING count(*) > 1`)).toEqual([]);
}); // prettier-ignore
