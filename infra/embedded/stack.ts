import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  databaseTrouble,
  LockTimeout,
  makeFolders,
  messageOf,
  migrate,
  ofFile,
  ROOT,
  UnknownSchema,
  Unusable,
} from '../../src/platform/index.js';
import type { Config } from '../../src/platform/index.js';
import { engineOf, refuseUnsupportedEngine } from '../../src/search/index.js';
import { startMeilisearch, stopMeilisearch } from './meilisearch.js';
import { claimFolder, isAlive, readOwner } from './ownership.js';
import type { Claim, Owner, StackParts } from './ownership.js';
import { holdsDatabase, makeSecret, startPostgres, stopPostgres } from './postgres.js';
import type { Server } from './postgres.js';
import { endProcess } from './processes.js';

/** Which servers are needed. */
export interface Needs {
  database?: boolean;
  search?: boolean;
  /** a database is made where there is none */
  makes?: boolean;
}

export interface Stack extends StackParts {
  /** the data folder, absolute */
  dataDir: string;
  /** where the gateway of a running service listens */
  origin?: string;
  /** stops the servers that were started here, and releases the data folder; the data stays */
  close(): Promise<void>;
}

/** Another process owns the data folder until it ends. */
class StackBusy extends Error {
  readonly owner: Owner;
  constructor(owner: Owner, dataDir: string) {
    const where = owner.origin ? `, ${owner.origin}` : '';
    super(
      `The service already runs over ${dataDir} (process ${owner.pid}${where}). Stop it first, or give this one a DATA_DIR and a PORT of its own.`,
    );
    this.owner = owner;
  }
}

/** The data folder of a configuration, created if needed. A relative path starts at the project's root. */
export function dataFolder(config: Config): string {
  const folder = resolve(ROOT, config.dataDir);
  try {
    makeFolders(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Unusable('DATA_DIR', messageOf(ofFile(folder, error)), error);
  }
  return realpathSync(folder);
}

/**
 * The servers for a command: those that the configuration names; else those that `npm start` runs over the data
 * folder; else new ones, which `close()` stops.
 */
export async function openStack(
  config: Config,
  needs: Needs,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<Stack> {
  const given = givenParts(config);
  const needed = missing(config, needs);
  if (!needed.database && !needed.search) {
    // Not created: where all servers are elsewhere, this user may not be allowed to.
    return { ...given, dataDir: resolve(ROOT, config.dataDir), close: async () => {} };
  }
  const dataDir = dataFolder(config);
  const taken = await waitForClaim(dataDir, say, signal);
  if (!('release' in taken)) {
    return { ...taken, ...given, dataDir, close: async () => {} };
  }
  try {
    if (!needs.makes && needed.database && !holdsDatabase(placeIn(dataDir, 'postgres').folder))
      throw new Error(
        `There is no catalogue in ${dataDir}: a start of the service makes one, and DATA_DIR names another folder.`,
      );
    const { parts } = await startServers(taken, config, needed, say, signal);
    return { ...parts, ...given, dataDir, close: () => stopServers(taken) };
  } catch (error) {
    // After Ctrl-C somebody is waiting, and servers that were only starting need little time to stop.
    await stopServers(taken, signal?.aborted ? 2_000 : undefined);
    signal?.throwIfAborted();
    throw error;
  }
}

/**
 * Claims the data folder for `npm start`. Waits for commands that own it.
 * @throws StackBusy when another `npm start` owns it
 */
export async function claimForService(dataDir: string, say: (text: string) => void): Promise<Claim> {
  for (let look = 0; ; look++) {
    const taken = await claimFolder(dataDir, 'service');
    if ('release' in taken) return withoutOrphans(taken);
    if (taken.role === 'service') throw new StackBusy(taken, dataDir);
    if (look === 0) say('Waiting for a command that uses the data folder');
    await sleep(200);
  }
}

/** The servers that the configuration names: each replaces the embedded one. */
export function givenParts(config: Config): StackParts {
  return {
    ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }),
    ...(config.meiliUrl !== undefined && { meiliUrl: config.meiliUrl, meiliKey: config.meiliKey ?? '' }),
  };
}

/**
 * Migrates the database of a stack. @returns the names of the migrations that were applied
 * @throws LockTimeout; ConfigError when the database that the configuration names cannot be used
 */
