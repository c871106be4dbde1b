import { statfs } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Duplex } from 'node:stream';
import { openNameless } from '../http/nameless-file.js';

/** What the exports of a gateway may hold on disk, bytes. */
export interface SpoolBudget {
  /** one of them at most */
  readonly each: number;
  /** what all of them together have left */
  left: number;
}

/** What waits in memory before anything goes to disk: a reader that keeps up never meets the disk. */
const MEMORY = 1024 * 1024;
/** Disk space is taken from the budget in steps of this size. */
const STEP = 16 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
/** Of the disk, so much stays free: others live on it too. */
const FREE_SHARE = 0.1;

/**
 * Stands between the database and the reader of an export, so that the one never waits for the other: what a slow
 * reader has not taken lies in a nameless file. Where the budget, the disk or the folder gives no more room, the
 * database is held back until all that lies here is taken.
 */
export function openExportSpool(budget: SpoolBudget): Duplex {
  const inMemory: Buffer[] = []; // older than what is in the file
  let memoryBytes = 0;
  let file: Promise<FileHandle> | undefined;
  let reserved = 0;
  // Places in the file: what lies between them was not taken yet.
  let taken = 0;
  let written = 0;
  let isWanted = false;
  let isReading = false;
  let hasEnded = false;
  let goOn: (() => void) | undefined; // of a write that waits for room

  const hasMemory = (): boolean => taken === written && memoryBytes < MEMORY;

  const give = (chunk: Buffer | null): void => {
    isWanted = false; // before the push, which may ask for more
    spool.push(chunk);
    if (goOn && hasMemory()) {
      goOn();
      goOn = undefined;
    }
  };
  const giveNext = (): void => {
    if (!isWanted || isReading || spool.destroyed) return;
    const oldest = inMemory.shift();
    if (oldest) {
      memoryBytes -= oldest.length;
      give(oldest);
    } else if (taken < written) readNext().catch((error: Error) => spool.destroy(error));
    else if (hasEnded) give(null);
  };
  const readNext = async (): Promise<void> => {
    isReading = true;
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, written - taken));
    const { bytesRead } = await (await file!).read(buffer, 0, buffer.length, taken);
    if (bytesRead === 0) throw new Error('the file of an export is shorter than what was written to it');
    taken += bytesRead;
    isReading = false;
    if (!spool.destroyed) give(buffer.subarray(0, bytesRead));
  };

  const reserve = async (bytes: number): Promise<boolean> => {
    while (reserved < bytes) {
      const { bavail, blocks } = await statfs(tmpdir());
      if (bavail < blocks * FREE_SHARE || spool.destroyed) return false;
      if (reserved + STEP > budget.each || STEP > budget.left) return false;
      budget.left -= STEP;
      reserved += STEP;
    }
    return true;
  };
  /** False where there is no room on disk; nothing is kept of them then. */
  const append = async (chunks: Buffer[], bytes: number): Promise<boolean> => {
    if (taken === written) taken = written = 0; // all was taken: the file is filled anew
    try {
      if (!(await reserve(written + bytes))) return false;
      file ??= openNameless('export').catch((error: unknown) => {
        file = undefined; // it may open the next time
        throw error;
      });
      const { bytesWritten } = await (await file).writev(chunks, written);
      if (bytesWritten < bytes) return false;
    } catch {
      return false;
    }
    written += bytes;
    return true;
  };
  const take = async (chunks: Buffer[]): Promise<void> => {
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
    while (!hasMemory()) {
      if (await append(chunks, bytes)) return giveNext();
      if (!hasMemory()) await new Promise<void>((resolve) => (goOn = resolve));
    }
    inMemory.push(...chunks);
    memoryBytes += bytes;
    giveNext();
  };

  const release = async (): Promise<void> => {
    const opened = await file?.catch(() => undefined);
    await opened?.close().catch(() => {});
    budget.left += reserved;
    reserved = 0;
  };

  const spool = new Duplex({
    readableHighWaterMark: READ_BYTES,
    writableHighWaterMark: MEMORY,
    read() {
      isWanted = true;
      giveNext();
    },
    writev(chunks, goOnWriting) {
      take(chunks.map(({ chunk }) => chunk as Buffer)).then(() => goOnWriting(), goOnWriting);
    },
    final(done) {
      hasEnded = true;
      giveNext();
      done();
    },
    destroy(cause, isDestroyed) {
      void release().finally(() => isDestroyed(cause));
    },
  });
  return spool;
}
