import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startMeilisearch, stopMeilisearch } from '../../infra/embedded/meilisearch.js';
import { goneWithin, processIdentity } from '../../infra/embedded/processes.js';

/** A search engine of a test's own, for doing things to it that others must not feel. */
export interface OwnEngine {
  meili: { url: string; key: string };
  pid(): number;
  kill(): Promise<void>;
  /**
   * @param wiped with nothing left of what it held
   * @param key the only one that it takes from then on
   */
  restart(wiped?: boolean, key?: string): Promise<void>;
  /** starts it again where it has died by itself */
  revive(): Promise<void>;
  close(): Promise<void>;
}

/** @param disk where its files are, but for its log */
export async function openOwnEngine(disk = process.env['TEST_FOLDER']!): Promise<OwnEngine> {
  const folder = await mkdtemp(join(disk, 'catalogue-engine-'));
  const logFile = join(process.env['TEST_FOLDER']!, `${basename(folder)}.log`);
  const key = 'a key of sixteen bytes at least';
  const options = { folder: join(folder, 'engine'), logFile, masterKey: key };
  let server = await startMeilisearch(options);
  const port = Number(new URL(server.url).port);
  const restart: OwnEngine['restart'] = async (wiped = false, masterKey = key) => {
    if (wiped) await rm(options.folder, { recursive: true });
    server = await startMeilisearch({ ...options, masterKey, port });
  };
  return {
    meili: { url: server.url, key },
    pid: () => server.pid,
    restart,
    async revive() {
      if (processIdentity(server.pid) === undefined) await restart();
    },
    async kill() {
      const gone = goneWithin(server.pid, processIdentity(server.pid)!, 5_000);
      process.kill(server.pid, 'SIGKILL');
      await gone;
    },
    async close() {
      await stopMeilisearch(options.folder, 5_000);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
