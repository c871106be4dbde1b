import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, processIdentity } from './processes.js';
import type { ProcessId } from './ownership.js';
import type { Running } from './stack.js';

const NODE_FLAGS = ['--enable-source-maps'];

/** Deaths before the first sign of life after which a start is given up. */
const ATTEMPTS = 3;

/** Delays between restarts: 1 s doubling to 30 s, and from the beginning again after a minute of good life. */
function growingDelay(): () => number {
  let delay = 0;
  let last = 0;
  return () => {
    delay = Date.now() - last > 60_000 + delay ? 1_000 : Math.min(delay * 2, 30_000);
    last = Date.now();
    return delay;
  };
}

interface ChildOptions {
  /** as the messages call it */
  name: string;
  /** the module that it runs */
  module: string;
  /** options of Node's beside those that all have */
  flags: string[];
  env: Record<string, string>;
  logFile: string;
  say: (text: string) => void;
  /** called with every new process; must not throw */
  started: (process: ProcessId) => void;
}

/** A process of ours that is started again when it dies. */
export interface Supervised<M> {
  name: string;
  /** what it said first: that it is ready. Fails where it cannot start */
  ready: Promise<M>;
  /** ends it at once, and starts it again without a delay */
  restart(): Promise<void>;
  stop(patience: number): Promise<void>;
}

/**
 * Runs a module as a process of its own with an IPC channel, out of the terminal's process group: it ends when
 * it is told to, or when the channel closes because this process was killed.
 */
export function superviseChild<M>(options: ChildOptions): Supervised<M> {
  const { name, module, flags, env, logFile, say, started } = options;
  const nextDelay = growingDelay();
  let child: ChildProcess | undefined;
  let stopping = false;
  let restarting = false;
  let deaths = 0;
  let isReady = false;
  let waiting: NodeJS.Timeout | undefined;
  let launch: () => void;

  const ready = new Promise<M>((resolve, reject) => {
    launch = (): void => {
      if (stopping) return;
      restarting = false;
      try {
        child = forkWithLog(module, { env, flags: [...NODE_FLAGS, ...flags], logFile });
      } catch (error) {
        return ended((error as Error).message);
      }
      const made = child;
      made.once('message', (message) => {
        if (isReady) say(`The ${name} runs again`);
        isReady = true;
        resolve(message as M);
      });
      // Where it cannot even be made there is an error and no exit.
      made.on('error', (error) => made.pid === undefined && ended(error.message));
      made.once('exit', (code, signal) => ended(String(signal ?? code)));
      const { pid = 0 } = made;
      started({ pid, identity: processIdentity(pid) ?? '' });
    };
    const ended = (how: string): void => {
      child = undefined;
      if (stopping) return;
      if (restarting) return launch();
      deaths += 1;
      const message = `The ${name} ended (${how}): ${lastLine(logFile)}`;
      if (!isReady && deaths === ATTEMPTS) return reject(new Error(`${message}\nThe whole log: ${logFile}`));
      const delay = nextDelay();
      say(`${message}. Starting it again in ${delay / 1000} s`);
      waiting = setTimeout(launch, delay);
    };
    launch();
  });
  ready.catch(() => {});

  return {
    name,
    ready,
    async restart() {
      clearTimeout(waiting);
      if (child?.pid === undefined) return launch();
      restarting = true;
      await endProcess(child.pid, 0);
    },
    async stop(patience) {
      stopping = true;
      if (child?.pid !== undefined) await endProcess(child.pid, patience);
    },
  };
}

/** A Node process out of our process group, with an IPC channel, whose output is appended to a file. */
function forkWithLog(
  module: string,
  { env, flags, logFile }: { env: Record<string, string>; flags: string[]; logFile: string },
): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  try {
    return fork(module, [], { env, execArgv: flags, detached: true, stdio: ['ignore', log, log, 'ipc'] });
  } finally {
    closeSync(log);
  }
}

/**
 * Starts an embedded server again, at the same address, when it dies.
 * @param signal ends the watch, and a start that is under way
 * @returns rejected when no start is under way any more: the signal is the only way out
 */
export async function keepRunning(
  server: Running,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<never> {
  const nextDelay = growingDelay();
  let { pid } = server;
  let identity = processIdentity(pid);
  for (;;) {
    await sleep(500, undefined, { signal });
    if (identity !== undefined && processIdentity(pid) === identity) continue;
    const delay = nextDelay();
    say(`${server.name} ended. Starting it again in ${delay / 1000} s`);
    await sleep(delay, undefined, { signal });
    try {
      ({ pid } = await server.restart());
      identity = processIdentity(pid);
      say(`${server.name} runs again`);
    } catch (error) {
      signal.throwIfAborted();
      say((error as Error).message);
    }
  }
}

/** What a process said last, for a message about its end: the text of a log record, or the line as it is. */
function lastLine(file: string): string {
  let line = '';
  try {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    // Node ends an uncaught error with its version, and puts the trace before it.
    const thrown =
      lines.at(-1)!.startsWith('Node.js v') && lines.findLast((each) => /^\w*Error\b/.test(each));
    line = (thrown || lines.at(-1)!).slice(0, 2_000);
    const record = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [record.msg, record.err?.message].filter(Boolean).join(': ');
  } catch {
    return line;
  }
}
