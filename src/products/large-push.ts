import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LogEntry } from '../access/store.js';
import { Problem, unavailable } from '../http/problem.js';
import type { Fault, Slug } from '../http/problem.js';
import { ROOT } from '../root.js';
import type { PushOutcome } from './push.js';

/** All of a push but its body. */
export interface PushCall {
  source: string;
  skipUnchanged: boolean;
  /** its row of the sync log, complete but for what the work itself tells */
  entry: LogEntry;
}

/** What the process is told: a piece of the body of a push, or that this was all of it. */
export type PushMessage = { id: number } & ({ piece: Uint8Array } | { call: PushCall });

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

export interface LargePushes {
  /** @param body in pieces @throws Problem */
  push(call: PushCall, body: Uint8Array[]): Promise<PushDone>;
  close(): Promise<void>;
}

/** Without work for so long the process ends, and gives its memory back, ms. */
const IDLE_MS = 20_000;

/** Two pushes of 45 MiB at once take it 1,100 MB (RSS), and the gateway, which holds their bodies, 240 MB. */
const NODE_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=768'];

/**
 * Large pushes are read, checked and written in a process of their own, on connections of their own: 50,000 products
 * are up to 57 MiB of JSON, whose parsing alone held up every other request for 376 ms, and their checking for longer.
 * In a thread the collecting of what they leave behind took the processors from the gateway: the p99 of reads beside
 * them was 90 to 250 ms. And what runs out of memory there is not the gateway.
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
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true, // a session of its own, that can be put behind the others
      serialization: 'advanced',
    });
    started.on('message', (end: PushEnd) => {
      const call = waiting.get(end.id);
      waiting.delete(end.id);
      if ('done' in end) call?.resolve(end.done);
      else call?.reject(new Problem(end.problem.slug, end.problem.detail, end.problem));
      if (waiting.size === 0) idle = setTimeout(retire, IDLE_MS).unref();
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
    // A push that comes from now on begins a new one, instead of ending with this one.
    const retire = (): void => {
      current = null;
      started.kill('SIGKILL');
    };
    started.unref();
    started.channel?.unref();
    return started;
  };

  return {
    push: (call, body) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        void hand((current ??= begin()), { id, call, body });
      }),
    async close() {
      clearTimeout(idle);
      if (current === null) return;
      const ended = once(current, 'exit');
      current.kill('SIGKILL');
      await ended;
    },
  };
}

/** One piece after the other, so that requests are answered in between. What has gone takes none, and says so. */
async function hand(
  to: ChildProcess,
  { id, call, body }: { id: number; call: PushCall; body: Uint8Array[] },
): Promise<void> {
  const send = (message: PushMessage): Promise<void> =>
    new Promise((sent) => void to.send(message, () => sent()));
  for (const piece of body) await send({ id, piece });
  await send({ id, call });
}
