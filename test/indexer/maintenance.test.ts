import { jest } from '@jest/globals';
import pino from 'pino';
import { maintain } from '../../indexer/maintenance.js';
import { loadConfig } from '../../src/platform/config.js';
import { insertInquiry } from '../../src/exchange/inquiries/store.js';
import type { Database } from '../../src/platform/database/connect.js';
import { until } from '../support/until.js';
import { withFixture } from './fixture.js';

/** A ledger of tags that the maintenance compacts late, and nothing else does. */
const fill = (db: Database): Promise<null> =>
  db.none(`INSERT INTO tag_ledger (tag, delta) SELECT 'HPLC', 0 FROM generate_series(1, 2000)`);
/** Has the maintenance run until something holds. @returns how it ended */
async function maintained(
  parts: Parameters<typeof maintain>[0],
  days: Parameters<typeof maintain>[2],
  holds: () => Promise<boolean>,
): Promise<unknown> {
  const stopping = new AbortController();
  const maintaining = maintain(parts, stopping.signal, days).catch((error: unknown) => error);
  await until(holds);
  stopping.abort();
  return maintaining;
}
const DAYS = { syncLogDays: 400, inquiryDays: 730 };
const isCompact = async (db: Database): Promise<boolean> =>
  (await db.one('SELECT count(*) FROM tag_ledger')).count === 1;

test(
  'a step of the maintenance that fails keeps none of the others from being done',
  withFixture(async ({ db, parts }) => {
    await db.none('ALTER TABLE demand RENAME TO kept_away');
    await fill(db);
    expect(await maintained(parts, DAYS, () => isCompact(db))).toMatchObject({ name: 'AbortError' });
  }),
);

test(
  'nor does one for which Postgres has no room, and all of it is tried again soon',
  withFixture(async ({ db, parts }) => {
    await db.none(`
      CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE 'temporary file size exceeds temp_file_limit' USING ERRCODE = '53400'; END $$;
      CREATE TRIGGER no_room BEFORE DELETE ON staff_attempts FOR EACH STATEMENT EXECUTE FUNCTION no_room()`);
    await fill(db);
    await expect(maintain(parts, AbortSignal.timeout(60_000), DAYS)).rejects.toMatchObject({ code: '53400' });
    expect(await isCompact(db)).toBe(true);
  }),
);

test(
  'calls leave the sync log after the days that are set, 400 where none are, by the clock of the database',
  withFixture(async ({ db, parts }) => {
    await db.none(`
      INSERT INTO api_keys (name, hash) VALUES ('erp', sha256(''));
      INSERT INTO sync_log (at, key_id, method, path, status, duration_ms, address, request_id)
      SELECT now() - make_interval(days => days), max(id), 'GET', '/', 200, 1, '', days::text
        FROM api_keys, unnest(ARRAY[500, 401, 399, 0]) AS days GROUP BY days ORDER BY days DESC`);
    await maintained(
      parts,
      loadConfig({}),
      async () => (await db.one('SELECT count(*) FROM sync_log')).count < 4,
    );
    const left = await db.map('SELECT request_id FROM sync_log ORDER BY id', [], (row) => row.request_id);
    expect(left).toEqual(['399', '0']);
  }),
);

test(
  'inquiries and what they say of persons are removed after the days that are set, 730 where none are',
  withFixture(async ({ db, parts }) => {
    for (const days of [731, 729]) {
      await insertInquiry(db, { name: `asked ${days} days ago`, email: 'a@b.cn' }, [{ code: 'A' }]);
      const sql = `UPDATE inquiries SET created_at = now() - interval '$1 days' WHERE name LIKE '%$1 days%'`;
      await db.none(sql, [days]);
    }
    await db.none(
      `INSERT INTO inquiry_counts (day, caller) VALUES (current_date - 3, 'all'), (current_date, 'all')`,
    );
    await maintained(
      parts,
      loadConfig({}),
      async () => (await db.one('SELECT count(*) FROM inquiries')).count < 2,
    );
    expect(
      await db.one(
        'SELECT name, count(*) OVER () AS lines FROM inquiries JOIN inquiry_lines ON inquiry_id = id',
      ),
    ).toEqual({
      name: 'asked 729 days ago',
      lines: 1,
    });
    expect(await db.one('SELECT day = current_date AS today FROM inquiry_counts')).toEqual({ today: true });
  }),
);

test(
  'a host whose clock is years ahead removes nothing for its age and says so; with the right clock it says what it removed',
  withFixture(async (fixture) => {
    const { db, parts } = fixture;
    await fixture.insert('A', 3);
    await db.none(`UPDATE product_history SET at = at - interval '401 days' WHERE code = 'A1'`);
    const told: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line) => told.push(JSON.parse(line)) });
    const run = async (): Promise<void> => {
      await fill(db);
      await maintained({ ...parts, log }, DAYS, () => isCompact(db));
    };
    const now = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 500 * 86_400_000);
    await run();
    clock.mockRestore();
    const kept = () =>
      db.map('SELECT code FROM product_history ORDER BY code', [], ({ code }: { code: string }) => code);
    expect(told).toMatchObject([{ level: 50, seconds_ahead: 500 * 86_400 }]);
    expect(await kept()).toEqual(['A1', 'A2', 'A3']);
    await run();
    expect(told.slice(1)).toMatchObject([{ step: 'history', removed: 1 }]);
    expect(await kept()).toEqual(['A2', 'A3']);
  }),
);
