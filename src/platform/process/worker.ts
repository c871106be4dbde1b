import { fork, spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline';
import { parentPort, Worker } from 'node:worker_threads';
import type { Transferable } from 'node:worker_threads';
import { giveWay } from './give-way.js';
import { builtProgram } from './root.js';

// A worker of a pool (pool.ts): how it is started, and what it does itself.

export interface WorkerOptions {
  /** its name in infra/build.mjs; it ends with {@link serve}. Of others that answer lines: the program itself */
  program: string;
  /** the bound of its heap, above which it is ended; of a program of others `args` bound it */
  megabytes?: number;
  /** of a program of others: its arguments, and the line whose answer says that it is ready */
  args?: readonly string[];
  greeting?: string;
  /** of a process: more variables, and the descriptor of its output (1 or 2); of a thread: `workerData` */
  env?: Record<string, string>;
  output?: number;
  /** of a process: whether it gives way to what people wait for */
  givesWay?: boolean;
  data?: unknown;
}

/** What a worker is told (without a task: that the next part is wanted), and what it says. */
export type Asked = { id: number; task?: unknown };
export type Said = { id?: number; isReady?: true; isDone?: true; value?: unknown; failed?: unknown };

/** A worker that runs. */
interface Running {
  worker: EventEmitter;
  post: (message: Asked, transfer?: Transferable[]) => void;
  kill: () => void;
  /** sets whether it keeps this process from ending */
  hold: (is: boolean) => void;
}

/** Starts a worker that is a process. */
export function startProcess({
  program,
  megabytes,
  env,
  output = 1,
  givesWay = false,
}: WorkerOptions): Running {
  const worker = fork(builtProgram(program), {
    env: { ...process.env, ...env },
    execArgv: ['--enable-source-maps', `--max-old-space-size=${megabytes!}`],
    stdio: ['ignore', output, 2, 'ipc'],
    // In a session of its own, as Linux shares out processors by session: a busy child held its parent up for 11 ms (p95)
    // beside three other busy programs, and for 4 ms so.
    detached: true,
    serialization: 'advanced', // large messages, and arrays of numbers as they are
  });
  if (givesWay && worker.pid !== undefined) giveWay(worker.pid);
  // One that could not be started has no exit.
  worker.on('error', () => worker.pid === undefined && worker.emit('exit', null, null));
  return {
    worker,
    post: (message) => void worker.send(message, () => {}), // where it cannot be sent the worker has ended
    kill: () => void worker.kill('SIGKILL'),
    hold(is) {
      for (const each of [worker, worker.channel]) if (is) each?.ref(); else each?.unref(); // prettier-ignore
    },
  };
}

/** Starts a worker that is a thread. */
export function startThread({ program, megabytes, data }: WorkerOptions): Running {
  const worker = new Worker(builtProgram(program), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: megabytes! },
  });
  return {
    worker,
    post: (message, transfer: Transferable[] = []) => worker.postMessage(message, transfer),
    kill: () => void worker.terminate(),
    hold: (is) => (is ? worker.ref() : worker.unref()),
  };
}

/**
 * Starts a program of others that answers each line with a line, in their order. It ends when its input does, so with this
 * process; of our environment it gets what finds programs alone.
 */
export function startLines({ program, args = [], greeting = '' }: WorkerOptions): Running {
  const { PATH, JAVA_HOME } = process.env;
  const worker = spawn(program, args, {
    env: { PATH, JAVA_HOME, LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  worker.on('error', () => worker.pid === undefined && worker.emit('exit', null, null));
  worker.stdin.on('error', () => {}); // it has ended
  const asked: number[] = [];
  createInterface({ input: worker.stdout }).on('line', (value) => {
    const id = asked.shift();
    worker.emit(
      'message',
      (id === undefined ? { isReady: true } : { id, isDone: true, value }) satisfies Said,
    );
  });
  worker.stdin.write(`${greeting}\n`);
  return {
    worker,
    post({ id, task }) {
      asked.push(id);
      worker.stdin.write(`${String(task)}\n`);
    },
    kill: () => void worker.kill('SIGKILL'),
    hold(is) {
      const streams = [worker, worker.stdin, worker.stdout] as unknown as { ref(): void; unref(): void }[];
      for (const each of streams) if (is) each.ref(); else each.unref(); // prettier-ignore
    },
  };
}

/** For the worker itself: sends its parent a message. Where the parent has gone, nobody misses it. */
function say(said: Said): void {
  if (parentPort) parentPort.postMessage(said, []);
  else process.send!(said, () => {});
}

/** For the worker itself: says from now on, every second, that it lives. */
export function sayAlive(): void {
  say({});
  setInterval(() => say({}), 1_000).unref();
}

/** What a worker does with a task. `deliver` sends a part of the answer before the rest; it resolves once that is taken. */
type Work<Task, Answer, Part> = (
  task: Task,
  deliver: (part: Part) => Promise<void>,
) => Answer | Promise<Answer>;

/** For the worker itself: says that it is ready, and does tasks from now on. Where one fails the worker is ended. */
export function serve<Task, Answer, Part>(work: Work<Task, Answer, Part>): void {
  const wanted = new Map<number, () => void>();
  async function answer(id: number, task: Task): Promise<void> {
    const deliver = (value: Part): Promise<void> =>
      new Promise((resolve) => {
        wanted.set(id, resolve);
        say({ id, value });
      });
    try {
      say({ id, isDone: true, value: await work(task, deliver) });
    } catch (failed) {
      say({ id, failed });
    }
    wanted.delete(id);
  }
  (parentPort ?? process).on('message', (asked: Asked) => {
    if ('task' in asked) void answer(asked.id, asked.task as Task);
    else wanted.get(asked.id)?.();
  });
  if (!parentPort) endWithParent();
  say({ isReady: true });
}

/**
 * A process ends with its parent. A signal to all processes of a service must not end it before: the parent may still wait for its
 * work.
 */
function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  if (!process.connected) process.exit();
  process.on('disconnect', () => process.exit());
  // While it is busy it does not hear of that, as a thread of its own does.
  const watch = `const { ppid } = process; setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 1_000)`;
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}
