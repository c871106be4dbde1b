import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import pino from 'pino';
import { lastChange, readChanges, readCommitted, tip } from '../../../src/catalogue/changes/log.js';
import { ensureEpoch } from '../../../src/catalogue/changes/epoch.js';
import { lagOf } from '../../../src/catalogue/changes/lag.js';
import { listenForChanges } from '../../../src/catalogue/changes/listen.js';
import { PositionLost, isPast } from '../../../src/catalogue/changes/position.js';
import { pruneChanges } from '../../../src/catalogue/changes/prune.js';
import type { Position } from '../../../src/catalogue/changes/position.js';
import { connect, disconnect } from '../../../src/platform/database/connect.js';
import { freshDatabase } from '../../support/database.js';
import type { TestDatabase } from '../../support/database.js';
import { surfaced } from '../../support/surfaced.js';
import { until } from '../../support/until.js';
import { connection } from '../../support/sessions.js';

const log = pino({ level: 'silent' });
let database: TestDatabase;

beforeEach(async () => {
  database = await freshDatabase();
  await ensureEpoch(database.db);
});
afterEach(() => database.close());

let made = 0;
const insert = (): string =>
  `INSERT INTO products (code, name_cn, source) VALUES ('P${++made}', '甲', 'test') RETURNING id`;

/** Reads on from a position until there is nothing more to see now. */
async function readOn(at: Position, seen: number[]): Promise<Position> {
  for (;;) {
    const page = await readChanges(database.db, at, 3);
    seen.push(...page.changes.map((change) => change.product_id));
    if (page.changes.length === 0) return page.end;
    at = page.end;
  }
}

const WRITERS = 4;
type Act = { act: 'write' | 'commit' | 'rollback' | 'id'; writer: number } | { act: 'read' };
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('write' as const), writer: fc.nat(WRITERS - 1) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('id' as const), writer: fc.nat(WRITERS - 1) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('commit' as const), writer: fc.nat(WRITERS - 1) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('rollback' as const), writer: fc.nat(WRITERS - 1) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('read' as const) }) },
);

