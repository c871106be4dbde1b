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
  { mode = 0o666, signal }: { mode?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const found = await stat(target).catch(() => null);
  const isAsItIs = found?.isFile() === false;
  // Unique: another write to this name may be under way.
  const part = isAsItIs ? target : `${target}.${randomUUID()}.part`;
  const options = isAsItIs ? {} : { flags: 'wx', mode: found?.mode ?? mode, flush: true };
  try {
    await pipeline(content, createWriteStream(part, options), { ...(signal && { signal }) });
    if (!isAsItIs) await rename(part, target);
  } catch (error) {
    if (!isAsItIs) await rm(part, { force: true });
    throw ofFile(file, error);
  }
}
