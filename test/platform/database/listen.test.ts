import { queryObjects } from 'node:v8';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { listen } from '../../../src/platform/database/listen.js';
import { freshDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';
import { atEnd, shared } from '../../support/with-own.js';

const database = shared(freshDatabase);

const heartbeats = async (): Promise<number> => {
  const { count } = await database.db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'test' AND query = 'SELECT 1' AND query_start > now() - interval '900 ms'`,
  );
  return count;
};
const isBeating = (): Promise<void> => until(async () => (await heartbeats()) > 0);

beforeAll(async () => {
  const listener = listen(database.url, {
    name: 'test',
    channels: ['test'],
    log: pino({ level: 'silent' }),
    onNotice: () => {},
  });
  atEnd(() => listener.stop());
  await isBeating();
});

// Side by side: one makes no results, the other one no clients.
test.concurrent('a connection that listens keeps nothing of its heartbeats', async () => {
  const results = (): number => queryObjects(pg.Result, { format: 'count' });
  const before = results();
  await sleep(5_200);
  await isBeating();
  expect(results() - before).toBeLessThan(4);
});

test.concurrent('attempts to connect leave nothing behind while the server is away', async () => {
  const clients = (): number => queryObjects(pg.Client, { format: 'count' });
  const before = clients();
  let attempts = 0;
  const attempting = listen('postgres://127.0.0.1:1/none', {
    name: 'test',
    channels: ['test'],
    log: pino({ level: 'silent' }),
    onNotice: () => {},
    onState: () => attempts++,
  });
  await until(() => attempts >= 5);
  expect(clients() - before).toBeLessThan(3);
  await attempting.stop();
});
