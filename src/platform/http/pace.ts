import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pace } from '../limits/sizes.js';

/**
 * Sends a stream as an answer, and resets the connection of a reader that is too slow: it then sees that the answer is
 * incomplete. Only time in which bytes wait for the reader counts, not time in which the source is slow.
 * @throws what the stream throws; the signal's reason; where the connection is closed before the end
 */
export async function sendAtPace(
  stream: Readable,
  res: ServerResponse,
  { bytesPerSecond, averagedMs, graceMs, longestMs }: Pace,
  signal?: AbortSignal,
): Promise<void> {
  // Milliseconds that the reader may still wait: bytes that it reads add to them.
  let credit = graceMs;
  const every = Math.min(1_000, averagedMs / 10);
  stream
    .on('data', ({ length }: Buffer) => {
      credit = Math.min(averagedMs, credit + (length / bytesPerSecond) * 1_000);
    })
    .pause();
  // A tick that comes late because this process is busy counts as one.
  const look = setInterval(() => {
    if (res.writableNeedDrain || (res.writableEnded && !res.writableFinished)) credit -= every;
    if (credit < 0) breakOff(res);
  }, every).unref();
  const end = setTimeout(() => breakOff(res), longestMs).unref();
  // A plain end of the connection is, to a reader of HTTP/1.0, that of the file.
  stream.once('error', () => breakOff(res));
  try {
    await pipeline(stream, res, { ...(signal && { signal }) });
  } finally {
    clearInterval(look);
    clearTimeout(end);
  }
}

/** Resets a connection, which also frees what the client has not read from the system's buffers. */
export function breakOff(res: ServerResponse): void {
  res.req.socket.resetAndDestroy();
}
