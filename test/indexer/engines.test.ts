import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { encodePosition } from '../../src/changes/position.js';
import { openCatalogue } from '../../src/client/index.js';
import { loadConfig } from '../../src/config.js';
import { introduce, readBuild } from '../../src/introduce.js';
import type { Gateway } from '../../src/main.js';
import { engineServers } from '../../src/servers.js';
import { readAllDelivered } from '../../src/changes/search-reader.js';
import { status } from '../../indexer/engines.js';
import { reindex, repair } from '../../indexer/reindex.js';
import { closeEngines, openEngines } from '../../indexer/context.js';
import type { IndexerContext } from '../../indexer/context.js';
import { runIndexer } from '../../indexer/leader.js';
import { maintain } from '../../indexer/maintenance.js';
import { forgetRemoved } from '../../indexer/readers.js';
import { launch } from '../infra/launch.js';
import { startGateway } from '../support/built.js';
import { callAt } from '../support/call.js';
import { openOtherVersion } from '../support/other-version.js';
import { openOwnEngine } from '../support/own-engine.js';
import type { OwnEngine } from '../support/own-engine.js';
import { startIndexerProcess } from '../support/processes.js';
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

/** A gateway that searches in these engines. */
async function openGateway(...among: OwnEngine[]): Promise<Gateway> {
  return startGateway({
    DATABASE_URL: fixture.databaseUrl,
    MEILI_URL: among.map(({ meili }) => meili.url).join(),
    MEILI_KEY: one.meili.key,
    MEILI_INDEX: fixture.parts.uid,
    DATA_DIR: join(process.env['TEST_FOLDER']!, fixture.parts.uid),
    PORT: '0',
    RATE_LIMIT: 'off',
  });
}
const find = (gateway: Gateway, query: string) =>
  callAt(`${gateway.origin}/api/v1/products/search?${query}`, 'GET');

test('the pages of a search show no older state than its first one, whichever gateway and engine gives them', async () => {
  const before = fixture.start();
  await fixture.caughtUp();
  await before.stop();
  const [, second] = fixture.engines;
  const stopping = new AbortController();
  const indexer = runIndexer([second!], { signal: stopping.signal });
  await fixture.db.none(`UPDATE products SET name_en = 'renamed ' || id WHERE code ~ '^A[0-9]'`);
  const stale = await openGateway(one);
  const fresh = await openGateway(other);
  const both = await openGateway(one, other);
  try {
    await until(async () => (await find(fresh, 'q=renamed')).body.total === 50);
    expect((await find(stale, 'q=renamed')).body).toMatchObject({ total: 0, degraded: false });
    const first = await find(fresh, 'q=renamed&page_size=30');
    const state = first.headers.get('Search-Generation')!;
    const next = `q=renamed&page_size=30&page=2&state=${state}`;
    for (let n = 0; n < 3; n++) expect((await find(both, next)).body.data).toHaveLength(20);
    // Where no engine holds it, the database does.
    const plain = (await find(stale, next)).body;
    expect(plain).toMatchObject({ degraded: true });
    expect(plain.data).toHaveLength(20);

    const page = await callAt(`${fresh.origin}/?q=renamed`, 'GET');
    const [, link] = /rel="next" href="([^"]+)"/.exec(page.text)!;
    for (const gateway of [both, stale]) {
      const following = await callAt(gateway.origin + link!.replaceAll('&amp;', '&'), 'GET');
      expect(following.text.match(/renamed/g)!.length).toBeGreaterThan(20);
    }

    let asked = 0;
    const client = openCatalogue({
      baseUrl: `${fresh.origin}/api/v1`,
      fetch: (request) =>
        fetch(new Request(request.url.replace(fresh.origin, (asked++ ? stale : fresh).origin), request)),
    });
    const codes: string[] = [];
    for await (const { code } of client.search({ q: 'renamed', page_size: 30 })) codes.push(code);
    expect(codes).toHaveLength(50);

    // Of an engine that is gone, and of the log before a restore.
    const old = encodePosition({ epoch: '3f4c0000-0000-4000-8000-000000000000', xid: '1', seq: 1, mark: 1 });
    for (const lost of ['00000000-7', `at-${old}`]) {
      const answer = await find(both, `q=renamed&state=${lost}`);
      expect([answer.status, answer.body.total, answer.body.degraded]).toEqual([200, 50, false]);
    }
    const refused = await find(both, 'q=renamed&state=yesterday');
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'state']);
  } finally {
    stopping.abort();
    await indexer;
    await Promise.all([stale, fresh, both].map((gateway) => gateway.close()));
  }
}, 60_000);

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
    const chores = {
      'the maintenance': (during: AbortSignal) =>
        maintain(engines, during, { syncLogDays: 400, inquiryDays: 730 }),
    };
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

