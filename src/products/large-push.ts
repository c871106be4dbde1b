import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem, unavailable } from '../http/problem.js';
import type { Fault, Slug } from '../http/problem.js';
import type { LogEntry } from '../access/store.js';
import { ROOT } from '../root.js';
import type { PushOutcome } from './push.js';

/** A push as its thread gets it. */
export interface LargePush {
  bytes: Uint8Array<ArrayBuffer>;
  source: string;
  skipUnchanged: boolean;
  /** its row of the sync log, complete but for what the work itself tells */
  entry: LogEntry;
}

/** What comes back: the answer's JSON, the counts, the id of the transaction. */
export interface PushDone {
  json: string;
  counts: Pick<PushOutcome, 'created' | 'updated' | 'unchanged' | 'invalid'>;
  transaction: string;
}

/** What the thread says: the end of one push. */
export type PushEnd = { id: number } & (
  | { done: PushDone }
  | { problem: { slug: Slug; detail: string; errors?: Fault[]; headers: Record<string, string> } }
);

export interface LargePushes {
  /** @throws Problem */
  push(work: LargePush): Promise<PushDone>;
  close(): Promise<void>;
}

/** Without work for so long the thread ends, and gives its memory back, ms. */
const IDLE_MS = 20_000;

/**
 * Large pushes are read, checked and written in a thread of their own, on connections of their own: 50,000 products are
 * up to 57 MiB of JSON, whose parsing alone held up every other request for 376 ms, and their checking for longer.
 */
export function openLargePushes(databaseUrl: string): LargePushes {
  const waiting = new Map<number, { resolve: (done: PushDone) => void; reject: (why: unknown) => void }>();
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const begin = (): Worker => {
    // The compiled file also where this one runs from its source: a thread reads no TypeScript.
    const started = new Worker(join(ROOT, 'dist/src/products/push-thread.js'), {
      workerData: { databaseUrl },
    });
    started.on('message', (end: PushEnd) => {
      const call = waiting.get(end.id);
      waiting.delete(end.id);
      if ('done' in end) call?.resolve(end.done);
      else call?.reject(new Problem(end.problem.slug, end.problem.detail, end.problem));
      if (waiting.size === 0) idle = setTimeout(retire, IDLE_MS).unref();
    });
    started.on('error', () => {}); // it exits, which is all there is to know
    started.once('exit', () => {
      if (thread !== started) return; // it had nothing to do any more, and what waits now waits for another
      thread = null;
      for (const { reject } of waiting.values())
        reject(unavailable('The push was broken off. Try again: repeating it is harmless.'));
      waiting.clear();
    });
    // A push that comes from now on begins a new one, instead of ending with this one.
    const retire = (): void => {
      thread = null;
      void started.terminate();
    };
    started.unref();
    return started;
  };

  return {
    push: (work) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        thread ??= begin();
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        thread.postMessage({ id, ...work }, [work.bytes.buffer]);
      }),
    async close() {
      clearTimeout(idle);
      await thread?.terminate();
    },
  };
}
