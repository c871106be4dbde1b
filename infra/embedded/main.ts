import { createServer } from 'node:net';
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  cannotListen,
  connect,
  disconnect,
  giveWay,
  isFull,
  issueKey,
  listKeys,
  loadConfig,
  ROOT,
  SERVICE_VERSION,
  within,
  withoutSecrets,
} from '../../src/platform/index.js';
import type { Config } from '../../src/platform/index.js';
import type { Introduction } from '../../src/platform/index.js';
import { engineOf } from '../../src/search/index.js';
import { rotateLogs } from './logs.js';
import type { Claim, ProcessId, StackParts } from './ownership.js';
import { hasMeilisearch, NO_PROGRAM } from './meilisearch.js';
import { freePorts } from './processes.js';
import { isSearchable, loadNames, loadSample } from './sample.js';
import {
  claimForService,
  dataFolder,
  givenParts,
  migrateStack,
  missing,
  refuseUnusableEngine,
  startServers,
  stopServers,
} from './stack.js';
import { keepRunning, superviseChild } from './supervise.js';
import type { Supervised } from './supervise.js';

/** `npm start`: the whole service from one command. infra/README.md says what it does. */

const BUILD = join(ROOT, 'dist');
/** The command line, as whoever started this calls it: beside a release that npx fetched `catalogue` alone would be another's package. */
const COMMAND = ROOT.includes('/_npx/')
  ? `npx --package ./product-data-service-${SERVICE_VERSION}.tgz catalogue`
  : 'npx catalogue';
/** For whoever gives a start arguments: it takes none, and what they meant would not happen. */
const USAGE = `Starts the whole service, with its data in ./data. It takes no options but --help and --version; variables tell it more:
PORT=8080 DATA_DIR=./data SAMPLE=off … (infra/README.md has them all). The command line is \`${COMMAND} --help\`.`;
/** Time-outs for stopping the gateway and the indexer, and after them the servers, ms: together under 5 s. */
const PATIENCE = { children: 2_500, servers: 2_000 };

interface Listening {
  listening: string;
  metrics: string;
  introduction: Introduction;
}

const begun = performance.now();
const say = (text: string): void => {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`[${seconds} s] ${text}\n`);
};

/** What runs and must be stopped at the end. */
const running = {
  claim: undefined as Claim | undefined,
  children: [] as Supervised<unknown>[],
  /** pending starts of servers: the first start, and restarts */
  starts: [] as Promise<unknown>[],
};
/** Aborted by `stop`, so that nothing more is started. */
const ending = new AbortController();
let stopping: Promise<void> | undefined;

function stop(): Promise<void> {
  stopping ??= (async () => {
    ending.abort(new Error('The service stops.'));
    await Promise.all([
      ...running.children.map((child) => child.stop(PATIENCE.children)),
      ...running.starts.map((work) => within(1_000, work).catch(() => {})),
    ]);
    if (running.claim) await stopServers(running.claim, PATIENCE.servers);
  })();
  return stopping;
}

async function start(config: Config): Promise<void> {
  const dataDir = dataFolder(config);
  const claim = await claimForService(dataDir, say);
  running.claim = claim;
  await refuseTakenPort(config);
  await refuseUnusableEngine(config);
  const logs = join(dataDir, 'logs');
  rotateLogs(logs);

  const given = givenParts(config);
  const { signal } = ending;
  signal.throwIfAborted();
  const search = engineOf(config) !== undefined || hasMeilisearch(config.meiliBin);
  if (!search) say(`${NO_PROGRAM}. Until then Postgres answers searches`);
  const opening = startServers(claim, config, missing(config, { database: true, search }), say, signal);
  running.starts.push(opening);
  const { parts: own, running: servers } = await opening;
  signal.throwIfAborted();
  running.starts.push(...servers.map((server) => keepRunning(server, say, signal)));
  const parts = { ...own, ...given } as Parts;

  const sample = await prepareDatabase(config, parts.databaseUrl);
  signal.throwIfAborted();
  claim.publish({ parts });

  say('Starting the gateway and the indexer');
  const { gateway, indexer } = await startProcesses(config, claim, parts, logs);
  const [{ listening, metrics, introduction }, { metrics: indexing }] = await Promise.all([
    gateway.ready,
    indexer.ready,
  ]);
  claim.publish({ origin: listening });
  if (sample > 0 && search) {
    say(`Making ${sample} sample products searchable`);
    if (!(await isSearchable({ ...config, ...parts }, sample, 120_000)))
      say('The search index is still being built; until it is, the database answers searches');
  }
  buildPages(logs);
  signal.throwIfAborted();
  // Not before it is shown: of a start that is broken off nobody would know it.
  const firstKey = await issueFirstKey(parts.databaseUrl);
  announce(config, { listening, metrics: [metrics, indexing], introduction, firstKey, logs });
}

