import { randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { LIMITS, STALL_MS } from '../limits/sizes.js';
import { Problem, unavailable } from './problem.js';
import { openLimit } from '../limits/limit.js';
import { holderOf } from './holder.js';
import type { Holder } from '../limits/limit.js';

/** So many bytes of a body are its beginning. */
const BEGINNING = 64 * 1024;
/** The memory in which a body begins. */
const ROOM = 4 * 1024;
/** It becomes so many times as wide when it is full: limits count the bytes that have come, so it stays near them. */
const WIDER = 1.25;

/** Bytes of bodies that are received or worked on. Their beginnings are counted apart: small bodies never wait for large ones. */
export type BodyLimits = ReturnType<typeof openBodyLimits>;

/** Opens those of a gateway. */
export const openBodyLimits = () => ({
  beginnings: openLimit(LIMITS.bodyBeginnings),
  rest: openLimit(LIMITS.bodies),
});

/** What a body holds of them: nothing yet; it must be left. @param limits without one nothing is counted */
export function holdBytes(holder: Holder, limits: BodyLimits | undefined, signal?: AbortSignal) {
  const shares = limits && [limits.beginnings.share(holder), limits.rest.share(holder)];
  let held = 0;
  return {
    /** Waits until there is room for further bytes of it, and takes it. @throws Problem 503 */
    async grow(bytes: number): Promise<void> {
      const beginning = Math.min(bytes, Math.max(0, BEGINNING - held));
      held += bytes;
      if (beginning > 0) await shares?.[0]!.grow(beginning, signal);
      if (beginning < bytes) await shares?.[1]!.grow(bytes - beginning, signal);
    },
    /** Says that it is complete. */
    settle: () => shares?.forEach((share) => share.settle()),
    leave: () => shares?.forEach((share) => share.leave()),
  };
}

/** How a body is received, and its bounds. */
export interface ReceiveOptions {
  /** bytes at most, unpacked */
  limit: number;
  /** bytes at most in memory; a larger body goes to a file */
  inMemory: number;
  /** of all bodies; a body waits while it has no room for what has come */
  limits?: BodyLimits | undefined;
  /** aborted when the client disconnects */
  signal?: AbortSignal;
  /** the longest pause, ms */
  stallMs?: number;
  /** makes the error for a body beyond the limit */
  tooLarge?: () => Problem;
}

/** A complete body, decompressed. */
export interface Body {
  /** null where it is in a file */
  content: Buffer | null;
  /** the path of its file; null where it is in memory */
  file: string | null;
  /** moves it to a file. @returns its path */
  spool: () => Promise<string>;
  /** removes the file and gives its bytes back */
  discard: () => Promise<void>;
}

const UNPACK: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(), // RFC 9110, section 8.4.1.3
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};
const PREFIX = 'catalogue-body-';

/**
 * Receives a body and decompresses it (Content-Encoding), into memory or into a temporary file (in TMPDIR).
 * @throws Problem 400, 413, 415, 503
 */
export async function receiveBody(req: Request, options: ReceiveOptions): Promise<Body> {
  const { stream, end } = unpacked(req, options);
  try {
    return await receiveStream(stream, holderOf(req), options);
  } finally {
    end();
  }
}

/** Does some work with a small body, which is in memory as a whole and counts meanwhile. @throws Problem 400, 413, 415, 503 */
export async function withBytes<T>(
  req: Request,
  options: Omit<ReceiveOptions, 'inMemory'>,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const { content, discard } = await receiveBody(req, { ...options, inMemory: options.limit });
  try {
    return await work(content!);
  } finally {
    await discard();
  }
}

/**
 * {@link receiveBody} for a stream that is unpacked already, such as a part of a form. It takes what has come,
 * not what is announced.
 * @throws Problem 400, 413, 503
 */
export async function receiveStream(
  stream: Readable,
  holder: Holder,
  options: ReceiveOptions,
): Promise<Body> {
  const { limit, inMemory, limits, signal, stallMs, tooLarge = largerThanAccepted } = options;
  const held = holdBytes(holder, limits, signal);
  let room: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let file: { path: string; handle: FileHandle } | undefined;

  const body: Body = {
    content: null,
    file: null,
    async spool() {
      if (file) return file.path;
      const path = join(tmpdir(), `${PREFIX}${randomUUID()}`);
      file = { path, handle: await onDisk(open(path, 'wx', 0o600)) };
      await onDisk(file.handle.appendFile(room.subarray(0, bytes)));
      room = Buffer.alloc(0);
      body.content = null;
      return (body.file = path);
    },
    async discard() {
      held.leave();
      await file?.handle.close();
      if (file) await rm(file.path, { force: true });
      file = undefined;
    },
  };
  try {
    for await (const piece of piecesOf(stream, stallMs)) {
      if (bytes + piece.length > limit) throw tooLarge();
      await held.grow(piece.length);
      if (file) await onDisk(file.handle.appendFile(piece));
      else room = appended(room, bytes, piece);
      bytes += piece.length;
      if (!file && bytes > inMemory) await body.spool();
    }
    held.settle();
    if (!file) body.content = room.subarray(0, bytes);
    return body;
  } catch (error) {
    await body.discard();
    throw error;
  }
}

