import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { openExportSpool } from '../exports/spool.js';
import type { SpoolBudget } from '../exports/spool.js';
import { sendAtPace } from '../http/pace.js';
import type { Pace } from '../http/pace.js';
import { goneSignal } from '../http/queue.js';
import type { Queue } from '../http/queue.js';
import type { ProfileFile } from './file.js';

/** What bounds the files that are sent. */
export interface SendParts {
  /** how many may run at once */
  exports: Queue;
  exportSpool: SpoolBudget;
  /** how fast a client must read */
  exportPace: Pace;
}

/** The headers of a file. */
export const fileHeaders = ({ contentType, fileName }: Pick<ProfileFile, 'contentType' | 'fileName'>) => ({
  'Content-Type': contentType,
  'Content-Disposition': `attachment; filename="${fileName}"`,
  'Cache-Control': 'no-store',
});

/**
 * Answers with a file when its turn comes. A client that goes away ends the query.
 * @param open begins the file
 * @param give hands the stream on to what it is given, and resolves with it
 */
export async function sendFile(
  { exports, exportSpool, exportPace }: SendParts,
  res: Response,
  open: () => Promise<ProfileFile>,
  give: (file: ProfileFile, send: (stream: Readable) => Promise<void>) => Promise<unknown> = (file, send) =>
    send(file.stream),
): Promise<void> {
  const signal = goneSignal(res);
  try {
    const leave = await exports.enter({ signal });
    try {
      const file = await open();
      res.set({
        ...fileHeaders(file),
        'X-Changes-Cursor': file.cursor,
        'X-Total-Count': String(file.count),
      });
      await give(file, (stream) =>
        // An error or an end of one stream ends both; the reader of the spool gets the error.
        sendAtPace(
          pipeline(stream, openExportSpool(exportSpool), () => {}),
          res,
          exportPace,
          signal,
        ),
      );
    } finally {
      leave();
    }
  } catch (error) {
    if (!signal.aborted) throw error; // nobody is left to answer
  }
}
