import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { LogEntry } from '../access/store.js';
import { Problem, unavailable } from '../http/problem.js';
import type { Fault, Slug } from '../http/problem.js';
import { free } from '../memory.js';
import { ROOT } from '../root.js';
import type { PushOutcome } from './push.js';

/** All of a push but its body. */
export interface PushCall {
  source: string;
  skipUnchanged: boolean;
  /** its row of the sync log, complete but for what the work itself tells */
  entry: LogEntry;
}

/** What the process is told of a push whose body it gets through {@link BODIES}; null: nothing comes of it. */
export interface PushMessage {
  id: number;
  call: PushCall | null;
}

/**
 * The pipe that bodies go through, in frames of any order: the push's id, the number of bytes (UInt32LE each), and the
 * bytes. A frame without bytes ends a body, whole or not. As messages, which V8 copies, 46 MB took the gateway 52 ms of
 * processor time, through the pipe 34.
 */
export const BODIES = { fd: 4, headBytes: 8 };

/** What comes back: the answer's JSON, the counts, the id of the transaction. */
export interface PushDone {
  json: string;
  counts: Pick<PushOutcome, 'created' | 'updated' | 'unchanged' | 'invalid'>;
  transaction: string;
}

/** What the process says: the end of one push. */
export type PushEnd = { id: number } & (
  | { done: PushDone }
  | { problem: { slug: Slug; detail: string; errors?: Fault[]; headers: Record<string, string> } }
);

/** A push whose body is with the process. Either is called, and once. */
export interface ReceivedPush {
  /** @throws Problem */
  run(call: PushCall): Promise<PushDone>;
  drop(): void;
}

export interface LargePushes {
  /**
   * Hands a body on as it comes: nothing of it is kept here.
   * @throws Problem 503, or what the pieces throw
   */
  receive(body: AsyncIterable<Uint8Array>): Promise<ReceivedPush>;
  close(): Promise<void>;
}

/** Without work for so long the process ends, and gives its memory back, ms. */
const IDLE_MS = 20_000;

/** Two pushes of 45 MiB at once take it 1,100 MB (RSS). The gateway, which hands them on, takes 150 MB. */
const NODE_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=768'];

/**
 * Large pushes are read, checked and written in a process of their own, on connections of their own: 50,000 products
 * are up to 57 MiB of JSON, whose parsing alone held up every other request for 376 ms, and their checking for longer.
 * In a thread the collecting of what they leave behind took the processors from the gateway: the p99 of reads beside
 * them was 90 to 250 ms. And what runs out of memory there is not the gateway.
 *
 * A body goes there as it comes. Where the gateway held it first, each one made V8 collect up to five times, with all of
 * its threads: the longest read took 60 to 210 ms, now 28 to 120.
 */
export function openLargePushes(databaseUrl: string): LargePushes {
  const waiting = new Map<number, { resolve: (done: PushDone) => void; reject: (why: unknown) => void }>();
  let current: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const begin = (): ChildProcess => {
    // The compiled file also where this one runs from its source: Node reads no TypeScript.
    const started = fork(join(ROOT, 'dist/src/products/push-process.js'), {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      execArgv: NODE_FLAGS,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
      detached: true,
      serialization: 'advanced', // an answer with many errors is megabytes
    });
    started.on('message', (end: PushEnd) => {
      const call = waiting.get(end.id);
      waiting.delete(end.id);
      if ('done' in end) call?.resolve(end.done);
      else call?.reject(new Problem(end.problem.slug, end.problem.detail, end.problem));
      rest();
    });
    const gone = (): void => {
      if (current !== started) return; // it had nothing to do any more, and what waits now waits for another
      current = null;
      for (const { reject } of waiting.values())
        reject(unavailable('The push was broken off. Try again: repeating it is harmless.'));
      waiting.clear();
    };
    started.once('exit', gone);
    // One that could not even be made has no exit; any other has, which is all there is to know.
    started.on('error', () => started.pid === undefined && gone());
    started.unref();
    started.channel?.unref();
    bodiesOf(started)?.unref();
    bodiesOf(started)?.on('error', () => {}); // its end tells all
    return started;
  };

  const rest = (): void => {
    clearTimeout(idle); // one that is forgotten would end a later push
    if (waiting.size === 0) idle = setTimeout(retire, IDLE_MS).unref();
  };
  // A push that comes from now on begins a new one, instead of ending with this one.
  const retire = (): void => {
    current?.kill('SIGKILL');
    current = null;
  };

  return {
    async receive(body) {
      clearTimeout(idle);
      const to = (current ??= begin());
      const id = ++lastId;
      const ended = new Promise<PushDone>((resolve, reject) => void waiting.set(id, { resolve, reject }));
      ended.catch(() => {}); // for whoever has it run
      const tell = (call: PushCall | null): void => {
        if (to.connected) to.send({ id, call } satisfies PushMessage, () => {});
      };
      const drop = (): void => {
        tell(null);
        waiting.delete(id);
        rest();
      };
      try {
        for await (const piece of body) {
          if (!waiting.has(id)) break; // the process has ended: the rest is for nobody
          if (piece.length === 0) continue;
          await hand(to, id, piece);
          // A smaller piece would share its memory with others.
          if (piece.length === piece.buffer.byteLength) free(piece.buffer);
        }
      } catch (error) {
        drop();
        throw error;
      } finally {
        void hand(to, id);
      }
      return {
        drop,
        run(call) {
          tell(call);
          return ended;
        },
      };
    },
    async close() {
      clearTimeout(idle);
      if (current === null) return;
      const ended = once(current, 'exit');
      current.kill('SIGKILL');
      await ended;
    },
  };
}

/** Null where the process could not be made. */
const bodiesOf = (process: ChildProcess): Socket | null =>
  process.pid === undefined ? null : (process.stdio[BODIES.fd] as Socket);

const NOTHING = Buffer.alloc(0);

/** Sends a piece of a body, or its end. Resolves when it is on its way, also to a process that has gone. */
function hand(to: ChildProcess, id: number, piece: Uint8Array = NOTHING): Promise<void> {
  const pipe = bodiesOf(to);
  if (!pipe) return Promise.resolve();
  const head = Buffer.alloc(BODIES.headBytes);
  head.writeUInt32LE(id, 0);
  head.writeUInt32LE(piece.length, 4);
  return new Promise((handed) => {
    pipe.cork(); // one call of the system for both
    pipe.write(head);
    pipe.write(piece, () => handed());
    pipe.uncork();
  });
}
