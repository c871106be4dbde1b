import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file in the folder for temporary files (TMPDIR) that has no name: the system frees it with its handle, even when
 * the process is killed. @param purpose for whoever sees the folder in the moment in which it has one
 */
export async function openNameless(purpose: string): Promise<FileHandle> {
  const path = join(tmpdir(), `catalogue-${purpose}-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await rm(path);
  return handle;
}
