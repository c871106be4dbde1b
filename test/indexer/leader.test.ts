import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCKS } from '../../src/platform/database/locks.js';
import { engine } from '../support/engine.js';
import { openLine } from '../support/line.js';
import { until } from '../support/until.js';
import { expectInStep, openIndexerFixture, withFixture } from './fixture.js';
import type { IndexerFixture } from './fixture.js';

let fixture: IndexerFixture;
let children: ChildProcess[] = [];
beforeEach(async () => {
  fixture = await openIndexerFixture();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await fixture.close();
});

/** The indexer as it is run, a process of its own. Resolves when it says that it is ready. */
async function startProcess(
  { databaseUrl, parts }: IndexerFixture,
  env: Record<string, string> = {},
  ready = true,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/indexer.js'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: databaseUrl,
      MEILI_URL: engine().url,
      MEILI_KEY: engine().key,
      MEILI_INDEX: parts.uid,
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  if (ready) await once(child, 'message');
  return child;
}

const leaders = async ({ db }: IndexerFixture): Promise<number> =>
  (
    await db.one<{ count: number }>(
      `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = ${LOCKS.indexer}
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
  ).count;

test.concurrent(
  'two indexers at once: one leads, nothing is lost or done twice wrongly while they change over',
  withFixture(async (fixture) => {
    const one = fixture.start();
    const other = fixture.start();
    for (let round = 0; round < 4; round++) {
      await fixture.insert(`R${round}-`, 20);
      if (round === 1) await one.stop();
      if (round === 2) fixture.start();
      if (round === 3) await other.stop();
      expect(await leaders(fixture)).toBeLessThanOrEqual(1);
    }
    await fixture.caughtUp();
    await expectInStep(fixture.parts);
  }),
);

test.each(['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const)(
  'when the leader ends by %s, a standby takes over within 5 s and misses nothing',
  async (signal) => {
    const leader = await startProcess(fixture);
    await fixture.insert('A', 5);
    await fixture.caughtUp();
    const standby = await startProcess(fixture);
    leader.kill(signal);
    await fixture.insert('B', 5);
    const started = performance.now();
    await fixture.caughtUp();
    // 5 s to take over; the rest is for the delivery on a busy machine.
    expect(performance.now() - started).toBeLessThan(6_500);
    await expectInStep(fixture.parts);

    if (signal !== 'SIGSTOP') return;
    // The frozen one wakes up, finds that it lost the lead, and does no harm.
    leader.kill('SIGCONT');
    await fixture.insert('C', 5);
    await fixture.caughtUp();
    standby.kill('SIGKILL');
    await fixture.insert('D', 5);
    await fixture.caughtUp();
    await expectInStep(fixture.parts);
  },
);

test('it stops on SIGTERM within 2 s, and when its parent is gone', async () => {
  for (const end of [
    (child: ChildProcess) => child.kill('SIGTERM'),
    (child: ChildProcess) => child.disconnect(),
  ]) {
    const child = await startProcess(fixture);
    const started = performance.now();
    end(child);
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
    expect(performance.now() - started).toBeLessThan(2_000);
  }
});

test.concurrent(
  'started while Postgres and the engine are away, or while one of them goes away, it waits and then works',
  withFixture(async (fixture) => {
    const postgres = await openLine(fixture.databaseUrl);
    const meili = await openLine(engine().url);
    postgres.set('cut');
    meili.set('cut');
    const child = await startProcess(fixture, { DATABASE_URL: postgres.url, MEILI_URL: meili.url }, false);
    await until(() => postgres.refused() > 1);
    postgres.set('open');
    await until(() => meili.refused() > 1);
    meili.set('open');
    for (const [i, line] of [postgres, meili, meili, postgres].entries()) {
      await fixture.insert(`A${i}-`, 5);
      await fixture.caughtUp();
      await expectInStep(fixture.parts);
      line.set('cut');
      const before = line.refused();
      await fixture.insert(`B${i}-`, 5);
      await until(() => line.refused() > before + 1);
      line.set('open');
    }
    await fixture.caughtUp();
    await expectInStep(fixture.parts);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    postgres.close();
    meili.close();
  }),
);

test.concurrent(
  'connections of the leader that are cut, all at once and again and again, cost nothing but time',
  withFixture(async (fixture) => {
    fixture.start();
    await fixture.caughtUp();
    for (let round = 0; round < 5; round++) {
      await fixture.insert(`R${round}-`, 30);
      await fixture.db.any(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'catalogue indexer%'`,
      );
      await sleep(200);
    }
    await fixture.caughtUp();
    await expectInStep(fixture.parts);
  }),
);

test('without a configuration it says in one sentence what is missing, and ends', async () => {
  const child = spawn(process.execPath, ['dist/indexer.js'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: fixture.databaseUrl },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(1);
  expect(said).toBe('MEILI_URL: needed to start an indexer by itself (npm start brings its own)\n');
});
