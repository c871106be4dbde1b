import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { goneSignal, holderOf, READS_ANONYMOUS, sendAtPace } from '../../platform/index.js';
import type { Limit, Limits, Pace } from '../../platform/index.js';
import type { Format } from './formats.js';
import { spooled } from './spool.js';

/** A file that is about to be sent. */
export interface SentFile {
  contentType: string;
  fileName: string;
  /** rows */
  count: number;
  /** the position of its snapshot in the change log, where it is one */
  cursor?: string;
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
  const { exports, drawnExports, exportSpool, exportPace, limits } = parts;
  const [signal, holder] = [goneSignal(res), holderOf(res.req)];
  const entered: (() => void)[] = [];
  const leave = (): void => entered.forEach((each) => each());
  let file: File | undefined;
  try {
    // One that is drawn takes no place of others while it waits for those that are drawn too.
    for (const limit of format.isDrawn ? [drawnExports, exports] : [exports])
      entered.push(await limit.enter(holder, { signal }));
    file = await open();
    // What a slow reader has not taken by then is in the spool, which has its own bounds.
    file.stream.once('close', leave);
    const reads = Math.min(MOST_READS, Math.floor(file.count / RECORDS_A_READ));
    if (format.isDrawn) await limits.countReads({ req: res.req, res }, reads); // beside the one that it is
    res.set({
      ...fileHeaders(file),
      ...(file.cursor !== undefined && { 'X-Changes-Cursor': file.cursor }),
      'X-Total-Count': String(file.count),
    });
    await give(file, (stream) =>
      sendAtPace(spooled(stream, exportSpool.share(holder)), res, exportPace, signal),
    );
  } catch (error) {
    file?.stream.destroy();
    if (signal.aborted) return; // the client has disconnected
    if (!res.headersSent) for (const name of OF_FILE) res.removeHeader(name);
    throw error;
  } finally {
    leave();
  }
}
