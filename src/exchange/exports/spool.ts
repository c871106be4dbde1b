import { statfs } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { openNameless } from '../../platform/index.js';
import type { Share } from '../../platform/index.js';

/** Bytes buffered in memory before any go to disk; for a reader that keeps up none do. */
const MEMORY = 1024 * 1024;
/** Disk space is reserved in steps of this size. */
const STEP = 16 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
/** The share of the disk that stays free for others. */
const FREE_SHARE = 0.1;

/** Opens a reservation of disk space, of nothing yet; it must be released. */
export function openReservation(share: Share) {
  let reserved = 0;
  return {
    /** Raises it to this many bytes. False where there are no more, for it or on the disk, or it was released. */
    async upTo(bytes: number): Promise<boolean> {
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

/** Bytes in a nameless file, which are read in the order in which they were written. */
function openQueue(share: Share) {
  const space = openReservation(share);
  let file: FileHandle | undefined;
  // Offsets in the file: what is between them is not read yet.
  let [readTo, writtenTo] = [0, 0];
  return {
    isEmpty: () => readTo === writtenTo,
    /** False where there is no room on disk: nothing of it is stored then. */
    async append(chunk: Buffer): Promise<boolean> {
      // Everything is read: start again at the beginning of the file.
      if (readTo === writtenTo) readTo = writtenTo = 0;
      try {
        if (!(await space.upTo(writtenTo + chunk.length))) return false;
        file ??= await openNameless('export');
        const { bytesWritten } = await file.write(chunk, 0, chunk.length, writtenTo);
        if (bytesWritten < chunk.length) return false;
      } catch {
        return false;
      }
      writtenTo += chunk.length;
      return true;
    },
    async take(): Promise<Buffer> {
      const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, writtenTo - readTo));
      const { bytesRead } = await file!.read(buffer, 0, buffer.length, readTo);
      if (bytesRead === 0) throw new Error('the file of an export is shorter than what was written to it');
      readTo += bytesRead;
      return buffer.subarray(0, bytesRead);
    },
    close: async (): Promise<void> => {
      await file?.close().catch(() => {});
      space.release();
    },
  };
}

/**
 * A buffer between the database and the reader of an export, so that a slow reader does not keep the snapshot open: what
 * it has not read yet, beyond what the stream itself holds, is in a nameless file. Where there is no more room, the database
 * waits until everything is read.
 */
export function spooled(source: Readable, share: Share): Readable {
  const queue = openQueue(share);
  // Wanted is what the reader asks for: a stream takes more than it has room for without a word.
  let [isWanted, isTaking, hasEnded] = [false, false, false];
  /** ends the wait of what has no room */
  let resume = (): void => {};
  const spool = new Readable({
    highWaterMark: MEMORY,
    read() {
      isWanted = true;
      resume();
      giveNext();
    },
    destroy(cause, done) {
      source.destroy();
      resume();
      void release().finally(() => done(cause));
    },
  });
  const hasMemory = (): boolean => queue.isEmpty() && spool.readableLength < MEMORY;

  function give(chunk: Buffer | null): void {
    isWanted = false;
    spool.push(chunk);
  }
  function giveNext(): void {
    if (!isWanted || isTaking || spool.destroyed) return;
    if (!queue.isEmpty()) take().catch((error: Error) => spool.destroy(error));
    else if (hasEnded) give(null);
  }
  async function take(): Promise<void> {
    isTaking = true;
    const chunk = await queue.take();
    isTaking = false;
    give(chunk);
    resume();
  }
  async function store(chunk: Buffer): Promise<void> {
    while (!hasMemory()) {
      if (spool.destroyed || (await queue.append(chunk))) return giveNext();
      if (!hasMemory() && !spool.destroyed) await new Promise<void>((resolve) => (resume = resolve));
    }
    give(chunk);
  }
  async function fill(): Promise<void> {
    for await (const chunk of source as AsyncIterable<Buffer>) await store(chunk);
    hasEnded = true;
    giveNext();
  }
  const filling = fill().catch((error: Error) => void spool.destroy(error));
  async function release(): Promise<void> {
    await filling;
    await queue.close();
  }
  return spool;
}
