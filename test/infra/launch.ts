import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Owner } from '../../infra/embedded/ownership.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a program wrote and how it ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
  /** ms from the signal, or from the beginning, to the end */
  took: number;
}

export interface Launched {
  /** standard output so far */
  out(): string;
  /**
   * Waits for a line, and gives its first group; fails with all that was said where the program ends first.
   * @param from the length of the output that is passed over
   */
  line(pattern: RegExp, from?: number): Promise<string>;
  /**
   * Sends a signal and waits for the end: SIGINT to all processes in the foreground, as Ctrl-C in a terminal does,
   * others to the program alone, as a supervisor does.
   */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
  ended: Promise<Ended>;
  /** to its standard input */
  write(text: string): void;
}

/** Runs a program of the project from its root. Its environment is a bare one and what is given. */
export function launch(
  command: string,
  args: string[],
  env: Record<string, string>,
  account: { uid?: number; gid?: number } = {},
): Launched {
  const { PATH = '', HOME = '' } = process.env;
  const options = { cwd: ROOT, env: { PATH, HOME, ...env }, ...account, detached: true };
  const child = spawn(command, args, options);
  let out = '';
  let err = '';
  let since = Date.now();
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  let isOver = false;
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      const took = Date.now() - since;
      isOver = true;
      // A server that was left running would keep the pipes open: the end of the process is the end.
      setTimeout(() => resolve({ code, out, err, took }), 50);
    });
  });
  return {
    out: () => out,
    ended,
    async line(pattern, from = 0) {
      for (;;) {
        const found = pattern.exec(out.slice(from));
        if (found) return found[1] ?? found[0];
        if (isOver) throw new Error(`ended without ${pattern}:\n${out}\n${err}`);
        await sleep(10);
      }
    },
    write: (text) => void child.stdin.write(text),
    stop(signal = 'SIGTERM') {
      since = Date.now();
      if (!isOver) process.kill(signal === 'SIGINT' ? -child.pid! : child.pid!, signal);
      return ended;
    },
  };
}

/** What `npm start` runs. npm is a Node process of its own before each. */
const START = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } })
  .scripts.start;

/** `npm start` over a data folder, on a free port. */
export function npmStart(dataDir: string, env: Record<string, string> = {}, account = {}): Launched {
  return launch('npm', ['start'], { DATA_DIR: dataDir, PORT: '0', ...env }, account);
}

/** The same without npm. */
export function startDirectly(dataDir: string, env: Record<string, string> = {}, account = {}): Launched {
  return launch('sh', ['-c', START], { DATA_DIR: dataDir, PORT: '0', ...env }, account);
}

/** `catalogue` with these arguments, in a process of its own. */
export const catalogue = (env: Record<string, string>, ...args: string[]): Launched =>
  launch('node', ['infra/catalogue.mjs', ...args], env);

export interface Commands {
  /** one after the other: the next waits for the one before */
  run(...args: string[]): Promise<Omit<Ended, 'took'>>;
  close(): void;
}

/** Runs `catalogue` with an environment as `launch` does, but all in one process: where what it says and ends with is meant. */
export function openCommands(env: Record<string, string>): Commands {
  const host = fork(join(ROOT, 'test/infra/command-host.mjs'), { cwd: ROOT, execArgv: [] });
  const { PATH = '', HOME = '' } = process.env;
  const gone = once(host, 'exit').then(([code]) => {
    throw new Error(`The process of the commands ended with ${code}.`);
  });
  gone.catch(() => {}); // at the end nobody waits
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(...args) {
      const ended = last.then(async () => {
        host.send({ args, env: { PATH, HOME, ...env } });
        const [answer] = (await Promise.race([once(host, 'message'), gone])) as [Omit<Ended, 'took'>];
        return answer;
      });
      last = ended.catch(() => {});
      return ended;
    },
    close: () => host.disconnect(),
  };
}

/** A folder of one's own that only its owner may enter. It goes with the test run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env['TEST_FOLDER']!, 'start-'));
}

/** A file with this content, in a folder of its own. It goes with the test run. */
export function fileOf(content: string | Uint8Array, name = 'file'): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

/** Who owns a data folder, as it stands in the folder. */
export function ownerOf(dataDir: string): Owner {
  return JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as Owner;
}

/** The processes that were started for a data folder, by its name in their environment or command line. */
export function processesOf(dataDir: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      const isOurs = environment.includes(`DATA_DIR=${dataDir}`) || command.includes(dataDir);
      // What has ended but was not collected has no command line any more.
      return isOurs && command !== '' ? [{ pid: Number(name), command }] : [];
    } catch {
      return [];
    }
  });
}

/** The process over a data folder whose command line holds a text. A child that it has just made has the same one for a moment. */
export function processOf(dataDir: string, text: string): number {
  const all = processesOf(dataDir).filter(({ command }) => command.includes(text));
  const found = all.filter(({ pid }) => !all.some((other) => other.pid === parentOf(pid)));
  if (found.length !== 1) throw new Error(`${found.length} processes with ${text}`);
  return found[0]!.pid;
}

/** The line with which `npm start` says where the service is. */
export const LISTENING = /^Listening: (http:\/\/localhost:\d+)$/m;

/** Calls a service below /api/v1. @throws where it answers anything but a success */
export async function api(origin: string, path: string, init: RequestInit = {}): Promise<any> {
  const response = await fetch(`${origin}/api/v1${path}`, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** How many products a service has. */
export const total = async (origin: string): Promise<number> =>
  (await api(origin, '/products?page_size=1')).total;

/** The process that made this one; undefined where it is no more. */
export function parentOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
  } catch {
    return undefined;
  }
}
