import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ofFile } from './errors.js';

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
  const part = `${target}.${randomUUID()}.part`; // unique: another write to this name may be under way
  try {
    const written = createWriteStream(part, { flags: 'wx', mode: found?.mode ?? mode, flush: true });
    await pipeline(content, written, { ...(signal && { signal }) });
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
