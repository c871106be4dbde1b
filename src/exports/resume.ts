import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { openNameless } from '../http/nameless-file.js';
import { Problem, unavailable } from '../http/problem.js';
import type { SpoolBudget } from './spool.js';

/**
 * Whether a caller goes on with a file whose beginning he has: the same state of the catalogue makes the same bytes. A
 * `Range` without the ETag in `If-Range` is ignored, as RFC 9110 allows: he may have the beginning of another state.
 * @param tag the ETag of the file that would be sent now
 */
export function goesOn(req: Request, tag: string | undefined): boolean {
  const { range, 'if-range': condition } = req.headers;
  return tag !== undefined && !tag.startsWith('W/') && range !== undefined && condition === tag;
}

/** Sends the part of a file that is asked for, or all of it where more than one part is. @throws Problem 416, 503 */
export async function sendRest(
  stream: Readable,
  budget: SpoolBudget,
  { req, res }: { req: Request; res: Response },
  send: (stream: Readable) => Promise<void>,
): Promise<void> {
  res.once('close', () => stream.destroy());
  await withWhole(stream, budget, (file, size) => {
    const range = rangeOf(req, size);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) res.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`);
    res.set('Content-Length', String(end - start + 1));
    return send(file.createReadStream({ start, end, autoClose: false }));
  });
}

/** @throws Problem 416 */
function rangeOf(req: Request, size: number): { start: number; end: number } | undefined {
  const ranges = req.range(size);
  if (ranges === -1)
    throw new Problem('range-not-satisfiable', `The file has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  const { start, end } = ranges[0]!;
  return { start, end };
}

const STEP = 16 * 1024 * 1024;

/**
 * Writes a file whole to the disk before any of it is sent: a range tells where it ends.
 * @throws Problem 503 where the disk space of exports does not suffice
 */
async function withWhole(
  stream: Readable,
  budget: SpoolBudget,
  use: (file: FileHandle, size: number) => Promise<void>,
): Promise<void> {
  const file = await openNameless('export');
  let reserved = 0;
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (; reserved < size + chunk.length; reserved += STEP) {
        if (reserved + STEP > budget.each || STEP > budget.left)
          throw unavailable('There is no room now to go on with a file. Take it whole.', undefined, 60);
        budget.left -= STEP;
      }
      await file.writev([chunk], size);
      size += chunk.length;
    }
    await use(file, size);
  } finally {
    budget.left += reserved;
    await file.close().catch(() => {}); // a stream that read from it may have closed it
  }
}
