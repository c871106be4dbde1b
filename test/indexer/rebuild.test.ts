import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '../../indexer/status.js';
import { reindex, repair } from '../../indexer/reindex.js';
import type { Rebuild } from '../../indexer/rebuild-store.js';
import { differences, verify } from '../../indexer/verify.js';
import { documentOf } from '../../indexer/document.js';
import { deadLettersOf } from '../../indexer/store.js';
import { tip } from '../../src/catalogue/changes/log.js';
import { readDelivered } from '../../src/catalogue/changes/search-reader.js';
import type { StoredProduct } from '../../src/catalogue/products/store.js';
import { mergeSearchKeys } from '../../src/search/text/store.js';
import { expectInStep, openIndexerFixture, rowsOf, withFixture } from './fixture.js';
import type { IndexerFixture } from './fixture.js';
import { until } from '../support/until.js';
import { beside } from '../support/beside.js';

let fixture: IndexerFixture;
beforeEach(async () => {
  fixture = await openIndexerFixture();
});
afterEach(() => fixture.close());

const identity = async ({ parts }: IndexerFixture): Promise<unknown> =>
  (await parts.meili.getRawIndex(parts.uid)).createdAt;

test('a reindex under 2,000 concurrent writes loses none of them; no search fails, misses a product or shows an older state than one before', async () => {
  await fixture.insert('A', 2_000);
  fixture.start({ batch: 200 });
  await fixture.caughtUp();
  const { db, parts } = fixture;
  const before = await identity(fixture);

  let searches = 0;
  let shown = 0;
  const search = async (): Promise<void> => {
    const { hits } = await parts.meili.index(parts.uid).search('A2000', { limit: 1 });
    const { code, mw } = JSON.parse(String(hits[0]?.['product'])) as { code: string; mw: number | null };
    expect(code).toBe('A2000');
    expect(mw ?? 0).toBeGreaterThanOrEqual(shown);
    shown = mw ?? 0;
    searches++;
    await sleep(5);
  };
  const change = async (n: number): Promise<void> => {
    await db.none(`UPDATE products SET mw = $1 WHERE code = 'A2000'`, [n + 1]);
    await sleep(10);
  };
  const write = async (writer: number): Promise<void> => {
    for (let i = 0; i < 250; i++) {
      const code = `A${1 + ((writer * 250 + i * 7) % 1_900)}`;
      if (i % 3 === 0) await db.none('UPDATE products SET mw = $1 WHERE code = $2', [i, code]);
      else if (i % 3 === 1) await fixture.insert(`W${writer}-${i}`);
      else await db.none('DELETE FROM products WHERE code = $1', [code]);
    }
  };
  // The CLI's command, while an indexer leads: the indexer does it.
  const rebuild = () =>
    Promise.all([reindex(parts), ...Array.from({ length: 8 }, (_, writer) => write(writer))]);
  await beside(search, () => beside(change, rebuild));
  await fixture.caughtUp();
  await expectInStep(parts);
  expect(await identity(fixture)).not.toEqual(before);
  expect(searches).toBeGreaterThan(10);
  expect(shown).toBeGreaterThan(1);
});

test.concurrent(
  'the new index has all that the live one showed, also where a document was newer than what the log had read',
  withFixture(async (fixture) => {
    const [id] = await fixture.insert('A', 10);
    const { db, parts } = fixture;
    const write = (mw: number) => db.none('UPDATE products SET mw = $1 WHERE id = $2', [mw, id]);
    const shown = async () =>
      JSON.parse(String((await parts.meili.index(parts.uid).getDocument(id!))['product'])).mw;
    const states: unknown[] = [];
    let isLoaded = false;
    let isRead = false;
    let isVerified = false;
    fixture.start({
      onStep: async (step) => {
        if (step === 'loaded' && !isLoaded && (await readDelivered(db))?.complete) {
          isLoaded = true;
          await write(1);
        }
        // The follower has read the first change, and makes its document when the second one is committed.
        if (step === 'read' && isLoaded && !isVerified) {
          isRead = true;
          await until(async () => isVerified);
          await write(2);
        }
        if (step === 'verified' && isLoaded) {
          await until(async () => isRead);
          isVerified = true;
        }
        if (step === 'swap noted' && isVerified) states.push(await shown());
        if (step === 'swapped' && isVerified) states.push(await shown());
      },
    });
    await fixture.caughtUp();
    await reindex(parts);
    expect(states).toEqual([2, 2]);
    await expectInStep(parts);
  }),
);

test('live changes become searchable while a rebuild is under way', async () => {
  await fixture.insert('A', 2_500);
  // Many small pages and a rest after each: a rebuild that lasts.
  fixture.start({
    batch: 100,
    onStep: async (step) => void (step === 'page acknowledged' && (await sleep(400))),
  });
  await fixture.caughtUp();
  const rebuilding = reindex(fixture.parts);
  await until(async () => (await loaded(fixture)) > 0);
  const { parts } = fixture;
  const [id] = await fixture.insert('LIVE');
  const started = performance.now();
  await until(async () => (await parts.meili.index(parts.uid).search('LIVE')).hits[0]?.['id'] === id);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(await loaded(fixture)).toBeLessThan(2_500);
  await rebuilding;
  await expectInStep(parts);
});

