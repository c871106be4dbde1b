import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/platform/access/keys.js';
import { listKeys, listLog, revokeKey } from '../../../src/platform/access/store.js';
import { startGateway } from '../../support/built.js';
import { startGatewayProcess } from '../../support/processes.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import { Client } from '../../support/wire.js';
import { closing } from '../../support/with-own.js';

const service = serviceOfFile();
let clients: Client[];

beforeAll(async () => {
  const DATABASE_URL = `${service.databaseUrl}?fallback_application_name=second`;
  const second = closing(await startGateway({ ...service.env, DATABASE_URL }));
  clients = [new Client(service.origin), new Client(second.origin)];
});

const statuses = async (key: string): Promise<number[]> =>
  Promise.all(clients.map(async (client) => (await client.ask('/categories', { key })).status));

/** Revokes a key while both gateways are busy with it. @returns ms until both refuse it */
async function timeToRevoke(): Promise<number> {
  const { id, key } = await issueKey(service.db, { name: 'to be revoked' });
  expect(await statuses(key)).toEqual([200, 200]);
  expect(await revokeKey(service.db, id)).toBe(true);
  const revoked = performance.now();
  await until(async () => (await statuses(key)).every((status) => status === 401));
  return performance.now() - revoked;
}

describe('revocation', () => {
  test('a revoked key is refused at once on every replica', async () => {
    expect(await timeToRevoke()).toBeLessThan(500);
  });

  test('a revoked key is refused within 2 s also where no replica hears of it', async () => {
    await service.db.none('ALTER TABLE api_keys DISABLE TRIGGER api_keys_changed');
    const times = [await timeToRevoke(), await timeToRevoke()];
    await service.db.none('ALTER TABLE api_keys ENABLE TRIGGER api_keys_changed');
    expect(Math.max(...times)).toBeLessThan(2_000);
  });

  test('a replica that lost its connection listens again', async () => {
    await service.db.any(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'catalogue gateway keys'`,
    );
    let ms = Infinity;
    await until(async () => (ms = await timeToRevoke()) < 300);
    expect(ms).toBeLessThan(300);
  });

  test('an unknown key cannot be revoked', async () => {
    expect(await revokeKey(service.db, 999_999)).toBe(false);
  });
});

test('a key works at once after its issue, also if it was tried before', async () => {
  const { id, key } = await issueKey(service.db, { name: 'early' });
  await service.db.none('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
  await until(async () => (await statuses(key)).every((status) => status === 401));
  await service.db.none('UPDATE api_keys SET revoked_at = NULL WHERE id = $1', [id]);
  const back = performance.now();
  await until(async () => (await statuses(key)).every((status) => status === 200));
  expect(performance.now() - back).toBeLessThan(500);
});

test('a key is refused from the instant of its expiry', async () => {
  const expiresAt = new Date(Date.now() + 700);
  const { key } = await issueKey(service.db, { name: 'short', expiresAt });
  expect(await statuses(key)).toEqual([200, 200]);
  await sleep(expiresAt.getTime() - Date.now() + 5);
  expect(await statuses(key)).toEqual([401, 401]);
});

test('a key is pds_ and 43 base62 characters, no two alike, and only its SHA-256 is stored', async () => {
  const issued = await Promise.all(Array.from({ length: 50 }, () => issueKey(service.db, { name: 'form' })));
  for (const { key } of issued) expect(key).toMatch(/^pds_[0-9A-Za-z]{43}$/);
  expect(new Set(issued.map(({ key }) => key)).size).toBe(50);
  const stored = JSON.stringify(await service.db.any('SELECT * FROM api_keys'));
  for (const { key } of issued) expect(stored).not.toContain(key.slice(4));
  const sql = `SELECT count(*) AS n FROM api_keys WHERE hash = sha256(convert_to($1, 'UTF8'))`;
  const { n } = await service.db.one(sql, [issued[0]!.key]);
  expect(n).toBe(1);
});

test('keys are listed with name, source label, expiry, revocation and last use, and never shown', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id, key } = await issueKey(service.db, { name: 'ERP Basel', source: 'erp', expiresAt });
  await clients[0]!.ask('/categories', { key });
  const find = async () => (await listKeys(service.db)).find((each) => each.id === id)!;
  await until(async () => (await find()).last_used_at !== null);
  const listed = await find();
  expect(listed).toMatchObject({
    name: 'ERP Basel',
    source: 'erp',
    expires_at: expiresAt.toISOString(),
    revoked_at: null,
  });
  expect(Math.abs(Date.parse(listed.last_used_at!) - Date.now())).toBeLessThan(5_000);
  expect(JSON.stringify(listed)).not.toContain('pds_');
});

test('however many keys are guessed at once, one connection looks them up, and good keys among them are found', async () => {
  const { key } = await issueKey(service.db, { name: 'among guesses' });
  const crowd = new Client(service.origin, 300);
  const asked: Promise<{ status: number }>[] = [];
  await service.db.tx(async (tx) => {
    await tx.none('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
    for (let n = 0; n < 250; n++)
      asked.push(crowd.ask('/categories', { key: n === 200 ? key : `pds_${String(n).padStart(43, 'g')}` }));
    const lookups = (): Promise<number> =>
      service.db.one(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query LIKE '%FROM api_keys WHERE hash%'`,
        [],
        (row: { n: number }) => row.n,
      );
    await until(async () => (await lookups()) > 0);
    await sleep(300); // the others have arrived
    expect(await lookups()).toBe(1);
  });
  const answers = await Promise.all(asked);
  expect(answers[200]!.status).toBe(200);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(249);
});

/** Makes the clock of a process that is started with it go an hour ahead, or behind. */
const clockAway = (hours: number): { NODE_OPTIONS: string } => {
  const script = `const real = Date; const away = ${hours * 3_600_000};
    globalThis.Date = class extends real {
      constructor(...given) { super(...(given.length > 0 ? given : [real.now() + away])); }
      static now() { return real.now() + away; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};

test.each([-1, 1])(
  'a gateway whose clock is %i h away goes by that of the database: in what it logs, and when a key expires',
  async (hours) => {
    const gateway = await startGatewayProcess({ DATABASE_URL: service.databaseUrl, ...clockAway(hours) });
    const client = new Client(gateway.origin);
    const expiring = (minutes: number) =>
      issueKey(service.db, { name: 'x', expiresAt: new Date(Date.now() + minutes * 60_000) });
    await expect(expiring(-1)).rejects.toThrow('expires_at: lies in the past');
    const { id, key } = await expiring(30);
    const status = async (): Promise<number> => (await client.ask('/categories', { key })).status;
    expect(await status()).toBe(200);
    const logged = () => listLog(service.db, { keyId: id, limit: 1 });
    await until(async () => (await logged()).length > 0);
    expect(Math.abs(Date.parse((await logged())[0]!.at) - Date.now())).toBeLessThan(600_000);
    await service.db.none(`UPDATE api_keys SET expires_at = now() - interval '30 minutes' WHERE id = $1`, [
      id,
    ]);
    await until(async () => (await status()) === 401);
  },
);
