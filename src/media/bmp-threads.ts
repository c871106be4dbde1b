import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { ROOT } from '../root.js';
import { BadBmp } from './bmp.js';
import type { Pixels } from './bmp.js';

/** Bitmaps, in threads: going over each of their pixels here in JavaScript would hold up everything else. */
export interface BmpThreads {
  /** {@link measureBmp}. @throws BadBmp */
  measure(file: Buffer): Promise<{ width: number; height: number }>;
  /** {@link decodeBmp}. @throws BadBmp */
  decode(file: Buffer): Promise<Pixels>;
  close(): Promise<void>;
}

export interface Task {
  file: Uint8Array;
  pixels: boolean;
}

/** What a thread answers: errors lose their class on the way between threads. */
export type Answer = { width: number; height: number; data?: Uint8Array } | { bad: string };

/** A thread for each bitmap: with its thread goes the memory of its copy there. */
export function openBmpThreads(most: number): BmpThreads {
  let opened: Promise<Piscina<Task, Answer>> | undefined;
  const open = (): Promise<Piscina<Task, Answer>> =>
    (opened ??= import('piscina').then(
      ({ Piscina }) =>
        new Piscina({
          // The compiled file also where this one runs from its source: a thread reads no TypeScript.
          filename: join(ROOT, 'dist/src/media/bmp-thread.js'),
          minThreads: 0,
          maxThreads: most,
          idleTimeout: 0,
        }),
    ));
  const run = async (task: Task) => {
    const answer = await (await open()).run(task);
    if ('bad' in answer) throw new BadBmp(answer.bad);
    return answer;
  };
  return {
    measure: (file) => run({ file, pixels: false }),
    async decode(file) {
      const { width, height, data } = await run({ file, pixels: true });
      return { width, height, data: Buffer.from(data!.buffer) };
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}
