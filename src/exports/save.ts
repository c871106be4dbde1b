import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Readable, Writable } from 'node:stream';
import { ofFile } from '../process/errors.js';

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

/**
 * Writes a file, under its name only when it is whole. What stands there and is no regular file, such as a device or a
 * pipe, is written to as it is: a file in its place would be another thing.
 */
export async function writeWhole(
  content: AsyncIterable<Buffer> | readonly string[],
  file: string,
  options: { mode?: number; signal?: AbortSignal } = {},
): Promise<void> {
  try {
    await write(content, file, options);
  } catch (error) {
    throw ofFile(file, error);
  }
}

async function write(
  content: AsyncIterable<Buffer> | readonly string[],
  file: string,
  { mode = 0o666, signal }: { mode?: number; signal?: AbortSignal },
): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const found = await stat(target).catch(() => null);
  if (found && !found.isFile())
    return pipeline(content, createWriteStream(target), { ...(signal && { signal }) });
  const part = `${target}.${randomUUID()}.part`; // unique: another export to this name may be under way
  try {
    const written = createWriteStream(part, { flags: 'wx', mode: found?.mode ?? mode, flush: true });
    await pipeline(content, written, { ...(signal && { signal }) });
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
