import { once } from 'node:events';
import { startThread } from '../../platform/index.js';
import { BadBmp } from './bmp.js';
import type { Pixels } from './bmp.js';

// Bitmaps are decoded in JavaScript, which would block the event loop here. Each has a thread of its own, whose
// memory is released when it ends; the caller bounds how many run at once.

/** What a thread is given: the file, and whether its pixels are wanted. */
export interface BmpTask {
  file: Uint8Array;
  pixels: boolean;
}

/** What a thread sends: errors lose their class between threads. */
export type BmpResult = { width: number; height: number; data?: Uint8Array<ArrayBuffer> } | { bad: string };

/** `measureBmp`. @throws BadBmp */
export function measureInThread(file: Buffer): Promise<{ width: number; height: number }> {
  return run({ file, pixels: false });
}

/** `decodeBmp`. @throws BadBmp */
export async function decodeInThread(file: Buffer): Promise<Pixels> {
  const { width, height, data } = await run({ file, pixels: true });
  return { width, height, data: Buffer.from(data!.buffer) };
}

async function run(task: BmpTask): Promise<Exclude<BmpResult, { bad: string }>> {
  const thread = startThread('catalogue/media/bmp-thread.js', { workerData: task });
  const [result] = (await once(thread, 'message')) as [BmpResult];
  if ('bad' in result) throw new BadBmp(result.bad);
  return result;
}
