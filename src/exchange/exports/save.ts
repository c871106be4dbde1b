import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { writeWhole } from '../../platform/index.js';

/**
 * Writes an export to a file, under its name only when it is whole, or to standard output where none is named.
 * @returns bytes written
 */
export async function saveExport(
  stream: Readable,
  file: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => (bytes += chunk.length)).pause();
  if (file === undefined) {
    await pipeline(stream, process.stdout, { end: false, signal });
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  } else await writeWhole(stream, file, { signal });
  return bytes;
}
