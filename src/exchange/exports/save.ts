import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';
import { writeWhole } from '../../platform/index.js';

/**
 * Writes an export to a file, under its name only when it is whole, or to a stream that stays open.
 * @returns bytes written
 */
export async function saveExport(
  stream: Readable,
  to: { file: string } | { stream: Writable },
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => (bytes += chunk.length)).pause();
  if ('stream' in to) {
    await pipeline(stream, to.stream, { end: false, signal });
    if (to.stream.writableNeedDrain) await once(to.stream, 'drain');
  } else await writeWhole(stream, to.file, { signal });
  return bytes;
}
