import { readdir, readFile } from 'node:fs/promises';
import { issueKey } from '../../src/platform/access/keys.js';
import { callAt } from './call.js';
import type { Answered, Sent } from './call.js';
import { openPlace } from './place.js';
import type { Place } from './place.js';
import { startGatewayProcess } from './processes.js';

/** A gateway in a process of its own: it can be killed, and its memory measured. */
export interface GatewayFixture extends Pick<Place, 'db' | 'databaseUrl' | 'indexUid' | 'dataDir' | 'close'> {
  origin: string;
  key: string;
  /** below /api/v1, with the key */
  call(method: string, path: string, more?: Sent): Promise<Answered>;
  /** from the root of the site, without a key */
  read(path: string, headers?: Record<string, string>, method?: string): Promise<Answered>;
  /** memory of the process that is not swapped out or shared with files, in MB */
  memory(): Promise<{ now: number; peak: number }>;
  /** its files and connections */
  openFiles(): Promise<number>;
  signal(signal: NodeJS.Signals): void;
  /** ends it at once, as kill -9 does */
  killed(): Promise<void>;
  /** starts it again on the same data */
  restart(): Promise<void>;
}

/** @param env what configures it besides its database @throws Error with what it wrote where it does not start */
export async function openGateway(env: Record<string, string> = {}): Promise<GatewayFixture> {
  const place = await openPlace(env);
  const { db, databaseUrl, indexUid, dataDir } = place;
  let running = await startGatewayProcess(place.env).catch(async (error: unknown) => {
    await place.close();
    throw error;
  });
  const { key } = await issueKey(db, { name: 'test' });

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running.kill(signal);
    await running.ended;
  };

  return {
    get origin() {
      return running.origin;
    },
    db,
    dataDir,
    key,
    databaseUrl,
    indexUid,
    call: (method, path, more) => callAt(`${running.origin}/api/v1${path}`, method, { key, ...more }),
    read: (path, headers = {}, method = 'GET') => callAt(running.origin + path, method, { headers }),
    async memory() {
      const status = await readFile(`/proc/${running.pid}/status`, 'utf8');
      const megabytes = (name: string): number =>
        Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024;
      return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
    },
    openFiles: async () => (await readdir(`/proc/${running.pid}/fd`)).length,
    signal: (signal) => running.kill(signal),
    killed: () => end('SIGKILL'),
    async restart() {
      await end('SIGKILL');
      running = await startGatewayProcess(place.env);
    },
    async close() {
      await end('SIGTERM');
      await place.close();
    },
  };
}
