import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { codeOf } from './errors.js';

/** Where the lines of a log go. */
export interface LogOutput {
  /** Never blocks and never throws. */
  write(line: string): void;
  /** number of lines lost so far */
  dropped: () => number;
  /** called once writing works again, with the number of lines lost since the last call */
  onRecovered: (lines: number) => void;
}

/** Help text of the metric `log_lines_dropped_total`. */
export const DROPPED_LINES = 'Lines of the log that could not be written and are lost';

/** Size of the buffer of lines to write, bytes. */
const BUFFER_BYTES = 1024 * 1024;

/** Delay before a failed write is retried, ms; before one to a pipe that is full. */
const RETRY_MS = 1_000;
const FULL_MS = 20;
/** How long an exit waits for who reads the pipe, ms. */
const EXIT_MS = 1_000;

/**
 * Writes lines to standard output, in the background. When they cannot be written (a full disk, a pipe that nobody
 * reads) they are buffered, and once the buffer is full they are dropped and counted, so that logging never blocks or
 * ends the process. At exit the buffer is written as far as possible.
 */
export function openLogOutput(): LogOutput {
  const fd = nonBlocking(1);
  let waiting: Buffer[] = [];
  /** what remains of the current write */
  let writing: Buffer | undefined;
  let retrying = false;
  let bytes = 0;
  let dropped = 0;
  let reported = 0;

  const flush = (): void => {
    writing = Buffer.concat(waiting);
    waiting = [];
    attempt(writing);
  };
  const attempt = (rest: Buffer): void => {
    retrying = false;
    write(fd, rest, (error, written) => {
      if (error) {
        retrying = true;
        setTimeout(attempt, error.code === 'EAGAIN' ? FULL_MS : RETRY_MS, rest).unref();
        return;
      }
      bytes -= written;
      writing = written < rest.length ? rest.subarray(written) : undefined;
      if (writing) attempt(writing);
      else if (waiting.length > 0) flush();
      else if (dropped > reported) {
        const lines = dropped - reported;
        reported = dropped;
        output.onRecovered(lines);
      }
    });
  };
  process.once('exit', () => {
    // A write in flight ends with its thread; one that awaits its retry does not.
    let rest = Buffer.concat(writing && retrying ? [writing, ...waiting] : waiting);
    const until = performance.now() + EXIT_MS;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(fd, rest));
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN' || performance.now() > until) return; // there is nowhere to report it
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_MS);
      }
    }
  });
  const output: LogOutput = {
    write(line) {
      const piece = Buffer.from(line);
      if (bytes + piece.length > BUFFER_BYTES) {
        dropped += 1;
        return;
      }
      bytes += piece.length;
      waiting.push(piece);
      if (!writing) flush();
    },
    dropped: () => dropped,
    onRecovered: () => {},
  };
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
