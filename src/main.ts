import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { ensureEpoch, openCatalogue } from './catalogue/index.js';
import { openExchange } from './exchange/index.js';
import {
  answerUnparsed,
  cannotListen,
  ConfigError,
  createExpressServer,
  DROPPED_LINES,
  exposeBuild,
  exposeServers,
  introduce,
  listKeys,
  loadConfig,
  logIntroduction,
  openHealth,
  openLog,
  openLogOutput,
  openPlatform,
  readBuild,
  serveMetrics,
  siteOriginOf,
  UnknownSchema,
  watchRequests,
  withoutSecrets,
} from './platform/index.js';
import type { Config, Feature, Health, Introduction, Metrics, Waits } from './platform/index.js';
import { openFinding } from './search/index.js';

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

/**
 * Opens every package and listens.
 * @param droppedLines the lines that the log has lost
 * @throws ConfigError where a variable is missing or what it names cannot be used
 */
export async function startGateway(
  config: Config,
  log: Logger,
  waits: Waits = {},
  droppedLines = (): number => 0,
): Promise<Gateway> {
  let origin = '';
  const platform = await openPlatform(config, log, {
    waits,
    siteOrigin: () => origin,
    started: ensureEpoch, // a restored database gets a new epoch before any position is handed out
  });
  const { context, registry } = platform;
  const catalogue = await openCatalogue(context);
  const finding = openFinding(context, catalogue.parts);
  const exchange = openExchange(context);
  const features: Feature[] = [platform, catalogue, finding, exchange];

  const build = readBuild(config);
  const servers = features.flatMap((each) => each.servers ?? []);
  const introducing = introduce(config, build, servers);
  const health = openHealth(features.flatMap(({ checks = [] }) => checks));
  exposeBuild(registry, build);
  exposeServers(registry, servers);
  exposeHealth(registry, health);
  registry.expose('log_lines_dropped_total', DROPPED_LINES, droppedLines);
  for (const each of features) each.metrics?.(registry);

  const app = createApp({ ...context, ...catalogue.parts, ...finding.parts, ...exchange.parts }, health);
  const server = await serve(app, config, waits, () => origin);
  origin = siteOriginOf({ ...config, port: server.port });
  const metricsServer = await serveMetrics(registry, config.metricsHost, config.metricsPort);
  const introduction = await introducing;
  introduction.troubles.push(...features.flatMap(({ troubles = [] }) => troubles));
  logIntroduction(log, introduction);
  // In the log alone: `npm start` issues the first key itself.
  if ((await listKeys(context.db)).length === 0)
    log.info('no API key was issued yet: catalogue keys issue --name NAME');
  log.info(`listens at ${config.host}:${server.port}, known as ${origin}`);
  log.info(`metrics at ${metricsServer.origin}/metrics`);
  return {
    origin,
    metricsOrigin: metricsServer.origin,
    introduction,
    async close() {
      metricsServer.close();
      await server.stop(DRAIN_MS);
      for (const each of features.toReversed()) await each.stop?.();
    },
  };
}

function exposeHealth(metrics: Metrics, health: Health): void {
  metrics.exposeBy('dependency', 'dependency_up', 'Whether what the gateway stands on answers', async () => {
    const { dependencies } = await health();
    return Object.fromEntries(
      Object.entries(dependencies).map(([name, state]) => [name, Number(state === 'up')]),
    );
  });
}

/** Listens. @returns the port, and how to stop: running requests may continue for `waitMs` ms */
async function serve(
  app: Express,
  { host, port }: Config,
  { headersMs = 20_000, requestMs = 300_000, answerMs = 300_000, lingerMs = 1_000 }: Waits,
  siteOrigin: () => string,
): Promise<{ port: number; stop: (waitMs: number) => Promise<void> }> {
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