test.concurrent(
  'while a swap is being recorded, the health check does not take the new index for a strange one',
  withFixture(async (fixture) => {
    await fixture.insert('A', 10);
    // Longer than the health check waits from one check to the next.
    fixture.start({ onStep: async (step) => void (step === 'swapped' && (await sleep(3_000))) });
    await fixture.caughtUp();
    const before = await identity(fixture);
    const rebuilding = reindex(fixture.parts);
    await until(async () => (await identity(fixture)) !== before);
    let ended = false;
    void rebuilding.finally(() => (ended = true));
    while (!ended) {
      expect(await readDelivered(fixture.db)).toMatchObject({ complete: true });
      await sleep(50);
    }
    await rebuilding;
    await expectInStep(fixture.parts);
  }),
);

async function loaded({ db }: IndexerFixture): Promise<number> {
  const row = await db.oneOrNone<{ loaded: number }>(
    `SELECT loaded FROM index_rebuilds WHERE step NOT IN ('requested', 'done') ORDER BY id DESC LIMIT 1`,
  );
  return row?.loaded ?? 0;
}

test.concurrent(
  'without an indexer the command does the work itself, tells how far it is, and leaves the index in step',
  withFixture(async (fixture) => {
    await fixture.insert('A', 2_500);
    const told: Rebuild[] = [];
    const done = await reindex(
      { ...fixture.parts, batch: 100 },
      {
        onProgress: (rebuild) => told.push(rebuild),
      },
    );
    expect(done).toMatchObject({ ok: true, documents: 2_500 });
    await expectInStep(fixture.parts);
    const counts = told.map((one) => one.loaded);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(told.some((one) => one.step === 'load' && one.total === 2_500)).toBe(true);
    expect(told.at(-1)).toMatchObject({ step: 'done', loaded: 2_500, total: 2_500 });
    expect(await status(fixture.parts)).toMatchObject({
      ok: true,
      documents: 2_500,
      products: 2_500,
      lag_changes: 0,
      lag_seconds: 0,
      set_aside: 0,
    });
  }),
);

test.concurrent(
  'two reindex commands at once are one rebuild',
  withFixture(async (fixture) => {
    await fixture.insert('A', 300);
    const [one, other] = await Promise.all([reindex(fixture.parts), reindex(fixture.parts)]);
    expect(one.documents).toBe(300);
    expect(other.documents).toBe(300);
    const { count } = await fixture.db.one<{ count: number }>(
      `SELECT count(*) FROM index_rebuilds WHERE step = 'done'`,
    );
    expect(count).toBe(1);
    await expectInStep(fixture.parts);
  }),
);

test.concurrent(
  'a rebuild makes refused documents dead letters with their reasons, and those that are refused no longer come back',
  withFixture(async (fixture) => {
    await fixture.insert('A', 500);
    const spoilt = (bad: string[]) => (product: StoredProduct) => {
      const document = documentOf(product);
      return bad.includes(product.code)
        ? ({ ...document, _vectors: { default: { x: 1 } } } as typeof document)
        : document;
    };
    const { parts } = fixture;
    const first = fixture.start({ documentOf: spoilt(['A3', 'A477']), batch: 100 });
    await fixture.caughtUp();
    expect((await deadLettersOf(parts)).map((product) => product.code)).toEqual(['A3', 'A477']);
    expect(await status(parts)).toMatchObject({ documents: 498, products: 500, set_aside: 2 });
    expect((await verify(parts)).ok).toBe(true);
    await expectInStep(parts);
    await first.stop();
    // The command does the work itself where the indexer does not lead yet: both make the same documents.
    const spoiling = { documentOf: spoilt(['A477']), batch: 100 };
    fixture.start(spoiling);
    await reindex({ ...parts, ...spoiling });
    expect((await deadLettersOf(parts)).map((product) => product.code)).toEqual(['A477']);
    await expectInStep(parts);
  }),
);

test.concurrent(
  'settings that the engine refuses fail the rebuild with its reason, and the live index stays',
  withFixture(async (fixture) => {
    await fixture.insert('A', 20);
    await fixture.built();
    const settings = { rankingRules: ['nonsense'] };
    const indexes = Object.assign(fixture.parts.engine.indexes(), { settings });
    await expect(reindex({ ...fixture.parts, indexes, form: 'bad' })).rejects.toThrow(/ranking rule/i);
    await expectInStep(fixture.parts);
  }),
);

