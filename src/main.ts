import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Express } from 'express';
import type { Logger } from 'pino';
import {
  answerUnparsed,
  cannotListen,
  ConfigError,
  connect,
  countPushes,
  createExpressServer,
  disconnect,
  keepSwept,
  LIMITS,
  listKeys,
  loadConfig,
  migrateAtStart,
  noLimits,
  observeRequests,
  openAsOf,
  openBodyBudget,
  openCounters,
  openHealth,
  openKeyRing,
  openLimits,
  openLog,
  openLogOutput,
  openMetrics,
  openQueue,
  openSyncLog,
  openWrites,
  readPrimary,
  readReplica,
  refuseFull,
  refuseFullDisk,
  serveMetrics,
  siteOriginOf,
  UnknownSchema,
  watchRequests,
  within,
  withoutSecrets,
} from './platform/index.js';
import type { Config, Database, Pace, ReplicaReads, Size } from './platform/index.js';
import { createApp } from './app.js';
import { ensureEpoch, openLargePushes, openMedia, openTerms, startCompleting } from './catalogue/index.js';
import { openDemand, openSearch, openStructureLibrary, searchedStructures } from './search/index.js';
import type { Search } from './search/index.js';
import { exposeBuild, introduce, logIntroduction, readBuild } from './introduce.js';
import type { Introduction } from './introduce.js';
import { exposeParts } from './main-metrics.js';
import { EXPORT_PACE } from './exchange/index.js';
import { openChemistry } from './chemistry/index.js';
import { serversOf } from './servers.js';

/** A running gateway. */
export interface Gateway {
  origin: string;
  metricsOrigin: string;
  /** what runs, and the servers below it, as it was logged */
  introduction: Introduction;
  /** takes no more requests, lets the running ones end, closes everything */
  close(): Promise<void>;
}

/** How long running requests may continue once the gateway is to stop, ms. */
const DRAIN_MS = 8_000;

