import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { holderOf, namesTag, openNameless, rangeOf, sendAtPace, unavailable } from '../../platform/index.js';
import type { Answer, Call, Context, Database } from '../../platform/index.js';
import { openExport, versionNow } from './export.js';
import type { Export, Selection } from './export.js';
import { FORMATS } from './formats.js';
import { describeFile } from './layouts.js';
import { fileHeaders, sendFile } from './send.js';
import type { SendParts } from './send.js';
import { openReservation } from './spool.js';

/**
 * Answers with a file: its headers to HEAD, a 304 to who has it, the rest of it to who has its beginning.
 * @param open begins it, where it may be of less than is selected
 */
export async function answerWithFile(
  parts: Pick<Context, 'reads'> & SendParts,
  call: Pick<Call, 'req' | 'res'>,
  selection: Selection,
  open: (from: Database, asOf?: string) => Promise<Export> = (from, asOf) =>
    openExport(from, selection, asOf),
): Promise<Answer | undefined> {
  const { req, res } = call;
  const { reads } = parts;
  const described = describeFile(selection.layout);
  if (req.method === 'HEAD') return { headers: fileHeaders(described) };

  const strength = mayBeCompressed(req, described.contentType) ? 'W/' : '';
  const known = req.headers['if-none-match'];
  if (known !== undefined) {
    const version = await reads.whole((from, asOf) => versionNow(from, selection, asOf));
    if (version !== null && namesTag(known, `"${version}"`))
      return { status: 304, headers: { ETag: `${strength}"${version}"`, 'Cache-Control': 'no-store' } };
  }

  await sendFile(parts, res, {
    format: selection.layout.format,
    open: () => reads.whole(open),
    give({ version, stream }, send) {
      if (version !== null) res.set('ETag', `${strength}"${version}"`);
      if (version !== null && strength === '') {
        res.set('Accept-Ranges', 'bytes');
        // The same state makes the same bytes. A `Range` without the ETag is ignored: its beginning may be of another state.
        const { range, 'if-range': tag } = req.headers;
        if (range !== undefined && tag === `"${version}"`) return sendRange(stream, parts, call);
      }
      sendDigest(stream, req, res);
      return send(stream);
    },
  });
  return undefined;
}

const mayBeCompressed = (req: Request, contentType: string): boolean =>
  req.acceptsEncodings('br', 'gzip', 'deflate') !== false && contentType !== FORMATS.xlsx.contentType;

/**
 * Sends the SHA-256 of a file as a trailer (RFC 9530), to clients that accept trailers. It is that of the plain file, so a
 * compressed one has none.
 */
function sendDigest(file: Readable, req: Request, res: Response): void {
  const isAsked = /(^|[,\s])trailers([,;\s]|$)/i.test(String(req.headers['te'] ?? ''));
  if (!isAsked || req.httpVersion !== '1.1' || mayBeCompressed(req, String(res.getHeader('Content-Type'))))
    return;
  const digest = createHash('sha256');
  res.setHeader('Trailer', 'Repr-Digest');
  file.on('data', (chunk: Buffer) => digest.update(chunk)).pause();
  file.once('end', () => res.addTrailers({ 'Repr-Digest': `sha-256=:${digest.digest('base64')}:` }));
}

/** Sends the requested range of a file, or all of it where several ranges are requested. @throws Problem 416; 503 without disk space */
async function sendRange(
  stream: Readable,
  { exportSpool, exportPace }: Pick<SendParts, 'exportSpool' | 'exportPace'>,
  { req, res }: Pick<Call, 'req' | 'res'>,
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
