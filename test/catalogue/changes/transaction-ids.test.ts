// What the ids of transactions do on a server of one's own: they grow by a digit; a Postgres that crashes gives those
// again of which nothing had reached its disk, here of one that was rolled back just before; and an older copy of the
// data folder that is put back gives all of them again. Whoever has taken one for ended must not take the next one of
// that id for old news.
import { readChanges, stateOf, tip } from '../../../src/catalogue/changes/log.js';
import { pruneChanges } from '../../../src/catalogue/changes/prune.js';
import type { Database } from '../../../src/platform/database/connect.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { startOwnPostgres } from '../../support/own-postgres.js';
import type { OwnPostgres } from '../../support/own-postgres.js';
import { closing } from '../../support/with-own.js';
import { connected } from '../../support/database.js';

let postgres: OwnPostgres;
let db: Database;
beforeAll(async () => {
  postgres = closing(await startOwnPostgres());
  await migrate(postgres.url);
  db = connected(postgres.url, { name: 'crash test', pool: 2 });
  db.$pool.on('error', () => {});
  // Nothing is written to disk but what a commit waits for.
  for (const [name, value] of [
    ['wal_writer_delay', '10s'],
    ['autovacuum', 'off'],
  ])
    await db.none(`ALTER SYSTEM SET ${name} = '${value}'`);
  await postgres.stop();
  await postgres.start();
});

/** Writes a product in a transaction. @returns its id */
const write = (name: string, end: 'COMMIT' | 'ROLLBACK'): Promise<string> =>
  db.task(async (task) => {
    await task.none('BEGIN');
    const { id } = await task.one<{ id: string }>(
      `INSERT INTO products (code, name_cn, source) VALUES ('A', $1, 'test')
       ON CONFLICT (code) DO UPDATE SET name_cn = $1 RETURNING pg_current_xact_id()::text AS id`,
      [name],
    );
    await task.none(end);
    return id;
  });

test('changes are read in the order of their transactions also where the ids grow by a digit, a page at a time', async () => {
  const current = Number(await write('first', 'COMMIT'));
  const border = 10 ** String(current).length;
  await db.any(
    `DO $$ BEGIN FOR i IN 1..${border - 3 - current} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
  );
  let at = await tip(db);
  const ids = [];
  for (let n = 0; n < 5; n++) ids.push(await write(`${n}`, 'COMMIT'));
  expect(new Set(ids.map(({ length }) => length)).size).toBe(2);
  const seen = [];
  for (let page = 0; page < 5; page++) {
    const { changes, end } = await readChanges(db, at, 2);
    seen.push(...changes.map(({ xid }) => xid));
    at = end;
  }
  expect(seen).toEqual(ids);
});

async function crash(): Promise<void> {
  await postgres.crash();
  await postgres.start();
}

/** Until the same id was given twice: a checkpoint that comes in between keeps it. */
async function idGivenAgain(between: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    const before = await write('gone', 'ROLLBACK');
    await between();
    await crash();
    if ((await write(`new ${tries}`, 'COMMIT')) === before) return;
    if (tries === 5) throw new Error('no id was given again');
  }
}

test('a change under an id that was given before the crash comes after a position from before it', async () => {
  await write('old', 'COMMIT');
  let at = await tip(db);
  await idGivenAgain(async () => {
    at = await tip(db);
  });
  const { changes } = await readChanges(db, at, 10);
  expect(changes.map(({ code }) => code)).toEqual(['A']);
});

test('after an older copy of the data folder was put back, no position of the lost time is believed, though its numbers come again', async () => {
  await write('kept', 'COMMIT');
  const kept = await tip(db);
  const putBack = await postgres.copy();
  await write('lost', 'COMMIT');
  const lost = await tip(db);
  const state = await stateOf(db);
  await putBack();
  const expectLost = () => expect(readChanges(db, lost, 10)).rejects.toMatchObject({ reason: 'epoch' });
  await expectLost();
  await write('new', 'COMMIT');
  const now = await tip(db);
  expect([now.xid, now.seq]).toEqual([lost.xid, lost.seq]);
  await expectLost();
  expect(await stateOf(db)).not.toBe(state);
  expect((await readChanges(db, kept, 10)).end).toEqual(now);
  // The same where the row of the position has been pruned.
  await pruneChanges(db, -1);
  await expectLost();
  expect((await readChanges(db, now, 10)).changes).toEqual([]);
});
