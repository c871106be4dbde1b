import type { IncomingMessage } from 'node:http';

/** The longest body that any call takes is smaller. */
const MOST_BYTES = 512 * 1024 * 1024;
const LONGEST_MS = 60_000;

/**
 * Reads what is left of a body and throws it away. A client that first sends all and then reads would otherwise see
 * a broken connection instead of the answer that refuses its call. Bounded in bytes and time.
 */
export async function discardBody(req: IncomingMessage): Promise<void> {
  if (req.complete || req.destroyed) {
    req.resume();
    return;
  }
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const timer = setTimeout(done, LONGEST_MS);
    function done(): void {
      clearTimeout(timer);
      req.off('data', count).off('end', done).off('close', done).off('error', done);
      req.resume();
      resolve();
    }
    function count(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) done();
    }
    req.on('data', count).on('end', done).on('close', done).on('error', done);
    req.resume();
  });
}
