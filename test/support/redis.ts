import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '../../infra/embedded/processes.js';
import { describeWhere } from './installed.js';
import { atEnd } from './with-own.js';

/** A Redis server of a test's own, to be killed, frozen and started again. It keeps nothing on disk. */
export interface RedisServer {
  url: string;
  /** a client for looking at what is stored */
  client: Redis;
  /** kill -9 */
  kill(): Promise<void>;
  /** starts it again on its port, empty */
  start(): Promise<void>;
  /** SIGSTOP: connections stay, answers stay away */
  freeze(): void;
  thaw(): void;
}

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
export const describeWithRedis = describeWhere(hasRedis, 'apt-get install redis-server');

/** Starts a server on a free port, or on a given one, until the last test of the file is over. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const used = port ?? (await freePort());
  const url = `redis://127.0.0.1:${used}`;
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => {});
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--loglevel', 'warning'];
    child = spawn('redis-server', ['--port', String(used), ...options], { stdio: 'ignore' });
    const failed = once(child, 'exit').then(() => {
      throw new Error('redis-server ended at its start');
    });
    failed.catch(() => {});
    await Promise.race([client.ping(), failed]); // it is asked again until somebody answers
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  atEnd(() => {
    client.disconnect();
    return end('SIGKILL');
  });
  await start();
  return {
    url,
    client,
    kill: () => end('SIGKILL'),
    start,
    freeze: () => void child!.kill('SIGSTOP'),
    thaw: () => void child!.kill('SIGCONT'),
  };
}
