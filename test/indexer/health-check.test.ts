import { readDelivered } from '../../src/catalogue/changes/search-reader.js';
import { ensureEpoch } from '../../src/catalogue/changes/epoch.js';
import { tip } from '../../src/catalogue/changes/log.js';
import { requestRebuild, currentRebuild } from '../../indexer/rebuild-store.js';
import { engine } from '../support/engine.js';
import { openRewriting } from '../support/rewriting.js';
import { documentsOf, expectInStep, openIndexerFixture, rowsOf, withFixture } from './fixture.js';
import type { IndexerFixture } from './fixture.js';
import { surfaced } from '../support/surfaced.js';
import { SETTINGS } from '../../src/search/engine/meilisearch-settings.js';
import { until } from '../support/until.js';
import { closing } from '../support/with-own.js';

/** The body of a test over 30 products. They run side by side: most of the time they wait for the next check. */
const withProducts = (run: (fixture: IndexerFixture) => Promise<void>): (() => Promise<void>) =>
  withFixture(async (fixture) => {
    await fixture.insert('A', 30);
    await run(fixture);
  });

/** Waits until the index is whole again, without looking at what the indexer says of itself. */
async function untilInStep(fixture: IndexerFixture): Promise<void> {
  const wanted = JSON.stringify(await rowsOf(fixture.parts));
  await until(async () => {
    const held = await documentsOf(fixture.parts).catch(() => ({}));
    return JSON.stringify(held) === wanted;
  });
  await fixture.caughtUp();
  await expectInStep(fixture.parts);
}

const rebuilds = async ({ db }: IndexerFixture): Promise<number> =>
  (await db.one<{ count: number }>(`SELECT count(*) FROM index_rebuilds WHERE step = 'done'`)).count;

test.concurrent(
  'an index that is removed, emptied or replaced by another is noticed and filled again; meanwhile it counts as incomplete',
  withProducts(async (fixture) => {
    fixture.start();
    await fixture.caughtUp();
    const { db, meili: engine, uid } = { ...fixture.parts, db: fixture.db };
    let incomplete = 0;
    const watched = setInterval(() => {
      void readDelivered(db).then((delivered) => (incomplete += delivered?.complete === false ? 1 : 0));
    }, 20);
    const faults = [
      async () => engine.deleteIndex(uid).waitTask({ timeout: 60_000 }),
      async () => engine.index(uid).deleteAllDocuments().waitTask({ timeout: 60_000 }),
      async () => {
        await engine.deleteIndex(uid).waitTask({ timeout: 60_000 });
        await engine.createIndex(uid, { primaryKey: 'id' }).waitTask();
        await engine
          .index(uid)
          .addDocuments([{ id: 999, v: '1' }])
          .waitTask({ timeout: 60_000 });
      },
    ];
    for (const [i, fault] of faults.entries()) {
      incomplete = 0;
      await fault();
      await untilInStep(fixture);
      expect(await rebuilds(fixture)).toBe(i + 2);
      expect(incomplete).toBeGreaterThan(0);
    }
    clearInterval(watched);
  }),
);

test.concurrent(
  'settings that were changed by hand are put right',
  withProducts(async (fixture) => {
    fixture.start();
    await fixture.caughtUp();
    const { meili: engine, uid } = fixture.parts;
    const stopWords = { stopWords: ['product'], searchableAttributes: ['code'] };
    await engine.index(uid).updateSettings(stopWords).waitTask({ timeout: 60_000 });
    await until(async () => (await rebuilds(fixture)) === 2);
    const seen = await engine.index(uid).getSettings();
    expect(seen.stopWords).toEqual([]);
    expect(seen.searchableAttributes).toEqual(SETTINGS.searchableAttributes);
    await expectInStep(fixture.parts);
  }),
);

test.concurrent(
  'documents or settings of a new form have the index rebuilt once, and it stays complete meanwhile',
  withProducts(async (fixture) => {
    await fixture.built();
    fixture.start({
      form: 'another',
      indexes: Object.assign(fixture.parts.engine.indexes(), {
        settings: { ...SETTINGS, stopWords: ['the'] },
      }),
    });
    await until(async () => {
      expect((await readDelivered(fixture.db))?.complete).toBe(true);
      return (await rebuilds(fixture)) === 2;
    });
    await fixture.caughtUp();
    expect((await fixture.parts.meili.index(fixture.parts.uid).getSettings()).stopWords).toEqual(['the']);
    await expectInStep(fixture.parts);
  }),
);

