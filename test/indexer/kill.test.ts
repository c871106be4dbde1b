import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestRebuild } from '../../indexer/rebuild-store.js';
import { expectInStep, openIndexerFixture, withFixture } from './fixture.js';
import type { IndexerFixture } from './fixture.js';
import { until } from '../support/until.js';
import { beside } from '../support/beside.js';
import { atEnd, closing } from '../support/with-own.js';

/** An indexer that kills or stops itself at a step. */
function run({ parts: { form, verifyEvery }, env }: IndexerFixture, how: object): ChildProcess {
  const args = ['test/indexer/killed-at.mjs', JSON.stringify({ form, verifyEvery, ...how })];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  atEnd(() => child.kill('SIGKILL'));
  return child;
}

const DELIVERING = ['read', 'built', 'sent', 'indexed', 'acknowledged'];
const REBUILDING = [
  'target created',
  'load begun',
  'page sent',
  'page acknowledged',
  'loaded',
  'verified',
  'swap noted',
  'swap sent',
  'swapped',
  'swap recorded',
  'old dropped',
];
/** What comes again and again within one delivery or rebuild is killed the first time and the second. */
const REPEATED = [...DELIVERING, 'page sent', 'page acknowledged'];
const ROUNDS = [
  [...DELIVERING, ...REBUILDING],
  ...(process.env['FULL'] ? [REPEATED, REPEATED] : [['sent', 'page sent']]),
];

// The tests of this file run side by side, each in a place of its own: an indexer that starts waits as often as it works.
test.concurrent(
  `killed ${ROUNDS.flat().length} times with kill -9, at every step of delivering and rebuilding, under writers: the index ends equal to the table`,
  async () => {
    const fixture = closing(await openIndexerFixture());
    const { db, parts } = fixture;
    await fixture.insert('A', 1_000);

    let paused = false;
    let writes = 0;
    const writing = [0, 1, 2].map((writer) => async (i: number): Promise<void> => {
      await sleep(paused ? 20 : 40);
      if (paused) return;
      // Long enough for others to begin later and commit earlier.
      await db.tx(async (tx) => {
        await tx.none(`INSERT INTO products (code, name_cn, source) VALUES ($1, '甲', 'test')`, [
          `W${writer}-${i}`,
        ]);
        await sleep(Math.random() * 60);
        // Rows of its own alone: two that wait for each other's rows would be a deadlock.
        await tx.none(
          `UPDATE products SET mw = $1 WHERE id % 80 = $2
              AND (code LIKE 'A%' AND id % 3 = $3 OR code LIKE $4)`,
          [i, i % 80, writer, `W${writer}-%`],
        );
        await tx.none('DELETE FROM products WHERE code = $1', [`W${writer}-${i - 5}`]);
      });
      writes++;
    });
    // The first build is over before a rebuild is asked for: what was asked beside it would be told its number.
    await fixture.built();
    const [one, two, three] = writing;
    await beside(one!, () =>
      beside(two!, () =>
        beside(three!, async () => {
          for (const [round, steps] of ROUNDS.entries()) {
            for (const step of steps) {
              if (REBUILDING.includes(step)) await requestRebuild(fixture.parts, 'command');
              // Small, so that a rebuild has several pages; yet more than the writers write while the engine takes one.
              const child = run(fixture, { batch: 200, step, times: round + 1, signal: 'SIGKILL' });
              // A step that never comes names itself.
              const within = AbortSignal.timeout(120_000);
              const [code, signal] = await (
                once(child, 'exit', { signal: within }) as Promise<[number | null, string | null]>
              ).catch(() => [null, null]);
              expect([step, code, signal]).toEqual([step, null, 'SIGKILL']);
            }
            paused = true;
            const indexer = fixture.start();
            await fixture.caughtUp();
            await expectInStep(parts);
            await indexer.stop();
            paused = false;
          }
        }),
      ),
    );
    expect(writes).toBeGreaterThan(50);
  },
  600_000,
);

test.concurrent(
  'the very first index, killed with kill -9 in the middle, goes on behind the last page: no page is sent twice',
  withFixture(async (fixture) => {
    await fixture.insert('A', 1_000);
    const { db, parts } = fixture;
    for (const loaded of [150, 300]) {
      const killed = run(fixture, { batch: 50, step: 'page acknowledged', times: 2, signal: 'SIGKILL' });
      await once(killed, 'exit');
      expect(await db.one('SELECT loaded, last_id FROM index_rebuilds')).toEqual({ loaded, last_id: loaded });
    }
    fixture.start({ batch: 50 });
    await fixture.caughtUp();
    await expectInStep(parts);
    const tasks = await parts.meili.tasks.getTasks({ types: ['documentAdditionOrUpdate'], limit: 1_000 });
    const sent = tasks.results.filter(({ indexUid }) => indexUid?.startsWith(parts.uid));
    expect(sent.reduce((sum, { details }) => sum + (details?.receivedDocuments ?? 0), 0)).toBe(1_000);
  }),
  120_000,
);

const FROZEN_AT = ['read', 'built', 'sent'];

// Side by side: most of the time a standby waits until the place of the leader is free.
test.concurrent(
  'a leader that freezes with old documents in its hands, and sends them after another has sent newer ones, leaves no trace',
  async () => {
    await Promise.all(FROZEN_AT.map(freezeAt));
  },
);

async function freezeAt(step: string): Promise<void> {
  const fixture = closing(await openIndexerFixture());
  const { db, parts } = fixture;
  const [id] = await fixture.insert('A');
  await fixture.built();
  const frozen = run(fixture, { step, times: 1, signal: 'SIGSTOP' });
  await db.none('UPDATE products SET mw = 1 WHERE id = $1', [id]);
  await until(async () => (await stateOf(frozen.pid!)) === 'T');
  fixture.start();
  await db.none('UPDATE products SET mw = 2 WHERE id = $1', [id]);
  await fixture.caughtUp();
  frozen.kill('SIGCONT');
  await sleep(1_000);
  await fixture.caughtUp();
  await expectInStep(parts);
  frozen.kill('SIGKILL');
  await once(frozen, 'exit');
}

async function stateOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]![0]!;
}