test('engines are replaced one after another, and then set up otherwise, while nobody who searches notices', async () => {
  const gateway = await openGateway(one, other);
  const isWhole = async ({ reader }: IndexerContext): Promise<boolean> =>
    (await readAllDelivered(fixture.db)).get(reader)?.complete === true;
  let indexer = fixture.start();
  await fixture.caughtUp();
  const faults: unknown[] = [];
  let phase = 'before';
  let searches = 0;
  let running = true;
  const searching = (async () => {
    for (; running; searches++) {
      const { status, body } = await find(gateway, `q=B&explain=${searches % 2 === 0}`);
      if (status !== 200 || body.degraded || body.data[0]?.code !== 'B')
        faults.push({ phase, status, ...body });
      await sleep(20);
    }
  })();
  const writing = (async () => {
    for (let n = 0; running; n++) {
      await fixture.db.none(`UPDATE products SET mw = $1 WHERE code = 'C'`, [n]);
      await sleep(100);
    }
  })();

  try {
    // Another version that cannot open the index starts over an empty folder.
    for (const [i, engine] of [one, other].entries()) {
      const context = fixture.engines[i]!;
      phase = `engine ${i}`;
      await engine.kill();
      await engine.restart(true);
      await until(async () => !(await isWhole(context)));
      await until(() => isWhole(context));
      await sleep(1_000); // a gateway looks every 250 ms whether an engine that was away serves again
    }
    phase = 'other settings';
    await indexer.stop();
    const settings = { ...fixture.parts.settings, searchCutoffMs: 1_400 };
    indexer = fixture.start({ settings, form: 'of the next version' });
    await until(async () => {
      const built = await Promise.all(
        fixture.engines.map(({ engine, uid }) => engine.index(uid).getSearchCutoffMs()),
      );
      return built.every((ms) => ms === 1_400);
    }, 30_000);
  } finally {
    running = false;
    await Promise.all([searching, writing]);
    await gateway.close();
  }
  expect(faults).toEqual([]);
  expect(searches).toBeGreaterThan(50);
  await expectBothInStep();
  await indexer.stop();
}, 120_000);

test('an engine that is too old or too new is named and not fed, also one that is replaced later, while the other is fed', async () => {
  const way = await openOtherVersion(other.meili.url);
  const meili = { url: `${one.meili.url},${way.url}`, key: one.meili.key };
  const own = await openIndexerFixture({ meili });
  const [fed, refused] = own.engines;
  const env = {
    DATABASE_URL: own.databaseUrl,
    MEILI_URL: meili.url,
    MEILI_KEY: meili.key,
    MEILI_INDEX: own.parts.uid,
    DATA_DIR: join(process.env['TEST_FOLDER']!, own.parts.uid),
    PORT: '0',
  };
  const place = refused!.address.place;
  const sentences = {
    '1.15.0': `Meilisearch 1.15.0 at ${place} is not supported; 1.21 or newer is needed`,
    '2.0.0': `Meilisearch 2.0.0 at ${place} is newer than what this version of the service knows`,
  };
  way.say('1.15.0');
  const gateway = await startGateway(env);
  const indexer = await startIndexerProcess(env);
  try {
    for (const [version, sentence] of Object.entries(sentences)) {
      way.say(version);
      await until(() => indexer.log().includes(`MEILI_URL: ${sentence}`));
      const before = await sizeOf(refused!);
      const [id] = await own.insert(`V${version}`);
      const holdsIt = async (context: IndexerContext): Promise<boolean> =>
        String(id) in (await documentsOf(context).catch(() => ({})));
      await until(() => holdsIt(fed));
      await sleep(1_500); // longer than an engine is behind another one
      expect(await sizeOf(refused!)).toBe(before);

      const { troubles } = await introduce(readBuild({ commit: 'c' }), engineServers(loadConfig(env)));
      expect(troubles).toEqual([expect.stringContaining(`MEILI_URL: Meilisearch ${version} at ${place}`)]);
      const metrics = await (await fetch(`${gateway.metricsOrigin}/metrics`)).text();
      expect(metrics).toContain(
        `dependency_info{dependency="meilisearch_2",version="${version}",supported="no"} 1`,
      );
      const { code, out } = await launch('node', ['infra/catalogue.mjs', 'index', 'engines', '--json'], env)
        .ended;
      expect(code).toBe(1);
      expect(JSON.parse(out).engines).toMatchObject([
        { ok: true, supported: true },
        { ok: false, supported: false, version, trouble: null },
      ]);
      for (const work of [reindex, repair]) await expect(work(own.engines)).rejects.toThrow(sentence);

      way.say(undefined);
      await until(() => holdsIt(refused!));
      await own.caughtUp();
      await expectInStep(refused!);
    }
  } finally {
    indexer.kill('SIGTERM');
    await Promise.all([indexer.ended, gateway.close()]);
    await own.close();
    way.close();
  }
}, 60_000);
