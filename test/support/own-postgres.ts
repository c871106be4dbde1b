import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../infra/embedded/processes.js';
import { makeSecret, startPostgres, stopPostgres } from '../../infra/embedded/postgres.js';

/** A Postgres server of a test's own, which it may stop, crash and start again. */
export interface OwnPostgres {
  url: string;
  /** the postmaster, the parent of all its processes */
  pid(): number;
  start(): Promise<void>;
  /** as an administrator does: connections are ended, everything is on disk */
  stop(): Promise<void>;
  /** as after a crash: connections just end, the next start recovers */
  crash(): Promise<void>;
  /** Stops it, copies its data folder, and starts it again. @returns puts the copy back in the same way */
  copy(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const root = mkdtempSync(join(process.env['TEST_FOLDER']!, 'postgres-'));
  const folder = join(root, 'postgres');
  const options = {
    folder,
    logFile: join(root, 'postgres.log'),
    password: makeSecret(),
    port: await freePort(),
    settings: { fsync: 'off', shared_buffers: '64MB' },
  };
  // Sweeps up however this process ends: its standard input closes then.
  const script = `
    cat; pid=$(head -1 "$1/postgres/postmaster.pid")
    kill -QUIT "$pid"; kill -CONT "$pid"; while kill -0 "$pid"; do sleep 0.05; done
    rm -rf "$1"`;
  const sweeper = spawn('sh', ['-c', script, 'sh', root], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  let { url, pid } = await startPostgres(options);
  return {
    url,
    pid: () => pid,
    async start() {
      ({ url, pid } = await startPostgres(options));
    },
    async stop() {
      await stopPostgres(folder, 10_000);
    },
    async crash() {
      process.kill(pid, 'SIGQUIT');
      await stopPostgres(folder, 10_000); // waits for its end
    },
    async copy() {
      const copyWhileStopped = async (from: string, to: string): Promise<void> => {
        await stopPostgres(folder, 10_000);
        rmSync(to, { recursive: true, force: true });
        execFileSync('cp', ['-a', from, to]);
        ({ url, pid } = await startPostgres(options));
      };
      const older = join(root, 'older');
      await copyWhileStopped(folder, older);
      return () => copyWhileStopped(older, folder);
    },
    async close() {
      const swept = once(sweeper, 'exit');
      sweeper.stdin.end();
      await swept;
    },
  };
}
