// Writers whose transactions the service's own role may not look into: it is an ordinary one here, the owner of the
// database, and others write as another role.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openOldestWriter } from '../../../src/catalogue/changes/lag.js';
import { ensureEpoch } from '../../../src/catalogue/changes/epoch.js';
import { openAsOf } from '../../../src/platform/database/as-of.js';
import { exactTime } from '../../../src/platform/database/connect.js';
import type { Database } from '../../../src/platform/database/connect.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { Client } from '../../support/wire.js';
import { startOwnPostgres } from '../../support/own-postgres.js';
import type { OwnPostgres } from '../../support/own-postgres.js';
import { startGateway } from '../../support/built.js';
import { until } from '../../support/until.js';
import { connected } from '../../support/database.js';
import { closing } from '../../support/with-own.js';
import { beside } from '../../support/beside.js';
import { connection } from '../../support/sessions.js';

let postgres: OwnPostgres;
/** the service's address of its database, and the stranger's */
let url: string;
let strangerUrl: string;
let db: Database;
const clients: pg.Client[] = [];
const open = async (address: string): Promise<pg.Client> => {
  const client = await connection(address);
  clients.push(client);
  return client;
};

async function startService(): Promise<{
  list: (query?: string) => Promise<{ as_of: string; codes: string[] }>;
}> {
  const env = {
    DATABASE_URL: url,
    MEILI_URL: 'http://127.0.0.1:1',
    MEILI_KEY: 'none',
    RATE_LIMIT: 'off',
    PORT: '0',
    DATA_DIR: process.env['TEST_FOLDER']!,
  };
  const gateway = closing(await startGateway(env));
  const client = new Client(gateway.origin);
  return {
    async list(query = '') {
      const { status, text } = await client.ask(`/products?page_size=200&${query}`);
      if (status !== 200) throw new Error(text);
      const { as_of, data } = JSON.parse(text) as { as_of: string; data: { code: string }[] };
      return { as_of, codes: data.map(({ code }) => code) };
    },
  };
}

/** Writes a product, as whoever holds the connection. @returns its updated_at */
async function write(client: pg.Client, code: string): Promise<string> {
  const { rows } = await client.query<{ at: string }>(
    `INSERT INTO products (code, name_cn, source) VALUES ($1, $1, 'stranger') RETURNING ${exactTime('updated_at')} AS at`,
    [code],
  );
  return rows[0]!.at;
}

beforeAll(async () => {
  postgres = closing(await startOwnPostgres());
  const admin = await open(postgres.url);
  await admin.query('ALTER SYSTEM SET max_prepared_transactions = 2');
  await admin.query(`CREATE ROLE service LOGIN PASSWORD 'service'`);
  await admin.query(`CREATE ROLE stranger LOGIN PASSWORD 'stranger'`);
  await admin.query('CREATE DATABASE owned OWNER service');
  await admin.end();
  clients.length = 0;
  await postgres.stop();
  await postgres.start();
  const as = (role: string): string => {
    const address = new URL(postgres.url);
    [address.username, address.password, address.pathname] = [role, role, 'owned'];
    return address.href;
  };
  [url, strangerUrl] = [as('service'), as('stranger')];
  await migrate(url);
  db = connected(url, { name: 'test' });
  await db.none('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO stranger');
}, 60_000);
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())));

test('the role of these tests cannot see when a stranger began, only that he writes', async () => {
  const stranger = await open(strangerUrl);
  await stranger.query('BEGIN');
  await write(stranger, 'SEEN');
  const rows = await db.any(`SELECT backend_xid IS NOT NULL AS writes, xact_start FROM pg_stat_activity WHERE usename = 'stranger'`); // prettier-ignore
  expect(rows).toEqual([{ writes: true, xact_start: null }]);
  await stranger.query('ROLLBACK');
});

test("as_of does not step over a stranger's open transaction: from it on, the pull finds his product", async () => {
  const { list } = await startService();
  const [stranger, own] = [await open(strangerUrl), await open(url)];
  await list();
  await stranger.query('BEGIN');
  const written = await write(stranger, 'LATE');
  await sleep(20);
  await write(own, 'OTHER'); // the log grows, so that the instant is taken anew
  const { as_of, codes } = await list();
  expect(codes).toContain('OTHER');
  expect(codes).not.toContain('LATE');
  expect(as_of < written).toBe(true);
  await stranger.query('COMMIT');
  expect((await list(`updated_after=${as_of}`)).codes).toEqual(expect.arrayContaining(['LATE', 'OTHER']));
  // Afterwards it moves on.
  await until(async () => (await list()).as_of > written);
});

test('nor does a service that started while it was open', async () => {
  const stranger = await open(strangerUrl);
  await stranger.query('BEGIN');
  const written = await write(stranger, 'BEFORE-START');
  const { list } = await startService();
  const { as_of } = await list();
  expect(as_of < written).toBe(true);
  await stranger.query('COMMIT');
  expect((await list(`updated_after=${as_of}`)).codes).toContain('BEFORE-START');
});

test('pulls that begin where the last one said miss nothing of what strangers write meanwhile', async () => {
  const { list } = await startService();
  let since = (await list()).as_of;
  const found = new Set<string>();
  const pull = async (): Promise<void> => {
    const { as_of, codes } = await list(`updated_after=${since}`);
    for (const code of codes) found.add(code);
    since = as_of;
  };
  const strangers = await Promise.all([1, 2, 3].map(() => open(strangerUrl)));
  const writing = async (stranger: (typeof strangers)[number], s: number): Promise<void> => {
    for (let i = 0; i < 15; i++) {
      await stranger.query('BEGIN');
      await write(stranger, `P-${s}-${i}`);
      await sleep(5 + 7 * s);
      await stranger.query('COMMIT');
    }
  };
  await beside(pull, () => Promise.all(strangers.map(writing)));
  for (const code of (await list(`updated_after=${since}`)).codes) found.add(code);
  const all = strangers.flatMap((_, s) => Array.from({ length: 15 }, (_, i) => `P-${s}-${i}`));
  expect(all.filter((code) => !found.has(code))).toEqual([]);
});

test('a mark for a replica does not step over it either, and the metric tells that it stays open', async () => {
  const mark = openAsOf(db).read;
  const oldest = openOldestWriter(db);
  await mark();
  const [stranger, own] = [await open(strangerUrl), await open(url)];
  await stranger.query('BEGIN');
  const written = await write(stranger, 'MARKED');
  await sleep(20);
  await write(own, 'GROWN');
  expect((await mark()).asOf < written).toBe(true);
  await oldest();
  await sleep(50);
  expect(await oldest()).toBeGreaterThan(0.04);
  await stranger.query('ROLLBACK');
  await until(async () => (await oldest()) === 0);
  // One that is prepared holds the log back without a connection, in whichever database.
  await stranger.query(`BEGIN; SELECT pg_current_xact_id(); PREPARE TRANSACTION 'left behind'`);
  await sleep(50);
  expect(await oldest()).toBeGreaterThan(0.04);
  await stranger.query(`ROLLBACK PREPARED 'left behind'`);
});

test('a promoted standby, which may lack the last writes, gives none of their times again', async () => {
  const { clock } = await openAsOf(db).read();
  await db.none(`UPDATE change_log SET fingerprint = regexp_replace(fingerprint, '/\\d+/', '/0/')`);
  expect(await ensureEpoch(db)).toBe(true);
  expect((await openAsOf(db).read()).clock - clock).toBeGreaterThanOrEqual(60_000_000);
});
