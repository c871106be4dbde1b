import { constants, fstatSync, openSync } from 'node:fs';
import pino from 'pino';

/** Where the lines of a log go. */
export type LogOutput = ReturnType<typeof openLogOutput>;

/** Help text of the metric `log_lines_dropped_total`. */
export const DROPPED_LINES = 'Lines of the log that could not be written and are lost';

/** Size of the buffer of lines to write, bytes. */
const BUFFER_BYTES = 1024 * 1024;
/** Delay before a failed write is tried again, ms. */
const RETRY_MS = 1_000;
/** How long an exit waits for who reads the pipe, ms. */
const EXIT_MS = 1_000;

/**
 * Writes lines to standard output, in the background. When they cannot be written (a full disk, a pipe that nobody
 * reads) they are buffered, and once the buffer is full they are dropped and counted, so that logging never blocks or
 * ends the process. At exit the buffer is written as far as possible.
 */
export function openLogOutput() {
  let dropped = 0;
  let reported = 0;
  let failing = false;
  let exitUntil = Infinity;
  const destination = pino.destination({
    fd: nonBlocking(1),
    sync: false,
    maxLength: BUFFER_BYTES,
    retryEAGAIN: () => performance.now() < exitUntil,
  });
  destination.on('drop', () => (dropped += 1));
  destination.on('error', () => {
    if (failing) return;
    failing = true;
    // The destination tries again with the next line only, and a full buffer takes no line but an empty one.
    setTimeout(() => {
      failing = false;
      destination.write('');
    }, RETRY_MS).unref();
  });
  destination.on('drain', () => {
    if (dropped === reported) return;
    const lines = dropped - reported;
    reported = dropped;
    output.onRecovered(lines);
  });
  const writeAll = destination.flushSync.bind(destination);
  const output = Object.assign(destination, {
    /** Called at exit, where nothing can be reported: by itself it would try a full disk for ever. */
    flushSync() {
      if (failing) return;
      exitUntil = performance.now() + EXIT_MS;
      try {
        writeAll();
      } catch {
        return;
      }
    },
    /** number of lines lost so far */
    dropped: () => dropped,
    /** called once writing works again, with the number of lines lost since the last call */
    onRecovered: (_lines: number): void => {},
  });
  return output;
}

/**
 * The same pipe where a full one refuses what is written. Otherwise a write to a pipe that nobody reads would hold its thread,
 * and the process, which waits for its threads at exit, would never end.
 */
function nonBlocking(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO()) return fd;
    return openSync(`/dev/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd; // of another user
  }
}
