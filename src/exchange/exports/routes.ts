import { badField, route } from '../../platform/index.js';
import type { Route } from '../../platform/index.js';
import { catchUpOrRefuse, KEY_FILTERS } from '../../catalogue/index.js';
import { answerByProfile, profileQuery } from '../profiles/get.js';
import type { ProfileParts } from '../profiles/get.js';
import { docs } from './docs.js';
import { exportQuery, selectionOf } from './query.js';
import { answerWithFile } from './resume.js';

/** The full export (API v1, section 4.1). */
export function exportRoutes(parts: ProfileParts): Route[] {
  const { db, writes, siteOrigin } = parts;
  return [
    route('get', '/export', 'open', {
      keyFor: KEY_FILTERS,
      query: exportQuery.extend(profileQuery),
      doc: docs.exportProducts,
      async handle(call) {
        const { req, query } = call;
        if (query.profile !== undefined) return answerByProfile(parts, call, Object.keys(exportQuery.shape));
        for (const name of ['scope', 'recipient'] as const)
          if (query[name] !== undefined) throw badField(name, 'not_here', 'is for profile=');
        const selection = selectionOf(query, siteOrigin());
        if (req.method !== 'HEAD' && query.quality !== undefined) await catchUpOrRefuse(db, writes);
        return answerWithFile(parts, call, selection);
      },
    }),
  ];
}