/** How long clients are waited for. */
export interface Patience {
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

/**
 * Opens every part of the gateway and listens.
 * @param droppedLines the lines that the log has lost
 * @throws ConfigError where a variable is missing or what it names cannot be used
 */
export async function startGateway(
  config: Config,
  log: Logger,
  patience: Patience = {},
  droppedLines = (): number => 0,
): Promise<Gateway> {
  const { databaseUrl, databasePool } = config;
  if (databaseUrl === undefined)
    throw new ConfigError('DATABASE_URL: needed to start a gateway by itself (npm start brings its own)');
  const build = readBuild(config);
  await migrateAtStart(databaseUrl, log);
  const db = connect(databaseUrl, { name: 'catalogue gateway', pool: databasePool });
  await ensureEpoch(db); // a restored database gets a new epoch before any position is handed out
  const swept = await keepSwept();

  const keys = openKeyRing(db, databaseUrl, log);
  const syncLog = openSyncLog(db, log);
  const counters = config.redisUrl === undefined ? undefined : await openCounters(config.redisUrl, log);
  const terms = openTerms(db);
  await terms.load();
  const structures = openStructureLibrary(databaseUrl);
  const search = openSearch(
    { ...config, databaseUrl },
    db,
    terms,
    log,
    searchedStructures({ db, structures }),
  );
  let origin = '';
  const demand = openDemand(db, () => search.isInStep(), log);
  const largePushes = openLargePushes(databaseUrl);
  const chemistry = openChemistry();
  const shownChemistry = openChemistry();
  const visitorChemistry = openChemistry();
  const completing = startCompleting(db, chemistry, log);
  const { exportPace = EXPORT_PACE, exportSpool = LIMITS.exportSpool, imagePace, stallMs } = patience;
  const exportWait = patience.exportWaitMs === undefined ? {} : { waitMs: patience.exportWaitMs };
  const media = await openMedia({ config, db, log, ...(imagePace && { pace: imagePace }) });
  const replica = openReplica(config, db, log);
  const folders = { data: resolve(config.dataDir), spool: tmpdir() };
  const health = openHealth([
    { name: 'postgres', needed: true, check: () => db.one('SELECT 1') },
    { name: 'meilisearch', check: () => checkEngine(search) },
    { name: 'images', check: () => media.objects.check() },
    {
      name: 'disk',
      check: async () => {
        refuseFullDisk(db);
        await refuseFull(Object.values(folders));
      },
    },
    ...(counters ? [{ name: 'redis', check: counters.check }] : []),
    ...(replica ? [{ name: 'postgres_replica', check: replica.reads.check }] : []),
  ]);
  const servers = serversOf(config, databaseUrl, { db, counters, media, replica: replica?.db });
  const introducing = introduce(build, servers);
  const metrics = openMetrics();
  exposeBuild(metrics, build);
  exposeParts(metrics, {
    db,
    inquiryBounds: config.inquiryBounds,
    counters,
    search,
    health,
    servers,
    folders,
    replica: replica?.reads,
    droppedLines,
  });
  if (!config.rateLimit) log.warn('RATE_LIMIT=off: reads are not limited');

  const app = createApp({
    config,
    db,
    writes: openWrites(db, openQueue({ ...LIMITS.databaseWrites, all: config.databaseWrites })),
    reads: replica?.reads ?? readPrimary(db, openAsOf(db, log)),
    log,
    keys,
    syncLog,
    limits: config.rateLimit ? openLimits((prefix) => counters?.store(prefix)) : noLimits,
    search,
    terms,
    demand,
    media,
    structures,
    largePushes,
    chemistry,
    shownChemistry,
    visitorChemistry,
    bodies: { budget: openBodyBudget(), ...(stallMs !== undefined && { stallMs }) },
    exports: openQueue({ ...LIMITS.exports, all: config.exportConcurrency, ...exportWait }),
    drawnExports: openQueue({
      ...LIMITS.drawnExports,
      all: Math.ceil(config.exportConcurrency / 2),
      ...exportWait,
    }),
    listFiles: openQueue(LIMITS.listFiles),
    typedInchis: openQueue(LIMITS.typedInchis),
    workbookTurns: openQueue(LIMITS.workbooks),
    exportSpool: openQueue(exportSpool),
    exportPace,
    observe: observeRequests(metrics),
    pushed: countPushes(metrics),
    health,
    siteOrigin: () => origin,
  });
  const server = await serve(app, config, patience, () => origin);
  origin = siteOriginOf({ ...config, port: server.port });
  const metricsServer = await serveMetrics(metrics, config.metricsHost, config.metricsPort);
  const introduction = await introducing;
  if (config.meiliUrl === undefined)
    introduction.troubles.push('MEILI_URL: not set; searches are answered by Postgres');
  if (config.exportsTrouble !== undefined) introduction.troubles.push(config.exportsTrouble);
  if ((await listKeys(db)).length === 0)
    introduction.lines.push('no API key was issued yet: catalogue keys issue --name NAME');
  logIntroduction(log, introduction);
  log.info(`listens at ${config.host}:${server.port}, known as ${origin}`);
  log.info(`metrics at ${metricsServer.origin}/metrics`);
  return {
    origin,
    metricsOrigin: metricsServer.origin,
    introduction,
    async close() {
      metricsServer.close();
      await server.stop(DRAIN_MS);
      swept.stop();
      await keys.close();
      await largePushes.close();
      await completing.stop();
      await chemistry.close();
      await shownChemistry.close();
      await visitorChemistry.close();
      await structures.close();
      await syncLog.close();
      await demand.close();
      counters?.close();
      await search.close();
      media.close();
      await replica?.close();
      await disconnect(db);
    },
  };
}

/** Listens. @returns the port, and how to stop: running requests may continue for `patience` ms */
async function serve(
  app: Express,
  { host, port }: Config,
  { headersMs = 20_000, requestMs = 300_000, answerMs = 300_000, lingerMs = 1_000 }: Patience,
  siteOrigin: () => string,
): Promise<{ port: number; stop: (patience: number) => Promise<void> }> {
  const server = createExpressServer(app, {
    maxHeaderSize: 16 * 1024,
    // Longer than the minute for which common proxies keep connections: a request on a connection that is being closed
    // here would be answered with a 502.
    keepAliveTimeout: 65_000,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs / 4, 5_000),
  });
  answerUnparsed(server, () => `${siteOrigin()}/api-docs/errors`);
  const stop = watchRequests(server, answerMs, lingerMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen('PORT', host, port, error)));
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop };
}

/** @throws where the search engine does not answer, or none is configured */
async function checkEngine({ engine }: Search): Promise<void> {
  if (!engine) throw new Error('No search engine is configured.');
  await engine.check();
}

/** The replica that `DATABASE_READ_URL` names. */
function openReplica(
  config: Config,
  db: Database,
  log: Logger,
): { db: Database; reads: ReplicaReads; close(): Promise<void> } | undefined {
  if (config.databaseReadUrl === undefined) return undefined;
  const replica = connect(config.databaseReadUrl, {
    name: 'catalogue gateway reads',
    pool: config.databasePool,
    patience: 3_000, // the primary answers in its place
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

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const output = openLogOutput();
  const log = openLog(config, 'gateway', output);
  const gateway = await startGateway(config, log, {}, output.dropped);
  const { origin: listening, metricsOrigin: metrics, introduction } = gateway;
  process.send?.({ listening, metrics, introduction });
  let closing = false;
  const stop = (): void => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(1), 10_000).unref();
    void gateway.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
}

if (import.meta.filename === process.argv[1]) {
  main().catch((error: unknown) => {
    const expected = error instanceof ConfigError || error instanceof UnknownSchema;
    process.stderr.write(`${withoutSecrets(expected ? error.message : String(error))}\n`);
    process.exit(1);
  });
}
