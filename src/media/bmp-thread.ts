import { move, transferableSymbol, valueSymbol } from 'piscina';
import { BadBmp, decodeBmp, measureBmp } from './bmp.js';
import type { Pixels } from './bmp.js';
import type { BmpResult, BmpTask } from './bmp-threads.js';

// A thread of bmp-threads.ts.

export default function work({ file, pixels }: BmpTask): BmpResult {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  try {
    return pixels ? handedOver(decodeBmp(bytes)) : measureBmp(bytes);
  } catch (error) {
    if (error instanceof BadBmp) return { bad: error.message };
    throw error;
  }
}

/** Without a copy of the pixels, which are up to 150 MB. */
function handedOver(pixels: Pixels): BmpResult {
  return move({
    [transferableSymbol]: [pixels.data.buffer],
    [valueSymbol]: pixels,
  }) as unknown as BmpResult;
}
