import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { Position } from '../../src/changes/position.js';
import { openEngine } from '../../src/engines/engine.js';
import { enginesOf } from '../../src/engines/addresses.js';
import { openMeilisearch } from '../../src/engines/meilisearch.js';
import { openPool } from '../../src/engines/pool.js';
import type { EnginePool } from '../../src/engines/pool.js';
import { engine, freshIndexUid } from '../support/engine.js';
import { openLine } from '../support/line.js';
import type { Seen } from '../../src/engines/seen.js';
import type { Line } from '../support/line.js';

// Two lines to an engine are two engines to a pool; what each holds is what is announced of it.

/** What an engine may be behind and is asked all the same, ms, and a little. */
const FRESH_MS = 1_100;
const at = (seq: number): Position => ({
  epoch: '3f4c0000-0000-4000-8000-000000000000',
  xid: String(seq),
  seq,
  mark: seq,
});

let lines: Line[];
let pool: EnginePool;
/** of the newest change in the log */
let newest: Position | null;
const index = freshIndexUid();

beforeAll(async () => {
  const shared = openMeilisearch(engine());
  await shared.createIndex(index).waitTask();
});
beforeEach(async () => {
  newest = null;
  lines = await Promise.all([openLine(engine().url), openLine(engine().url)]);
  const addresses = enginesOf({ meiliUrl: lines.map(({ url }) => url).join(), meiliKey: engine().key });
  pool = openPool(
    addresses.map((address) => ({
      address,
      engine: openEngine({ url: address.url, key: address.key, index }),
    })),
    () => Promise.resolve(newest),
    pino({ level: 'silent' }),
  );
  holds(0, 1);
  holds(1, 1);
});
afterEach(() => {
  pool.close();
  for (const line of lines) line.close();
});

/** Announces what an engine holds. */
function holds(which: number, seq: number): void {
  const { reader } = pool.engines[which]!.address;
  expect(pool.announce({ reader, generation: seq, complete: true, position: at(seq) })).toBe(true);
}

/** The number of the engine that answers a search; undefined: none does. */
async function answering(ms = 2_000, seen?: Seen): Promise<number | undefined> {
  const answered = await pool.ask(
    ms,
    (one, until) => one.search([{ q: 'a', limit: 1, attributesToRetrieve: [] }], until),
    seen,
  );
  return answered && pool.engines.indexOf(answered.by);
}

const areNewest = (): boolean[] => pool.engines.map((each) => pool.isNewest(each));

test('an answer of an engine that another one is ahead of is given to nobody else', async () => {
  expect(areNewest()).toEqual([true, true]);
  holds(1, 2);
  expect(await answering()).toBe(0); // within a second it counts as fresh
  expect(areNewest()).toEqual([false, true]);
  holds(0, 2);
  expect(areNewest()).toEqual([true, true]);
});

test('an engine that is behind is not asked because a fresh one is slow, and is asked where that one fails', async () => {
  holds(1, 2);
  await sleep(FRESH_MS);
  expect(await answering()).toBe(1);
  lines[1]!.delay(600);
  expect(await answering()).toBe(1);
  lines[1]!.set('cut');
  expect(await answering()).toBe(0);
});

test('who has seen the index of an engine that takes in no more is answered by one that holds what was written since', async () => {
  const seen = { engine: pool.engines[0]!.address.id };
  holds(1, 2);
  await sleep(FRESH_MS);
  newest = at(2);
  expect(await answering(2_000, seen)).toBe(1);
  newest = at(3); // which none holds in time
  expect(await answering(4_000, seen)).toBe(0);
});

test('what was promised to be found is found, also while an engine without it catches up with what was fresh a second ago', async () => {
  holds(1, 3);
  await sleep(FRESH_MS);
  holds(1, 5);
  expect(pool.holds(at(5))).toBe(true);
  holds(0, 3);
  expect(await answering()).toBe(1);
  holds(0, 5);
  expect(await answering()).toBe(0);
});

test('where engines hold less than before, an older copy of the database was put back: nothing promised before it counts', () => {
  for (const engine of [0, 1]) holds(engine, 9);
  expect(pool.holds(at(9))).toBe(true);
  for (const engine of [0, 1]) holds(engine, 2);
  holds(1, 3);
  expect(pool.holds(at(3))).toBe(false); // the other one is asked too
  holds(0, 3);
  expect(pool.holds(at(3))).toBe(true);
});

test('without engines whatever was written is found at once: the database answers', () => {
  const none = openPool([], () => Promise.resolve(null), pino({ level: 'silent' }));
  expect(none.holds(at(1))).toBe(true);
  none.close();
});

test('of two that are fresh the quick one answers for the slow one', async () => {
  await sleep(FRESH_MS);
  lines[0]!.delay(1_500);
  expect(await answering()).toBe(1);
});

test('searches are shared by how many each engine is at work on, and answered by none where all are away', async () => {
  lines[1]!.delay(200);
  const ms = 10_000; // of which 200 are not so long that another engine is asked too
  const by = await Promise.all(Array.from({ length: 10 }, () => answering(ms)));
  expect([0, 1].map((which) => by.filter((each) => each === which).length)).toEqual([5, 5]);
  const busy = pool.ask(ms, () => sleep(200));
  expect(await Promise.all([answering(ms), answering(ms)])).toEqual([1, 0]);
  await busy;
  for (const line of lines) line.set('cut');
  expect(await answering()).toBeUndefined();
});
