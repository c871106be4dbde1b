// Two gateways and an indexer over a search engine, while readers search and writers write: whatever befalls the engine, every
// search is answered, by Postgres where need be, and the index is whole again by itself. SEED=n begins with another fault.
// FULL=1 strikes for longer and under more load, and wants all of it to be done in time: for a machine with nothing else to do.
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { issueKey } from '../../src/platform/access/keys.js';
import { readDelivered } from '../../src/catalogue/changes/search-reader.js';
import { loadConfig } from '../../src/platform/config.js';
import { closeContext, openContext } from '../../indexer/context.js';
import { callAt } from '../support/call.js';
import type { Answered } from '../support/call.js';
import { openLine } from '../support/line.js';
import type { Line } from '../support/line.js';
import { openOwnEngine } from '../support/own-engine.js';
import type { OwnEngine } from '../support/own-engine.js';
import { openPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { killAll, startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import type { GatewayProcess, IndexerProcess } from '../support/processes.js';
import { until } from '../support/until.js';
import { expectInStep } from '../indexer/fixture.js';

const SEED = Number(process.env['SEED'] ?? 1);
const IS_FULL = Boolean(process.env['FULL']);
/** How long the engine stays as it was hit, ms. */
const HIT_MS = IS_FULL ? 8_000 : 2_000;
const READERS = 12;
const WRITERS = 4;
/** How many searches and writes a second. */
const RATE = IS_FULL ? { searches: 50, writes: 20 } : { searches: 35, writes: 7 };
/** With a machine of its own: of searches during a fault, and until answers are whole after it, ms. */
const IN_TIME = { p99: 1_500, wholeAfter: 2_000 };

let engine: OwnEngine;
let line: Line;
const WAYS: Record<string, { hit(): Promise<void>; mend(): Promise<void> }> = {
  'kill -9': { hit: () => engine.kill(), mend: () => engine.restart() },
  'a freeze': {
    hit: async () => void process.kill(engine.pid(), 'SIGSTOP'),
    mend: async () => void process.kill(engine.pid(), 'SIGCONT'),
  },
  'slow answers': { hit: async () => line.delay(3_000), mend: async () => line.delay(0) },
  'a wrong key': {
    async hit() {
      await engine.kill();
      await engine.restart(false, 'another key of sixteen bytes');
    },
    async mend() {
      await engine.kill();
      await engine.restart();
    },
  },
  'being replaced by an empty one': {
    hit: () => engine.kill(),
    mend: () => engine.restart(true),
  },
};
const names = Object.keys(WAYS);

/** Words, which only the engine knows well: a number is found without it. */
const WORDS = 'pound';

let place: Place;
let indexer: IndexerProcess;
let gateways: GatewayProcess[];
let key: string;
const errors: string[] = [];
const times: number[] = [];
let degraded = 0;
/** The number that each writer has written last into its product: how often it wrote. */
const counts = Array.from({ length: WRITERS }, () => 0);
let running = true;
let load: Promise<unknown>;

beforeAll(async () => {
  engine = await openOwnEngine();
  line = await openLine(engine.meili.url);
  place = await openPlace({
    MEILI_URL: line.url,
    MEILI_KEY: engine.meili.key,
    SEARCH_CACHE: 'off',
    LOG_LEVEL: 'warn',
  });
  key = (await issueKey(place.db, { name: 'test' })).key;
  await place.db.none(
    `INSERT INTO products (code, name_cn, name_en, mw, source)
     SELECT 'BASE-' || n, '产品' || n, 'compound ' || n, 0, 'test' FROM generate_series(1, 300) n`,
  );
  const { PORT: _, ...shared } = place.env;
  indexer = await startIndexerProcess(shared);
  gateways = await Promise.all([0, 1].map(() => startGatewayProcess(place.env)));
  await untilWhole();
  load = Promise.all([
    ...Array.from({ length: READERS }, (_, reader) =>
      paced(RATE.searches / READERS, (i) => read(reader + 7 * i)),
    ),
    ...counts.map((_, writer) => paced(RATE.writes / WRITERS, (i) => write(writer, i))),
  ]);
}, 90_000);

afterAll(async () => {
  running = false;
  await load;
  await killAll([indexer, ...gateways]);
  line.close();
  await engine.close();
  await place.close();
}, 60_000);

/** Waits until the index is complete and both gateways answer from it. */
const untilWhole = (): Promise<void> =>
  until(async () => {
    const rebuilds = await place.db.any(`SELECT FROM index_rebuilds WHERE step NOT IN ('done', 'failed')`);
    const isComplete = (await readDelivered(place.db))?.complete === true && rebuilds.length === 0;
    const answers = await Promise.all([0, 1].map((i) => search(i, WORDS)));
    return isComplete && answers.every(({ body }) => body.degraded === false);
  }, 60_000);

async function search(i: number, q: string): Promise<Answered> {
  const started = performance.now();
  const { origin } = gateways[i % 2]!;
  const answer = await callAt(`${origin}/api/v1/products/search?q=${encodeURIComponent(q)}`, 'GET');
  times.push(performance.now() - started);
  if (answer.status !== 200) errors.push(`${q}: ${answer.status} ${answer.text.slice(0, 200)}`);
  else if (answer.body.degraded) degraded++;
  return answer;
}

/** Does something so many times a second by the clock: what is late is made up for. */
async function paced(perSecond: number, work: (i: number) => Promise<void>): Promise<void> {
  const begun = performance.now();
  for (let i = 0; running; i++) {
    await sleep(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()));
    await work(i);
  }
}

/** Searches for this and that, and wants it to be found. */
async function read(i: number): Promise<void> {
  const n = 1 + (i % 300);
  const code = `BASE-${n}`;
  // By its name: behind it the engine is asked for words.
  const { body } = await search(i, `compound ${n}`);
  if (body?.data?.[0]?.code !== code) errors.push(`${code} was not found`);
}

const codeOfWriter = (writer: number): string => `COUNT-${writer + 1}`;
const writesInAll = (): number => counts.reduce((sum, count) => sum + count, 0);

/** Writes the product of this writer again and again, a larger number each time. */
async function write(writer: number, i: number): Promise<void> {
  const json = [
    { code: codeOfWriter(writer), name_en: 'the count', name_cn: '计数', mw: counts[writer]! + 1 },
  ];
  const { status, text } = await callAt(`${gateways[i % 2]!.origin}/api/v1/sync/push`, 'POST', { key, json });
  if (status !== 200) errors.push(`push: ${status} ${text}`);
  counts[writer]!++;
}

/** The number that a search shows for a writer; 0 where it does not find it. */
async function shown(writer: number): Promise<number> {
  const { body } = await search(writer, codeOfWriter(writer));
  return Number(body?.data?.find((each: { code: string }) => each.code === codeOfWriter(writer))?.mw ?? 0);
}

test.each(names.map((_, i) => names[(i + SEED) % names.length]!))(
  '%s: no search fails, those of Postgres say so and show what is written meanwhile, and then the index is whole',
  async (way) => {
    errors.length = times.length = degraded = 0;
    const [before, written] = [writesInAll(), counts[0]!];
    const begun = performance.now();
    await WAYS[way]!.hit();
    await sleep(HIT_MS);
    const late = await search(0, WORDS);
    expect(late.body.degraded).toBe(true);
    await until(async () => (await shown(0)) > written);
    await WAYS[way]!.mend();
    const back = performance.now();
    await untilWhole();
    const whole = performance.now() - back;
    const seconds = (performance.now() - begun) / 1_000;
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
    process.stderr.write(
      `${way}: ${times.length} searches, ${writesInAll() - before} writes in ${seconds.toFixed(1)} s; ` +
        `${degraded} degraded, p99 ${Math.round(p99)} ms; whole after ${Math.round(whole)} ms\n`,
    );
    expect(errors).toEqual([]);
    if (!IS_FULL) return;
    expect(p99).toBeLessThan(IN_TIME.p99);
    expect(times.length / seconds).toBeGreaterThan(0.95 * RATE.searches);
    if (way !== 'being replaced by an empty one') expect(whole).toBeLessThan(IN_TIME.wholeAfter);
  },
  120_000,
);

test('at the end the index equals the table, by id and version, and shows the last number of each writer', async () => {
  running = false;
  await load;
  const context = openContext(loadConfig(place.env), pino({ level: 'silent' }));
  await until(async () => {
    const { seq } = await place.db.one<{ seq: number }>('SELECT seq FROM newest_change()');
    return (await readDelivered(place.db))!.position.seq >= seq;
  });
  await untilWhole();
  await expectInStep(context);
  await closeContext(context);
  await until(async () => {
    const numbers = await Promise.all(counts.map((_, writer) => shown(writer)));
    return numbers.every((number, writer) => number === counts[writer]);
  });
  expect(errors).toEqual([]);
  expect(writesInAll()).toBeGreaterThan(IS_FULL ? 500 : 10);
}, 60_000);
