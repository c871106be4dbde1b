import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { holderOf, openNameless, rangeOf, sendAtPace, unavailable } from '../../platform/index.js';
import type { SendParts } from './send.js';
import { openReservation } from './spool.js';

/** Sends the requested range of a file, or all of it where several ranges are requested. @throws Problem 416; 503 without disk space */
export async function sendRange(
  stream: Readable,
  { exportSpool, exportPace }: Pick<SendParts, 'exportSpool' | 'exportPace'>,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  res.once('close', () => stream.destroy());
  const file = await openNameless('export');
  const space = openReservation(exportSpool.share(holderOf(req)));
  let size = 0;
  try {
    // All of it is written to the disk before any is sent: Content-Range needs its size.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!(await space.upTo(size + chunk.length)))
        throw unavailable('There is no room now to go on with a file. Take it whole.', undefined, 60);
      await file.writev([chunk], size);
      size += chunk.length;
    }
    const range = rangeOf(req, size, 'file');
    if (size === 0) return void res.set('Content-Length', '0').end();
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) res.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`);
    res.set('Content-Length', String(end - start + 1));
    await sendAtPace(file.createReadStream({ start, end, autoClose: false }), res, exportPace);
  } finally {
    await file.close().catch(() => {}); // a stream that read from it may have closed it
    space.release();
  }
}