/** From git the pages of the back office are built beside what runs already; a release has them. */
function buildPages(logs: string): void {
  const script = join(ROOT, 'infra/prepare.mjs');
  if (!existsSync(script) || stopping) return;
  const isFirst = !existsSync(join(BUILD, 'back-office/index.html'));
  if (isFirst) say('Building the pages of the back office, which will be there in a minute');
  const logFile = join(logs, 'pages.log');
  const log = openSync(logFile, 'a', 0o600);
  const builder = spawn(process.execPath, [script, 'pages'], { stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  if (builder.pid !== undefined) giveWay(builder.pid);
  builder.once('error', (error) => say(`The pages of the back office cannot be built: ${error.message}`));
  builder.once('exit', (code) => {
    if (stopping) return;
    if (code !== 0) say(`The pages of the back office could not be built: ${logFile} says why`);
    else if (isFirst) say('The pages of the back office are built');
  });
  ending.signal.addEventListener('abort', () => builder.kill('SIGTERM'));
}

/** Starts the gateway and the indexer, which are started again when they die. */
async function startProcesses(
  config: Config,
  claim: Claim,
  parts: Parts,
  logs: string,
): Promise<{ gateway: Supervised<Listening>; indexer: Supervised<{ metrics: string }> }> {
  // Ports are chosen here, so that a restarted process has the same one.
  const [port, metricsPort, indexerPort] = await freePorts(3);
  const gatewayPort = String(config.port || port);
  const env = childEnvironment(claim.dataDir, parts);
  const processes = new Map<string, ProcessId>();
  const child = <M>(name: string, module: string, options: ChildSettings): Supervised<M> => {
    ending.signal.throwIfAborted();
    const supervised = superviseChild<M>({
      name,
      module: join(BUILD, module),
      flags: options.flags,
      env: { ...env, ...options.env },
      logFile: join(logs, `${name}.log`),
      say,
      started: (process) => {
        processes.set(name, process);
        try {
          claim.publish({ children: [...processes.values()] });
        } catch (error) {
          // Not fatal: the next owner of the folder waits until these processes notice that we are gone.
          say(`The data folder cannot be written: ${(error as Error).message}`);
        }
      },
    });
    running.children.push(supervised);
    return supervised;
  };
  // Without a bound, Node lets its heap grow far beyond what is in use before it collects garbage.
  const gateway = child<Listening>('gateway', 'gateway.js', {
    // A small young generation keeps its memory low at rest.
    flags: ['--max-semi-space-size=4', '--max-old-space-size=768'],
    // Threads share two arenas of malloc, so that what large bodies leave is used again.
    env: {
      PORT: gatewayPort,
      METRICS_PORT: String(config.metricsPort || metricsPort),
      MALLOC_ARENA_MAX: '2', // as infra/Dockerfile says
      MALLOC_MMAP_THRESHOLD_: '32768',
    },
  });
  const indexer = child<{ metrics: string }>('indexer', 'indexer.js', {
    // A small one as well, which keeps the memory of a rebuild low.
    flags: ['--max-semi-space-size=8', '--max-old-space-size=512'],
    // Webhooks carry addresses of the gateway. Where there is no engine an indexer looks for one at a port at which nothing
    // answers, and does the rest of its work.
    env: {
      PORT: gatewayPort,
      METRICS_PORT: String(config.metricsPort ? config.metricsPort + 1 : indexerPort),
      ...(engineOf({ ...config, ...parts }) === undefined && { MEILI_URL: 'http://127.0.0.1:1' }),
    },
  });
  return { gateway, indexer };
}

/** The servers below: where no Meilisearch is found there is none. */
type Parts = StackParts & { databaseUrl: string };

interface ChildSettings {
  /** options of Node's */
  flags: string[];
  /** beside the environment that all have */
  env: Record<string, string>;
}

/** Migrates, and loads names and the sample into an empty database. @returns how many products the sample had */
async function prepareDatabase(config: Config, url: string): Promise<number> {
  const applied = await migrateStack(config, url);
  if (applied.length > 0) say(`Brought the database up to date: ${applied.join(', ')}`);
  const db = connect(url, { name: 'catalogue start', pool: 2 });
  try {
    const names = await loadNames(db);
    if (names > 0) say(`Loaded ${names} names by CAS number: brands, old names, names in other languages`);
    const sample = config.sample ? await loadSample(db, { ...config, dataDir: dataFolder(config) }) : 0;
    if (sample > 0) say(`Loaded the sample catalogue: ${sample} products with drawings of their structures`);
    return sample;
  } finally {
    await disconnect(db);
  }
}

/** Issues a key where there is none. */
async function issueFirstKey(url: string): Promise<string | undefined> {
  const db = connect(url, { name: 'catalogue start', pool: 1 });
  try {
    return (await listKeys(db)).length > 0 ? undefined : (await issueKey(db, { name: 'first key' })).key;
  } finally {
    await disconnect(db);
  }
}

/** The environment of the gateway and the indexer: ours, with the addresses of the servers. */
function childEnvironment(dataDir: string, parts: Parts): Record<string, string> {
  return {
    ...(process.env as Record<string, string>),
    DATA_DIR: dataDir,
    DATABASE_URL: parts.databaseUrl,
    MEILI_URL: parts.meiliUrl ?? '',
    MEILI_KEY: parts.meiliKey ?? '',
  };
}

function announce(
  config: Config,
  {
    listening,
    metrics,
    introduction,
    firstKey,
    logs,
  }: {
    listening: string;
    metrics: string[];
    introduction: Introduction;
    firstKey?: string | undefined;
    logs: string;
  },
): void {
  if (!config.rateLimit) say('Warning: RATE_LIMIT=off, reads are not limited');
  for (const trouble of introduction.troubles) say(`Warning: ${trouble}`);
  // Beside the service by its folder: without it a command would make a database of its own.
  const command =
    resolve(config.dataDir) === resolve('data') ? COMMAND : `DATA_DIR=${config.dataDir} ${COMMAND}`;
  const lines = [
    '',
    `Listening: ${listening}`,
    `  storefront     ${listening}/`,
    `  back office    ${listening}/back-office/ (an account: ${command} staff add <name> --role administrator)`,
    `  API            ${listening}/api/v1`,
    `  documentation  ${listening}/api-docs`,
    `  metrics        ${metrics.map((origin) => `${origin}/metrics`).join(' (gateway), ')} (indexer)`,
    `  logs           ${logs}`,
    '',
    ...introduction.lines.map((line) => `  ${line}`),
    '',
    ...(firstKey === undefined
      ? [`A key was issued before; another: ${command} keys issue --name <name>`]
      : [`API key: ${firstKey}`, `  (shown this once; another: ${command} keys issue --name <name>)`]),
    '',
    'Try:',
    `  curl '${listening}/api/v1/products/search?q=aspirin'`,
    '',
    'Ctrl-C stops everything and keeps the data.',
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

/** Reports a port in use at once, instead of when the gateway starts after everything else. */
async function refuseTakenPort({ port, host }: Config): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(port, host, resolve);
  }).catch((error: unknown) => {
    throw cannotListen('PORT', host, port, error);
  });
  await new Promise((resolve) => probe.close(resolve));
}

// The reader of the output may close it; the service keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    if (!stopping) say('Stopping');
    void stop().then(() => {
      say('Stopped; the data is kept');
      process.exit(0);
    });
  });
}

