import { statfs } from 'node:fs/promises';

/** Postgres takes its log 16 MiB at a time, and gives back what it could not fill. */
const LEAST_BYTES = 32 * 1024 * 1024;

/** Whether there is hardly any room left where a folder lies. False for a folder that is not there. */
export async function isFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < LEAST_BYTES;
}

/** @throws Error that names the folders of which the disk is full */
export async function refuseFull(folders: string[]): Promise<void> {
  const full = [];
  for (const folder of folders) if (await isFull(folder)) full.push(folder);
  if (full.length > 0) throw new Error(`${full.join(', ')}: its disk is full.`);
}