/** Puts a piece behind some bytes. A list of pieces would take hundreds of bytes for a piece of one. */
function appended(room: Buffer, bytes: number, piece: Buffer): Buffer {
  const needed = bytes + piece.length;
  const wider =
    needed > room.length ? Buffer.allocUnsafeSlow(Math.ceil(Math.max(needed * WIDER, ROOM))) : room;
  if (wider !== room) room.copy(wider, 0, 0, bytes);
  piece.copy(wider, bytes);
  return wider;
}

/** Age at which files of bodies are taken for left behind, ms: nothing lasts for so long. */
const LEFT_BEHIND_MS = 24 * 3_600_000;
const SWEEP_MS = 3_600_000;

/** Sweeps now, and for as long as the gateway runs: one that is started again at once finds what it left too young. */
export async function keepSwept(everyMs = SWEEP_MS): Promise<{ stop: () => void }> {
  await sweepBodies();
  const sweeping = setInterval(() => void sweepBodies().catch(() => {}), everyMs).unref();
  return { stop: () => clearInterval(sweeping) };
}

/** Removes files of bodies that killed processes left behind. */
async function sweepBodies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => null);
    // It may be of another user.
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true }).catch(() => {});
  }
}

/** The length of a body by its header; `most` without one. */
export function announced({ headers }: IncomingMessage, most: number): number {
  const length = headers['content-length'];
  return length === undefined ? most : Number(length);
}

/** The refusal of a body that is packed in another way than is accepted. */
export function otherEncoding(given: string, accepted: string[]): Problem {
  const shown = given.slice(0, 100).toWellFormed();
  const others =
    accepted.length > 0 ? `use ${accepted.join(', ')}, or do not compress it` : 'do not compress it';
  return new Problem('unsupported-media-type', `Content-Encoding ${shown} is not accepted: ${others}.`, {
    headers: { 'Accept-Encoding': accepted.join(', ') || 'identity' },
  });
}

/** The decompressed stream of a body, and the way to detach it from the request. @throws Problem 413, 415 */
function unpacked(
  req: IncomingMessage,
  { limit, tooLarge = largerThanAccepted }: ReceiveOptions,
): { stream: Readable; end: () => void } {
  const encoding = (req.headers['content-encoding'] || 'identity').toLowerCase();
  if (encoding === 'identity') {
    if (announced(req, 0) > limit) throw tooLarge();
    return { stream: req, end: () => {} };
  }
  const unpack = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding]!() : undefined;
  if (!unpack) throw otherEncoding(encoding, Object.keys(UNPACK));
  const gone = (): void => void (req.complete || unpack.destroy(unreadable()));
  req.once('close', gone).pipe(unpack);
  return {
    stream: unpack,
    end() {
      req.off('close', gone).unpipe(unpack);
      unpack.on('error', () => {}).destroy();
    },
  };
}

/**
 * A body, or a part of one, as it arrives. Leaving the loop early keeps the stream open, so that an answer can still be sent.
 * @param stallMs the longest pause
 * @throws Problem 400 where it breaks off or stalls
 */
export async function* piecesOf(stream: Readable, stallMs = STALL_MS): AsyncGenerator<Buffer> {
  const pieces = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  /** ends the wait for a piece, where there is one */
  let giveUp: ((why: Problem) => void) | undefined;
  const timer = setTimeout(() => giveUp?.(stalledFor(stallMs)), stallMs);
  try {
    for (;;) {
      timer.refresh();
      // A promise for each piece: one for the whole body would keep a reference to every piece.
      const next = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
        giveUp = reject;
        pieces.next().then(resolve, reject);
      });
      giveUp = undefined;
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(error);
  } finally {
    clearTimeout(timer);
    if (!giveUp) await pieces.return?.(); // the rest of the stream can be read by others
  }
}

/** The longest body that any call takes is smaller. */
const MOST_DISCARDED = 512 * 1024 * 1024;
const LONGEST_MS = 60_000;
/** Who sends nothing for so long waits for the answer, ms. */
const QUIET_MS = 2_000;

/**
 * Reads the rest of a body and discards it, within bounds of bytes and time. A client that sends its whole body before it
 * reads would otherwise see a broken connection in place of the answer that refuses the call.
 */
export async function discardBody(req: IncomingMessage): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  let left = MOST_DISCARDED;
  if (!req.complete && !req.destroyed && announced(req, 0) <= left)
    try {
      for await (const { length } of piecesOf(req, QUIET_MS))
        if ((left -= length) < 0 || performance.now() > end) break;
    } catch {
      // it has broken off, or is quiet
    }
  req.removeAllListeners('readable').resume();
}

/** A full disk is not the caller's fault. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw unavailable('There is no room for the body at the moment. Nothing was done; try again.', error, 10);
  });
}

const largerThanAccepted = (): Problem =>
  new Problem('too-large', 'The body is larger than this call accepts.');
const unreadable = (cause?: unknown): Problem =>
  new Problem('bad-request', 'The body broke off, or is not packed as Content-Encoding says.', { cause });
// Closing the connection ends the wait for the rest of the body.
const stalledFor = (ms: number): Problem =>
  new Problem('bad-request', `Nothing came of the body for ${ms / 1_000} s.`, {
    headers: { Connection: 'close' },
  });
