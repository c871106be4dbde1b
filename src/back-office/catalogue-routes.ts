import { z } from 'zod';
import { body as categoryBody } from '../categories/routes.js';
import * as categories from '../categories/store.js';
import type { Database } from '../database/connect.js';
import type { Writes } from '../database/writes.js';
import type { Route } from '../http/route.js';
import { nameList } from '../http/validate.js';
import { namesakes } from '../products/lookalikes.js';
import { tagBounds } from '../tags/routes.js';
import * as tags from '../tags/store.js';
import { pagingQuery, staffRoute } from './route.js';

/** Categories and the tag dictionary. */
export function officeCatalogueRoutes({ db, writes }: { db: Database; writes: Writes }): Route[] {
  return [
    staffRoute({
      method: 'get',
      path: '/categories',
      async handle() {
        return { body: { ok: true, data: await categories.categoriesInUse(db) } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/categories',
      body: categoryBody,
      async handle({ body, req }) {
        req.context.about = body.names;
        const added = await writes.tx((tx) => categories.addCategories(tx, body.names));
        const doubts = await namesakes(db, 'category', body.names);
        return { body: { ok: true, added, skipped: body.given - added, ...doubts } };
      },
    }),
    staffRoute({
      method: 'delete',
      path: '/categories',
      body: categoryBody,
      async handle({ body, req }) {
        req.context.about = body.names;
        const deleted = await writes.tx((tx) => categories.deleteCategories(tx, body.names));
        return { body: { ok: true, deleted } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/tags',
      query: z.object({ ...pagingQuery, q: z.string().optional() }),
      async handle({ query: { q = '', page, page_size } }) {
        const wanted = q.trim().toLowerCase();
        const all = (await tags.listTags(db)).filter(({ tag }) => tag.toLowerCase().includes(wanted));
        const data = all.slice((page - 1) * page_size, page * page_size);
        return { body: { ok: true, data, total: all.length } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/tags',
      body: { schema: nameList('tag', 'tags', tagBounds), limit: 1024 * 1024 },
      async handle({ body, req }) {
        req.context.about = body.names;
        const added = await writes.tx((tx) => tags.addTags(tx, body.names));
        const doubts = await namesakes(db, 'tags', body.names);
        return { body: { ok: true, added, skipped: body.given - added, ...doubts } };
      },
    }),
  ];
}
