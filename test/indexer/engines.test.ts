import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { loadConfig } from '../../src/config.js';
import { readAllDelivered } from '../../src/changes/search-reader.js';
import { reindex, status } from '../../indexer/commands.js';
import { closeEngines, openEngines } from '../../indexer/context.js';
import type { IndexerContext } from '../../indexer/context.js';
import { runIndexer } from '../../indexer/leader.js';
import { maintain } from '../../indexer/maintenance.js';
import { forgetRemoved } from '../../indexer/readers.js';
import { openOwnEngine } from '../support/own-engine.js';
import type { OwnEngine } from '../support/own-engine.js';
import { until } from '../support/until.js';
import { documentsOf, expectInStep, openIndexerFixture } from './fixture.js';
import type { IndexerFixture } from './fixture.js';

let one: OwnEngine;
let other: OwnEngine;
let fixture: IndexerFixture;
const sizeOf = async (context: IndexerContext): Promise<number> =>
  Object.keys(await documentsOf(context).catch(() => ({}))).length;

beforeAll(async () => {
  [one, other] = await Promise.all([openOwnEngine(), openOwnEngine()]);
  const { key } = one.meili;
  fixture = await openIndexerFixture({ meili: { url: `${one.meili.url},${other.meili.url}`, key } });
}, 60_000);
afterAll(async () => {
  await fixture.close();
  await Promise.all([one.close(), other.close()]);
});

async function expectBothInStep(): Promise<void> {
  await fixture.caughtUp();
  for (const context of fixture.engines) await expectInStep(context);
}

/** The steps of each engine's open rebuild. */
const openRebuilds = async (): Promise<{ reader: string; step: string }[]> =>
  fixture.db.any(`SELECT reader, step FROM index_rebuilds WHERE step NOT IN ('done', 'failed')`);

test('one of two engines that is away or frozen holds the other not back, and is whole again by itself', async () => {
  const indexer = fixture.start();
  await fixture.insert('A', 50);
  await expectBothInStep();
  const [first, second] = fixture.engines;

  await one.kill();
  const [id] = await fixture.insert('B');
  await until(async () => String(id) in (await documentsOf(second!)));
  await one.restart();
  await expectBothInStep();

  process.kill(other.pid(), 'SIGSTOP');
  const [next] = await fixture.insert('C');
  await until(async () => String(next) in (await documentsOf(first)));
  process.kill(other.pid(), 'SIGCONT');
  await expectBothInStep();

  // Replaced by an empty one: nobody may take it for the catalogue before it is built.
  await other.kill();
  await other.restart(true);
  await until(
    async () => (await readAllDelivered(fixture.db)).get(second!.reader)?.complete === false,
    15_000,
  );
  expect((await readAllDelivered(fixture.db)).get(first.reader)).toMatchObject({ complete: true });
  await expectBothInStep();
  expect(await sizeOf(second!)).toBe(52);
  await indexer.stop();
}, 90_000);

test('engines that serve are rebuilt one after another, and never the last that serves', async () => {
  const indexer = fixture.start({
    batch: 10,
    onStep: async (step) => void (step === 'page acknowledged' && (await sleep(50))),
  });
  await fixture.caughtUp();
  const [first, second] = fixture.engines;
  const seen = new Set<string>();
  let atOnce = 0;
  const watch = setInterval(() => {
    void openRebuilds().then((open) => {
      const begun = open.filter(({ step }) => step !== 'requested');
      begun.forEach(({ reader }) => seen.add(reader));
      atOnce = Math.max(atOnce, begun.length);
    });
  }, 10);
  await reindex(fixture.engines);
  clearInterval(watch);
  expect([...seen].sort()).toEqual([first.reader, second!.reader].sort());
  expect(atOnce).toBe(1);

  await one.kill();
  const rebuilding = reindex(fixture.engines);
  await sleep(2_000);
  expect(await openRebuilds()).toEqual(
    expect.arrayContaining([{ reader: second!.reader, step: 'requested' }]),
  );
  await one.restart();
  await rebuilding;
  await expectBothInStep();
  await indexer.stop();
}, 90_000);

test('an engine keeps its index when another is added, when one is removed and when its address is written otherwise', async () => {
  const { db, parts } = fixture;
  const built = async (): Promise<number> => {
    const { count } = await db.one<{ count: number }>(`SELECT count(*) FROM index_rebuilds`);
    return count;
  };
  const before = await built();
  const age = () => db.none(`UPDATE log_readers SET updated_at = now() - interval '2 hours'`);
  /** Runs an indexer over these engines, after two quiet hours, until it is in step. */
  const run = async (urls: string): Promise<string[]> => {
    await age();
    const engines = openEngines(
      loadConfig({
        DATABASE_URL: fixture.databaseUrl,
        MEILI_URL: urls,
        MEILI_KEY: one.meili.key,
        MEILI_INDEX: parts.uid,
      }),
      pino({ level: 'silent' }),
    );
    const stopping = new AbortController();
    const chores = { 'the maintenance': (during: AbortSignal) => maintain(engines, during) };
    const ended = runIndexer(engines, { signal: stopping.signal, chores });
    const readers = engines.map(({ reader }) => reader);
    try {
      await until(async () => {
        const states = await readAllDelivered(db);
        return readers.every((reader) => states.get(reader)?.complete);
      });
      for (const each of engines) expect(await status(each)).toMatchObject({ ok: true, documents: 52 });
    } finally {
      stopping.abort();
      await ended;
      await closeEngines(engines);
    }
    return [...(await readAllDelivered(db)).keys()].sort();
  };
  const place = ({ meili }: OwnEngine): string => new URL(meili.url).host;
  const otherwise = one.meili.url.replace('127.0.0.1', 'localhost');
  expect(await run(one.meili.url)).toEqual(['search', `search ${place(other)}`].sort());
  expect(await run(`${other.meili.url}, ${otherwise}`)).toEqual(
    [`search ${place(other)}`, `search ${new URL(otherwise).host}`].sort(),
  );
  expect(await built()).toBe(before);

  await run(other.meili.url);
  await age();
  expect(await forgetRemoved(db, ['search'])).toEqual([`search ${new URL(otherwise).host}`]);
  expect([...(await readAllDelivered(db)).keys()]).toEqual(['search']);
}, 60_000);
