import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { badField, namesTag, route } from '../../platform/index.js';
import type { Route } from '../../platform/index.js';
import { catchUpOrRefuse, KEY_FILTERS } from '../../catalogue/index.js';
import { answerByProfile, profileQuery } from '../profiles/get.js';
import type { ProfileParts } from '../profiles/get.js';
import { docs } from './docs.js';
import { openExport, versionNow } from './export.js';
import { FORMATS } from './formats.js';
import { describeFile } from './layouts.js';
import { exportQuery, selectionOf } from './query.js';
import { sendRange } from './resume.js';
import { fileHeaders, sendFile } from './send.js';

/** The full export (API v1, section 4.1). */
export function exportRoutes(parts: ProfileParts): Route[] {
  const { db, writes, reads, siteOrigin } = parts;
  return [
    route('get', '/export', 'open', {
      keyFor: KEY_FILTERS,
      query: exportQuery.extend(profileQuery),
      doc: docs.exportProducts,
      async handle(call) {
        const { req, res, query } = call;
        if (query.profile !== undefined) return answerByProfile(parts, call, Object.keys(exportQuery.shape));
        for (const name of ['scope', 'recipient'] as const)
          if (query[name] !== undefined) throw badField(name, 'not_here', 'is for profile=');
        const selection = selectionOf(query, siteOrigin());
        const described = describeFile(selection.layout);
        if (req.method === 'HEAD') return { headers: fileHeaders(described) };
        if (query.quality !== undefined) await catchUpOrRefuse(db, writes);

        const strength = mayBeCompressed(req, described.contentType) ? 'W/' : '';
        const known = req.headers['if-none-match'];
        if (known !== undefined) {
          const version = await reads.whole((from, asOf) => versionNow(from, selection, asOf));
          if (version !== null && namesTag(known, `"${version}"`))
            return { status: 304, headers: { ETag: `${strength}"${version}"`, 'Cache-Control': 'no-store' } };
        }

        await sendFile(parts, res, {
          format: selection.layout.format,
          open: () => reads.whole((from, asOf) => openExport(from, selection, asOf)),
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
      },
    }),
  ];
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
