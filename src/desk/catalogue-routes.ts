import { z } from 'zod';
import { categoriesInUse, listTags } from '../catalogue/index.js';
import type { Database, Route } from '../platform/index.js';
import { pagingQuery, staffRoute } from './route.js';

/** Categories and the tag dictionary, as staff list them. They are changed by the public API. */
export function officeCatalogueRoutes({ db }: { db: Database }): Route[] {
  return [
    staffRoute('get', '/categories', { data: () => categoriesInUse(db) }),
    staffRoute('get', '/tags', {
      query: z.object({ ...pagingQuery, q: z.string().optional() }),
      async handle({ query: { q = '', page, page_size } }) {
        const wanted = q.trim().toLowerCase();
        const all = (await listTags(db)).filter(({ tag }) => tag.toLowerCase().includes(wanted));
        const data = all.slice((page - 1) * page_size, page * page_size);
        return { body: { ok: true, data, total: all.length } };
      },
    }),
  ];
}
