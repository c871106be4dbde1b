import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { loadConfig } from '../../src/platform/config.js';
import { introduce, readBuild } from '../../src/platform/process/introduce.js';
import { engineServers } from '../../src/search/engine/engine-of.js';
import { SETTINGS } from '../../src/search/engine/meilisearch-settings.js';
import { readDelivered } from '../../src/catalogue/changes/search-reader.js';
import { status } from '../../indexer/status.js';
import { reindex, repair } from '../../indexer/reindex.js';
import { closeContext, openContext } from '../../indexer/context.js';
import { runIndexer } from '../../indexer/leader.js';
import { startGateway } from '../support/built.js';
import { callAt } from '../support/call.js';
import { openRewriting } from '../support/rewriting.js';
import { openOwnEngine } from '../support/own-engine.js';
import type { OwnEngine } from '../support/own-engine.js';
import { startIndexerProcess } from '../support/processes.js';
import { until } from '../support/until.js';
import { documentsOf, expectInStep, openIndexerFixture } from './fixture.js';
import type { IndexerFixture } from './fixture.js';
import { beside } from '../support/beside.js';
import { closing } from '../support/with-own.js';

let engine: OwnEngine;
let fixture: IndexerFixture;

beforeAll(async () => {
  engine = closing(await openOwnEngine());
  fixture = closing(await openIndexerFixture({ meili: engine.meili }));
}, 60_000);

async function expectCaughtUp(): Promise<void> {
  await fixture.caughtUp();
  await expectInStep(fixture.parts);
}
const isComplete = async (): Promise<boolean> => (await readDelivered(fixture.db))?.complete === true;
const environment = (url: string, own = fixture) => ({
  ...own.env,
  MEILI_URL: url,
  LOG_LEVEL: 'info',
  DATA_DIR: join(process.env['TEST_FOLDER']!, own.parts.uid),
  PORT: '0',
  RATE_LIMIT: 'off',
});

test('an engine that was away, frozen or replaced by an empty one is whole again by itself', async () => {
  const indexer = fixture.start();
  await fixture.insert('A', 50);
  await expectCaughtUp();

  await engine.kill();
  await fixture.insert('B');
  await engine.restart();
  await expectCaughtUp();

  process.kill(engine.pid(), 'SIGSTOP');
  await fixture.insert('C');
  await sleep(500);
  process.kill(engine.pid(), 'SIGCONT');
  await expectCaughtUp();

  // Nobody may take an empty one for the catalogue before its index is built.
  await engine.kill();
  await engine.restart(true);
  await until(async () => !(await isComplete()), 15_000);
  await expectCaughtUp();
  expect(Object.keys(await documentsOf(fixture.parts))).toHaveLength(52);
  await indexer.stop();
}, 90_000);

test('an engine keeps its index where its address is written otherwise, and another one is filled', async () => {
  const { db } = fixture;
  const rebuilds = async (): Promise<number> =>
    (await db.one<{ count: number }>('SELECT count(*) FROM index_rebuilds')).count;
  const before = await rebuilds();
  /** Runs an indexer over this engine until its index is whole. */
  const run = async (url: string, hasBegun: () => Promise<boolean>): Promise<void> => {
    const context = openContext(loadConfig(environment(url)), pino({ level: 'silent' }));
    const stopping = new AbortController();
    const ended = runIndexer(context, { signal: stopping.signal });
    try {
      await until(hasBegun);
      await until(isComplete);
      await fixture.caughtUp();
      expect(await status(context)).toMatchObject({ ok: true, documents: 52 });
    } finally {
      stopping.abort();
      await ended;
      await closeContext(context);
    }
  };
  const at = (await readDelivered(db))!.generation;
  await db.none(`UPDATE products SET mw = 1 WHERE code = 'B'`);
  await run(engine.meili.url.replace('127.0.0.1', 'localhost'), async () => {
    return (await readDelivered(db))!.generation > at;
  });
  expect(await rebuilds()).toBe(before);

  const other = closing(await openOwnEngine());
  await run(other.meili.url, async () => (await rebuilds()) > before);
  const indexer = fixture.start();
  await until(async () => (await rebuilds()) > before + 1); // an index that is not the recorded one is not believed
  await expectCaughtUp();
  await indexer.stop();
}, 60_000);

