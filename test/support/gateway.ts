import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '../../src/access/keys.js';
import type { Database } from '../../src/database/connect.js';
import { freshDatabase } from './database.js';
import { engine, freshIndexUid } from './engine.js';
import { startGatewayProcess } from './processes.js';

export interface GatewayAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** A gateway in a process of its own: it can be killed, and its memory measured. */
export interface GatewayFixture {
  origin: string;
  db: Database;
  /** where its images lie, unless they lie in S3 */
  dataDir: string;
  key: string;
  databaseUrl: string;
  indexUid: string;
  /** below /api/v1, with the key; `json` is sent as a JSON body */
  call(
    method: string,
    path: string,
    more?: { json?: unknown; body?: RequestInit['body']; duplex?: 'half'; headers?: Record<string, string> },
  ): Promise<GatewayAnswer>;
  /** from the root of the site, without a key */
  read(path: string, headers?: Record<string, string>, method?: string): Promise<GatewayAnswer>;
  /** memory of the process that is not swapped out or shared with files, in MB */
  memory(): Promise<{ now: number; peak: number }>;
  /** its files and connections */
  openFiles(): Promise<number>;
  signal(signal: NodeJS.Signals): void;
  /** ends it at once, as kill -9 does */
  killed(): Promise<void>;
  /** starts it again on the same data */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** @param env what configures it besides its database @throws Error with what it wrote where it does not start */
export async function openGateway(env: Record<string, string> = {}): Promise<GatewayFixture> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'catalogue-media-'));
  const { url, key: meiliKey } = engine();
  const indexUid = freshIndexUid();
  const settings = {
    DATABASE_URL: database.url,
    MEILI_URL: url,
    MEILI_KEY: meiliKey,
    MEILI_INDEX: indexUid,
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  };
  const sweep = async (): Promise<void> => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  let running = await startGatewayProcess(settings).catch(async (error: unknown) => {
    await sweep();
    throw error;
  });
  const { key } = await issueKey(database.db, { name: 'test' });

  const read = async (address: string, init: RequestInit): Promise<GatewayAnswer> => {
    const response = await fetch(address, { redirect: 'manual', ...init });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined,
    };
  };

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running.kill(signal);
    await running.ended;
  };

  return {
    get origin() {
      return running.origin;
    },
    db: database.db,
    dataDir,
    key,
    databaseUrl: database.url,
    indexUid,
    call(method, path, { json, body, duplex, headers } = {}) {
      return read(`${running.origin}/api/v1${path}`, {
        method,
        headers: {
          'X-API-Key': key,
          ...(json !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(body !== undefined && { body }),
        ...(duplex && { duplex }),
      });
    },
    read: (path, headers = {}, method = 'GET') => read(running.origin + path, { method, headers }),
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
      running = await startGatewayProcess(settings);
    },
    async close() {
      await end('SIGTERM');
      await sweep();
    },
  };
}
