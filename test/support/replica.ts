import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { makeSecret, startPostgres, stopPostgres } from '../../infra/embedded/postgres.js';
import { freePort } from '../../infra/embedded/processes.js';
import { migrate } from '../../src/platform/database/migrate.js';

/** A primary of a test's own and a streaming replica of it. */
export interface ReplicatedPostgres {
  url: string;
  replicaUrl: string;
  /** the replica receives, but shows nothing new until it is resumed */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** kill -9 of the primary */
  killPrimary(): void;
  /** makes the replica a primary of its own */
  promote(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  close(): Promise<void>;
}

export async function startReplicated(): Promise<ReplicatedPostgres> {
  const root = mkdtempSync(join(process.env['TEST_FOLDER']!, 'replicated-'));
  chmodSync(root, 0o711);
  const password = makeSecret();
  const settings = { fsync: 'off', shared_buffers: '64MB' };
  const place = (name: string) => ({
    folder: join(root, name),
    logFile: join(root, `${name}.log`),
    password,
    settings,
  });
  const primary = await startPostgres(place('primary'));
  await migrate(primary.url);

  // A base back-up by hand: the embedded programs have no pg_basebackup.
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`SELECT pg_backup_start('replica', true)`);
  const replica = { ...place('replica'), port: await freePort() };
  execFileSync('cp', ['-a', place('primary').folder, replica.folder]);
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
  await client.end();
  rmSync(join(replica.folder, 'postmaster.pid'));
  const { port } = new URL(primary.url);
  appendFileSync(
    join(replica.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=catalogue password=${password}'\n`,
  );
  for (const [name, text] of [
    ['backup_label', rows[0].labelfile as string],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(replica.folder, name), text);
    execFileSync('chown', ['--reference', replica.folder, join(replica.folder, name)]);
  }
  const { url: replicaUrl } = await startPostgres(replica);
  const onReplica = async (sql: string): Promise<void> => {
    const own = new pg.Client({ connectionString: replicaUrl });
    await own.connect();
    await own.query(sql);
    await own.end();
  };
  return {
    url: primary.url,
    replicaUrl,
    pause: () => onReplica('SELECT pg_wal_replay_pause()'),
    resume: () => onReplica('SELECT pg_wal_replay_resume()'),
    killPrimary: () => void process.kill(primary.pid, 'SIGKILL'),
    promote: () => onReplica('SELECT pg_promote()'),
    stopReplica: async () => void (await stopPostgres(replica.folder, 5_000)),
    startReplica: async () => void (await startPostgres(replica)),
    async close() {
      await stopPostgres(replica.folder, 2_000);
      await stopPostgres(place('primary').folder, 2_000);
      rmSync(root, { recursive: true, force: true });
    },
  };
}
