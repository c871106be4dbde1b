import { statfs } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Duplex } from 'node:stream';
import { openNameless } from '../../platform/index.js';
import type { Share } from '../../platform/index.js';

/** Bytes buffered in memory before any go to disk; for a reader that keeps up none do. */
const MEMORY = 1024 * 1024;
/** Disk space is reserved in steps of this size. */
const STEP = 16 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
/** The share of the disk that stays free for others. */
const FREE_SHARE = 0.1;

/** Disk space that one export takes. */
interface Reservation {
  /** Raises the reservation to this many bytes. False where there are no more, for it or on the disk, or it was released. */
  upTo(bytes: number): Promise<boolean>;
  release(): void;
}

/** Opens a reservation of nothing yet; it must be released. */
export function openReservation(share: Share): Reservation {
  let reserved = 0;
  return {
    async upTo(bytes) {
      while (reserved < bytes) {
        const { bavail, blocks } = await statfs(tmpdir());
        if (bavail < blocks * FREE_SHARE || !share.tryGrow(STEP)) return false;
        reserved += STEP;
      }
      return true;
    },
    release: () => share.leave(),
  };
}

/**
 * A buffer between the database and the reader of an export, so that a slow reader does not keep the snapshot open: what
 * it has not read yet is in a nameless file. Where there is no more room, the database waits until everything
 * is read.
 */
export function openExportSpool(share: Share): Duplex {
  const inMemory: Buffer[] = []; // older than what is in the file
  let memoryBytes = 0;
  let file: Promise<FileHandle> | undefined;
  const space = openReservation(share);
  // Offsets in the file: what is between them is not read yet.
  let readTo = 0;
  let writtenTo = 0;
  let isWanted = false;
  let isReading = false;
  let hasEnded = false;
  let resume: (() => void) | undefined; // of a write that waits for room

  const hasMemory = (): boolean => readTo === writtenTo && memoryBytes < MEMORY;

  const give = (chunk: Buffer | null): void => {
    isWanted = false; // before the push, which may ask for more
    spool.push(chunk);
    if (resume && hasMemory()) {
      resume();
      resume = undefined;
    }
  };
  const giveNext = (): void => {
    if (!isWanted || isReading || spool.destroyed) return;
    const oldest = inMemory.shift();
    if (oldest) {
      memoryBytes -= oldest.length;
      give(oldest);
    } else if (readTo < writtenTo) readNext().catch((error: Error) => spool.destroy(error));
    else if (hasEnded) give(null);
  };
  const readNext = async (): Promise<void> => {
    isReading = true;
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, writtenTo - readTo));
    const { bytesRead } = await (await file!).read(buffer, 0, buffer.length, readTo);
    if (bytesRead === 0) throw new Error('the file of an export is shorter than what was written to it');
    readTo += bytesRead;
    isReading = false;
    if (!spool.destroyed) give(buffer.subarray(0, bytesRead));
  };

  /** False where there is no room on disk; none of them is stored then. */
  const append = async (chunks: Buffer[], bytes: number): Promise<boolean> => {
    if (readTo === writtenTo) readTo = writtenTo = 0; // everything is read: start again at the beginning of the file
    try {
      if (spool.destroyed || !(await space.upTo(writtenTo + bytes))) return false;
      file ??= openNameless('export').catch((error: unknown) => {
        file = undefined; // the next write tries to open it again
        throw error;
      });
      const { bytesWritten } = await (await file).writev(chunks, writtenTo);
      if (bytesWritten < bytes) return false;
    } catch {
      return false;
    }
    writtenTo += bytes;
    return true;
  };
  const store = async (chunks: Buffer[]): Promise<void> => {
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
    while (!hasMemory()) {
      if (await append(chunks, bytes)) return giveNext();
      if (!hasMemory()) await new Promise<void>((resolve) => (resume = resolve));
    }
    inMemory.push(...chunks);
    memoryBytes += bytes;
    giveNext();
  };

  const release = async (): Promise<void> => {
    const opened = await file?.catch(() => undefined);
    await opened?.close().catch(() => {});
    space.release();
  };

  const spool = new Duplex({
    readableHighWaterMark: READ_BYTES,
    writableHighWaterMark: MEMORY,
    read() {
      isWanted = true;
      giveNext();
    },
    writev(chunks, written) {
      store(chunks.map(({ chunk }) => chunk as Buffer)).then(() => written(), written);
    },
    final(done) {
      hasEnded = true;
      giveNext();
      done();
    },
    destroy(cause, done) {
      void release().finally(() => done(cause));
    },
  });
  return spool;
}
