import { spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './postgres.js';
import { endProcess, freePort, processesWith } from './processes.js';

/** By default indexing may take two thirds of the machine's memory. */
const FLAGS = '--max-indexing-memory 1GiB';

export interface EngineOptions {
  /** the data folder; made where it is absent */
  folder: string;
  logFile: string;
  masterKey: string;
  /** a free one unless given */
  port?: number;
  /** flags that replace those of this file */
  flags?: string;
  say?: (text: string) => void;
  /** aborts the start; `stopMeilisearch` ends an engine that was started already */
  signal?: AbortSignal;
}

/**
 * Starts a Meilisearch server over a data folder, on the loopback address. First stops one that a killed launcher left
 * behind. An index that the server cannot open is moved aside, because the indexer can build it again.
 */
export async function startMeilisearch(options: EngineOptions): Promise<Server> {
  const { folder, say = () => {} } = options;
  const program = findProgram();
  if (await stopMeilisearch(folder, 5_000)) say('Stopped a search engine that was left behind');
  say('Starting Meilisearch');
  const existed = existsSync(folder);
  const engine = (await launch(program, options)) ?? (await launch(program, options));
  if (engine) return engine;
  if (existed) {
    const aside = `${folder}-unusable`;
    say(`The search index cannot be opened: it is set aside in ${aside} and will be built again`);
    rmSync(aside, { recursive: true, force: true });
    renameSync(folder, aside);
    const fresh = await launch(program, options);
    if (fresh) return fresh;
  }
  throw new Error(`Meilisearch did not start; its log is ${options.logFile}.`);
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

/** The program of the npm package, or `meilisearch` on PATH. */
function findProgram(): string {
  const { resolve } = createRequire(import.meta.url);
  for (const name of [`@gaubee/meilisearch-${process.platform}-${process.arch.replace('x64', 'amd64')}`]) {
    try {
      const program = resolve(`${name}/meilisearch`);
      if (!isExecutable(program)) chmodSync(program, 0o755);
      return program;
    } catch {
      continue;
    }
  }
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'meilisearch'))
    .find(isExecutable);
  if (found) return found;
  throw new Error(
    `There is no embedded Meilisearch for ${process.platform}-${process.arch}: put meilisearch on PATH, or set MEILI_URL and MEILI_KEY.`,
  );
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
    if (await answers(url)) return { url, pid: child.pid! };
    await sleep(50, undefined, { signal });
  }
  signal?.throwIfAborted();
  return undefined;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch {
    return false;
  }
}
