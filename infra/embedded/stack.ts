import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../src/config.js';
import type { Config } from '../../src/config.js';
import { migrate, UnknownSchema } from '../../src/database/migrate.js';
import { LockTimeout } from '../../src/database/wait-for-locks.js';
import { ROOT } from '../../src/root.js';
import { startMeilisearch, stopMeilisearch } from './meilisearch.js';
import { claim, isAlive, readOwner } from './ownership.js';
import type { Claim, Owner, Parts } from './ownership.js';
import { makeSecret, startPostgres, stopPostgres } from './postgres.js';
import type { Server } from './postgres.js';
import { endProcess } from './processes.js';

/** Which parts are needed. */
export interface Needs {
  database?: boolean;
  search?: boolean;
}

export interface Stack extends Parts {
  /** the data folder, absolute */
  dataDir: string;
  /** where the gateway of a running service listens */
  origin?: string;
  /** false where another process runs the parts */
  started: boolean;
  /** stops what was started here, and gives the data folder back; the data stays */
  close(): Promise<void>;
}

/** Another process has the data folder for as long as it lives. */
export class StackBusy extends Error {
  readonly owner: Owner;
  constructor(owner: Owner, dataDir: string) {
    const where = owner.origin ? `, ${owner.origin}` : '';
    super(
      `The service already runs over ${dataDir} (process ${owner.pid}${where}). Stop it first, or give this one a DATA_DIR and a PORT of its own.`,
    );
    this.owner = owner;
  }
}

/** The data folder of a configuration, made where it is absent. A relative one starts at the project's root. */
export function dataFolder(config: Config): string {
  const folder = resolve(ROOT, config.dataDir);
  mkdirSync(folder, { recursive: true });
  return realpathSync(folder);
}

/**
 * The parts for a command: those that the configuration names; else those that `npm start` runs over the data
 * folder; else ones that are started here and stopped by `close()`.
 */
export async function openStack(
  config: Config,
  needs: Needs,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<Stack> {
  const given = givenParts(config);
  const dataDir = dataFolder(config);
  const needed = missing(given, needs);
  if (!needed.database && !needed.search) {
    return { ...given, dataDir, started: false, close: async () => {} };
  }
  const taken = await claimPatiently(dataDir, say, signal);
  if (!('release' in taken)) {
    return { ...taken, ...given, dataDir, started: false, close: async () => {} };
  }
  try {
    const { parts } = await startParts(taken, needed, say, signal);
    return { ...parts, ...given, dataDir, started: true, close: () => closeParts(taken) };
  } catch (error) {
    // Somebody pressed Ctrl-C and waits; what did not even start has little to put in order.
    await closeParts(taken, signal?.aborted ? 2_000 : undefined);
    signal?.throwIfAborted();
    throw error;
  }
}

/**
 * Takes the data folder for `npm start`, after a command that has it at the moment.
 * @throws StackBusy where another `npm start` has it
 */
export async function claimForService(dataDir: string, say: (text: string) => void): Promise<Claim> {
  for (let look = 0; ; look++) {
    const taken = await claim(dataDir, 'service');
    if ('release' in taken) return alone(taken);
    if (taken.role === 'service') throw new StackBusy(taken, dataDir);
    if (look === 0) say('Waiting for a command that uses the data folder');
    await sleep(200);
  }
}

/** The parts that the configuration names: each replaces its embedded one. */
export function givenParts(config: Config): Parts {
  return {
    ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }),
    ...(config.meiliUrl !== undefined && { meiliUrl: config.meiliUrl, meiliKey: config.meiliKey ?? '' }),
  };
}

/**
 * Brings the database of a stack up to date. @returns the names of the migrations that were applied now
 * @throws LockTimeout; ConfigError where the database is one that the configuration names, and cannot be used
 */
