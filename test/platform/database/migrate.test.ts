import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { LOCKS } from '../../../src/platform/database/locks.js';
import { isUnavailable } from '../../../src/platform/database/connect.js';
import { migrate, MIGRATIONS, UnknownSchema } from '../../../src/platform/database/migrate.js';
import { LockTimeout } from '../../../src/platform/database/wait-for-locks.js';
import { temporaryFolder } from '../../infra/launch.js';
import { freshDatabase } from '../../support/database.js';
import type { TestDatabase } from '../../support/database.js';
import { foreignSession } from '../../support/sessions.js';
import type { Foreign } from '../../support/sessions.js';
import { until } from '../../support/until.js';
import { beside } from '../../support/beside.js';

/** A minute of the service is a second here. */
const lockWait = { sliceMs: 100, pauseMs: 50, totalMs: 1_000 };

let database: TestDatabase;
let holder: Foreign | undefined;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  await holder?.close();
  holder = undefined;
  await database.close();
});

/** The migrations of the service and one more. */
function withOneMore(): string {
  const folder = temporaryFolder();
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, '9999_more.sql'), 'ALTER TABLE products ADD more text;');
  return folder;
}

describe.each([
  ['migrates itself', `SELECT pg_advisory_lock(${LOCKS.migrate})`, `SELECT pg_advisory_unlock_all()`],
  ['reads the table that is to change', 'BEGIN; SELECT FROM products', 'COMMIT'],
  ['has the table of migrations to itself', 'BEGIN; LOCK TABLE migrations', 'COMMIT'],
])('a migration beside a session that %s', (_, take, give) => {
  test('fails in bounded time and says what to do; once that session is done it is applied', async () => {
    const folder = withOneMore();
    holder = await foreignSession(database.url, take);
    const failed = await migrate(database.url, { folder, lockWait }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(LockTimeout);
    expect((failed as Error).message).toContain('pg_terminate_backend');
    await holder.run(give);
    expect(await migrate(database.url, { folder, lockWait })).toEqual(['9999_more']);
  });

  test('that goes on at the start of a process is logged, waited for as long as it lasts, and then applied', async () => {
    holder = await foreignSession(database.url, take);
    let log = '';
    const logger = pino({ level: 'warn' }, { write: (line) => (log += line) });
    let isDone = false;
    const start = migrate(database.url, { log: logger, folder: withOneMore(), lockWait }).then(
      () => (isDone = true),
    );
    await until(async () => log.split('\n').length > 2, 60_000);
    expect(log).toContain('pg_terminate_backend');
    expect(isDone).toBe(false);
    await holder.run(give);
    await start;
    expect(await database.db.any('SELECT more FROM products')).toEqual([]);
  });
});

test('while a migration waits for a table, reads of it are answered between its tries', async () => {
  holder = await foreignSession(database.url, 'BEGIN; SELECT FROM products');
  let reads = 0;
  let longest = 0;
  const read = async (): Promise<void> => {
    const started = performance.now();
    await database.db.any('SELECT FROM products');
    longest = Math.max(longest, performance.now() - started);
    reads++;
    await sleep(10);
  };
  const options = { folder: withOneMore(), lockWait: { ...lockWait, totalMs: 2_000 } };
  await expect(beside(read, () => migrate(database.url, options))).rejects.toBeInstanceOf(LockTimeout);
  expect(reads).toBeGreaterThan(10);
  expect(longest).toBeLessThan(2_000);
});

test('a database with a migration that is not known here is refused with what to do, and left as it is', async () => {
  await database.db.none(
    `UPDATE migrations SET name = '9999_later' WHERE id = (SELECT max(id) FROM migrations)`,
  );
  const before = await database.db.any('SELECT name FROM migrations ORDER BY id');
  const refused = await migrate(database.url).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnknownSchema);
  expect((refused as Error).message).toBe('The database was migrated by another version of this service (9999_later): start that version, or give this one another database or data folder.'); // prettier-ignore
  expect(await database.db.any('SELECT name FROM migrations ORDER BY id')).toEqual(before);
});

test('a frozen server, that accepts a connection and says nothing, is waited for no longer than for a living one', async () => {
  const frozen = createServer(() => {}).listen(0, '127.0.0.1');
  await once(frozen, 'listening');
  const { port } = frozen.address() as AddressInfo;
  const url = `postgres://catalogue@127.0.0.1:${port}/catalogue`;
  const attempts = [
    migrate(url, { connectMs: 200 }),
    new pg.Client({ connectionString: url, connectionTimeoutMillis: 200 }).connect(),
  ];
  const [migrating, connecting] = (await Promise.allSettled(attempts)) as PromiseRejectedResult[];
  frozen.close();
  expect(migrating!.reason.message).toContain('does not answer in time');
  // An indexer tries again.
  expect([migrating, connecting].map((attempt) => isUnavailable(attempt!.reason))).toEqual([true, true]);
});