/** Stops everything that was started, and exits with 1. */
async function fail(reason: string): Promise<never> {
  // A stop during the start makes the start fail: that need not be reported.
  if (!stopping) process.stderr.write(`${withoutSecrets(reason)}\n`);
  await stop().catch(() => {});
  process.exit(1);
}
// `npm run dev` names what has been edited, and ends this process by ending itself.
process.on('message', ({ edited }: { edited: string[] }) => {
  for (const child of running.children) if (edited.includes(child.name)) void child.restart();
});
process.on('disconnect', () => void stop().then(() => process.exit(0)));
process.on('uncaughtException', (error) => void fail(error.stack ?? String(error)));

const [option] = process.argv.slice(2);
if (option !== undefined) {
  if (option === '--version') process.stdout.write(`${SERVICE_VERSION}\n`);
  else (option === '--help' ? process.stdout : process.stderr).write(`${USAGE}\n`);
  process.exit(['--version', '--help'].includes(option) ? 0 : 2);
}

let dataDir: string | undefined;
try {
  const config = loadConfig(process.env);
  dataDir = config.dataDir;
  await start(config);
} catch (error) {
  const reason = (error as Error).message || String(error);
  // Of the servers some say so in their own logs alone.
  const isOfDisk = dataDir !== undefined && (await isFull(dataDir));
  await fail(isOfDisk ? `DATA_DIR: the disk of ${dataDir} is full. ${reason}` : reason);
}
