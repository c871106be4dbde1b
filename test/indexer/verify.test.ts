import { tip } from '../../src/catalogue/changes/log.js';
import { differences } from '../../indexer/verify.js';
import { openIndexerFixture, rowsOf } from './fixture.js';
import type { IndexerFixture } from './fixture.js';

const never = new AbortController().signal;
let fixture: IndexerFixture;
beforeEach(async () => {
  fixture = await openIndexerFixture();
  await fixture.parts.indexes.create(fixture.parts.uid, never);
});
afterEach(() => fixture.close());

test('an index that lacks thousands of documents is told apart from its table, each of them named', async () => {
  await fixture.insert('M', 20_000);
  const { parts, db } = fixture;
  const at = await tip(db);
  const { missing, stale, extra } = await differences(parts, parts.uid, () => Promise.resolve(at));
  const ids = Object.keys(await rowsOf(parts)).map(Number);
  expect(new Set(missing)).toEqual(new Set(ids));
  expect([ids.length, stale, extra]).toEqual([20_000, [], []]);
});
