import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, giveWay, nameOfProcess, unsupported, VERSIONS } from '../../src/platform/index.js';
import type { Server } from './postgres.js';
import { endProcess, freePort, processesWith } from './processes.js';

/** By default indexing may take two thirds of the machine's memory. */
const FLAGS = '--max-indexing-memory 1GiB';

interface EngineOptions {
  /** the data folder; made where it is absent */
  folder: string;
  logFile: string;
  masterKey: string;
  /** the program to run in place of that of the npm package */
  program?: string;
  /** a free one unless given */
  port?: number;
  /** flags that replace those of this file */
  flags?: string;
  say?: (text: string) => void;
  /** aborts the start; `stopMeilisearch` ends an engine that was started already */
  signal?: AbortSignal;
}

/** What is said where no Meilisearch is found: how to get one. */
export const NO_PROGRAM = `There is no Meilisearch for ${process.platform}-${process.arch} here: put \`meilisearch\` on PATH (brew install meilisearch, or github.com/meilisearch/meilisearch/releases), name one by MEILI_BIN, or set MEILI_URL and MEILI_KEY`;

/** Whether there is a Meilisearch to start. @throws ConfigError where the one that MEILI_BIN names cannot serve */
export const hasMeilisearch = (own?: string): boolean => findProgram(own) !== undefined;

/**
 * Starts a Meilisearch server over a data folder, on the loopback address. First stops one that a killed launcher left
 * behind. An index that the server cannot open is moved aside, because the indexer can build it again; not at a port that
 * is given: it may be taken just now, and the caller tries again.
 */
export async function startMeilisearch(options: EngineOptions): Promise<Server> {
  const { folder, port, say = () => {} } = options;
  const program = findProgram(options.program);
  if (program === undefined) throw new ConfigError(NO_PROGRAM);
  if (await stopMeilisearch(folder, 5_000)) say('Stopped a search engine that was left behind');
  say('Starting Meilisearch');
  const existed = existsSync(folder);
  const engine = (await launch(program, options)) ?? (await launch(program, options));
  if (engine) return engine;
  const fresh = existed && port === undefined ? await launchAnew(program, options) : undefined;
  if (fresh) return fresh;
  throw new Error(`Meilisearch did not start; its log is ${options.logFile}.`);
}

/** Starts over an empty folder. Where that fails too, the index is not at fault, and stays. */
async function launchAnew(program: string, options: EngineOptions): Promise<Server | undefined> {
  const { folder, say = () => {} } = options;
  const aside = `${folder}-unusable`;
  const trial = `${folder}-new`;
  rmSync(trial, { recursive: true, force: true });
  const tried = await launch(program, { ...options, folder: trial });
  if (!tried) return undefined;
  await stopMeilisearch(trial, 5_000);
  rmSync(trial, { recursive: true, force: true });
  say(`The search index cannot be opened: it is set aside in ${aside} and will be built again`);
  rmSync(aside, { recursive: true, force: true });
  renameSync(folder, aside);
  return launch(program, options);
}

/**
 * Stops the server of a data folder, which is found by the folder, because pids are reused. It resumes unfinished
 * tasks at its next start.
 * @returns false if none ran
 */
export async function stopMeilisearch(folder: string, patience: number): Promise<boolean> {
  const engines = processesWith(`--db-path ${folder} `);
  await Promise.all(engines.map((pid) => endProcess(pid, patience)));
  return engines.length > 0;
}

/**
 * The program to run: the operator's own, that of the npm package, or `meilisearch` on PATH.
 *
 * From 1.19 on parts of Meilisearch (sharding, marked "Enterprise Edition" in its sources) are under BUSL 1.1, which asks
 * for a licence in production; the rest is under the MIT licence. The service uses none of those parts. The npm package is
 * no release of Meilisearch's own but somebody else's packaging of its program, pinned by its hash in package-lock.json.
 * An operator may bring another one, of any version from 1.21 on, by MEILI_BIN or MEILI_URL; from 1.28 on there is a
 * program without those parts (the community edition).
 * @param own the path that MEILI_BIN names
 * @returns undefined where there is none for this system
 */
function findProgram(own?: string): string | undefined {
  if (own !== undefined) return checkedProgram(resolve(own), 'MEILI_BIN');
  try {
    const name = `@gaubee/meilisearch-${process.platform}-${process.arch.replace('x64', 'amd64')}`;
    const program = createRequire(import.meta.url).resolve(`${name}/meilisearch`);
    if (!isExecutable(program)) chmodSync(program, 0o755);
    return program;
  } catch {
    // none for this platform
  }
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'meilisearch'))
    .find(isExecutable);
  return found && checkedProgram(found, 'PATH');
}

/** @param variable where the path is from. @throws ConfigError that names it where the program cannot serve */
function checkedProgram(path: string, variable: string): string {
  if (!isExecutable(path)) throw new ConfigError(`${variable}: ${path} is no program that can be run`);
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  const version = /^meilisearch (\d+\.\d+\S*)/.exec(stdout ?? '')?.[1];
  if (version === undefined)
    throw new ConfigError(`${variable}: ${path} does not say that it is a Meilisearch`);
  const reason = unsupported('Meilisearch', version, VERSIONS.meilisearch, path);
  if (reason !== undefined) throw new ConfigError(`${variable}: ${reason}`);
  return path;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts the program and waits until it answers. Undefined where it ended by itself. */
async function launch(program: string, options: EngineOptions): Promise<Server | undefined> {
  const { folder, logFile, masterKey, signal } = options;
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  signal?.throwIfAborted();
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a', 0o600);
  const common = `--http-addr 127.0.0.1:${port} --env production --no-analytics --log-level WARN`;
  const args = ['--db-path', folder, ...`${common} ${options.flags ?? FLAGS}`.split(' ')];
  const child = spawn(program, args, {
    cwd: dirname(folder),
    // Not in the terminal's process group: Ctrl-C must not reach it before the gateway has drained. The key is not on
    // the command line, which every user can read.
    detached: true,
    env: { ...process.env, MEILI_MASTER_KEY: masterKey },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failed = false;
  child.once('error', () => (failed = true));
  child.once('exit', () => (failed = true));
  child.unref();
  while (!failed) {
    const asked = fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) });
    if ((await asked.catch(() => undefined))?.ok) {
      letIndexingGiveWay(child.pid!);
      return { url, pid: child.pid! };
    }
    await sleep(50, undefined, { signal });
  }
  signal?.throwIfAborted();
  return undefined;
}

/** Lets the threads that index, and those that they start, give way to those that search, where Linux tells their names. */
function letIndexingGiveWay(pid: number): void {
  const folder = `/proc/${pid}/task`;
  for (const thread of existsSync(folder) ? readdirSync(folder) : [])
    if (/^(indexing-thread|scheduler)/.test(nameOfProcess(thread) ?? '')) giveWay(Number(thread));
}
