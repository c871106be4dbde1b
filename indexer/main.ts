import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  ConfigError,
  DROPPED_LINES,
  giveWay,
  isUnavailable,
  loadConfig,
  migrate,
  openLog,
  openLogOutput,
  openMetrics,
  postgresServer,
  serveMetrics,
  siteOriginOf,
  UnknownSchema,
  withoutSecrets,
} from '../src/platform/index.js';
import type { Config } from '../src/platform/index.js';
import { exposeBuild, introduce, logIntroduction, readBuild } from '../src/platform/index.js';
import type { Build } from '../src/platform/index.js';
import { deliverWebhooks, mailInquiries } from '../src/exchange/index.js';
import { engineServers } from '../src/search/index.js';
import { runRequestedChecks } from './checks.js';
import { closeContext, openContext } from './context.js';
import type { IndexerContext } from './context.js';
import { runIndexer } from './leader.js';
import type { Chores, Role } from './leader.js';
import { checkProductsRegularly, maintain, maintainEngine, mergeSearchKeysRegularly } from './maintenance.js';
import { observeIndexing } from './metrics.js';

/** Runs an indexer until it is stopped. While Postgres or the engine is away, at the start or later, it waits. */
async function main(): Promise<void> {
  giveWay();
  const config = loadConfig(process.env);
  const output = openLogOutput();
  const log = openLog(config, 'indexer', output);
  const context = openContext(config, log);
  let role: Role = 'starting';
  const build = readBuild(config);
  const metrics = openMetrics();
  exposeBuild(metrics, build);
  metrics.expose('log_lines_dropped_total', DROPPED_LINES, output.dropped);
  context.observer = observeIndexing(metrics, context, () => role);
  // A standby is as ready as the leader.
  const metricsServer = await serveMetrics(metrics, config.metricsHost, config.metricsPort, () => ({
    ok: role !== 'starting',
    role,
  }));
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = (): void => {
    if (signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), 4_000).unref();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);

  await migrateOncePossible(context.databaseUrl, log, signal);
  if (!signal.aborted) await introduceIndexer(context, config, build, metricsServer.origin);
  await runIndexer(context, {
    signal,
    onRole(what) {
      role = what;
      if (what !== 'starting') process.send?.({ ready: true, metrics: metricsServer.origin });
    },
    chores: choresOfLeader(context, config),
  });
  metricsServer.close();
  await closeContext(context);
  log.info('stopped');
}

/** Brings the database up to date; waits for a Postgres that is away. */
async function migrateOncePossible(databaseUrl: string, log: Logger, signal: AbortSignal): Promise<void> {
  for (let warned = false; !signal.aborted; warned = true) {
    try {
      return void (await migrate(databaseUrl, { log }));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (!warned) log.warn({ reason: (error as Error).message }, 'Postgres is away; trying again');
      await sleep(500, undefined, { signal }).catch(() => {});
    }
  }
}

/** What the leader does beside feeding the index, by the names that its log uses. */
function choresOfLeader(context: IndexerContext, config: Config): Chores {
  const { db, databaseUrl, log } = context;
  const { mail, webhooks } = config;
  const siteOrigin = siteOriginOf(config);
  return {
    'the maintenance': (during) => maintain(context, during, config),
    'the maintenance of the engine': (during) => maintainEngine(context, during),
    'merging search keys': (during) => mergeSearchKeysRegularly(context, during),
    'checking products': (during) => checkProductsRegularly(context, during),
    'requested checks': (during) => runRequestedChecks(context, during),
    'delivering webhooks': (during) =>
      deliverWebhooks({ databaseUrl, log, siteOrigin, settings: webhooks }, during),
    ...(mail && {
      'mailing inquiries': (during) => mailInquiries({ db, log, siteOrigin, settings: mail }, during),
    }),
  };
}

/** Logs what runs, and the servers below it. An engine that cannot be used is tried until it can. */
async function introduceIndexer(
  { db, databaseUrl, log }: IndexerContext,
  config: Config,
  build: Build,
  metricsOrigin: string,
): Promise<void> {
  const introduction = await introduce(config, build, [
    postgresServer(db, databaseUrl),
    ...engineServers(config),
  ]);
  logIntroduction(log, introduction);
  log.info(`metrics at ${metricsOrigin}/metrics`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const expected = error instanceof ConfigError || error instanceof UnknownSchema;
    const told = expected ? error.message : String((error as Error).stack ?? error);
    process.stderr.write(`${withoutSecrets(told)}\n`);
    process.exit(1);
  },
);
