import { randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Problem, unavailable } from './problem.js';
import type { Queue } from './queue.js';

/** The longest that nothing may come of a body, ms. */
export const STALL_MS = 30_000;
/** A body takes its share of the budget in such steps as it comes, bytes; the first bytes are free. */
const STEP = 1024 * 1024;
const FREE = 64 * 1024;

export interface ReceiveOptions {
  /** bytes at most, unpacked */
  limit: number;
  /** bytes at most that are held in memory; more of them go to a file */
  inMemory: number;
  /** bytes of all bodies that are received or worked on; who finds none left waits */
  budget?: Queue | undefined;
  /** aborted where the client has gone away */
  signal?: AbortSignal;
  /** the longest that nothing may come, ms */
  stallMs?: number;
  /** told how many bytes there are so far, to refuse them */
  check?: (bytes: number) => void;
}

/** A body that has come as a whole, unpacked. */
export interface Body {
  /** null where it is in a file */
  content: Buffer | null;
  /** the path of its file; null where it is in memory */
  file: string | null;
  /** puts it into a file. @returns its path */
  spool: () => Promise<string>;
  /** removes the file, and gives the bytes back to the budget */
  discard: () => Promise<void>;
}

const UNPACK: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};
const PREFIX = 'catalogue-body-';

/**
 * Receives a body, unpacked (Content-Encoding), in memory or in a file in the folder for temporary files (TMPDIR).
 * What it takes of the budget is what has come of it, not what is announced or might come.
 * @throws Problem 400, 413, 415, 503
 */
export async function receiveBody(req: IncomingMessage, options: ReceiveOptions): Promise<Body> {
  const { limit, inMemory, budget, signal, stallMs = STALL_MS, check } = options;
  const { stream, end } = unpacked(req, limit);
  const shares: (() => void)[] = [];
  const pieces: Buffer[] = [];
  let bytes = 0;
  let file: { path: string; handle: FileHandle } | undefined;

  const body: Body = {
    content: null,
    file: null,
    async spool() {
      if (file) return file.path;
      const path = join(tmpdir(), `${PREFIX}${randomUUID()}`);
      file = { path, handle: await onDisk(open(path, 'wx', 0o600)) };
      for (const piece of body.content ? [body.content] : pieces.splice(0))
        await onDisk(file.handle.appendFile(piece));
      body.content = null;
      return (body.file = path);
    },
    async discard() {
      for (const leave of shares.splice(0)) leave();
      await file?.handle.close();
      if (file) await rm(file.path, { force: true });
      file = undefined;
    },
  };
  try {
    for await (const piece of coming(stream, stallMs)) {
      bytes += piece.length;
      if (bytes > limit) throw tooLarge();
      check?.(bytes);
      while (budget && bytes > FREE + shares.length * STEP)
        shares.push(await budget.enter({ amount: STEP, signal }));
      if (file) await onDisk(file.handle.appendFile(piece));
      else pieces.push(piece);
      if (!file && bytes > inMemory) await body.spool();
    }
    if (!file) body.content = Buffer.concat(pieces.splice(0));
    return body;
  } catch (error) {
    await body.discard();
    throw error;
  } finally {
    end();
  }
}

/** Removes files of bodies that a process left behind that was killed: none is worked on for so long. */
export async function sweepBodies(olderThanMs = 3_600_000): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > olderThanMs) await rm(path, { force: true });
  }
}

/** The bytes of a body as they are meant, and what leaves the request alone again. @throws Problem 413, 415 */
function unpacked(req: IncomingMessage, limit: number): { stream: Readable; end: () => void } {
  const encoding = (req.headers['content-encoding'] || 'identity').toLowerCase();
  if (encoding === 'identity') {
    if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge();
    return { stream: req, end: () => {} };
  }
  const unpack = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding]!() : undefined;
  if (!unpack) throw new Problem('unsupported-media-type', 'The body has an encoding that is not accepted.');
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

/** The pieces of a stream. Whoever stops in the middle still has an answer to give: the stream is left as it is. */
async function* coming(stream: Readable, stallMs: number): AsyncGenerator<Buffer> {
  const pieces = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let isWaiting = false;
  let giveUp: (why: Problem) => void;
  const stalled = new Promise<never>((_, reject) => (giveUp = reject));
  stalled.catch(() => {});
  const timer = setTimeout(() => {
    if (isWaiting) giveUp(stalledFor(stallMs));
  }, stallMs);
  try {
    for (;;) {
      timer.refresh();
      isWaiting = true;
      const next = await Promise.race([pieces.next(), stalled]);
      isWaiting = false;
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(error);
  } finally {
    clearTimeout(timer);
    if (!isWaiting) await pieces.return?.(); // leaves the stream to whoever reads on
  }
}

/** A full disk is not the caller's fault. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw unavailable('There is no room for the body at the moment. Nothing was done; try again.', error, 10);
  });
}

const tooLarge = (): Problem => new Problem('too-large', 'The body is larger than this call accepts.');
const unreadable = (cause?: unknown): Problem =>
  new Problem('bad-request', 'The request could not be read.', { cause });
// What may still come of it is not waited for.
const stalledFor = (ms: number): Problem =>
  new Problem('bad-request', `Nothing came of the body for ${ms / 1_000} s.`, {
    headers: { Connection: 'close' },
  });