test('whatever the order in which overlapping transactions write and commit, a reader sees each change once and misses none', async () => {
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => connection(database.url)));
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      await surfaced(database.db);
      let at = await tip(database.db);
      const seen: number[] = [];
      const committed: number[] = [];
      const open: (number[] | undefined)[] = [];
      const end = async (writer: number, how: 'commit' | 'rollback'): Promise<void> => {
        const written = open[writer];
        if (!written) return;
        open[writer] = undefined;
        await writers[writer]!.query(how);
        if (how === 'commit') committed.push(...written);
      };
      for (const step of acts) {
        if (step.act === 'read') at = await readOn(at, seen);
        else if (step.act === 'commit' || step.act === 'rollback') await end(step.writer, step.act);
        else {
          const client = writers[step.writer]!;
          if (!open[step.writer]) {
            open[step.writer] = [];
            await client.query('BEGIN');
          }
          if (step.act === 'id') await client.query('SELECT pg_current_xact_id()');
          else open[step.writer]!.push(Number((await client.query(insert())).rows[0].id));
        }
      }
      for (let writer = 0; writer < WRITERS; writer++) await end(writer, 'commit');
      await surfaced(database.db);
      await readOn(at, seen);
      expect(seen.toSorted((a, b) => a - b)).toEqual(committed.toSorted((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});

test('the position of a write is passed by a reader that has seen it, and only then', async () => {
  const { db } = database;
  const at = await tip(db);
  expect(await lastChange(db)).toBeNull();
  await db.tx(async (tx) => {
    await tx.one(insert());
    await tx.one(insert());
  });
  const first = await lastChange(db);
  await db.one(insert());
  const second = await lastChange(db);
  await surfaced(database.db);
  expect(isPast(at, first!)).toBe(false);
  const half = (await readChanges(db, at, 1)).end;
  expect(isPast(half, first!)).toBe(false);
  const whole = (await readChanges(db, half, 1)).end;
  expect(isPast(whole, first!)).toBe(true);
  expect(isPast(whole, second!)).toBe(false);
  expect((await lagOf(db, whole)).changes).toBe(1);
  expect(isPast(await tip(db), second!)).toBe(true);
});

test('a position before the pruned part is refused as lost, one at its end reads on without a gap', async () => {
  const { db } = database;
  const start = await tip(db);
  for (let i = 0; i < 4; i++) await db.one(insert());
  await surfaced(database.db);
  const all = await readChanges(db, start, 10);
  const { end: middle } = await readChanges(db, start, 2);
  const older = `UPDATE product_changes SET at = now() - interval '40 days' WHERE (xid, seq) <= ($1::xid8, $2)`;
  await db.none(older, [middle.xid, middle.seq]);
  expect(await pruneChanges(db)).toBe(2);
  expect(await pruneChanges(db)).toBe(0);
  await expect(readChanges(db, start, 10)).rejects.toMatchObject({ reason: 'pruned' });
  expect((await readChanges(db, middle, 10)).changes).toEqual(all.changes.slice(2));
});

test('pruning keeps an old change that stands behind a young one, and what is blocked', async () => {
  const { db } = database;
  const start = await tip(db);
  const older = await connection(database.url);
  await db.one(insert());
  await db.one(insert());
  await db.none(
    `UPDATE product_changes SET at = now() - interval '40 days' WHERE seq = (SELECT max(seq) FROM product_changes)`,
  );
  await surfaced(database.db);
  expect(await pruneChanges(db)).toBe(0);
  await older.query('BEGIN; SELECT pg_current_xact_id()');
  await db.one(insert());
  expect((await readCommitted(db, start, 10)).ids).toHaveLength(3);
  await db.none(`UPDATE product_changes SET at = now() - interval '40 days'`);
  expect(await pruneChanges(db)).toBe(2);
  await older.query('COMMIT');
  await expect(readChanges(db, start, 10)).rejects.toBeInstanceOf(PositionLost);
});

test('a change from a time when the clock was ahead is pruned with the old ones around it, and kept before young ones', async () => {
  const { db } = database;
  const start = await tip(db);
  for (let i = 0; i < 5; i++) await db.one(insert());
  await surfaced(database.db);
  const { changes } = await readChanges(db, start, 10);
  const setAge = (days: number[]): Promise<null> =>
    db.none(
      `UPDATE product_changes c SET at = now() - make_interval(days => d.days)
         FROM unnest($1::bigint[], $2::int[]) AS d (seq, days) WHERE c.seq = d.seq`,
      [changes.map(({ seq }) => seq), days],
    );
  await setAge([-400, 40, -400, 40, -400]);
  expect(await pruneChanges(db)).toBe(4);
  expect(await pruneChanges(db)).toBe(0);
  const { seq } = await db.one<{ seq: number }>('SELECT seq FROM product_changes');
  expect(seq).toBe(changes[4]!.seq);
});

test('readers that race with pruning see every change or learn that they lost some', async () => {
  const { db } = database;
  const start = await tip(db);
  for (let i = 0; i < 5; i++) {
    await db.none(
      `INSERT INTO products (code, name_cn, source) SELECT 'R${i}-' || n, '甲', 'test' FROM generate_series(1, 200) n`,
    );
  }
  await surfaced(database.db);
  await db.none(`UPDATE product_changes SET at = now() - interval '40 days'`);
  const pruning = pruneChanges(db);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      readChanges(db, start, 2_000).then(
        (page) => page.changes.length,
        (error: unknown) => (error instanceof PositionLost ? 'lost' : error),
      ),
    ),
  );
  await pruning;
  for (const outcome of outcomes) expect([1_000, 'lost']).toContain(outcome);
  expect(await readChanges(db, start, 10).catch((error: unknown) => error)).toBeInstanceOf(PositionLost);
});

