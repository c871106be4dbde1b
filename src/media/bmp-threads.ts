import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { ROOT } from '../root.js';
import { BadBmp } from './bmp.js';
import type { Pixels } from './bmp.js';

/** Decodes bitmaps in threads: doing so in JavaScript here would block the event loop. */
export interface BmpThreads {
  /** {@link measureBmp}. @throws BadBmp */
  measure(file: Buffer): Promise<{ width: number; height: number }>;
  /** {@link decodeBmp}. @throws BadBmp */
  decode(file: Buffer): Promise<Pixels>;
  close(): Promise<void>;
}

export interface BmpTask {
  file: Uint8Array;
  pixels: boolean;
}

/** What a thread returns: errors lose their class between threads. */
export type BmpResult = { width: number; height: number; data?: Uint8Array } | { bad: string };

/** A thread for each bitmap: its memory is released with the thread. */
export function openBmpThreads(most: number): BmpThreads {
  let opened: Promise<Piscina<BmpTask, BmpResult>> | undefined;
  const open = (): Promise<Piscina<BmpTask, BmpResult>> =>
    (opened ??= import('piscina').then(
      ({ Piscina }) =>
        new Piscina({
          // The compiled file, also where this one runs from its source: a thread cannot load TypeScript.
          filename: join(ROOT, 'dist/src/media/bmp-thread.js'),
          minThreads: 0,
          maxThreads: most,
          idleTimeout: 0,
        }),
    ));
  const run = async (task: BmpTask) => {
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
