import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  ConfigError,
  directWrites,
  DROPPED_LINES,
  exposeBuild,
  giveWay,
  introduce,
  isUnavailable,
  loadConfig,
  logIntroduction,
  migrate,
  openLog,
  openLogOutput,
  openMetrics,
  postgresServer,
  readBuild,
  serveMetrics,
  siteOriginOf,
  UnknownSchema,
  withoutSecrets,
} from '../src/platform/index.js';
import type { Config } from '../src/platform/index.js';
import { catchUp } from '../src/catalogue/index.js';
import { deliverWebhooks, mailInquiries } from '../src/exchange/index.js';
import { engineServers, mergeSearchKeys } from '../src/search/index.js';
import { closeContext, openContext } from './context.js';
import type { IndexerContext } from './context.js';
import { every } from './every.js';
import { runIndexer } from './leader.js';
import type { Chores, Role } from './leader.js';
import { checkAsRequested, maintain, maintainEngine } from './maintenance.js';
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
  // An engine that cannot be used is tried until it can.
  const servers = [postgresServer(context.db, context.databaseUrl), ...engineServers(config)];
  if (!signal.aborted) logIntroduction(log, await introduce(config, build, servers));
  log.info(`metrics at ${metricsServer.origin}/metrics`);
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
    'the maintenance of the engine': (during) =>
      every(3_600_000, during, () => maintainEngine(context, during)),
    // What writes left pending in the GIN indexes of the database search: no search is to read it.
    'merging search keys': (during) => every(10_000, during, () => mergeSearchKeys(db)),
    // So that no request finds very many of them unchecked.
    'checking products': (during) =>
      every(5_000, during, async () => {
        while (!(await catchUp(db, directWrites(db), Infinity))) during.throwIfAborted();
      }),
    'requested checks': (during) => every(1_000, during, () => checkAsRequested(context)),
    'delivering webhooks': (during) =>
      deliverWebhooks({ databaseUrl, log, siteOrigin, settings: webhooks }, during),
    ...(mail && {
      'mailing inquiries': (during) => mailInquiries({ db, log, siteOrigin, settings: mail }, during),
    }),
  };
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