test('a copy of the database starts a log of its own: positions of the original are lost, the rows are gone', async () => {
  const { db } = database;
  await db.one(insert());
  const at = await tip(db);
  const name = `copy_of_${new URL(database.url).pathname.slice(1)}`;
  const admin = await connection(process.env['TEST_DATABASE_URL']!);
  // A database that is copied must have nobody connected to it. The pool opens new connections by itself.
  await admin.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [
    new URL(database.url).pathname.slice(1),
  ]);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(database.url).pathname.slice(1)}`);
  const url = new URL(database.url);
  url.pathname = name;
  const copy = connect(url.href, { name: 'test' });
  try {
    // What a restored dump looks like: transaction ids that this cluster has not reached yet.
    await copy.none(`UPDATE product_changes SET xid = (xid::text::bigint + 1000000000)::text::xid8`);
    // Several processes notice at once; one of them starts the log anew, all of them see the same epoch.
    const restarted = await Promise.all(Array.from({ length: 8 }, () => ensureEpoch(copy)));
    expect(restarted.filter(Boolean)).toHaveLength(1);
    await expect(readChanges(copy, at, 10)).rejects.toMatchObject({ reason: 'epoch' });
    const start = await tip(copy);
    expect(start.epoch).not.toBe(at.epoch);
    expect((await readChanges(copy, start, 10)).blocked).toBe(false);
    await copy.one(insert());
    await surfaced(copy);
    expect((await readChanges(copy, start, 10)).changes).toHaveLength(1);
    await copy.none(`UPDATE change_log SET fingerprint = 'of another cluster'`);
    await expect(readChanges(copy, start, 10)).rejects.toMatchObject({ reason: 'epoch' });
    expect(await copy.one('SELECT change_log_fits() AS fits')).toEqual({ fits: true });
    expect((await readChanges(db, at, 10)).end.epoch).toBe(at.epoch);
  } finally {
    await disconnect(copy);
    // The pool does not wait for its connections to close.
    const connected = 'SELECT FROM pg_stat_activity WHERE datname = $1';
    await until(async () => (await admin.query(connected, [name])).rowCount === 0);
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});

test('a log too long for one statement is emptied in steps; what is written under the new epoch stays', async () => {
  const { db } = database;
  const before = await tip(db);
  await db.none(
    `INSERT INTO product_changes (xid, product_id, code, op)
       SELECT (1000000000000 + n)::text::xid8, n, 'old', 'upsert' FROM generate_series(1, 120000) n`,
  );
  await db.none(`UPDATE change_log SET fingerprint = 'another cluster'`);
  let ended = false;
  const begun = Promise.all(Array.from({ length: 3 }, () => ensureEpoch(db))).finally(() => (ended = true));
  const kept: number[] = [];
  while (!ended || kept.length < 3) {
    const { epoch } = await db.one<{ epoch: string }>('SELECT epoch FROM change_log');
    const { id } = await db.one<{ id: number }>(insert());
    if (epoch !== before.epoch) kept.push(id);
  }
  expect((await begun).filter(Boolean)).toHaveLength(1);
  const logged = await db.any<{ id: number; code: string }>(
    'SELECT product_id AS id, code FROM product_changes',
  );
  expect(logged.filter(({ code }) => code === 'old')).toEqual([]);
  expect(logged.map(({ id }) => id)).toEqual(expect.arrayContaining(kept));
});

test('a commit wakes a watcher at once; so does the return of its connection after it was lost', async () => {
  const { db } = database;
  const watch = listenForChanges(database.url, 'watch under test', log);
  try {
    await watch.next(false); // the first connection
    const started = performance.now();
    const woken = watch.next(false).then(() => performance.now() - started);
    await db.one(insert());
    expect(await woken).toBeLessThan(500);

    await db.any(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'watch under test'`,
    );
    for (let listening = false; !listening;) {
      await sleep(20);
      const rows = await db.any(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'watch under test' AND state = 'idle' AND query <> ''`,
      );
      listening = rows.length > 0;
    }
    await watch.next(false);
    const again = performance.now();
    const woken2 = watch.next(false).then(() => performance.now() - again);
    await sleep(50);
    await db.one(insert());
    expect(await woken2).toBeLessThan(700);
  } finally {
    await watch.stop();
  }
});

test('while changes are blocked a watcher looks again after 50 ms, otherwise after a second', async () => {
  const watch = listenForChanges(database.url, 'watch under test', log);
  try {
    await watch.next(false);
    const wait = async (blocked: boolean): Promise<number> => {
      const started = performance.now();
      await watch.next(blocked);
      return performance.now() - started;
    };
    expect(await wait(true)).toBeGreaterThan(40);
    expect(await wait(true)).toBeLessThan(400);
    expect(await wait(false)).toBeGreaterThan(900);
  } finally {
    await watch.stop();
  }
});
