import { setTimeout as sleep } from 'node:timers/promises';
import { LOCKS } from '../../src/platform/database/locks.js';
import { engine } from '../support/engine.js';
import { openLine } from '../support/line.js';
import { until } from '../support/until.js';
import { expectInStep, openIndexerFixture, withFixture } from './fixture.js';
import type { IndexerFixture } from './fixture.js';
import { killAll, startIndexerProcess } from '../support/processes.js';
import type { IndexerProcess } from '../support/processes.js';
import { launch } from '../infra/launch.js';

let fixture: IndexerFixture;
const started: IndexerProcess[] = [];
beforeEach(async () => {
  fixture = await openIndexerFixture();
});
afterEach(async () => {
  await killAll(started.splice(0));
  await fixture.close();
});

/** The indexer as it is run, a process of its own, once it says that it is ready. */
async function startProcess({ env }: IndexerFixture, more = {}): Promise<IndexerProcess> {
  const indexer = await startIndexerProcess({ ...env, ...more });
  started.push(indexer);
  return indexer;
}

/** The sessions that hold the leader's lock. */
const leaders = ({ db }: IndexerFixture): Promise<number[]> =>
  db.map(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = ${LOCKS.indexer}
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [],
    ({ pid }: { pid: number }) => pid,
  );

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
      expect((await leaders(fixture)).length).toBeLessThanOrEqual(1);
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

test('a leader without a standby that has no processor for a time keeps the lead', async () => {
  const indexer = await startProcess(fixture);
  const before = await leaders(fixture);
  indexer.kill('SIGSTOP');
  await sleep(6_000);
  indexer.kill('SIGCONT');
  await fixture.insert('A', 5);
  await fixture.caughtUp();
  await sleep(1_000);
  expect(await leaders(fixture)).toEqual(before);
  expect(before).toHaveLength(1);
});

test('it stops on SIGTERM within 2 s, and when its parent is gone', async () => {
  for (const end of [
    (child: IndexerProcess) => child.kill('SIGTERM'),
    (child: IndexerProcess) => child.leave(),
  ]) {
    const child = await startProcess(fixture);
    const started = performance.now();
    end(child);
    expect(await child.ended).toBe(0);
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
    const starting = startProcess(fixture, { DATABASE_URL: postgres.url, MEILI_URL: meili.url });
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
    const child = await starting;
    child.kill('SIGKILL');
    expect(await child.ended).toBe('SIGKILL'); // and had not ended before
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
  const { code, err } = await launch('node', ['dist/indexer.js'], { DATABASE_URL: fixture.databaseUrl })
    .ended;
  expect(code).toBe(1);
  expect(err).toBe('MEILI_URL: needed to start an indexer by itself (npm start brings its own)\n');
});
