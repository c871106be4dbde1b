import { connect, disconnect, readColumn } from '../../src/platform/index.js';
import { endEpoch } from '../../src/catalogue/changes/epoch.js';
import { areKeysMade, requestKeys, verifyKeys } from '../../indexer/keys-reader.js';
import { readKeys, stepKeys } from '../../indexer/keys-store.js';
import { repair, reindex } from '../../indexer/reindex.js';
import { verify } from '../../indexer/verify.js';
import { withFixture } from './fixture.js';
import { meilisearchServer } from '../../src/search/engine/meilisearch.js';
import { catchUpKeys } from '../support/keys.js';
import { until } from '../support/until.js';

const keysIn = (db: Parameters<typeof verifyKeys>[0], id: number): Promise<string[]> =>
  readColumn(db, 'SELECT text FROM product_keys WHERE product_id = $1 AND text IS NOT NULL ORDER BY 1', [id]);

test(
  'A product has its keys once it is written, and only what differs is written again; gone products have none',
  withFixture(async ({ db, insert }) => {
    const [id] = (await insert('KEY-1')) as [number];
    await catchUpKeys(db);
    expect(await keysIn(db, id)).toEqual(expect.arrayContaining(['key1', 'product1']));
    const xmins = () => readColumn(db, 'SELECT xmin::text FROM product_keys WHERE product_id = $1', [id]);
    const before = await xmins();
    await db.none(`UPDATE products SET description = 'another' WHERE id = $1`, [id]);
    await catchUpKeys(db);
    expect(await xmins()).toEqual(before);
    await db.none(`UPDATE products SET name_en = 'benzene' WHERE id = $1`, [id]);
    expect(await verifyKeys(db)).toEqual([]); // they cannot be there yet
    await catchUpKeys(db);
    expect(await keysIn(db, id)).toContain('benzene');
    expect(await keysIn(db, id)).not.toContain('product1');
    await db.none('DELETE FROM products');
    await catchUpKeys(db);
    expect(await db.one('SELECT count(*) FROM product_keys')).toEqual({ count: 0 });
  }),
);

test(
  'The keys need no engine: they are written while it is away',
  withFixture(async (fixture) => {
    const { db } = fixture;
    const away = meilisearchServer({ url: 'http://127.0.0.1:1' });
    fixture.start({ engine: away, indexes: away.indexes() });
    const [id] = (await fixture.insert('KEY-1')) as [number];
    await until(async () => (await keysIn(db, id)).includes('key1'));
  }),
);

test(
  'verify names a product whose keys differ, and repair mends it; reindex makes all keys anew',
  withFixture(async (fixture) => {
    const { db, parts } = fixture;
    const indexer = fixture.start();
    const ids = await fixture.insert('KEY-', 30);
    await fixture.caughtUp();
    await until(() => areKeysMade(db));
    await until(async () => (await verifyKeys(db)).length === 0);
    await db.none('DELETE FROM product_keys WHERE product_id = $1', [ids[3]]);
    await db.none(`INSERT INTO product_keys VALUES (1, 1, 999999, 0, NULL)`);
    expect(await verifyKeys(db)).toEqual([ids[3], 999999]);
    await parts.meili.index(parts.uid).deleteDocuments(ids.slice(7, 9)).waitTask();
    expect(await verify(parts)).toMatchObject({ ok: false, missing: ids.slice(7, 9) });
    const { ok, found } = await repair(parts);
    expect({ ok, keys: found.keys }).toEqual({ ok: true, keys: [ids[3], 999999] });
    await db.none('UPDATE product_keys SET hash = hash + 1');
    await reindex(parts);
    expect(await verifyKeys(db)).toEqual([]);
    await indexer.stop();
  }),
);

test(
  'Keys that are made anew stand beside those that are searched until all are there, and take along what changes meanwhile',
  withFixture(async ({ db, insert }) => {
    const [first = 0] = await insert('KEY-', 10);
    await catchUpKeys(db);
    for (const begin of [requestKeys, async () => endEpoch(db, (await readKeys(db))!.position.epoch)]) {
      await begin(db);
      await db.none(`UPDATE products SET name_en = name_en || '-benzene' WHERE id = $1`, [first]);
      let seen = Infinity;
      const watched = setInterval(() => {
        void db
          .one<{ count: number }>('SELECT count(DISTINCT product_id) FROM product_keys')
          .then(({ count }) => (seen = Math.min(seen, count)));
      }, 1);
      await catchUpKeys(db);
      clearInterval(watched);
      expect(seen).toBeGreaterThanOrEqual(10);
      expect(await areKeysMade(db)).toBe(true);
      expect(await verifyKeys(db)).toEqual([]);
    }
    expect(await keysIn(db, first)).toContain('product1benzenebenzene');
  }),
);

test(
  'Keys that are made anew take the place of the others however long their indexes take, or those who read the old ones',
  withFixture(async ({ db, databaseUrl, insert }) => {
    await insert('KEY-1');
    await catchUpKeys(db);
    await requestKeys(db);
    const reader = db.tx((tx) => tx.any('SELECT FROM product_keys; SELECT pg_sleep(2)'));
    const own = connect(databaseUrl, { name: 'keys', statementTimeout: 500, silence: 500 });
    await catchUpKeys(own);
    await Promise.all([disconnect(own), reader]);
    expect(await areKeysMade(db)).toBe(true);
  }),
);

test(
  'Keys are asked for anew by several at a time',
  withFixture(async ({ db, insert }) => {
    await insert('KEY-', 10);
    await catchUpKeys(db);
    await Promise.all(Array.from({ length: 8 }, () => requestKeys(db)));
    expect(await areKeysMade(db)).toBe(false);
    await catchUpKeys(db);
    expect(await areKeysMade(db)).toBe(true);
  }),
);

test(
  'Of two processes that write keys, the one that read before the other wrote writes nothing',
  withFixture(async ({ db, insert }) => {
    await insert('KEY-1');
    await catchUpKeys(db);
    const read = (await readKeys(db))!;
    await stepKeys(db, read, {}, () => Promise.resolve());
    await expect(stepKeys(db, read, {}, () => Promise.resolve())).rejects.toThrow('another process');
  }),
);
