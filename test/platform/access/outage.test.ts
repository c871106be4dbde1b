import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/platform/access/keys.js';
import type { Database } from '../../../src/platform/database/connect.js';
import { Client, many, tally } from '../../support/wire.js';
import type { Asked } from '../../support/wire.js';
import { startGatewayProcess } from '../../support/processes.js';
import { startOwnPostgres } from '../../support/own-postgres.js';
import type { OwnPostgres } from '../../support/own-postgres.js';
import { until } from '../../support/until.js';
import { connected } from '../../support/database.js';
import { closing } from '../../support/with-own.js';

let postgres: OwnPostgres;
let db: Database;
let client: Client;
let key: string;

beforeAll(async () => {
  postgres = closing(await startOwnPostgres());
  const gateway = await startGatewayProcess({ DATABASE_URL: postgres.url, RATE_LIMIT: 'off' });
  db = connected(postgres.url, { name: 'outage test', pool: 2 });
  client = new Client(gateway.origin);
  ({ key } = await issueKey(db, { name: 'outage' }));
  await client.ask('/sync/push', { method: 'POST', key, json: [{ code: 'OUT-1', name_cn: '甲' }] });
});

const calls: [path: string, asked: Asked][] = [
  ['/products', {}],
  ['/categories', {}],
  ['/products/OUT-1', {}],
  ['/export', {}],
  ['/changes', {}],
];
const keyedCalls = (): [path: string, asked: Asked][] => [
  ...calls.map(([path]): [string, Asked] => [path, { key }]),
  ['/products/OUT-1', { method: 'PUT', key, json: { name_en: 'x' } }],
  ['/sync/push', { method: 'POST', key, json: [{ code: 'OUT-1', name_cn: '甲' }] }],
  ['/products/batch', { method: 'DELETE', key, json: { codes: ['OUT-2'] } }],
  ['/tags/apply', { method: 'POST', key, json: { codes: ['OUT-1'], tags: ['t'] } }],
  ['/rfq', { method: 'POST', key, json: { code: 'OUT-1', name: 'A', phone: '1' } }],
];

const recovered = (): Promise<void> => until(async () => (await client.ask('//readyz')).status === 200);

test('while Postgres is away every call is a 503 with Retry-After, and all are answered again by themselves', async () => {
  await postgres.stop();

  const all = [...calls, ...keyedCalls()];
  const answers = await many(all.length, 4, (i) => client.ask(...all[i]!));
  expect(tally(answers)).toEqual({ 503: all.length });
  expect(answers.filter(({ headers }) => !(Number(headers['retry-after']) > 0))).toEqual([]);
  expect(new Set(answers.map(({ text }) => JSON.parse(text).title))).toEqual(
    new Set(['Temporarily unavailable']),
  );
  expect(answers.map(({ text }) => text).join()).not.toMatch(/127\.0\.0\.1|ECONN|postgres:/);
  const person = { headers: { Accept: 'text/html', 'Accept-Language': 'en' } };
  for (const [path, says] of [
    ['//?lang=en', 'Temporarily unavailable'],
    ['//products/OUT-1?lang=zh', '暂时无法提供服务'],
  ] as const)
    // prettier-ignore
    expect(await client.ask(path, person)).toMatchObject({
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': expect.anything() },
      text: expect.stringContaining(says),
    });
  const ready = await client.ask('//readyz');
  expect(ready.status).toBe(503);
  expect(JSON.parse(ready.text)).toMatchObject({ ok: false, dependencies: { postgres: 'down' } });
  expect((await client.ask('//healthz')).status).toBe(200);

  await postgres.start();
  await recovered();
  const after = await many(all.length, 1, (i) => client.ask(...all[i]!));
  expect(after.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
});

/** How often each of the calls is in the log, once no more rows come. */
async function rowsById(prefix: string): Promise<Map<string, number>> {
  let rows: { id: string; n: number }[] = [];
  await until(async () => {
    const before = rows.length;
    await sleep(500);
    rows = await db.any(
      `SELECT request_id AS id, count(*) AS n FROM sync_log WHERE request_id LIKE $1 GROUP BY request_id`,
      [`${prefix}-%`],
    );
    return rows.length > 0 && rows.length === before;
  });
  return new Map(rows.map(({ id, n }) => [id, n]));
}

test('a burst of calls that ends as Postgres goes is in the log once it is back', async () => {
  expect((await client.ask('/categories', { key })).status).toBe(200); // the key is believed for a second
  const stopped = postgres.stop();
  // None of these needs the database but for its key.
  const answers = await many(400, 16, (i) =>
    client.ask('/products?page=0', { key, headers: { 'X-Request-Id': `burst-${i}` } }),
  );
  await stopped;
  await sleep(1_500);
  await postgres.start();
  const rows = await rowsById('burst');
  const known = answers.flatMap(({ status }, i) => (status === 400 ? `burst-${i}` : []));
  expect(known.length).toBeGreaterThan(50);
  expect([...rows.keys()]).toEqual(expect.arrayContaining(known));
  expect(Math.max(...rows.values())).toBe(1);
});
