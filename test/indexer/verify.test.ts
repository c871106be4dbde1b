import { tip } from '../../src/changes/log.js';
import { createIndex } from '../../indexer/engine.js';
import { differences } from '../../indexer/verify.js';
import { openStand, rowsOf } from './stand.js';
import type { Stand } from './stand.js';

const never = new AbortController().signal;
let stand: Stand;
beforeEach(async () => {
  stand = await openStand();
  await createIndex(stand.parts.engine, stand.parts.uid, stand.parts.settings, never);
});
afterEach(() => stand.close());

test('an index that lacks thousands of documents is told apart from its table, each of them named', async () => {
  await stand.insert('M', 20_000);
  const { parts, db } = stand;
  const at = await tip(db);
  const { missing, stale, extra } = await differences(parts, parts.uid, () => Promise.resolve(at));
  const ids = Object.keys(await rowsOf(parts)).map(Number);
  expect(new Set(missing)).toEqual(new Set(ids));
  expect([ids.length, stale, extra]).toEqual([20_000, [], []]);
});
