import { write, writeSync } from 'node:fs';

/** Where the lines of a log go. */
export interface LogOutput {
  /** Never waits and never fails. */
  write(line: string): void;
  /** lines that could not be written and are lost */
  dropped: () => number;
  /** called when lines can be written again, with the number of those lost since the last call */
  onRecovered: (lines: number) => void;
}

/** What the metric of them says: `log_lines_dropped_total`. */
export const DROPPED_LINES = 'Lines of the log that could not be written and are lost';

/** Bytes that may wait to be written: some thousand lines. */
const ROOM = 1024 * 1024;

/** After how long a write that failed is tried again, ms. */
const AGAIN_MS = 1_000;

/**
 * Writes lines to a file descriptor, in the background. Where they cannot be written (a full disk, a reader that does
 * not read) a bounded number of them waits, and what comes after that is dropped and counted: a log never holds up the
 * process, nor ends it. At the exit of the process what waits is written as far as it goes.
 * @param fd standard output unless given
 */
export function openLogOutput(fd = 1): LogOutput {
  let waiting: Buffer[] = [];
  /** the rest of what is being written, or tried again */
  let writing: Buffer | undefined;
  let tryingAgain = false;
  let bytes = 0;
  let dropped = 0;
  let told = 0;

  const flush = (): void => {
    writing = Buffer.concat(waiting);
    waiting = [];
    attempt(writing);
  };
  const attempt = (rest: Buffer): void => {
    tryingAgain = false;
    write(fd, rest, (error, written) => {
      if (error) {
        tryingAgain = true;
        setTimeout(attempt, AGAIN_MS, rest).unref();
        return;
      }
      bytes -= written;
      writing = written < rest.length ? rest.subarray(written) : undefined;
      if (writing) attempt(writing);
      else if (waiting.length > 0) flush();
      else if (dropped > told) {
        const lines = dropped - told;
        told = dropped;
        output.onRecovered(lines);
      }
    });
  };
  process.once('exit', () => {
    try {
      // What is under way is ended by the system's thread.
      for (const each of writing && tryingAgain ? [writing, ...waiting] : waiting) writeSync(fd, each);
    } catch {
      // There is nowhere to tell.
    }
  });
  const output: LogOutput = {
    write(line) {
      const piece = Buffer.from(line);
      if (bytes + piece.length > ROOM) {
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