test.concurrent(
  'an index that lacks a document is noticed by its count alone',
  withProducts(async (fixture) => {
    await fixture.built();
    const [lost] = Object.keys(await documentsOf(fixture.parts));
    await fixture.parts.meili.index(fixture.parts.uid).deleteDocument(lost!).waitTask();
    fixture.start();
    await untilInStep(fixture);
  }),
);

test.concurrent(
  'single documents that were removed, added or changed by hand are found and mended, and no others touched',
  withProducts(async (fixture) => {
    fixture.start({ verifyEvery: 300 });
    await fixture.caughtUp();
    const { meili: engine, uid } = fixture.parts;
    const [first, second] = Object.keys(await rowsOf(fixture.parts)).map(Number);
    const before = await rebuilds(fixture);
    await engine.index(uid).deleteDocument(first!).waitTask({ timeout: 60_000 });
    await engine
      .index(uid)
      .addDocuments([
        { id: 777, v: '1' },
        { id: second!, v: 'old' },
      ])
      .waitTask({ timeout: 60_000 });
    await untilInStep(fixture);
    expect(await rebuilds(fixture)).toBe(before);
  }),
);

test.concurrent(
  'a log that was started anew (a restored dump, a promoted standby) has the index rebuilt from the table',
  withProducts(async (fixture) => {
    await fixture.built();
    // The state after a restore: the table is another one than the index was made of, and no log tells how it came.
    await fixture.db.none(`DELETE FROM products WHERE code = 'A7'`);
    await fixture.db.none(`UPDATE products SET name_en = 'restored' WHERE code = 'A8'`);
    await fixture.db.none(`UPDATE change_log SET fingerprint = 'another cluster'`);
    await fixture.db.none(`UPDATE product_changes SET xid = '99999999999'`);
    fixture.start();
    await untilInStep(fixture);
    expect(await ensureEpoch(fixture.db)).toBe(false);
  }),
);

test.concurrent(
  'a log that no longer reaches back to the position has the index rebuilt',
  withProducts(async (fixture) => {
    await fixture.built();
    await fixture.insert('B', 5);
    await surfaced(fixture.db); // pruning, too, goes so far only
    await fixture.db.none(
      'WITH gone AS (DELETE FROM product_changes RETURNING xid, seq, mark) UPDATE change_log SET (pruned_xid, pruned_seq, pruned_mark) = (SELECT xid, seq, mark FROM gone ORDER BY xid DESC, seq DESC LIMIT 1)',
    );
    fixture.start();
    await untilInStep(fixture);
  }),
);

test.concurrent(
  'an index that lacks changes is rebuilt, also where the rebuild that was asked for has failed',
  withProducts(async (fixture) => {
    await fixture.built();
    const before = await rebuilds(fixture);
    await fixture.db.none(`UPDATE log_readers SET state = state || '{"complete": false}'`);
    fixture.start();
    await until(async () => (await rebuilds(fixture)) === before + 1);
    expect((await readDelivered(fixture.db))?.complete).toBe(true);
    await expectInStep(fixture.parts);
  }),
);

test.concurrent(
  'a document of a transaction that has not begun shows that older data were put back: the log begins anew; one of an earlier transaction is only repaired',
  withProducts(async (fixture) => {
    const { db, parts } = fixture;
    const epoch = async () => (await tip(db)).epoch;
    const first = await epoch();
    const newest = (await db.one<{ at: string }>('SELECT max(updated_at)::text AS at FROM products')).at;
    const renewed = () =>
      db.one<{ n: number }>('SELECT count(*) AS n FROM products WHERE updated_at > $1', [newest]);
    fixture.start({ verifyEvery: 300 });
    await fixture.caughtUp();
    for (const ahead of [-5, 1_000_000]) {
      const sql = 'SELECT (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + $1)::text AS v';
      const { v } = await db.one<{ v: string }>(sql, [ahead]);
      await parts.meili
        .index(parts.uid)
        .addDocuments([{ id: 999, v }])
        .waitTask({ timeout: 60_000 });
      if (ahead > 0) await until(async () => (await epoch()) !== first);
      await untilInStep(fixture);
      expect((await epoch()) === first).toBe(ahead < 0);
      expect(await renewed()).toEqual({ n: ahead < 0 ? 0 : 30 }); // for readers by updated_at
    }
  }),
);

