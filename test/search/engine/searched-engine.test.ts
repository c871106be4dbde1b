import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { Position } from '../../../src/catalogue/changes/position.js';
import { meilisearchServer } from '../../../src/search/engine/meilisearch.js';
import { holds, SearchedEngine } from '../../../src/search/engine/searched-engine.js';
import { clientOf, engine, freshIndexUid } from '../../support/engine.js';
import { openLine } from '../../support/line.js';
import type { Line } from '../../support/line.js';
import { until } from '../../support/until.js';

const at = (seq: number): Position => ({
  epoch: '3f4c0000-0000-4000-8000-000000000000',
  xid: String(seq),
  seq,
  mark: seq,
});

const wordsOf = ({ url }: Line) => meilisearchServer({ url, key: engine().key }).words(index);

let line: Line;
let searched: SearchedEngine;
const index = freshIndexUid();

beforeAll(async () => {
  const meili = clientOf(engine());
  await meili.createIndex(index).waitTask();
  await meili
    .index(index)
    .updateSettings({ sortableAttributes: ['stock_en', 'stock_rank', 'k_code'] })
    .waitTask();
});
beforeEach(async () => {
  line = await openLine(engine().url);
  searched = new SearchedEngine(wordsOf(line), pino({ level: 'silent' }));
});
afterEach(() => {
  searched.close();
  line.close();
});

/** Announces what the index holds. */
const announce = (seq: number, complete = true): void =>
  void (searched.delivered = { generation: seq, complete, position: at(seq) });

const answers = async (ms = 2_000): Promise<boolean> => {
  const question = { q: 'a', match: 'all', filters: {}, order: 'en', offset: 0, limit: 1 } as const;
  return (await searched.words([question], ms)) !== undefined;
};

test.each(['cut', 'held'] as const)(
  'an engine whose line is %s answers nothing, long before the time of a search is over, and is asked again once it answers',
  async (state) => {
    expect(await answers()).toBe(true);
    line.set(state);
    const begun = performance.now();
    expect(await Promise.all(Array.from({ length: 5 }, () => answers(60_000)))).not.toContain(true);
    while (searched.serves) await answers(60_000);
    expect(performance.now() - begun).toBeLessThan(30_000);
    line.set('open');
    await until(() => Promise.resolve(searched.serves));
    expect(await answers()).toBe(true);
    expect([searched.errors > 0, searched.inFlight]).toEqual([true, 0]);
  },
);

test('an engine that is only busy is waited for', async () => {
  const real = wordsOf(line);
  const busy = { ...real, words: (...asked: Parameters<typeof real.words>) => sleep(1_500).then(() => real.words(...asked)) }; // prettier-ignore
  searched = new SearchedEngine(busy, pino({ level: 'silent' }));
  const long = answers(10_000);
  expect(searched.inFlight).toBe(1);
  expect(await long).toBe(true);
});

test('an index that is known to lack products is not asked, and holds nothing that was written', async () => {
  announce(3, false);
  expect([await answers(), holds(searched.delivered, at(1))]).toEqual([false, false]);
  announce(3);
  expect([await answers(), holds(searched.delivered, at(3)), holds(searched.delivered, at(4))]).toEqual([
    true,
    true,
    false,
  ]);
});

test('where the index holds less than before, an older copy of the database was put back: nothing from before it counts', () => {
  announce(9);
  expect(holds(searched.delivered, at(9))).toBe(true);
  announce(2);
  expect(holds(searched.delivered, at(3))).toBe(false);
});
