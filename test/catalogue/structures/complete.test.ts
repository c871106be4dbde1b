import pino from 'pino';
import type { Database } from '../../../src/platform/database/connect.js';
import type { Chemistry } from '../../../src/chemistry/structures/chemistry.js';
import { isIndexBehind } from '../../../src/catalogue/changes/lag.js';
import { SEARCH_READER } from '../../../src/catalogue/changes/search-reader.js';
import { startCompleting } from '../../../src/catalogue/structures/complete.js';
import { keepDescriptions } from '../../../src/catalogue/structures/description-store.js';
import { freshDatabase } from '../../support/database.js';
import type { TestDatabase } from '../../support/database.js';
import { foreignSession } from '../../support/sessions.js';
import { until } from '../../support/until.js';

let database: TestDatabase;
let db: Database;
let completing: ReturnType<typeof startCompleting> | undefined;
beforeEach(async () => {
  database = await freshDatabase();
  ({ db } = database);
});
afterEach(async () => {
  await completing?.stop();
  await database.close();
});

/** Adds products whose structures are chains of so many carbons, not worked out yet. */
async function insertChains(from: number, to: number): Promise<void> {
  await db.none(
    `INSERT INTO products (code, name_cn, source) SELECT 'P' || n, '甲', 'test' FROM generate_series($1, $2) n`,
    [from, to],
  );
  await db.none(
    `INSERT INTO product_structures (product_id, source, given, formula, mw, fragments)
       SELECT id, 'smiles', repeat('C', substr(code, 2)::int), 'C', 1, 1 FROM products ORDER BY id`,
  );
}

const description = {
  smiles: 'C',
  skeleton: 'C',
  tautomer: '',
  pattern: new Uint8Array(256),
  morgan: new Uint8Array(256),
  molecule: new Uint8Array(1),
};
const completion = {
  identity: { smiles: 'C', inchikey: null, stereo: 'none' as const, parent: null },
  description,
};

const count = (sql: string): Promise<number> => db.one(sql, [], (row: { count: number }) => row.count);

const isComplete = (many: number) => async () =>
  (await count('SELECT count(*) FROM product_structures WHERE is_complete')) === many;

function start(complete: Chemistry['complete']): void {
  completing = startCompleting(db, { complete } as Chemistry, pino({ level: 'silent' }));
}

test('structures that are not answered hold up no others, and no transaction is open meanwhile', async () => {
  await insertChains(1, 130);
  let openOnes = 0;
  const complete: Chemistry['complete'] = async (given) => {
    openOnes += await count(
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    return given.map(({ text }) => (text.length <= 110 ? undefined : completion));
  };
  start(complete);
  await until(isComplete(20));
  expect(openOnes).toBe(0);
  expect(await count('SELECT count(*) FROM structure_fingerprints')).toBe(20);
});

test('a structure that somebody is writing holds up no others, and is worked out afterwards', async () => {
  await insertChains(1, 3);
  const sql = `BEGIN; UPDATE product_structures SET given = 'CO' WHERE given = 'CC'`;
  const push = await foreignSession(database.url, sql);
  start(async (given) => given.map(() => completion));
  await until(isComplete(2));
  await push.run('COMMIT');
  await until(isComplete(3));
});

test('structures wait while many changes wait for the search index, but not while it is away', async () => {
  await db.none(
    `INSERT INTO log_readers (name, epoch, xid, seq, mark) VALUES ($1, gen_random_uuid(), '0', 0, 0)`,
    [SEARCH_READER],
  );
  await insertChains(1, 200);
  expect(await isIndexBehind(db)).toBe(true);
  const seen: boolean[] = [];
  start(async (given) => {
    seen.push(await isIndexBehind(db));
    return given.map(() => completion);
  });
  await db.none(`UPDATE product_changes SET at = at - interval '1 minute'`);
  await until(isComplete(200));
  expect(seen).not.toContain(true);
});

test('one that is never answered is given up once nobody writes it, however long somebody did', async () => {
  await insertChains(1, 13);
  const sql = `BEGIN; SELECT FROM product_structures WHERE given = 'CC' FOR UPDATE`;
  const push = await foreignSession(database.url, sql);
  let tries = 0;
  const complete: Chemistry['complete'] = async (given) => {
    if (given.some(({ text }) => text === 'CC') && ++tries === 6) await push.run('COMMIT');
    const next = given.findIndex(({ text }) => text !== 'CC');
    return given.map((_, at) => (at === next ? completion : undefined));
  };
  start(complete);
  await until(isComplete(13));
  expect(tries).toBe(6);
});

test('what was made of a structure goes with it, and is not kept of one that is gone', async () => {
  await insertChains(1, 3);
  const rows = await db.any<{ product: number; given_hash: string }>(
    'SELECT product_id AS product, given_hash FROM product_structures ORDER BY product_id',
  );
  const described = rows.map((row) => ({ ...row, description }));
  const keep = (): Promise<void> => keepDescriptions(db, described);
  const kept = (): Promise<number> => count('SELECT count(*) FROM structure_fingerprints');
  await keep();
  expect(await kept()).toBe(3);
  await db.none('DELETE FROM products WHERE id = $1', [rows[0]!.product]);
  expect(await kept()).toBe(2);
  await keep();
  expect(await kept()).toBe(2);
  await db.none('TRUNCATE products');
  expect(await kept()).toBe(0);
  await keep();
  expect(await kept()).toBe(0);
});
