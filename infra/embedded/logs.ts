import { copyFileSync, mkdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** What writes a log into the data folder. */
const WRITERS = ['postgres', 'meilisearch', 'gateway', 'indexer'];

const LOG_BYTES = 50 * 1024 * 1024;

/**
 * Keeps each log of the stack bounded, now and while its writer runs: one that has grown too large becomes
 * `<name>.log.1`, in the place of the one before it.
 * @param bytes above which a log is too large
 * @param everyMs how often their sizes are looked at
 */
export function turnLogs(folder: string, bytes = LOG_BYTES, everyMs = 1_000): NodeJS.Timeout {
  mkdirSync(folder, { recursive: true });
  const turn = (): void => {
    for (const name of WRITERS) {
      try {
        turnLog(join(folder, `${name}.log`), bytes);
      } catch {
        // It is looked at again.
      }
    }
  };
  turn();
  return setInterval(turn, everyMs).unref();
}

/**
 * Its writer has the file open for appending, and goes on at the beginning of the emptied file. What it writes between
 * the copy and the emptying is lost: some lines of a log, once in so many.
 */
function turnLog(file: string, bytes: number): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= bytes) return;
  const former = `${file}.1`;
  try {
    copyFileSync(file, former);
  } catch {
    // Where there is no room for a copy, room is what is wanted.
    rmSync(former, { force: true });
  }
  truncateSync(file);
}