test('while an engine is replaced by an empty one and then set up otherwise, each search finds what is there', async () => {
  const gateway = closing(await startGateway(environment(engine.meili.url)));
  let indexer = fixture.start();
  await fixture.caughtUp();
  const faults: unknown[] = [];
  let searches = 0;
  let isWhole = true;
  let phase = 'whole';
  const search = async (): Promise<void> => {
    const wasWhole = isWhole;
    const path = `/api/v1/products/search?q=B&explain=${searches % 2 === 0}`;
    const answer = await callAt(gateway.origin + path, 'GET');
    const { data, degraded } = answer.body;
    if (answer.status !== 200 || data[0]?.code !== 'B' || (degraded && wasWhole && isWhole))
      faults.push({ phase, status: answer.status, ...answer.body });
    searches++;
    await sleep(20);
  };
  await beside(search, async () => {
    await sleep(200);
    [phase, isWhole] = ['replaced', false];
    await engine.kill();
    await engine.restart(true);
    await until(async () => !(await isComplete()));
    await until(isComplete);
    await sleep(1_000); // a gateway looks every 250 ms whether an engine that was away serves again
    [phase, isWhole] = ['other settings', true];
    await indexer.stop();
    const { meili: server, uid } = fixture.parts;
    const settings = { ...SETTINGS, searchCutoffMs: 1_400 };
    const indexes = Object.assign(fixture.parts.engine.indexes(), { settings });
    indexer = fixture.start({ indexes, form: 'of the next version' });
    await until(async () => (await server.index(uid).getSearchCutoffMs()) === 1_400, 30_000);
  });
  expect(faults).toEqual([]);
  expect(searches).toBeGreaterThan(50);
  await expectCaughtUp();
  await indexer.stop();
}, 120_000);

test('an engine that is too old or too new is named and not fed, also one that is replaced later', async () => {
  const way = closing(await openRewriting(engine.meili.url));
  const say = (pkgVersion: string): void => {
    way.rewrite = (body, path) => (path === '/version' ? JSON.stringify({ pkgVersion }) : body);
  };
  const own = closing(await openIndexerFixture({ meili: { url: way.url, key: engine.meili.key } }));
  const env = environment(way.url, own);
  const { place } = own.parts.engine;
  const sentences = {
    '1.15.0': `Meilisearch 1.15.0 at ${place} is not supported; 1.21 or newer is needed`,
    '2.0.0': `Meilisearch 2.0.0 at ${place} is newer than what this version of the service knows`,
  };
  say('1.15.0');
  const indexer = await startIndexerProcess(env);
  const documents = async (context: IndexerFixture['parts']): Promise<string[]> =>
    Object.keys(await documentsOf(context).catch(() => ({})));
  for (const [version, sentence] of Object.entries(sentences)) {
    say(version);
    await until(() => indexer.log().includes(`MEILI_URL: ${sentence}`));
    const before = await documents(own.parts);
    const [id] = await own.insert(`V${version}`);
    await sleep(1_500);
    expect(await documents(own.parts)).toEqual(before);

    const { troubles } = await introduce({}, readBuild({ commit: 'c' }), engineServers(loadConfig(env)));
    expect(troubles).toEqual([expect.stringContaining(`MEILI_URL: Meilisearch ${version} at ${place}`)]);
    for (const work of [reindex, repair]) await expect(work(own.parts)).rejects.toThrow(sentence);

    way.rewrite = undefined;
    await until(async () => (await documents(own.parts)).includes(String(id)));
    await own.caughtUp();
    await expectInStep(own.parts);
  }
}, 60_000);
