import { setTimeout as sleep } from 'node:timers/promises';
import type { Meilisearch } from 'meilisearch';
import pino from 'pino';
import { loadConfig } from '../../src/platform/config.js';
import { ensureEpoch } from '../../src/catalogue/changes/epoch.js';
import { lagOf } from '../../src/catalogue/changes/lag.js';
import { KEYS_READER, readDelivered } from '../../src/catalogue/changes/search-reader.js';
import type { Database } from '../../src/platform/database/connect.js';
import { areKeysMade } from '../../indexer/keys-reader.js';
import { runIndexer } from '../../indexer/leader.js';
import { closeContext, openContext } from '../../indexer/context.js';
import type { IndexerContext } from '../../indexer/context.js';
import { currentRebuild } from '../../indexer/rebuild-store.js';
import { deadLettersOf, redeliveriesUpTo } from '../../indexer/store.js';
import { freshDatabase } from '../support/database.js';
import { clientOf, engine, freshIndexUid } from '../support/engine.js';
import { withOwn } from '../support/with-own.js';

/** A database and an index of one's own, and indexers in this process that keep them in step. */
export interface IndexerFixture {
  db: Database;
  databaseUrl: string;
  /** of a process of the service that works there */
  env: Record<string, string>;
  /** of an indexer that never verifies by itself, so that a change it missed stays missed */
  parts: IndexerContext & { meili: Meilisearch };
  /** starts an indexer; it ends with `stop` or with the fixture */
  start(overrides?: Partial<IndexerContext>): { stop(): Promise<void> };
  /** has an indexer bring the index up to what is committed, and end */
  built(overrides?: Partial<IndexerContext>): Promise<void>;
  /** adds products, whose codes are `code`, or begin with it where there are several; gives their ids */
  insert: (code: string, count?: number) => Promise<number[]>;
  /** waits until everything committed by now is acknowledged and no rebuild is under way */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

export async function openIndexerFixture(
  more: { meili?: { url: string; key: string } } = {},
): Promise<IndexerFixture> {
  const database = await freshDatabase();
  const { url, key } = more.meili ?? engine();
  const env = {
    DATABASE_URL: database.url,
    MEILI_URL: url,
    MEILI_KEY: key,
    MEILI_INDEX: freshIndexUid(),
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
  };
  const parts = {
    ...openContext(loadConfig(env), pino({ level: env.LOG_LEVEL })),
    verifyEvery: 0,
    meili: clientOf({ url, key }),
  };
  const { db } = database;
  await ensureEpoch(db);
  const running = new Set<{ stop(): Promise<void> }>();

  const caughtUp = async (): Promise<void> => {
    while (!(await isInStep(db))) await sleep(20);
  };

  const start: IndexerFixture['start'] = (overrides = {}) => {
    const stopping = new AbortController();
    const ended = runIndexer({ ...parts, ...overrides }, { signal: stopping.signal });
    const indexer = {
      async stop() {
        running.delete(indexer);
        stopping.abort();
        await ended;
      },
    };
    running.add(indexer);
    return indexer;
  };

  return {
    db,
    databaseUrl: database.url,
    parts,
    caughtUp,
    env,
    start,
    async built(overrides) {
      const indexer = start(overrides);
      await caughtUp();
      await indexer.stop();
    },
    async insert(code, count = 1) {
      const rows = await db.any<{ id: number }>(
        `INSERT INTO products (code, name_cn, name_en, source)
         SELECT CASE $2 WHEN 1 THEN $1 ELSE $1 || n END, '产品' || n, 'product ' || n, 'test'
           FROM generate_series(1, $2) n RETURNING id`,
        [code, count],
      );
      return rows.map((row) => row.id);
    },
    async close() {
      await Promise.all([...running].map((indexer) => indexer.stop()));
      await parts.meili.deleteIndexIfExists(parts.uid).catch(() => {});
      // A pool that ends does not wait for its connections, and the database is dropped over them.
      for (const pool of [db.$pool, parts.db.$pool]) pool.on('error', () => {});
      await closeContext(parts);
      await database.close();
    },
  };
}

/** The body of a test that has a fixture of its own. */
export const withFixture = withOwn(() => openIndexerFixture());

async function isInStep(db: Database): Promise<boolean> {
  const delivered = await readDelivered(db);
  return (
    delivered?.complete === true &&
    (await lagOf(db, delivered.position)).changes === 0 &&
    (await redeliveriesUpTo({ db }, Number.MAX_SAFE_INTEGER)) === 0 &&
    !(await currentRebuild({ db })) &&
    (await areKeysMade(db)) &&
    (await lagOf(db, (await readDelivered(db, KEYS_READER))!.position)).changes === 0
  );
}

/** Every id and version that the index holds: through the documents route, by no code of the indexer. */
export async function documentsOf({
  meili,
  uid,
}: Pick<IndexerFixture['parts'], 'meili' | 'uid'>): Promise<Record<string, string>> {
  const held: Record<string, string> = {};
  for (let offset = 0; ; offset += 5_000) {
    const { results } = await meili
      .index<{ id: number; v: string }>(uid)
      .getDocuments({ fields: ['id', 'v'], limit: 5_000, offset });
    for (const { id, v } of results) held[id] = v;
    if (results.length < 5_000) return held;
  }
}

/** Every id and version of the table, but those of dead letters. */
export async function rowsOf({
  db,
  uid,
}: Pick<IndexerContext, 'db' | 'uid'>): Promise<Record<string, string>> {
  const rows = await db.any<{ id: number; v: string }>('SELECT id, xmin::text AS v FROM products');
  const dead = new Set((await deadLettersOf({ db, uid })).map((product) => product.product_id));
  return Object.fromEntries(rows.filter(({ id }) => !dead.has(id)).map(({ id, v }) => [id, v]));
}

export async function expectInStep(parts: IndexerFixture['parts']): Promise<void> {
  expect(await documentsOf(parts)).toEqual(await rowsOf(parts));
}
