import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { RequestHandler } from 'express';
import { openCounters } from './access/counters.js';
import type { Counters } from './access/counters.js';
import { authorise } from './access/identify.js';
import { openKeyRing } from './access/keys.js';
import type { KeyRing } from './access/keys.js';
import { openLimits } from './access/limits.js';
import type { Limits } from './access/limits.js';
import { openSyncLog } from './access/sync-log.js';
import type { SyncLog } from './access/sync-log.js';
import { ConfigError } from './config.js';
import type { Config } from './config.js';
import { openAsOf } from './database/as-of.js';
import { connect, disconnect, refuseFullDisk } from './database/connect.js';
import type { Database } from './database/connect.js';
import { migrate } from './database/migrate.js';
import { readPrimary, readReplica } from './database/reads.js';
import type { Reads, ReplicaReads } from './database/reads.js';
import { postgresServer } from './database/server.js';
import { openWrites } from './database/writes.js';
import type { Writes } from './database/writes.js';
import { keepSwept, openBodyLimits } from './http/body.js';
import type { HealthCheck } from './http/health.js';
import { LIMITS } from './limits/sizes.js';
import type { Pace, Size } from './limits/sizes.js';
import { openLimit } from './limits/limit.js';
import type { BodyBounds, Guard } from './http/route.js';
import { refuseFull } from './process/disk.js';
import type { Dependency } from './process/introduce.js';
import { countPushes, observeRequests, openMetrics } from './process/metrics.js';
import type { Metrics, Pushed } from './process/metrics.js';
import { within } from './process/time-out.js';
import { hostAndPort } from './process/unusable.js';

/** How long clients are waited for; each has a default where it is used. */
export interface Waits {
  /** the longest that an export waits for its turn */
  exportWaitMs?: number;
  /** how fast an export must be taken */
  exportPace?: Pace;
  /** what exports that are taken slowly may hold on disk */
  exportSpool?: Size;
  /** how fast an image must be taken */
  imagePace?: Pace;
  /** the longest that a client may take to send the head of a request */
  headersMs?: number;
  /** the longest that it may take to send all of it */
  requestMs?: number;
  /** the longest pause within a body */
  stallMs?: number;
  /** the longest that it may take to receive an answer that is ready */
  answerMs?: number;
  /** how long connections without a request are kept at the stop */
  lingerMs?: number;
}

/** What all packages share; each gets it when it is opened. */
export interface Context {
  config: Config;
  databaseUrl: string;
  log: Logger;
  /** for reads that must not be late, and what the gateway notes by itself */
  db: Database;
  writes: Writes;
  /** reads of products, on the primary or on its replica */
  reads: Reads;
  keys: KeyRing;
  syncLog: SyncLog;
  limits: Limits;
  /** what stands before a route: its limits, and whether the caller may */
  guard: Guard;
  bodies: BodyBounds;
  waits: Waits;
  /** counts the items of a push */
  pushed: (counts: Partial<Pushed>) => void;
  /** sees every request, for the metrics */
  observe: RequestHandler;
  /** `<scheme>://<host>[:port]` of this site, known once the server listens; never taken from a request */
  siteOrigin: () => string;
}

/** What a package adds to the gateway. */
export interface Feature {
  checks?: HealthCheck[];
  /** the servers that it uses, for the log of the start */
  servers?: Dependency[];
  /** what is amiss with its configuration, for the log of the start */
  troubles?: string[];
  /** registers its figures */
  metrics?: (metrics: Metrics) => void;
  /** ends what it began, once no request is left */
  stop?: () => Promise<void> | void;
}

interface PlatformOptions extends Pick<Context, 'waits' | 'siteOrigin'> {
  /** runs once the database is up to date and connected, before anything reads it */
  started: (db: Database) => Promise<unknown>;
}

/**
 * Opens the gateway's own part: what all packages share, and where they register their figures.
 * @throws ConfigError where a variable is missing or what it names cannot be used
 */
