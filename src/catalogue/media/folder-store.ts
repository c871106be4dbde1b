import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, ConfigError, makeFolders, unavailable } from '../../platform/index.js';
import { imageOf } from './objects.js';
import type { ObjectStore } from './objects.js';

const HOUR_MS = 3_600_000;

/**
 * Images in a local folder, in two levels of sub-folders by hash so that none grows large. An object is written under
 * a temporary name, flushed to disk and then renamed. What belongs to no image lies in the folder itself.
 */
export function openFolderStore(root: string): ObjectStore {
  const pathOf = (key: string): string =>
    imageOf(key) === null ? join(root, key) : join(root, key.slice(0, 2), key.slice(2, 4), key);
  const unfinished = join(root, 'unfinished');

  return {
    put: (key, body) =>
      usable(async () => {
        const path = pathOf(key);
        await makeFolder(root, dirname(path));
        await mkdir(unfinished, { recursive: true });
        await writeFlushed(join(unfinished, randomUUID()), body, path);
        await flushFolder(dirname(path));
      }),

    get: (key, { range } = {}) =>
      usable(async () => {
        const file = await absent(open(pathOf(key)));
        if (file === null) return null;
        try {
          const { size } = await file.stat();
          const body = createReadStream('', { fd: file, ...range });
          return { body, bytes: range ? range.end - range.start + 1 : size };
        } catch (error) {
          await file.close();
          throw error;
        }
      }),

    head: (key) =>
      usable(async () => {
        const found = await absent(stat(pathOf(key)));
        return found && { bytes: found.size, modified: found.mtime };
      }),

    delete: (key) => usable(() => rm(pathOf(key), { force: true })),

    async *list() {
      for (const outer of await foldersIn(root)) {
        for (const inner of await foldersIn(join(root, outer))) {
          for (const key of await usable(() => readdir(join(root, outer, inner)))) {
            if (imageOf(key) === null) continue;
            const found = await usable(() => absent(stat(pathOf(key))));
            if (found) yield { key, bytes: found.size, modified: found.mtime };
          }
        }
      }
    },

    async check() {
      try {
        makeFolders(unfinished);
        await sweep(unfinished);
        const probe = join(unfinished, randomUUID());
        await writeFile(probe, '', { flag: 'wx' });
        await rm(probe);
      } catch (error) {
        throw new ConfigError(`DATA_DIR: images cannot be written to ${root} (${codeOf(error)})`);
      }
    },

    close() {},
  };
}

/** Writes a file under a temporary name, flushes it, and gives it its own name. */
async function writeFlushed(temporary: string, body: Buffer, path: string) {
  try {
    await writeFile(temporary, body, { flag: 'wx', flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes what a process that was killed during a put has left behind. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await absent(stat(join(folder, name)));
    if (found && Date.now() - found.mtimeMs > HOUR_MS) await rm(join(folder, name), { force: true });
  }
}

/** Makes a folder durable: a new name survives a crash only once the folder that holds it is flushed. */
async function makeFolder(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let at = dirname(folder); at.length >= root.length; at = dirname(at)) await flushFolder(at);
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const names = await usable(() => absent(readdir(folder)));
  return (names ?? []).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

const absent = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });

async function usable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFull = codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';
    const fault = isFull ? 'has no room: its disk is full' : 'cannot be used at the moment';
    throw unavailable(`The image store ${fault}. Nothing was changed; try again.`, error, isFull ? 30 : 2);
  }
}
