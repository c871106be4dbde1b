import { decodePosition } from '../../src/changes/position.js';
import { readAllDelivered } from '../../src/changes/search-reader.js';
import { enginesOf } from '../../src/engines/addresses.js';
import type { EngineAddress } from '../../src/engines/addresses.js';
import type { Gateway } from '../../src/main.js';
import { openDesks } from '../back-office/desk.js';
import type { Desks } from '../back-office/desk.js';
import { signIn } from '../back-office/office.js';
import { wordsOf } from '../back-office/words.js';
import { openCommands } from '../infra/launch.js';
import type { Commands } from '../infra/launch.js';
import { startGateway } from '../support/built.js';
import { callAt } from '../support/call.js';
import type { Answered } from '../support/call.js';
import { startIndexer } from '../support/indexer.js';
import { openOwnEngine } from '../support/own-engine.js';
import type { OwnEngine } from '../support/own-engine.js';
import { until } from '../support/until.js';

// Two gateways over the same two engines, each of which has a key of its own.

const OTHER_KEY = 'another key of sixteen bytes at least';
let one: OwnEngine;
let other: OwnEngine;
let addresses: EngineAddress[];
let desks: Desks;
let second: Gateway;
let indexer: Awaited<ReturnType<typeof startIndexer>>;
let commands: Commands;

beforeAll(async () => {
  [one, other] = await Promise.all([openOwnEngine(), openOwnEngine()]);
  await other.kill();
  await other.restart(true, OTHER_KEY);
  const meili = { url: `${one.meili.url}, ${other.meili.url}`, key: `${one.meili.key}, ${OTHER_KEY}` };
  addresses = enginesOf({ meiliUrl: meili.url, meiliKey: meili.key });
  desks = await openDesks({ MEILI_URL: meili.url, MEILI_KEY: meili.key });
  const { databaseUrl, indexUid } = desks.service;
  const env = {
    DATABASE_URL: databaseUrl,
    MEILI_URL: meili.url,
    MEILI_KEY: meili.key,
    MEILI_INDEX: indexUid,
    DATA_DIR: process.env['TEST_FOLDER']!,
    RATE_LIMIT: 'off',
    PORT: '0',
  };
  second = await startGateway(env);
  commands = openCommands(env);
  indexer = await startIndexer(desks.service, meili);
  await until(async () => {
    const states = await readAllDelivered(desks.service.db);
    return addresses.every(({ reader }) => states.get(reader)?.complete);
  });
}, 60_000);
afterAll(async () => {
  commands.close();
  await indexer.stop();
  await second.close();
  await desks.close();
  await Promise.all([one.close(), other.close()]);
});

/** Pushes a product through the first gateway, and waits until it can be searched. */
const pushWaiting = (code: string): Promise<Answered> =>
  desks.service.call('POST', '/sync/push', {
    key: desks.service.key,
    json: [{ code, name_cn: `等待${code}` }],
    headers: { Prefer: 'wait=20' },
  });
/** Searches through the second gateway. */
const find = (q: string, headers = {}): Promise<Answered> =>
  callAt(`${second.origin}/api/v1/products/search?q=${q}`, 'GET', { headers });

async function expectFoundElsewhere(code: string): Promise<void> {
  const written = await pushWaiting(code);
  expect([written.status, written.headers.get('Preference-Applied')]).toEqual([200, 'wait=20']);
  const state = written.headers.get('Search-Generation')!;
  const { body } = await find(code, { 'Search-Generation': state });
  expect(body).toMatchObject({ degraded: false, total: 1, data: [{ code }] });
}

test('what was waited for at one gateway is found at another, whichever engine answers, also while one is frozen', async () => {
  for (let n = 10; n < 30; n++) await expectFoundElsewhere(`WAIT-${n}`);
  for (const engine of [one, other]) {
    process.kill(engine.pid(), 'SIGSTOP');
    try {
      await expectFoundElsewhere(`FROZEN-${engine.pid()}`);
    } finally {
      process.kill(engine.pid(), 'SIGCONT');
    }
  }
}, 60_000);