test.concurrent(
  'a rebuild, which leaves nothing of the index before, first looks whether older data were put back: the log begins anew, once',
  withProducts(async (fixture) => {
    const { db, parts } = fixture;
    await fixture.built();
    const before = (await tip(db)).epoch;
    await parts.meili
      .index(parts.uid)
      .addDocuments([{ id: 999, v: '4000000' }])
      .waitTask({ timeout: 60_000 });
    await db.none(`UPDATE log_readers SET state = state || '{"index": "of before"}'`);
    const second = fixture.start();
    await until(async () => (await tip(db)).epoch !== before);
    const { epoch } = await tip(db);
    await second.stop(); // and nobody is told again by whoever goes on
    fixture.start();
    await untilInStep(fixture);
    await expectInStep(parts);
    expect((await tip(db)).epoch).toBe(epoch);
  }),
);

test.concurrent(
  'an index that holds what was never written is noticed before anything is delivered, while a rebuild waits',
  withProducts(async (fixture) => {
    const { parts, db } = fixture;
    await fixture.built();
    const { epoch } = await tip(db);
    const [id] = await fixture.insert('B');
    await parts.meili.index(parts.uid).addDocuments([{ id, v: '1000000000' }]).waitTask(); // prettier-ignore
    await requestRebuild(parts, 'command');
    let deliver = (): void => {};
    const held = new Promise<void>((resolve) => (deliver = resolve));
    fixture.start({ onStep: (step) => (step === 'read' ? held : Promise.resolve()) });
    await until(async () => (await tip(db)).epoch !== epoch);
    deliver();
    await untilInStep(fixture);
  }),
);

test.concurrent(
  'TRUNCATE empties the index',
  withProducts(async (fixture) => {
    fixture.start();
    await fixture.caughtUp();
    await fixture.db.none('TRUNCATE products');
    await until(async () => Object.keys(await documentsOf(fixture.parts)).length === 0);
    await fixture.caughtUp();
  }),
);

test.concurrent(
  'what dead rebuilds left behind is removed, and nothing that only looks like it',
  withProducts(async (fixture) => {
    const { meili: engine, uid } = fixture.parts;
    const others = [`${uid}_rebuild_x-y`, `${uid}_rebuild`, `x${uid}_rebuild_1`];
    for (const name of [`${uid}_rebuild_1abc`, ...others]) await engine.createIndex(name).waitTask();
    await requestRebuild(fixture.parts, 'command');
    fixture.start();
    await fixture.caughtUp();
    await until(async () => (await currentRebuild(fixture.parts)) === null);
    const { results } = await engine.getRawIndexes({ limit: 1_000 });
    const left = results.map((index) => index.uid).filter((name) => name.includes(uid));
    expect(left.toSorted()).toEqual([...others, uid].toSorted());
    await Promise.all(others.map((name) => engine.deleteIndexIfExists(name)));
  }),
);

test.concurrent(
  'what answers 200 with other JSON in the place of the engine is waited out: nothing is taken for delivered, missing or changed',
  async () => {
    const { url, key } = engine();
    const proxy = closing(await openRewriting(url));
    const fixture = closing(await openIndexerFixture({ meili: { url: proxy.url, key } }));
    await fixture.insert('A', 30);
    fixture.start();
    await fixture.caughtUp();
    const begun = () => fixture.db.any('SELECT id FROM index_rebuilds ORDER BY id');
    const before = await begun();
    for (const [code, other] of Object.entries({ B: '{}', C: '[]', D: '{"status":"ok"}' })) {
      let looks = 0; // of the health check
      proxy.rewrite = (_, path) => {
        looks += path.endsWith(`/indexes/${fixture.parts.uid}`) ? 1 : 0;
        return other;
      };
      await fixture.insert(code, 5);
      await until(() => looks > 1);
      expect(await readDelivered(fixture.db)).toMatchObject({ complete: true });
      proxy.rewrite = undefined;
      await untilInStep(fixture);
    }
    expect(await begun()).toEqual(before);
  },
);
