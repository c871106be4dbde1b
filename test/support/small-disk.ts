import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Mounts a file system of its own, so small that a test can fill it.
 * @param size as `mount` reads it, such as `64m`
 * @returns its folder; undefined where this account may not mount one
 */
export function mountSmall(size: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-full-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

/** Gives a small file system back. */
export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
}

/** Writes a file until there is no room any more. */
export function fill(file: string): void {
  const to = openSync(file, 'w');
  try {
    for (const piece = Buffer.alloc(4096); ;) writeSync(to, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(to);
  }
}
