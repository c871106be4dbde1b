import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { documentOf } from '../../indexer/document.js';
import { deadLettersOf, redeliveriesUpTo, requestRedelivery, retryDeadLetters } from '../../indexer/store.js';
import {
  DELIVERED_CHANNEL,
  readDelivered,
  SEARCH_READER,
} from '../../src/catalogue/changes/search-reader.js';
import type { Announced } from '../../src/catalogue/changes/search-reader.js';
import { listen } from '../../src/platform/database/listen.js';
import type { StoredProduct } from '../../src/catalogue/products/store.js';
import { documentsOf, expectInStep, withFixture } from './fixture.js';
import { until } from '../support/until.js';
import { connection } from '../support/sessions.js';

type Act = { act: 'insert' | 'update' | 'delete' | 'commit' | 'rollback' | 'wait'; writer: number };
const WRITERS = 3;
const actOf = (act: Act['act'], weight: number): fc.WeightedArbitrary<Act> => ({
  weight,
  arbitrary: fc.nat(WRITERS - 1).map((writer) => ({ act, writer })),
});
const acts = fc.array(
  fc.oneof(
    actOf('insert', 4),
    actOf('update', 4),
    actOf('delete', 2),
    actOf('commit', 4),
    actOf('rollback', 1),
    actOf('wait', 2),
  ),
  { minLength: 10, maxLength: 40 },
);

test.concurrent(
  'whatever writers do, and however late they commit, the index ends equal to the table by id and version',
  withFixture(async (fixture) => {
    fixture.start({ batch: 4 });
    const { parts } = fixture;
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => connection(fixture.databaseUrl)));
    let made = 0;
    await fc.assert(
      fc.asyncProperty(acts, async (steps) => {
        const open = writers.map(() => false);
        const sql = {
          insert: () => `INSERT INTO products (code, name_cn, source) VALUES ('F${++made}', '甲', 'test')`,
          // Never waits for another writer's row: that would be a deadlock of the test's own making.
          update: () =>
            `UPDATE products SET mw = ${++made} WHERE id IN (SELECT id FROM products ORDER BY id DESC LIMIT 3 FOR UPDATE SKIP LOCKED)`,
          delete: () =>
            `DELETE FROM products WHERE id IN (SELECT id FROM products ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)`,
        };
        for (const { act, writer } of steps) {
          const client = writers[writer]!;
          if (act === 'wait') await sleep(30);
          else if (act === 'commit' || act === 'rollback') {
            if (open[writer]) await client.query(act);
            open[writer] = false;
          } else {
            if (!open[writer]) await client.query('BEGIN');
            open[writer] = true;
            await client.query(sql[act]());
          }
        }
        for (const [writer, client] of writers.entries()) if (open[writer]) await client.query('COMMIT');
        await fixture.caughtUp();
        await expectInStep(parts);
      }),
      { numRuns: 12 },
    );
  }),
);

const refusals: [string, (document: object) => object, RegExp][] = [
  [
    'that the engine calls invalid',
    (it) => ({ ...it, _vectors: { default: { x: 1 } } }),
    /invalid_document_|invalid_vectors/,
  ],
  ['that the engine stumbles over', (it) => ({ ...it, s_en: '\ud800' }), /internal/],
  [
    'that cannot be made',
    () => {
      throw new Error('no such pinyin');
    },
    /no such pinyin/,
  ],
];