test.concurrent(
  'verify names what is missing, stale and too much; repair mends just that, with or without an indexer',
  withFixture(async (fixture) => {
    const ids = await fixture.insert('A', 200);
    const { parts } = fixture;
    for (const withIndexer of [true, false]) {
      const indexer = fixture.start();
      await fixture.caughtUp();
      if (!withIndexer) await indexer.stop();
      const index = parts.meili.index(parts.uid);
      await index.deleteDocuments([ids[3]!, ids[4]!]).waitTask({ timeout: 60_000 });
      await index
        .addDocuments([
          { id: ids[5]!, v: 'old' },
          { id: 9_999, v: '1' },
        ])
        .waitTask({ timeout: 60_000 });
      expect(await verify(parts)).toEqual({
        ok: false,
        checked: 201,
        of_other_history: false,
        missing: [ids[3], ids[4]],
        stale: [ids[5]],
        extra: [9_999],
        keys: [],
        pending: 0,
      });
      const before = await lastTask(fixture);
      expect(await repair(parts)).toMatchObject({ ok: true, left: { ok: true } });
      await expectInStep(parts);
      const { results } = await parts.meili.tasks.getTasks({ indexUids: [parts.uid], limit: 50 });
      const touched = results.filter((task) => task.uid > before).map((task) => task.details);
      // The indexer may have found the same by itself meanwhile; nobody sends the whole index again.
      for (const it of touched)
        expect((it?.receivedDocuments ?? 0) + (it?.providedIds ?? 0)).toBeLessThanOrEqual(3);
      await indexer.stop();
    }
  }),
);

test.concurrent(
  'verify sees every field of a document, whatever its version says, and repair mends it; what the catalogue counts of a product may be newer',
  withFixture(async (fixture) => {
    const { parts, db } = fixture;
    const index = parts.meili.index(parts.uid);
    const indexer = fixture.start();
    const [first] = await fixture.insert('F', 100);
    await db.none(`UPDATE products SET mw = 180.157 + id / 7.0, series = 'product 1', tags = 'a;b'`);
    await fixture.caughtUp();
    await indexer.stop();
    await db.none(`INSERT INTO inquiries (code, name, email) VALUES ('F1', '李', 'li@example.com')`);
    expect(await verify(parts)).toMatchObject({ ok: true, checked: 100 });
    const { id: _, ...document } = await index.getDocument(first!);
    const fields = Object.entries(document);
    expect(fields.length).toBeGreaterThan(15);
    const others = fields.map(([field, value], i) => ({
      id: first! + i,
      [field]: Array.isArray(value) ? [1, 1, 1] : typeof value === 'number' ? 77 : 'other',
    }));
    others.push({ id: first! + others.length, unknown: 'field' });
    await index.updateDocuments(others).waitTask({ timeout: 60_000 });
    const stale = others.map(({ id }) => id);
    expect(await verify(parts)).toMatchObject({ ok: false, missing: [], stale, extra: [] });
    expect(await repair(parts)).toMatchObject({ ok: true });
  }),
);

async function lastTask({ parts }: IndexerFixture): Promise<number> {
  return (await parts.meili.tasks.getTasks({ limit: 1 })).results[0]!.uid;
}

test('under constant writing a verification finds nothing wrong in an index that is in step', async () => {
  await fixture.insert('A', 500);
  fixture.start();
  await fixture.caughtUp();
  const write = async (i: number): Promise<void> => {
    await fixture.db.none('UPDATE products SET mw = $1 WHERE id % 7 = $2', [i, i % 7]);
    await fixture.insert(`B${i}`);
    await fixture.db.none('DELETE FROM products WHERE code = $1', [`B${i - 3}`]);
  };
  await beside(write, async () => {
    for (let i = 0; i < 15; i++)
      expect(await verify(fixture.parts)).toMatchObject({ missing: [], stale: [], extra: [] });
  });
});

test.concurrent(
  'ended tasks are pruned, those of other indexes are not',
  withFixture(async (fixture) => {
    const { parts } = fixture;
    fixture.start();
    await fixture.insert('A', 5);
    await fixture.caughtUp();
    const other = await parts.meili
      .index(`${parts.uid}_other`)
      .addDocuments([{ id: 1 }])
      .waitTask();
    await parts.indexes.prune!(parts.uid, -60_000);
    await until(async () => (await parts.meili.tasks.getTasks({ indexUids: [parts.uid] })).total === 0);
    expect((await parts.meili.tasks.getTask(other.uid)).status).toBe('succeeded');
    await parts.meili.deleteIndexIfExists(`${parts.uid}_other`);
  }),
);

test.concurrent(
  'what writes leave to be merged into the indexes of the degraded search is merged',
  withFixture(async (fixture) => {
    await fixture.insert('A', 1_000);
    expect(await mergeSearchKeys(fixture.db)).toBeGreaterThan(0);
    expect(await mergeSearchKeys(fixture.db)).toBe(0);
  }),
);

test('an index that lacks thousands of documents is told apart from its table, each of them named', async () => {
  await fixture.insert('M', 20_000);
  const { parts, db } = fixture;
  await parts.indexes.create(parts.uid, new AbortController().signal);
  const at = await tip(db);
  const { missing, stale, extra } = await differences(parts, parts.uid, () => Promise.resolve(at));
  const ids = Object.keys(await rowsOf(parts)).map(Number);
  expect(new Set(missing)).toEqual(new Set(ids));
  expect([ids.length, stale, extra]).toEqual([20_000, [], []]);
});
