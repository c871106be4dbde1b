import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const LOG_BYTES = 50 * 1024 * 1024;

/**
 * Rotates the logs of the stack, now and at intervals: one that is too large becomes `<name>.log.1` and replaces the
 * former one.
 * @param bytes the largest size of a log
 * @param everyMs interval between checks
 */
export function rotateLogs(folder: string, bytes = LOG_BYTES, everyMs = 1_000): NodeJS.Timeout {
  mkdirSync(folder, { recursive: true });
  const rotate = (): void => {
    for (const file of logsIn(folder)) {
      try {
        rotateLog(file, bytes);
      } catch {
        // Retried at the next check.
      }
    }
  };
  rotate();
  return setInterval(rotate, everyMs).unref();
}

function logsIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith('.log')).map((name) => join(folder, name));
}

/**
 * Copies and truncates, because the process has the file open for appending. Lines that it writes between the two are
 * lost.
 */
function rotateLog(file: string, bytes: number): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= bytes) return;
  const former = `${file}.1`;
  try {
    copyFileSync(file, former);
  } catch {
    // The disk may be full: free the space of the former log.
    rmSync(former, { force: true });
  }
  truncateSync(file);
}