export async function openPlatform(
  config: Config,
  log: Logger,
  { started, ...given }: PlatformOptions,
): Promise<Feature & { context: Context; registry: Metrics }> {
  const { redisUrl, databaseUrl } = config;
  if (databaseUrl === undefined)
    throw new ConfigError('DATABASE_URL: needed to start a gateway by itself (npm start brings its own)');
  await migrate(databaseUrl, { log });
  const db = connect(databaseUrl, { name: 'catalogue gateway', pool: config.databasePool });
  await started(db);
  const swept = await keepSwept();
  const counters = redisUrl === undefined ? undefined : await openCounters(redisUrl, log);
  const replica = openReplica(config, db, log);
  const limits = openLimits((prefix) => counters?.store(prefix), !config.rateLimit);
  if (!config.rateLimit) log.warn('RATE_LIMIT=off: reads are not limited');
  const registry = openMetrics();
  const folders = { data: resolve(config.dataDir), spool: tmpdir() };

  const context: Context = {
    config,
    databaseUrl,
    log,
    db,
    writes: openWrites(db, openLimit({ ...LIMITS.databaseWrites, all: config.databaseWrites })),
    reads: replica?.reads ?? readPrimary(db, openAsOf(db, log)),
    keys: openKeyRing(db, databaseUrl, log),
    syncLog: openSyncLog(db, log),
    limits,
    guard: (route) => [limits.before(route), authorise(route)],
    bodies: { limits: openBodyLimits(), stallMs: given.waits.stallMs },
    pushed: countPushes(registry),
    observe: observeRequests(registry),
    ...given,
  };
  return {
    context,
    registry,
    checks: [
      { name: 'postgres', needed: true, check: () => db.one('SELECT 1') },
      diskCheck(db, Object.values(folders)),
      ...(counters ? [{ name: 'redis', check: counters.check }] : []),
      ...(replica ? [{ name: 'postgres_replica', check: replica.reads.check }] : []),
    ],
    servers: [
      postgresServer(db, databaseUrl),
      ...(replica ? [postgresServer(replica.db, config.databaseReadUrl!, 'DATABASE_READ_URL')] : []),
      ...(counters ? [redisServer(redisUrl!, counters)] : []),
    ],
    metrics: (metrics) => exposeShared(metrics, folders, db, replica?.reads, counters),
    async stop() {
      swept.stop();
      await context.keys.close();
      await context.syncLog.close();
      counters?.close();
      await replica?.close();
      await disconnect(db);
    },
  };
}

/** The replica that `DATABASE_READ_URL` names. */
function openReplica(config: Config, db: Database, log: Logger) {
  if (config.databaseReadUrl === undefined) return undefined;
  const replica = connect(config.databaseReadUrl, {
    name: 'catalogue gateway reads',
    pool: config.databasePool,
    connectMs: 3_000, // the primary answers in its place
  });
  const reads = readReplica(db, replica, log);
  return {
    db: replica,
    reads,
    async close() {
      reads.close();
      // One that is frozen would not even let its connections go.
      await within(1_000, disconnect(replica)).catch(() => {});
    },
  };
}

const diskCheck = (db: Database, folders: string[]): HealthCheck => ({
  name: 'disk',
  async check() {
    refuseFullDisk(db);
    await refuseFull(folders);
  },
});

const redisServer = (url: string, { version }: Counters): Dependency => ({
  name: 'redis',
  title: 'Redis',
  where: `at ${hostAndPort(url, 6379)}`,
  variable: 'REDIS_URL',
  version,
});

function exposeShared(
  metrics: Metrics,
  folders: Record<string, string>,
  db: Database,
  replica?: ReplicaReads,
  counters?: Counters,
): void {
  exposeDisks(metrics, folders);
  exposePool(metrics, db);
  if (replica)
    metrics.expose(
      'postgres_replica_lag_seconds',
      'How long the read replica has not held what the primary had; infinite while it is away',
      replica.lag,
    );
  metrics.expose(
    'rate_limit_fallbacks_total',
    'Counts that went to memory because Redis was away',
    () => counters?.fallbacks() ?? 0,
  );
}

function exposePool(metrics: Metrics, db: Database): void {
  const pool = db.$pool;
  metrics.expose('postgres_pool_connections', 'Connections to Postgres that are open', () => pool.totalCount);
  metrics.expose(
    'postgres_pool_busy',
    'Connections to Postgres that are at work',
    () => pool.totalCount - pool.idleCount,
  );
  metrics.expose('postgres_pool_waiting', 'Statements that wait for a connection', () => pool.waitingCount);
}

/** @param folders those that are written to, by what is in them */
function exposeDisks(metrics: Metrics, folders: Record<string, string>): void {
  const ofDisks = async (figure: (disk: StatsFs) => number): Promise<Record<string, number>> => {
    const values = await Promise.all(
      Object.entries(folders).map(async ([name, folder]) => {
        const disk = await statfs(folder).catch(() => undefined);
        return disk ? [[name, figure(disk)] as const] : [];
      }),
    );
    return Object.fromEntries(values.flat());
  };
  metrics.exposeBy('folder', 'disk_free_bytes', 'Room that is left where a folder lies', () =>
    ofDisks(({ bavail, bsize }) => bavail * bsize),
  );
  metrics.exposeBy('folder', 'disk_size_bytes', 'Room that there is where a folder lies', () =>
    ofDisks(({ blocks, bsize }) => blocks * bsize),
  );
}
