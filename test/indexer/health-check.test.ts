import { readDelivered } from '../../src/changes/search-reader.js';
import { ensureEpoch } from '../../src/changes/log.js';
import { createIndex, succeeded } from '../../indexer/engine.js';
import { requestRebuild, currentRebuild } from '../../indexer/rebuild-store.js';
import { documentsOf, expectInStep, openStand, rowsOf } from './stand.js';
import type { Stand } from './stand.js';
import { until } from '../support/until.js';

const never = new AbortController().signal;
let stand: Stand;
beforeEach(async () => {
  stand = await openStand();
  await stand.insert('A', 30);
});
afterEach(() => stand.close());

/** Waits until the index is whole again, without looking at what the indexer says of itself. */
async function untilInStep(): Promise<void> {
  const wanted = JSON.stringify(await rowsOf(stand.parts));
  await until(async () => {
    const held = await documentsOf(stand.parts).catch(() => ({}));
    return JSON.stringify(held) === wanted;
  });
  await stand.caughtUp();
  await expectInStep(stand.parts);
}

const rebuilds = async (): Promise<number> =>
  (await stand.db.one<{ count: number }>(`SELECT count(*) FROM index_rebuilds WHERE step = 'done'`)).count;

test('an empty engine is filled with what the table already held', async () => {
  stand.start();
  await untilInStep();
  const { engine, uid, settings } = stand.parts;
  const seen = await engine.index(uid).getSettings();
  expect(seen.searchableAttributes).toEqual(settings.searchableAttributes);
});

test('an index that is removed, emptied or replaced by another is noticed and filled again; meanwhile it counts as incomplete', async () => {
  stand.start();
  await stand.caughtUp();
  const { db, engine, uid } = { ...stand.parts, db: stand.db };
  let incomplete = 0;
  const watched = setInterval(() => {
    void readDelivered(db).then((delivered) => (incomplete += delivered?.complete === false ? 1 : 0));
  }, 20);
  const faults = [
    async () => succeeded(engine, await engine.deleteIndex(uid), never),
    async () => succeeded(engine, await engine.index(uid).deleteAllDocuments(), never),
    async () => {
      await succeeded(engine, await engine.deleteIndex(uid), never);
      await createIndex(engine, uid, {}, never);
      await succeeded(engine, await engine.index(uid).addDocuments([{ id: 999, v: '1' }]), never);
    },
  ];
  for (const [i, fault] of faults.entries()) {
    incomplete = 0;
    await fault();
    await untilInStep();
    expect(await rebuilds()).toBe(i + 2);
    expect(incomplete).toBeGreaterThan(0);
  }
  clearInterval(watched);
});

test('settings that were changed by hand are put right', async () => {
  stand.start();
  await stand.caughtUp();
  const { engine, uid, settings } = stand.parts;
  const stopWords = { stopWords: ['product'], searchableAttributes: ['code'] };
  await succeeded(engine, await engine.index(uid).updateSettings(stopWords), never);
  await until(async () => (await rebuilds()) === 2);
  const seen = await engine.index(uid).getSettings();
  expect(seen.stopWords).toEqual([]);
  expect(seen.searchableAttributes).toEqual(settings.searchableAttributes);
  await expectInStep(stand.parts);
});

test('documents or settings of a new form have the index rebuilt once, and it stays complete meanwhile', async () => {
  const first = stand.start();
  await stand.caughtUp();
  await first.stop();
  stand.start({
    form: 'another',
    settings: { ...stand.parts.settings, stopWords: ['the'] },
  });
  await until(async () => {
    expect((await readDelivered(stand.db))?.complete).toBe(true);
    return (await rebuilds()) === 2;
  });
  await stand.caughtUp();
  expect((await stand.parts.engine.index(stand.parts.uid).getSettings()).stopWords).toEqual(['the']);
  await expectInStep(stand.parts);
});

test('single documents that were removed, added or changed by hand are found and mended, and no others touched', async () => {
  stand.start({ verifyEvery: 300 });
  await stand.caughtUp();
  const { engine, uid } = stand.parts;
  const [first, second] = Object.keys(await rowsOf(stand.parts)).map(Number);
  const before = await rebuilds();
  await succeeded(engine, await engine.index(uid).deleteDocument(first!), never);
  await succeeded(
    engine,
    await engine.index(uid).addDocuments([
      { id: 777, v: '1' },
      { id: second!, v: 'old' },
    ]),
    never,
  );
  await untilInStep();
  expect(await rebuilds()).toBe(before);
});

test('a log that was started anew (a restored dump, a promoted standby) has the index rebuilt from the table', async () => {
  const first = stand.start();
  await stand.caughtUp();
  await first.stop();
  // The state after a restore: the table is another one than the index was made of, and no log tells how it came.
  await stand.db.none(`DELETE FROM products WHERE code = 'A7'`);
  await stand.db.none(`UPDATE products SET name_en = 'restored' WHERE code = 'A8'`);
  await stand.db.none(`UPDATE change_log SET fingerprint = 'another cluster'`);
  await stand.db.none(`UPDATE product_changes SET xid = '99999999999'`);
  stand.start();
  await untilInStep();
  expect(await ensureEpoch(stand.db)).toBe(false);
});

test('a log that no longer reaches back to the position has the index rebuilt', async () => {
  const first = stand.start();
  await stand.caughtUp();
  await first.stop();
  await stand.insert('B', 5);
  // As pruning does, only what no running transaction holds back: one of another database of the server does too.
  await until(async () => {
    const { past } = await stand.db.one(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) > max(xid) AS past FROM product_changes',
    );
    return past as boolean;
  });
  await stand.db.none(
    'WITH gone AS (DELETE FROM product_changes RETURNING xid, seq) UPDATE change_log SET (pruned_xid, pruned_seq) = (SELECT xid, seq FROM gone ORDER BY xid DESC, seq DESC LIMIT 1)',
  );
  stand.start();
  await untilInStep();
});

test('TRUNCATE empties the index', async () => {
  stand.start();
  await stand.caughtUp();
  await stand.db.none('TRUNCATE products');
  await until(async () => Object.keys(await documentsOf(stand.parts)).length === 0);
  await stand.caughtUp();
});

test('what dead rebuilds left behind is removed, and nothing that only looks like it', async () => {
  const { engine, uid } = stand.parts;
  const others = [`${uid}_rebuild_x-y`, `${uid}_rebuild`, `x${uid}_rebuild_1`];
  for (const name of [`${uid}_rebuild_1abc`, ...others]) await createIndex(engine, name, {}, never);
  await requestRebuild(stand.db, 'command');
  stand.start();
  await stand.caughtUp();
  await until(async () => (await currentRebuild(stand.db)) === null);
  const { results } = await engine.getRawIndexes({ limit: 1_000 });
  const left = results.map((index) => index.uid).filter((name) => name.includes(uid));
  expect(left.toSorted()).toEqual([...others, uid].toSorted());
  await Promise.all(others.map((name) => engine.deleteIndexIfExists(name)));
});
