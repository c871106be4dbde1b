import { engine, freshIndexUid } from '../../support/engine.js';
import { killAll, startIndexerProcess } from '../../support/processes.js';
import type { IndexerProcess } from '../../support/processes.js';
import { until } from '../../support/until.js';
import { verified } from './receiver.js';
import { openWebhookFixture } from './fixture.js';
import type { WebhookFixture } from './fixture.js';

let fixture: WebhookFixture;
const running = new Set<IndexerProcess>();
beforeEach(async () => {
  fixture = await openWebhookFixture();
});
afterEach(async () => {
  await killAll([...running]);
  await fixture.close();
});

async function startIndexer(uid: string): Promise<IndexerProcess> {
  const { url, key } = engine();
  const indexer = await startIndexerProcess({
    DATABASE_URL: fixture.databaseUrl,
    MEILI_URL: url,
    MEILI_KEY: key,
    MEILI_INDEX: uid,
    LOG_LEVEL: 'silent',
    WEBHOOK_ALLOW: '127.0.0.1',
    WEBHOOK_TIMEOUT: '60',
  });
  running.add(indexer);
  return indexer;
}

test('kill -9 of the process that delivers, with messages on their way: another one takes over, repeats them under the same ids, and nothing is missed or out of order', async () => {
  const receiver = await fixture.receiver();
  const { secret, id } = await fixture.add(receiver);
  const uid = freshIndexUid();
  let leader = await startIndexer(uid);
  let last = 0;
  for (let round = 1; round <= 3; round++) {
    const standby = await startIndexer(uid);
    // Taken, but not answered: the leader dies before it knows.
    receiver.answer = () => {};
    const before = receiver.received.length;
    for (let n = 1; n <= 5; n++) await fixture.write(`P${n}`, ++last);
    await until(() => receiver.received.length > before);
    const cut = receiver.received.at(-1)!;
    await killAll([leader]);
    await fixture.write('P1', ++last);
    receiver.answer = (res) => void res.writeHead(204).end();
    await until(() => receiver.changes().some(({ product }) => product?.mw === last));
    const repeated = receiver.received.filter((each) => each.id === cut.id);
    expect(repeated.length).toBeGreaterThan(1);
    leader = standby;
  }
  await until(async () => (await fixture.info(id)).lag_changes === 0);
  for (const code of ['P1', 'P2', 'P3', 'P4', 'P5']) {
    const states = receiver
      .changes()
      .filter((change) => change.code === code)
      .map(({ product }) => product!.mw!);
    expect(states).toEqual(states.toSorted((a, b) => a - b));
    const { mw } = await fixture.db.one('SELECT mw FROM products WHERE code = $1', [code]);
    expect(states.at(-1)).toBe(mw);
  }
  for (const each of receiver.received) expect(verified(secret, each)).toEqual(each.message);
});

test('of two processes only the one that leads delivers: every message comes once', async () => {
  const receiver = await fixture.receiver();
  await fixture.add(receiver);
  const uid = freshIndexUid();
  await startIndexer(uid);
  await startIndexer(uid);
  for (let n = 1; n <= 40; n++) await fixture.write(`P${n}`);
  await until(() => new Set(receiver.changes().map(({ code }) => code)).size === 40);
  expect(receiver.changes()).toHaveLength(40);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);
});

test('a receiver that hangs does not hold up the search index', async () => {
  const receiver = await fixture.receiver();
  receiver.answer = () => {};
  await fixture.add(receiver);
  const uid = freshIndexUid();
  await startIndexer(uid);
  await fixture.write('A');
  await until(() => receiver.received.length === 1);
  await fixture.write('B');
  const { url, key } = engine();
  await until(async () => {
    const answer = await fetch(`${url}/indexes/${uid}/stats`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const stats = (await answer.json()) as { numberOfDocuments?: number };
    return stats.numberOfDocuments === 2;
  });
  expect(receiver.received).toHaveLength(1);
});
