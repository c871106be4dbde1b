import { badField, namesTag, route } from '../../platform/index.js';
import type { Route } from '../../platform/index.js';
import { catchUpOrRefuse, KEY_FILTERS } from '../../catalogue/index.js';
import { answerByProfile, profileQuery } from '../profiles/get.js';
import type { ProfileParts } from '../profiles/routes.js';
import { docs } from './docs.js';
import { openExport, versionNow } from './export.js';
import { describeFile } from './layouts.js';
import { exportQuery, selectionOf } from './query.js';
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

        const known = req.headers['if-none-match'];
        if (known !== undefined) {
          const version = await reads.whole((from, asOf) => versionNow(from, selection, asOf));
          if (version !== null && namesTag(known, version))
            return { status: 304, headers: { ETag: version, 'Cache-Control': 'no-store' } };
        }

        await sendFile(parts, res, {
          format: selection.layout.format,
          open: () => reads.whole((from, asOf) => openExport(from, selection, asOf)),
          give({ version, stream }, send) {
            if (version !== null) res.set('ETag', version);
            return send(stream);
          },
        });
        return undefined;
      },
    }),
  ];
}