const engineCommand = async (...args: string[]) => {
  const { code, out, err } = await commands.run('index', 'engines', ...args, '--json');
  return { code, err, told: out === '' ? undefined : JSON.parse(out) };
};

test('while an engine is away the other answers, and readiness, the command and the page of the index tell which it is', async () => {
  const office = await signIn(desks.service, 'wang');
  const desk = await desks.open('en-GB');
  await desk.page.goto(`${desks.service.origin}/back-office/`);
  await desk.signIn();
  const t = wordsOf('en-GB');
  for (const [away, engine] of [one, other].entries()) {
    const left = addresses[1 - away]!;
    await engine.kill();
    await until(async () => {
      const { body } = await callAt(`${second.origin}/readyz`, 'GET');
      return body.dependencies[addresses[away]!.name] === 'down';
    });
    const ready = await callAt(`${second.origin}/readyz`, 'GET');
    expect([ready.status, ready.body.dependencies]).toEqual([
      200,
      expect.objectContaining({
        meilisearch_1: away === 0 ? 'down' : 'up',
        meilisearch_2: away === 1 ? 'down' : 'up',
      }),
    ]);

    // The state of an answer is that of the engine that gave it.
    const { body, headers } = await find(`等待WAIT-1${away}`);
    expect([body.degraded, body.data[0].code]).toEqual([false, `WAIT-1${away}`]);
    const { generation } = (await readAllDelivered(desks.service.db)).get(left.reader)!;
    expect(headers.get('Search-Generation')).toBe(`${left.id}-${generation}`);

    const { code, told } = await engineCommand();
    expect([code, told.ok, told.others]).toEqual([1, false, []]);
    expect(told.engines[1 - away]).toMatchObject({
      engine: left.place,
      ok: true,
      version: expect.stringMatching(/^1\.\d+\.\d+/),
      supported: true,
      documents: 22,
      lag_changes: 0,
      trouble: null,
    });
    expect(decodePosition(told.engines[1 - away].position)).toBeDefined();
    expect(told.engines[1 - away].bytes).toBeGreaterThan(1_000);
    expect(told.engines[away]).toMatchObject({
      engine: addresses[away]!.place,
      ok: false,
      version: null,
      supported: null,
      bytes: null,
      trouble: expect.stringContaining(`nobody listens at ${addresses[away]!.place}`),
    });

    const { data } = (await office.call('GET', '/index')).body;
    expect(data).toMatchObject({ away: false, complete: true });
    expect(data.engines.map(({ name, away: isAway }: any) => [name, isAway])).toEqual(
      addresses.map(({ place }, i) => [place, i === away]),
    );
    await desk.go('index');
    const table = desk.page.getByRole('table', { name: t('office.index.engines') });
    for (const [i, { place }] of addresses.entries())
      await table
        .getByRole('row', { name: place })
        .getByText(t(`office.index.engine_${i === away ? 'silent' : 'serves'}`))
        .waitFor();

    await engine.restart(false, away === 0 ? one.meili.key : OTHER_KEY);
    await until(async () => (await engineCommand()).code === 0);
  }
  expect(desk.errors).toEqual([]);
}, 60_000);

test('an engine is forgotten only where it is known and no longer configured', async () => {
  const { db } = desks.service;
  const [{ reader }] = addresses as [EngineAddress];
  await db.none(
    `INSERT INTO log_readers SELECT (jsonb_populate_record(r, '{"name": "search gone:7700"}')).*
       FROM log_readers r WHERE name = $1`,
    [reader],
  );
  expect((await engineCommand()).told).toMatchObject({ ok: true, others: ['search gone:7700'] });
  const refused = await engineCommand('--forget', reader);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining(`${reader} is configured: take it out of MEILI_URL first.`),
  ]);
  const forget = () => engineCommand('--forget', 'search gone:7700');
  expect(await forget()).toMatchObject({ code: 0, told: { ok: true } });
  expect(await forget()).toMatchObject({ code: 1, told: { ok: false } });
  expect((await engineCommand()).told).toMatchObject({ ok: true, others: [] });
  expect((await readAllDelivered(db)).has(reader)).toBe(true);
});
