import { parentPort, workerData } from 'node:worker_threads';
import { BadBmp, decodeBmp, measureBmp } from './bmp.js';
import type { BmpResult, BmpTask } from './bmp-threads.js';

// A thread of bmp-threads.ts.

function resultOf({ file, pixels }: BmpTask): BmpResult {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  try {
    return pixels ? decodeBmp(bytes) : measureBmp(bytes);
  } catch (error) {
    if (error instanceof BadBmp) return { bad: error.message };
    throw error;
  }
}

const result = resultOf(workerData as BmpTask);
// Without a copy of the pixels, which are up to 150 MB.
parentPort!.postMessage(result, 'data' in result && result.data ? [result.data.buffer] : []);
