// Every list asks what the newest committed change is. The answer must be exact, and must not take reading the rows that
// other transactions are writing meanwhile.
import fc from 'fast-check';
import type pg from 'pg';
import { lastChange } from '../../../src/catalogue/changes/log.js';
import { ensureEpoch } from '../../../src/catalogue/changes/epoch.js';
import { freshDatabase } from '../../support/database.js';
import type { TestDatabase } from '../../support/database.js';
import { closing } from '../../support/with-own.js';
import { connection } from '../../support/sessions.js';

let database: TestDatabase;
const writers: pg.Client[] = [];

beforeAll(async () => {
  database = closing(await freshDatabase());
  for (let i = 0; i < 3; i++) writers.push(await connection(database.url));
});

const STEPS = ['BEGIN', 'write', 'SAVEPOINT s', 'ROLLBACK TO s', 'COMMIT', 'ROLLBACK'] as const;

test('however transactions overlap, the newest committed change is found', async () => {
  const step = fc.record({ by: fc.nat(writers.length - 1), step: fc.constantFrom(...STEPS) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      /** What each writer has done in its transaction; null outside one. */
      const done: (string[] | null)[] = writers.map(() => null);
      for (const { by, step } of steps) {
        const mine = done[by]!;
        const isTaken =
          step === 'write' ||
          (step === 'BEGIN' ? !mine : step === 'ROLLBACK TO s' ? mine?.includes('SAVEPOINT s') : mine);
        if (!isTaken) continue;
        await writers[by]!.query(step === 'write' ? WRITE : step, step === 'write' ? [`P${by}`] : []);
        if (step === 'BEGIN') done[by] = [];
        else if (step === 'COMMIT' || step === 'ROLLBACK') done[by] = null;
        else if (step === 'ROLLBACK TO s') mine!.splice(mine!.lastIndexOf('SAVEPOINT s') + 1);
        else mine?.push(step);
        expect(await lastChange(database.db)).toEqual(await database.db.oneOrNone(NEWEST));
      }
      for (const [i, mine] of done.entries()) if (mine) await writers[i]!.query('ROLLBACK');
    }),
    { numRuns: 60 },
  );
});

const WRITE = `INSERT INTO products (code, name_cn, source) VALUES ($1, '甲', 'test')
  ON CONFLICT (code) DO UPDATE SET updated_at = clock_timestamp()`;

/** The newest change, told the plain way. */
const NEWEST = `SELECT epoch, newest.xid::text, newest.seq, newest.mark FROM change_log,
  (SELECT xid, seq, mark FROM product_changes ORDER BY xid DESC, seq DESC LIMIT 1) AS newest`;

/** How many pages a statement reads. */
async function pagesOf(statement: string): Promise<number> {
  const [plan] = await database.db
    .one<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
    )
    .then((row) => row['QUERY PLAN']);
  return plan.Plan['Shared Hit Blocks']! + plan.Plan['Shared Read Blocks']!;
}

test('finding it does not read the rows that a running transaction has written', async () => {
  const [writer, late] = writers as [pg.Client, pg.Client];
  await late.query('BEGIN');
  await late.query('SELECT pg_current_xact_id()'); // runs when the snapshot is taken, and on
  await writer.query('BEGIN');
  await writer.query(
    `INSERT INTO products (code, name_cn, source) SELECT 'N' || i, '甲', 'test' FROM generate_series(1, 20000) AS i`,
  );
  await writer.query('ANALYZE product_changes');
  expect(await pagesOf('SELECT xid, seq FROM newest_change()')).toBeLessThan(40);
  // What would be read otherwise: the test tells the difference.
  expect(
    await pagesOf('SELECT xid FROM product_changes ORDER BY xid DESC, seq DESC LIMIT 1'),
  ).toBeGreaterThan(200);
  await writer.query('ROLLBACK');
  await late.query('ROLLBACK');
});

test('where the log is started anew, nobody walks over what it held', async () => {
  const { db } = database;
  // The snapshot of one would keep rows that are gone.
  for (const table of ['products', 'product_changes'])
    await db.none(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  await db.none(
    `INSERT INTO products (code, name_cn, source) SELECT 'E' || i, '甲', 'test' FROM generate_series(1, 20000) AS i`,
  );
  await db.none(`UPDATE change_log SET fingerprint = 'another cluster'`);
  expect(await ensureEpoch(db)).toBe(true);
  expect(await pagesOf('SELECT xid, seq FROM newest_change()')).toBeLessThan(20);
});
