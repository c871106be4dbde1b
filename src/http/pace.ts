import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How fast a stream must be taken by whoever asked for it. */
export interface Pace {
  /** the least, of the stream's own bytes: before compression */
  bytesPerSecond: number;
  /** the time over which that is averaged, ms: a reader that was fast may pause for so long */
  averagedMs: number;
  /** the time at the beginning that does not count, ms */
  graceMs: number;
  /** the longest that all of it may take, ms */
  longestMs: number;
}

/**
 * Sends a stream as an answer. A reader that does not keep the pace is broken off, so that it sees a cut answer and
 * never one that looks whole. Only time in which bytes wait for the reader counts: a slow source is not its fault.
 * @throws what the stream throws; the signal's reason; where the connection is closed before the end
 */
export async function sendAtPace(
  stream: Readable,
  res: ServerResponse,
  { bytesPerSecond, averagedMs, graceMs, longestMs }: Pace,
  signal?: AbortSignal,
): Promise<void> {
  // Time that the reader has in hand: bytes add to it, waiting uses it up.
  let credit = graceMs;
  const every = Math.min(1_000, averagedMs / 10);
  stream
    .on('data', ({ length }: Buffer) => {
      credit = Math.min(averagedMs, credit + (length / bytesPerSecond) * 1_000);
    })
    .pause();
  // Where this process stands still a tick comes late and counts as one: that is not the reader's fault either.
  const look = setInterval(() => {
    if (res.writableNeedDrain || (res.writableEnded && !res.writableFinished)) credit -= every;
    if (credit < 0) breakOff(res);
  }, every).unref();
  const end = setTimeout(() => breakOff(res), longestMs).unref();
  try {
    await pipeline(stream, res, { ...(signal && { signal }) });
  } finally {
    clearInterval(look);
    clearTimeout(end);
  }
}

/** Ends a connection with a reset: what its client has not taken would lie in the system's buffers else. */
export function breakOff(res: ServerResponse): void {
  res.req.socket.resetAndDestroy();
}
