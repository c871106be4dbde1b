import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a temporary file (in TMPDIR) and unlinks it: the system frees it with its handle, even when the process is
 * killed. @param purpose part of its name until then
 */
export async function openNameless(purpose: string): Promise<FileHandle> {
  const path = join(tmpdir(), `catalogue-${purpose}-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
