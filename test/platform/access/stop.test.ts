import { connect as connectTo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/platform/access/keys.js';
import { freshDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';
import { Client, many, tally } from '../../support/wire.js';
import type { Timed } from '../../support/wire.js';
import { killAll, startGatewayProcess } from '../../support/processes.js';
import { withOwn } from '../../support/with-own.js';

/** The body of a test of a gateway of its own. */
const withGateway = withOwn(async () => {
  const database = await freshDatabase();
  const gateway = await startGatewayProcess({ DATABASE_URL: database.url, RATE_LIMIT: 'off' });
  return {
    database,
    gateway,
    async close() {
      await killAll([gateway]);
      await database.close();
    },
  };
});

test.concurrent(
  'SIGTERM lets 200 requests that are under way end, takes no new ones, logs them and exits 0',
  withGateway(async ({ gateway, database }) => {
    const { key } = await issueKey(database.db, { name: 'stop' });
    const client = new Client(gateway.origin, 200);
    let answers: Promise<Timed[]> | undefined;
    let terminated = 0;
    await database.db.tx(async (tx) => {
      await tx.none('LOCK TABLE categories IN ACCESS EXCLUSIVE MODE');
      answers = many(200, 200, (i) =>
        client.ask('/categories', { key, headers: { 'X-Request-Id': `stop-${i}` } }),
      );
      await sleep(1_500); // all have arrived and wait for the table, or for a connection to ask it
      gateway.kill('SIGTERM');
      terminated = performance.now();
      const { port } = new URL(gateway.origin);
      await until(
        () =>
          new Promise((resolve) => {
            const socket = connectTo(Number(port), '127.0.0.1');
            socket.on('connect', () => socket.destroy()).on('error', () => {});
            socket.on('close', (failed) => resolve(failed));
          }),
      );
    });
    const all = await answers!;
    expect(tally(all)).toEqual({ 200: 200 });
    expect(all.filter(({ text }) => JSON.parse(text).data.length !== 3)).toEqual([]);
    expect(new Set(all.map(({ headers }) => headers.connection))).toEqual(new Set(['close']));
    expect(await gateway.ended).toBe(0);
    expect(performance.now() - terminated).toBeLessThan(10_000);
    const rows = await database.db.one(
      `SELECT count(*) AS all, count(DISTINCT request_id) AS ids FROM sync_log WHERE status = 200`,
    );
    expect(rows).toEqual({ all: 200, ids: 200 });
  }),
);

test(
  'SIGTERM without anything to do exits 0 at once, also with connections that are kept open',
  withGateway(async ({ gateway }) => {
    const client = new Client(gateway.origin);
    await many(8, 8, () => client.ask('/categories'));
    const begun = performance.now();
    gateway.kill('SIGTERM');
    expect(await gateway.ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(2_000);
  }),
);

// Beside the first: it waits until the gateway gives up.
test.concurrent(
  'a client that does not read its export cannot hold up the stop: exit 0 within 10 s',
  withGateway(async ({ gateway, database }) => {
    await database.db.none(
      `INSERT INTO products (code, name_cn, description, source)
       SELECT 'S' || n, '甲', repeat('x', 1000), 'test' FROM generate_series(1, 30000) n`,
    );
    const { port } = new URL(gateway.origin);
    const socket = connectTo(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /api/v1/export?format=csv HTTP/1.1\r\nHost: test\r\n\r\n');
    socket.pause();
    await sleep(500);
    const begun = performance.now();
    gateway.kill('SIGTERM');
    expect(await gateway.ended).toBe(0);
    const ms = performance.now() - begun;
    expect(ms).toBeGreaterThan(5_000); // it was given its time
    expect(ms).toBeLessThan(10_000);
    socket.destroy();
  }),
);