test.concurrent.each(refusals)(
  'a document %s becomes a dead letter with the reason, the others go through, and a change brings it back',
  (_, spoil, reason) =>
    withFixture(async (fixture) => {
      const { db, parts } = fixture;
      fixture.start({
        documentOf(product: StoredProduct) {
          const document = documentOf(product);
          return (product.name_en === 'bad' ? spoil(document) : document) as typeof document;
        },
      });
      await fixture.caughtUp();
      const ids = await fixture.insert('A', 60);
      await fixture.caughtUp();
      await db.none(
        `UPDATE products SET name_en = CASE WHEN code IN ('A17', 'A42') THEN 'bad' ELSE 'good' END`,
      );
      await fixture.caughtUp();
      const dead = await deadLettersOf(fixture.parts);
      expect(dead.map((product) => product.code)).toEqual(['A17', 'A42']);
      for (const product of dead) expect(product.reason).toMatch(reason);
      // A dead letter is not shown as it was before: the index never says what is no longer true.
      expect(Object.keys(await documentsOf(parts))).toHaveLength(58);
      await expectInStep(parts);

      await retryDeadLetters(parts); // alone, with no document beside them that the engine takes
      await fixture.caughtUp();
      expect(await deadLettersOf(parts)).toHaveLength(2);
      await expectInStep(parts);

      await db.none(`UPDATE products SET name_en = 'good' WHERE code = 'A17'`);
      await fixture.caughtUp();
      expect((await deadLettersOf(fixture.parts)).map((product) => product.code)).toEqual(['A42']);
      await expectInStep(parts);
      await db.none('DELETE FROM products WHERE id = ANY($1)', [ids]);
      await fixture.caughtUp();
      expect(await deadLettersOf(fixture.parts)).toEqual([]);
    })(),
);

test.concurrent(
  'a redelivery is done while writes go on without a pause',
  withFixture(async (fixture) => {
    const { db, parts } = fixture;
    const [lost, busy] = await fixture.insert('A', 50);
    fixture.start();
    await fixture.caughtUp();
    const { taskUid } = await parts.meili.index(parts.uid).deleteDocument(lost!);
    await parts.meili.tasks.waitForTask(taskUid, { timeout: 60_000 });
    expect(await documentsOf(parts)).not.toHaveProperty(String(lost));
    const writing = setInterval(
      () => void db.none('UPDATE products SET mw = random() WHERE id = $1', [busy]),
      50,
    );
    try {
      await sleep(500);
      const last = await requestRedelivery(fixture.parts, [lost!]);
      await until(async () => (await redeliveriesUpTo(fixture.parts, last)) === 0, 60_000);
      expect(await documentsOf(parts)).toHaveProperty(String(lost));
    } finally {
      clearInterval(writing);
    }
    await fixture.caughtUp();
    await expectInStep(parts);
  }),
  240_000,
);

test.concurrent(
  'products that were requested again and again are redelivered once',
  withFixture(async (fixture) => {
    const ids = await fixture.insert('A', 50);
    await fixture.built();
    for (let i = 0; i < 3; i++) await requestRedelivery(fixture.parts, ids);
    const steps: string[] = [];
    await fixture.built({ batch: 50, onStep: async (step) => void steps.push(step) });
    expect(steps.filter((step) => step === 'acknowledged')).toHaveLength(1);
    await expectInStep(fixture.parts);
  }),
);

test.concurrent(
  'everything the index takes in is announced, with a generation that only grows and the position reached',
  withFixture(async (fixture) => {
    const told: Announced[] = [];
    let up = false;
    const listener = listen(fixture.databaseUrl, {
      name: 'test',
      channels: [DELIVERED_CHANNEL],
      log: fixture.parts.log,
      onNotice(_, payload) {
        const { reader, ...announced } = JSON.parse(payload) as Announced;
        if (reader === SEARCH_READER) told.push(announced);
      },
      onState: (state) => (up = state),
    });
    await until(() => Promise.resolve(up));
    fixture.start();
    await fixture.caughtUp();
    for (let i = 0; i < 3; i++) {
      await fixture.insert(`A${i}`);
      await fixture.caughtUp();
    }
    await until(() => Promise.resolve(told.length >= 4));
    await listener.stop();
    const generations = told.map((one) => one.generation);
    expect(generations).toEqual(generations.toSorted((a, b) => a - b));
    expect(new Set(generations).size).toBe(generations.length);
    const last = await readDelivered(fixture.db);
    expect(told.at(-1)).toEqual(last);
  }),
);
