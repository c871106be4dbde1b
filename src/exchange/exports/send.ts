import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { goneSignal, holderOf, READS_ANONYMOUS, sendAtPace } from '../../platform/index.js';
import type { Holder, Limits, Pace, Limit } from '../../platform/index.js';
import type { Format } from './formats.js';
import { openExportSpool } from './spool.js';

/** A file that is about to be sent. */
export interface SentFile {
  contentType: string;
  fileName: string;
  /** rows */
  count: number;
  /** the position of its snapshot in the change log */
  cursor: string;
  /** destroying it before its end ends the query */
  stream: Readable;
}

/** What bounds the files that are sent. */
export interface SendParts {
  /** how many may run at once */
  exports: Limit;
  /** how many of them may be drawn: fewer, as each takes minutes */
  drawnExports: Limit;
  exportSpool: Limit;
  /** how fast a client must read */
  exportPace: Pace;
  limits: Pick<Limits, 'countReads'>;
}

/** So many records of a file that is drawn count as a read: they take about half a second. */
const RECORDS_A_READ = 250;
/** However many there are, it counts as half of what an address may read in a minute. */
const MOST_READS = READS_ANONYMOUS / 2;

/** The headers of a file. */
export const fileHeaders = ({ contentType, fileName }: Pick<SentFile, 'contentType' | 'fileName'>) => ({
  'Content-Type': contentType,
  'Content-Disposition': `attachment; filename="${fileName}"`,
  'Cache-Control': 'no-store',
});

/** What is said of a file, and not of the problem that comes in its place. */
const OF_FILE = ['Content-Disposition', 'X-Changes-Cursor', 'X-Total-Count', 'ETag', 'Accept-Ranges'];

/** A file that is to be sent. */
interface FileToSend<File extends SentFile> {
  format: Pick<Format, 'isDrawn'>;
  /** begins it */
  open: () => Promise<File>;
  /** hands the stream on to what it is given, and resolves with it */
  give?: (file: File, send: (stream: Readable) => Promise<void>) => Promise<unknown>;
}

/** Answers with a file when its turn comes. A client that goes away ends the query. */
export async function sendFile<File extends SentFile>(
  parts: SendParts,
  res: Response,
  { format, open, give = (file, send) => send(file.stream) }: FileToSend<File>,
): Promise<void> {
  const { exportSpool, exportPace } = parts;
  const [signal, holder] = [goneSignal(res), holderOf(res.req)];
  try {
    const leave = await enterTurn(parts, format, holder, signal);
    try {
      const file = await open();
      // What a slow reader has not taken by then is in the spool, which has its own bounds.
      file.stream.once('close', leave);
      if (format.isDrawn) await countRecords(parts, res, file);
      res.set({
        ...fileHeaders(file),
        'X-Changes-Cursor': file.cursor,
        'X-Total-Count': String(file.count),
      });
      await give(file, (stream) =>
        // An error or an end of one stream ends both; the reader of the spool gets the error.
        sendAtPace(
          pipeline(stream, openExportSpool(exportSpool.share(holder)), () => {}),
          res,
          exportPace,
          signal,
        ),
      );
    } finally {
      leave();
    }
  } catch (error) {
    if (signal.aborted) return; // the client has disconnected
    if (!res.headersSent) for (const name of OF_FILE) res.removeHeader(name);
    throw error;
  }
}

/** Counts the records of a file that is drawn, beside the read that it is. @throws Problem 429 */
async function countRecords(
  { limits }: SendParts,
  res: Response,
  { count, stream }: SentFile,
): Promise<void> {
  try {
    const reads = Math.floor(count / RECORDS_A_READ);
    await limits.countReads({ req: res.req, res }, Math.min(MOST_READS, reads));
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/** Waits for the turn of a file. One that is drawn takes no place of others while it waits for those that are drawn too. */
async function enterTurn(
  { exports, drawnExports }: SendParts,
  { isDrawn }: Pick<Format, 'isDrawn'>,
  holder: Holder,
  signal: AbortSignal,
): Promise<() => void> {
  if (!isDrawn) return exports.enter(holder, { signal });
  const leaveDrawn = await drawnExports.enter(holder, { signal });
  try {
    const leave = await exports.enter(holder, { signal });
    return () => {
      leave();
      leaveDrawn();
    };
  } catch (error) {
    leaveDrawn();
    throw error;
  }
}
