import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMeilisearch } from '../../infra/embedded/meilisearch.js';
import { endProcess, freePort } from '../../infra/embedded/processes.js';
import { makeSecret } from '../../infra/embedded/postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import { startOwnPostgres } from '../support/own-postgres.js';
import { makeBucket, s3Environment } from '../catalogue/media/bucket.js';
import { startRedis } from '../support/redis.js';
import { startSwift } from '../support/swift.js';

/** A part of the stack, and what may befall it. */
export interface Part {
  /** kill -9 of all its processes */
  kill(): Promise<void>;
  /** as an administrator does */
  stop(): Promise<void>;
  /** starts it again at its old address, and waits until it answers */
  start(): Promise<void>;
  /** SIGSTOP of all its processes: connections stay, answers stay away */
  freeze(): void;
  thaw(): void;
}

export const PARTS = ['postgres', 'meilisearch', 'redis', 's3', 'indexer', 'gateway'] as const;
export type PartName = (typeof PARTS)[number];

/** The stack as it stands on servers: two gateways, two indexers of which one leads, and what they stand on. */
export interface Topology {
  parts: Record<PartName, Part>;
  /** of the gateways; the first is the one that is hit */
  origins: [string, string];
  /** what gateways and indexers are told */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Starts all of it, every part a process (or several) of its own. */
export async function startTopology(): Promise<Topology> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closing.toReversed()) await each();
  };
  try {
    return { ...(await openAll(closing)), close };
  } catch (error) {
    await close(); // what had started by then
    throw error;
  }
}

async function openAll(closing: (() => Promise<unknown>)[]): Promise<Omit<Topology, 'close'>> {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-faults-'));
  chmodSync(folder, 0o711);
  const sweeper = spawn(process.execPath, ['test/support/sweeper.mjs', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const engine = {
    folder: join(folder, 'engine'),
    logFile: join(folder, 'engine.log'),
    masterKey: makeSecret(),
  };
  closing.push(async () => {
    const swept = once(sweeper, 'exit');
    sweeper.stdin.end();
    await swept;
  });
  const closedBy = async <T>(starting: Promise<T>, end: (part: T) => Promise<unknown>): Promise<T> => {
    const part = await starting;
    closing.push(() => end(part));
    return part;
  };
  const [postgres, redis, swift, meili] = await Promise.all([
    closedBy(startOwnPostgres(), (part) => part.remove()),
    closedBy(startRedis(), (part) => part.stop()),
    closedBy(startSwift(), (part) => part.close()),
    startMeilisearch(engine), // the sweeper knows it by its folder
  ]);
  await migrate(postgres.url);
  const bucket = await makeBucket(swift);
  bucket.client.destroy();
  const environment = {
    DATABASE_URL: postgres.url,
    MEILI_URL: meili.url,
    MEILI_KEY: engine.masterKey,
    REDIS_URL: redis.url,
    ...s3Environment(bucket.config),
    // By this folder the sweeper knows them, should this process end before them.
    DATA_DIR: folder,
    SITE_ORIGIN: 'http://catalogue.test',
  };
  const ports = [await freePort(), await freePort()];
  const gateways = ports.map((port) =>
    openProcess(() => startGatewayProcess({ ...environment, PORT: String(port), LOG_LEVEL: 'warn' })),
  );
  const indexers = [0, 1].map(() =>
    openProcess(() => startIndexerProcess({ ...environment, LOG_LEVEL: 'warn' })),
  );
  closing.push(() => Promise.all([...gateways, ...indexers].map((each) => each.kill())));
  // The first of the indexers leads.
  await Promise.all([gateways[0]!.start(), gateways[1]!.start(), indexers[0]!.start()]);
  await indexers[1]!.start();

  let { pid: enginePid } = meili;
  const ofPostgres = (signal: NodeJS.Signals): void => signalTree(postgres.pid(), signal);
  const parts: Record<PartName, Part> = {
    postgres: {
      kill: async () => ofPostgres('SIGKILL'),
      stop: () => postgres.stop(),
      start: () => postgres.start(),
      freeze: () => ofPostgres('SIGSTOP'),
      thaw: () => ofPostgres('SIGCONT'),
    },
    meilisearch: {
      kill: async () => send(enginePid, 'SIGKILL'),
      stop: () => endProcess(enginePid, 10_000),
      async start() {
        const port = Number(new URL(meili.url).port);
        enginePid = (await startMeilisearch({ ...engine, port })).pid;
      },
      freeze: () => send(enginePid, 'SIGSTOP'),
      thaw: () => send(enginePid, 'SIGCONT'),
    },
    redis: { ...redis, stop: () => redis.kill() },
    s3: { ...swift, kill: () => swift.stop() },
    indexer: indexers[0]!,
    gateway: gateways[0]!,
  };
  closing.push(async () => PARTS.forEach((name) => parts[name].thaw()));
  return {
    parts,
    origins: ports.map((port) => `http://127.0.0.1:${port}`) as [string, string],
    environment,
  };
}

interface OneProcess {
  kill(signal: NodeJS.Signals): void;
  ended: Promise<unknown>;
}

/** A part that is a single process of this service. */
export function openProcess(launch: () => Promise<OneProcess>): Part {
  let running: OneProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running?.kill(signal);
    await running?.ended;
  };
  return {
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async start() {
      running = await launch();
    },
    freeze: () => running?.kill('SIGSTOP'),
    thaw: () => running?.kill('SIGCONT'),
  };
}

/** Sends a signal to a process and then to its children. */
function signalTree(parent: number, signal: NodeJS.Signals): void {
  const children = childrenOf(parent);
  send(parent, signal);
  for (const pid of new Set([...children, ...childrenOf(parent)])) send(pid, signal);
}

/** Sends a signal to a process, if it is still there. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false; // it has ended, or is no process
      }
    });
}