export async function migrateStack(config: Config, databaseUrl: string): Promise<string[]> {
  try {
    return await migrate(databaseUrl);
  } catch (error) {
    const said = error instanceof UnknownSchema || error instanceof LockTimeout;
    throw config.databaseUrl === undefined || said
      ? error
      : databaseTrouble('DATABASE_URL', databaseUrl, error);
  }
}

/** @throws ConfigError when the engine that the configuration names does not answer, refuses the key or is not supported */
export async function refuseUnusableEngine(config: Config): Promise<void> {
  const engine = engineOf(config);
  if (engine) await refuseUnsupportedEngine(engine);
}

/** The servers that are needed, and that the configuration does not name. */
export function missing(config: Config, needs: Needs): { database: boolean; search: boolean } {
  return {
    database: needs.database === true && config.databaseUrl === undefined,
    search: needs.search === true && engineOf(config) === undefined,
  };
}

/** A running embedded server. */
export interface Running extends Server {
  name: string;
  /** starts it again at the same address, after it has crashed */
  restart(): Promise<Server>;
}

/**
 * Starts embedded servers over a claimed folder. First stops those that a killed owner left running.
 * @param signal aborts the start; `stopServers` ends what was started already
 */
export async function startServers(
  { dataDir }: Claim,
  { meiliBin }: Pick<Config, 'meiliBin'>,
  needed: Needs,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<{ parts: StackParts; running: Running[] }> {
  const { postgres: password, meilisearch: masterKey } = secrets(dataDir);
  const common = { say, ...(signal && { signal }) };
  const program = meiliBin === undefined ? {} : { program: meiliBin };
  const started = await Promise.allSettled([
    needed.database
      ? startRestartable('Postgres', startPostgres, { ...placeIn(dataDir, 'postgres'), ...common, password })
      : undefined,
    needed.search
      ? startRestartable('Meilisearch', startMeilisearch, {
          ...placeIn(dataDir, 'meilisearch'),
          ...common,
          masterKey,
          ...program,
        })
      : undefined,
  ]);
  // Fails only after all have settled: a server that is still starting could not be stopped.
  const [database, engine] = started.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
  return {
    parts: {
      ...(database && { databaseUrl: database.url }),
      ...(engine && { meiliUrl: engine.url, meiliKey: masterKey }),
    },
    running: [database, engine].filter((each) => each !== undefined),
  };
}

/** Starts a server that can be restarted on the same port. */
async function startRestartable<O extends { port?: number }>(
  name: string,
  start: (options: O) => Promise<Server>,
  options: O,
): Promise<Running> {
  const server = await start(options);
  const port = Number(new URL(server.url).port);
  return { ...server, name, restart: () => start({ ...options, port }) };
}

/** Stops every embedded server of the folder, and releases it. */
export async function stopServers(owned: Claim, patience = 10_000): Promise<void> {
  const { dataDir } = owned;
  await Promise.all([
    stopPostgres(placeIn(dataDir, 'postgres').folder, patience),
    stopMeilisearch(placeIn(dataDir, 'meilisearch').folder, patience),
  ]);
  owned.release();
}

/** Claims the folder for a command. Waits for other commands, and until the servers of `npm start` are ready. */
async function waitForClaim(
  dataDir: string,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<Claim | (StackParts & Pick<Stack, 'origin'>)> {
  for (let look = 0; ; look++) {
    const taken = await claimFolder(dataDir, 'command');
    if ('release' in taken) return withoutOrphans(taken);
    if (taken.role === 'service') {
      const owner = await readOwner(dataDir);
      if (owner?.parts && isAlive(owner))
        return { ...owner.parts, ...(owner.origin && { origin: owner.origin }) };
    }
    if (look === 0) say(`Waiting for process ${taken.pid}, which uses ${dataDir}`);
    await sleep(200, undefined, { signal });
  }
}

/** Ends the orphaned children of a killed launcher, because their ports are needed now. */
async function withoutOrphans(owned: Claim): Promise<Claim> {
  const orphans = (owned.left?.children ?? []).filter(isAlive);
  await Promise.all(orphans.map(({ pid }) => endProcess(pid, 3_000)));
  return owned;
}

/** The secrets of the embedded servers: created once, readable by their owner only. */
function secrets(dataDir: string): { postgres: string; meilisearch: string } {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const made = { postgres: makeSecret(), meilisearch: makeSecret() };
    writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as { postgres: string; meilisearch: string };
}

const placeIn = (dataDir: string, name: string): { folder: string; logFile: string } => ({
  folder: join(dataDir, name),
  logFile: join(dataDir, 'logs', `${name}.log`),
});
