import { readdirSync } from 'node:fs';
import { endProcess, freePort } from '../../infra/embedded/processes.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import { startOwnPostgres } from '../support/own-postgres.js';
import { makeBucket, s3Environment } from '../catalogue/media/bucket.js';
import { startRedis } from '../support/redis.js';
import { startSwift } from '../support/swift.js';
import { openOwnEngine } from '../support/own-engine.js';
import { atEnd, closing } from '../support/with-own.js';
import { parentOf, temporaryFolder } from '../infra/launch.js';

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
}

/** Starts all of it, every part a process (or several) of its own, until the last test of the file is over. */
export async function startTopology(): Promise<Topology> {
  const [postgres, redis, swift, engine] = await Promise.all([
    startOwnPostgres().then(closing),
    startRedis(),
    startSwift().then(closing),
    openOwnEngine().then(closing),
  ]);
  await migrate(postgres.url);
  const bucket = await makeBucket(swift);
  const environment = {
    DATABASE_URL: postgres.url,
    MEILI_URL: engine.meili.url,
    MEILI_KEY: engine.meili.key,
    REDIS_URL: redis.url,
    ...s3Environment(bucket.config),
    DATA_DIR: temporaryFolder(),
    SITE_ORIGIN: 'http://catalogue.test',
  };
  const ports = [await freePort(), await freePort()];
  const gateways = ports.map((port) =>
    openProcess(() => startGatewayProcess({ ...environment, PORT: String(port), LOG_LEVEL: 'warn' })),
  );
  const indexers = [0, 1].map(() =>
    openProcess(() => startIndexerProcess({ ...environment, LOG_LEVEL: 'warn' })),
  );
  // The first of the indexers leads.
  await Promise.all([gateways[0]!.start(), gateways[1]!.start(), indexers[0]!.start()]);
  await indexers[1]!.start();

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
      kill: () => engine.kill(),
      stop: () => endProcess(engine.pid(), 10_000),
      start: () => engine.restart(),
      freeze: () => send(engine.pid(), 'SIGSTOP'),
      thaw: () => send(engine.pid(), 'SIGCONT'),
    },
    redis: { ...redis, stop: () => redis.kill() },
    s3: { ...swift, kill: () => swift.stop() },
    indexer: indexers[0]!,
    gateway: gateways[0]!,
  };
  atEnd(() => PARTS.forEach((name) => parts[name].thaw()));
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

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
