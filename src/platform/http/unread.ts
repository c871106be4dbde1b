import type { IncomingMessage } from 'node:http';

/** The longest body that any call takes is smaller. */
const MOST_BYTES = 512 * 1024 * 1024;
const LONGEST_MS = 60_000;
/** Who sends nothing for so long waits for the answer, ms. */
const QUIET_MS = 2_000;

/**
 * Reads the rest of a body and discards it, within bounds of bytes and time. A client that sends its whole body before it
 * reads would otherwise see a broken connection in place of the answer that refuses the call.
 */
export async function discardBody(req: IncomingMessage): Promise<void> {
  if (req.complete || req.destroyed || Number(req.headers['content-length']) > MOST_BYTES) {
    req.resume();
    return;
  }
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const timer = setTimeout(done, LONGEST_MS);
    const quiet = setTimeout(done, QUIET_MS);
    function done(): void {
      clearTimeout(timer);
      clearTimeout(quiet);
      req.off('data', count).off('end', done).off('close', done).off('error', done);
      req.resume();
      resolve();
    }
    function count(chunk: Buffer): void {
      bytes += chunk.length;
      quiet.refresh();
      if (bytes > MOST_BYTES) done();
    }
    req.on('data', count).on('end', done).on('close', done).on('error', done);
    req.resume();
  });
}
