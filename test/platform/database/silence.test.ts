import { setTimeout as sleep } from 'node:timers/promises';
import { allowSilence, isUnavailable } from '../../../src/platform/database/connect.js';
import type { Database } from '../../../src/platform/database/connect.js';
import { connected, freshDatabase } from '../../support/database.js';
import { shared } from '../../support/with-own.js';
import { until } from '../../support/until.js';

const database = shared(freshDatabase);
let db: Database;
beforeAll(() => {
  db = connected(database.url, { name: 'silence test', pool: 1, statementTimeout: 0, silence: 1_000 });
});

const FOR_LONG = 'SELECT pg_sleep(600)';

/** Server processes that still work for this pool. */
const atWork = (): Promise<number> =>
  database.db.one(
    `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'silence test' AND state <> 'idle'`,
    [],
    (row: { n: number }) => row.n,
  );
const endAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'silence test' AND state <> 'idle'`;

test('a server that says nothing to a statement counts as away, and the next statement has a connection of its own', async () => {
  const error = await db.any(FOR_LONG).catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  expect(await db.one('SELECT 1 AS one')).toEqual({ one: 1 });
  await database.db.any(endAll);
});

test('a transaction that met such a server is not gone on with by whoever is given its place in the pool', async () => {
  const cut = db.tx(async (tx) => {
    await tx.none(`INSERT INTO categories (name) VALUES ('cut')`);
    await tx.any(FOR_LONG);
  });
  expect(isUnavailable(await cut.catch((reason: unknown) => reason))).toBe(true);
  await db.tx((tx) => tx.none(`INSERT INTO categories (name) VALUES ('whole')`));
  await database.db.any(endAll);
  await until(async () => (await atWork()) === 0);
  const names = await database.db.map('SELECT name FROM categories', [], (row: { name: string }) => row.name);
  expect(names).toContain('whole');
  expect(names).not.toContain('cut');
});

test('between its statements a transaction may be silent for longer than the server may, and the next one is held to the limit', async () => {
  const error = await db
    .tx(async (tx) => {
      await tx.one('SELECT 1');
      await sleep(1_500);
      expect(await tx.one('SELECT 2 AS two')).toEqual({ two: 2 });
      await sleep(1_500);
      await tx.any(FOR_LONG);
    })
    .catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  await database.db.any(endAll);
});

test('a borrowed connection may be allowed the silence of a long query', async () => {
  const connection = await db.connect();
  allowSilence(connection);
  expect(await connection.any('SELECT pg_sleep(2)')).toHaveLength(1);
  await connection.done(true);
});