export async function migrateStack(config: Config, databaseUrl: string): Promise<string[]> {
  try {
    return await migrate(databaseUrl);
  } catch (error) {
    if (config.databaseUrl === undefined || error instanceof UnknownSchema || error instanceof LockTimeout)
      throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATABASE_URL: this database cannot be used: ${message || code}`, { cause: error });
  }
}

/** @throws ConfigError where the engine that the configuration names does not answer, or refuses the key */
export async function refuseDeadEngine({ meiliUrl, meiliKey }: Config): Promise<void> {
  if (meiliUrl === undefined) return;
  const headers = new Headers(meiliKey === undefined ? [] : [['Authorization', `Bearer ${meiliKey}`]]);
  const address = `${meiliUrl.replace(/\/$/, '')}/version`;
  const request = fetch(address, { headers, signal: AbortSignal.timeout(5_000) });
  const answer = await request.catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new ConfigError(`MEILI_URL: no search engine answers there: ${reason}`, { cause: error });
  });
  if (answer.status === 401 || answer.status === 403)
    throw new ConfigError('MEILI_KEY: the search engine refuses it');
  if (!answer.ok)
    throw new ConfigError(`MEILI_URL: what answers there is no search engine (${answer.status})`);
}

/** What is needed and not given. */
export function missing(given: Parts, needs: Needs): Required<Needs> {
  return {
    database: needs.database === true && given.databaseUrl === undefined,
    search: needs.search === true && given.meiliUrl === undefined,
  };
}

/** An embedded server that runs. */
export interface Running extends Server {
  name: string;
  /** starts it again at the same address, after it has ended by itself */
  restart(): Promise<Server>;
}

/**
 * Starts embedded parts over a claimed folder. What a killed owner left running over it is stopped first.
 * @param signal breaks the start off; `closeParts` ends what was started already
 */
export async function startParts(
  { dataDir }: Claim,
  needed: Needs,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<{ parts: Parts; running: Running[] }> {
  const { postgres: password, meilisearch: masterKey } = secrets(dataDir);
  const place = placesIn(dataDir);
  const common = { say, ...(signal && { signal }) };
  const started = await Promise.allSettled([
    needed.database
      ? keepAddress('Postgres', startPostgres, { ...place.postgres, ...common, password })
      : undefined,
    needed.search
      ? keepAddress('Meilisearch', startMeilisearch, { ...place.meilisearch, ...common, masterKey })
      : undefined,
  ]);
  // Waited for both before failing: what is stopped after a failure must not be starting still.
  const [database, engine] = started.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
  return {
    parts: {
      ...(database && { databaseUrl: database.url }),
      ...(engine && { meiliUrl: engine.url, meiliKey: masterKey }),
    },
    running: [database, engine].filter((server) => server !== undefined),
  };
}

async function keepAddress<O extends { port?: number }>(
  name: string,
  start: (options: O) => Promise<Server>,
  options: O,
): Promise<Running> {
  const server = await start(options);
  const port = Number(new URL(server.url).port);
  return { ...server, name, restart: () => start({ ...options, port }) };
}

/** Stops every embedded part that runs over the folder, and gives it back. */
export async function closeParts(owned: Claim, patience = 10_000): Promise<void> {
  const place = placesIn(owned.dataDir);
  await Promise.all([
    stopPostgres(place.postgres.folder, patience),
    stopMeilisearch(place.meilisearch.folder, patience),
  ]);
  owned.release();
}

/** The folder for a command: waits for other commands, and while `npm start` gets its parts ready. */
async function claimPatiently(
  dataDir: string,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<Claim | (Parts & Pick<Stack, 'origin'>)> {
  for (let look = 0; ; look++) {
    const taken = await claim(dataDir, 'command');
    if ('release' in taken) return alone(taken);
    if (taken.role === 'service') {
      const owner = await readOwner(dataDir);
      if (owner?.parts && isAlive(owner))
        return { ...owner.parts, ...(owner.origin && { origin: owner.origin }) };
    }
    if (look === 0) say(`Waiting for process ${taken.pid}, which uses ${dataDir}`);
    await sleep(200, undefined, { signal });
  }
}

/** Orphans of a killed launcher end by themselves when they notice; their ports are wanted now. */
async function alone(owned: Claim): Promise<Claim> {
  const orphans = (owned.left?.children ?? []).filter(isAlive);
  await Promise.all(orphans.map(({ pid }) => endProcess(pid, 3_000)));
  return owned;
}

/** Secrets of the embedded parts: made once, readable by their owner alone. */
function secrets(dataDir: string): { postgres: string; meilisearch: string } {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const made = { postgres: makeSecret(), meilisearch: makeSecret() };
    writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as { postgres: string; meilisearch: string };
}

function placesIn(dataDir: string) {
  const place = (name: string) => ({
    folder: join(dataDir, name),
    logFile: join(dataDir, 'logs', `${name}.log`),
  });
  return { postgres: place('postgres'), meilisearch: place('meilisearch') };
}
