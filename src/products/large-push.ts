import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Problem, unavailable } from '../http/problem.js';
import type { Fault, Slug } from '../http/problem.js';
import { openQueue } from '../http/queue.js';
import { ROOT } from '../root.js';
import type { PushCall, PushDone } from './recorded-push.js';

/** A push whose body lies in a file. */
export interface LargePush {
  /** path of the body */
  file: string;
  /** of JSON */
  charset?: string;
  call: PushCall;
}

/** What a process reports of its push. */
export type PushEnd =
  | { done: PushDone }
  | {
      problem: {
        slug: Slug;
        detail: string;
        errors?: Fault[];
        headers: Record<string, string>;
        extra?: Record<string, unknown>;
      };
      /** the error behind it, for the log of the gateway alone */
      cause?: { message: string; stack: string | undefined };
    };

export interface LargePushes {
  /**
   * Reads, checks and writes a push in another process.
   * @param signal leaves the queue where the caller has gone away; a push that has begun goes on
   * @throws Problem
   */
  run(push: LargePush, signal?: AbortSignal): Promise<PushDone>;
  close(): Promise<void>;
}

/** Pushes at once, each in a process of its own: one that crashes does not end the other. */
const MOST = 2;
/** A process that is idle for this long ends, which frees its memory, ms. */
const IDLE_MS = 20_000;
/** Enough for the heaviest body that is parsed: a process that needs more ends with its push. */
const NODE_FLAGS = ['--enable-source-maps', '--max-old-space-size=768'];

/**
 * Large pushes are read, checked and written in processes of their own, on connections of their own: parsing and checking
 * them would block the event loop. Not in threads: their garbage collection stops the
 * gateway too, and one that runs out of memory ends it.
 */
export function openLargePushes(databaseUrl: string): LargePushes {
  const queue = openQueue(MOST);
  const alive = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  const begin = (): ChildProcess => {
    // The compiled file, also where this one runs from its source: Node cannot load TypeScript.
    const started = fork(join(ROOT, 'dist/src/products/push-process.js'), {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      execArgv: NODE_FLAGS,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced', // an answer with many errors is megabytes
    });
    const gone = (): void => {
      alive.delete(started);
      clearTimeout(idle.get(started));
      idle.delete(started);
    };
    started.once('exit', gone).on('error', () => started.pid === undefined && gone());
    started.unref();
    started.channel?.unref();
    alive.add(started);
    return started;
  };
  /** An idle process, or a new one. */
  const take = (): ChildProcess => {
    const [rested] = idle.keys();
    if (!rested) return begin();
    clearTimeout(idle.get(rested));
    idle.delete(rested);
    return rested;
  };
  const rest = (worker: ChildProcess): void => {
    if (alive.has(worker)) idle.set(worker, setTimeout(() => end(worker), IDLE_MS).unref());
  };
  const end = (worker: ChildProcess): void => {
    idle.delete(worker);
    worker.kill('SIGKILL');
  };

  return {
    async run(push, signal) {
      const begun = performance.now();
      const leave = await queue.enter({ signal });
      try {
        const worker = take();
        return await ask(worker, later(push, performance.now() - begun)).finally(() => rest(worker));
      } finally {
        leave();
      }
    },
    async close() {
      const ends = [...alive].map((worker) => once(worker, 'exit'));
      for (const worker of alive) end(worker);
      await Promise.all(ends);
    },
  };
}

/** The same push, handed on so many ms later. */
function later({ call, ...push }: LargePush, ms: number): LargePush {
  const entry = { ...call.entry, durationMs: call.entry.durationMs + ms };
  return { ...push, call: { ...call, entry } };
}

/** @throws Problem as the process reports it, or 503 where it ends instead */
async function ask(worker: ChildProcess, push: LargePush): Promise<PushDone> {
  const reported = await new Promise<PushEnd | null>((resolve) => {
    const listeners: [string, (said?: unknown) => void][] = [
      ['message', (said) => settle(said as PushEnd)],
      ['exit', () => settle(null)],
      ['error', () => worker.pid === undefined && settle(null)],
    ];
    const settle = (end: PushEnd | null): void => {
      for (const [event, listener] of listeners) worker.off(event, listener);
      resolve(end);
    };
    for (const [event, listener] of listeners) worker.on(event, listener);
    worker.send(push, () => {}); // where it cannot be sent the process has ended
  });
  if (reported === null) throw unavailable('The push was broken off. Try again: repeating it is harmless.');
  if ('done' in reported) return reported.done;
  const { slug, detail, ...more } = reported.problem;
  const cause = reported.cause && Object.assign(new Error(), reported.cause);
  throw new Problem(slug, detail, { ...more, cause });
}
