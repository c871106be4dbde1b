import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';

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
    return bytes;
  }
  const part = `${to.file}.part`;
  try {
    await pipeline(stream, createWriteStream(part, { flush: true }), { signal });
    await rename(part, to.file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return bytes;
}
