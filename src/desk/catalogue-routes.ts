import { z } from 'zod';
import { categoriesInUse, listTags } from '../catalogue/index.js';
import type { Route } from '../platform/index.js';
import { listRoute, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

/** Categories and the tag dictionary, as staff list them. They are changed by the public API. */
export const officeCatalogueRoutes = ({ db }: OfficeParts): Route[] => [
  staffRoute('get', '/categories', { data: () => categoriesInUse(db) }),
  listRoute('/tags', { q: z.string().default('') }, async ({ q }, { offset, limit }) => {
    const wanted = q.trim().toLowerCase();
    const all = (await listTags(db)).filter(({ tag }) => tag.toLowerCase().includes(wanted));
    return { data: all.slice(offset, offset + limit), total: all.length };
  }),
];
