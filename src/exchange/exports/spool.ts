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
export const openExportSpool = (share: Share): Duplex => new ExportSpool(openReservation(share));

class ExportSpool extends Duplex {
  /** older than what is in the file */
  readonly #inMemory: Buffer[] = [];
  #memoryBytes = 0;
  #file: Promise<FileHandle> | undefined;
  readonly #space: Reservation;
  // Offsets in the file: what is between them is not read yet.
  #readTo = 0;
  #writtenTo = 0;
  #isWanted = false;
  #isReading = false;
  #hasEnded = false;
  /** of a write that waits for room */
  #resume: (() => void) | undefined;

  constructor(space: Reservation) {
    super({ readableHighWaterMark: READ_BYTES, writableHighWaterMark: MEMORY });
    this.#space = space;
  }

  override _read(): void {
    this.#isWanted = true;
    this.#giveNext();
  }

  override _writev(chunks: { chunk: Buffer }[], written: (error?: Error | null) => void): void {
    this.#store(chunks.map(({ chunk }) => chunk)).then(() => written(), written);
  }

  override _final(done: () => void): void {
    this.#hasEnded = true;
    this.#giveNext();
    done();
  }

  override _destroy(cause: Error | null, done: (error: Error | null) => void): void {
    const release = async (): Promise<void> => {
      const opened = await this.#file?.catch(() => undefined);
      await opened?.close().catch(() => {});
      this.#space.release();
    };
    void release().finally(() => done(cause));
  }

  #hasMemory(): boolean {
    return this.#readTo === this.#writtenTo && this.#memoryBytes < MEMORY;
  }

  #give(chunk: Buffer | null): void {
    this.#isWanted = false; // before the push, which may ask for more
    this.push(chunk);
    if (!this.#hasMemory()) return;
    this.#resume?.();
    this.#resume = undefined;
  }

  #giveNext(): void {
    if (!this.#isWanted || this.#isReading || this.destroyed) return;
    const oldest = this.#inMemory.shift();
    if (oldest) {
      this.#memoryBytes -= oldest.length;
      this.#give(oldest);
    } else if (this.#readTo < this.#writtenTo) this.#readNext().catch((error: Error) => this.destroy(error));
    else if (this.#hasEnded) this.#give(null);
  }

  async #readNext(): Promise<void> {
    this.#isReading = true;
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, this.#writtenTo - this.#readTo));
    const { bytesRead } = await (await this.#file!).read(buffer, 0, buffer.length, this.#readTo);
    if (bytesRead === 0) throw new Error('the file of an export is shorter than what was written to it');
    this.#readTo += bytesRead;
    this.#isReading = false;
    if (!this.destroyed) this.#give(buffer.subarray(0, bytesRead));
  }

  async #store(chunks: Buffer[]): Promise<void> {
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
    while (!this.#hasMemory()) {
      if (await this.#append(chunks, bytes)) return this.#giveNext();
      if (!this.#hasMemory()) await new Promise<void>((resolve) => (this.#resume = resolve));
    }
    this.#inMemory.push(...chunks);
    this.#memoryBytes += bytes;
    this.#giveNext();
  }

  /** False where there is no room on disk; none of them is stored then. */
  async #append(chunks: Buffer[], bytes: number): Promise<boolean> {
    // Everything is read: start again at the beginning of the file.
    if (this.#readTo === this.#writtenTo) this.#readTo = this.#writtenTo = 0;
    try {
      if (this.destroyed || !(await this.#space.upTo(this.#writtenTo + bytes))) return false;
      this.#file ??= openNameless('export').catch((error: unknown) => {
        this.#file = undefined; // the next write tries to open it again
        throw error;
      });
      const { bytesWritten } = await (await this.#file).writev(chunks, this.#writtenTo);
      if (bytesWritten < bytes) return false;
    } catch {
      return false;
    }
    this.#writtenTo += bytes;
    return true;
  }
}
