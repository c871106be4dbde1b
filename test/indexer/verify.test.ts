import { tip } from '../../src/changes/log.js';
import { createIndex, succeeded } from '../../indexer/engine.js';
import { differences, openComparison } from '../../indexer/verify.js';
import { openStand, rowsOf } from './stand.js';
import type { Stand } from './stand.js';

const never = new AbortController().signal;
let stand: Stand;
beforeEach(async () => {
  stand = await openStand();
  await createIndex(stand.parts.engine, stand.parts.uid, stand.parts.settings, never);
});
afterEach(() => stand.close());

/** Puts documents of these versions straight into the index. */
async function place(documents: { id: number; v: string }[]): Promise<void> {
  const { engine, uid } = stand.parts;
  await succeeded(engine, await engine.index(uid).addDocuments(documents), never);
}

test('an index that lacks thousands of documents is told apart from its table, each of them named', async () => {
  await stand.insert('M', 20_000);
  const { parts, db } = stand;
  const at = await tip(db);
  const { missing, stale, extra } = await differences(parts, parts.uid, () => Promise.resolve(at));
  const ids = Object.keys(await rowsOf(parts)).map(Number);
  expect(new Set(missing)).toEqual(new Set(ids));
  expect([ids.length, stale, extra]).toEqual([20_000, [], []]);
});

test('what was compared ahead is not compared again, unless it was named as brought anew, or documents have gone', async () => {
  await stand.insert('M', 20_500);
  const { parts, db } = stand;
  const rows = await rowsOf(parts);
  await place(Object.entries(rows).map(([id, v]) => ({ id: Number(id), v })));
  const at = await tip(db);
  const position = (): Promise<typeof at> => Promise.resolve(at);
  const equal = { checked: 20_500, missing: [], stale: [], extra: [], pending: 0 };
  const [first, second] = Object.keys(rows).map(Number);

  const whole = openComparison(parts, parts.uid);
  await whole.ahead(20_500);
  expect(await whole.end(position)).toEqual(equal);

  const unsaid = openComparison(parts, parts.uid);
  await unsaid.ahead(20_500);
  await place([{ id: first!, v: 'old' }]);
  expect(await unsaid.end(position)).toEqual(equal);

  const broughtAnew = openComparison(parts, parts.uid);
  await place([{ id: first!, v: rows[first!]! }]);
  await broughtAnew.ahead(20_500);
  await place([{ id: first!, v: 'old' }]);
  broughtAnew.doubt([first!, second!]);
  expect(await broughtAnew.end(position)).toEqual({ ...equal, stale: [first] });

  await place([{ id: first!, v: rows[first!]! }]);
  const wentAway = openComparison(parts, parts.uid);
  await wentAway.ahead(20_500);
  await succeeded(parts.engine, await parts.engine.index(parts.uid).deleteDocument(second!), never);
  expect(await wentAway.end(position)).toEqual({ ...equal, missing: [second] });
});
