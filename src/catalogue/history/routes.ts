import { z } from 'zod';
import { described, notFound, pageSize, route } from '../../platform/index.js';
import type { Database, Route } from '../../platform/index.js';
import { absoluteAddress } from '../products/image-address.js';
import { docs } from './docs.js';
import words from './docs.json' with { type: 'json' };
import type { Entry } from './entry.js';
import * as store from './store.js';

/** Entries a page: long texts make one of them up to 100 kB. */
const historyQuery = z.object(
  described(words.query, {
    page_size: pageSize({ most: 100 }),
    cursor: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, { error: 'is not a cursor of this list' })
      .transform(Number)
      .optional()
      .meta({ override: { type: 'string' } }),
  }),
);

/** Addresses of images are absolute in answers of the API. */
function present(entry: Entry, siteOrigin: string): Entry {
  const shown = (value: Entry['changes'][number]['before']) =>
    typeof value === 'string' ? absoluteAddress(value, siteOrigin) : value;
  return {
    ...entry,
    changes: entry.changes.map((change) =>
      change.field === 'structure_url'
        ? { ...change, before: shown(change.before), after: shown(change.after) }
        : change,
    ),
  };
}

/** Who changed what of a product, and when. */
export function historyRoutes({ db, siteOrigin }: { db: Database; siteOrigin: () => string }): Route[] {
  return [
    route('get', '/products/{code}/history', 'all', {
      query: historyQuery,
      doc: docs.listHistory,
      async handle({ params, query: { page_size: size, cursor } }) {
        const code = params['code']!;
        const entries = await store.listHistory(db, code, cursor ?? null, size + 1);
        if (entries.length === 0 && !(await store.isKnown(db, code))) throw notFound('history');
        const data = entries.slice(0, size).map((entry) => present(entry, siteOrigin()));
        const next_cursor = entries.length > size ? String(data.at(-1)!.id) : null;
        return { body: { ok: true, data, next_cursor } };
      },
    }),
  ];
}
