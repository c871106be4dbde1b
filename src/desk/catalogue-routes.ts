import { z } from 'zod';
import {
  addCategories,
  addTags,
  body as categoryBody,
  categoriesInUse,
  deleteCategories,
  listTags,
  namesakes,
  tagBounds,
} from '../catalogue/index.js';
import { nameList } from '../platform/index.js';
import type { Database, Route, Writes } from '../platform/index.js';
import { pagingQuery, staffRoute } from './route.js';

/** Categories and the tag dictionary. */
export function officeCatalogueRoutes({ db, writes }: { db: Database; writes: Writes }): Route[] {
  return [
    staffRoute({
      method: 'get',
      path: '/categories',
      async handle() {
        return { body: { ok: true, data: await categoriesInUse(db) } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/categories',
      body: categoryBody,
      async handle({ body, req }) {
        req.context.about = body.names;
        const added = await writes.tx((tx) => addCategories(tx, body.names));
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
        const deleted = await writes.tx((tx) => deleteCategories(tx, body.names));
        return { body: { ok: true, deleted } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/tags',
      query: z.object({ ...pagingQuery, q: z.string().optional() }),
      async handle({ query: { q = '', page, page_size } }) {
        const wanted = q.trim().toLowerCase();
        const all = (await listTags(db)).filter(({ tag }) => tag.toLowerCase().includes(wanted));
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
        const added = await writes.tx((tx) => addTags(tx, body.names));
        const doubts = await namesakes(db, 'tags', body.names);
        return { body: { ok: true, added, skipped: body.given - added, ...doubts } };
      },
    }),
  ];
}
