import { nameList, recorded, route } from '../../platform/index.js';
import type { Context, Route } from '../../platform/index.js';
import { namesakes } from '../products/lookalikes.js';
import { docs } from './docs.js';
import * as store from './store.js';

/** One name or several. */
export const body = { schema: nameList('name', 'names', { max: 50 }), limit: 1024 * 1024 };

/** The categories (API v1, sections 2.2 and 4.4). */
export function categoryRoutes({ db, writes }: Context): Route[] {
  return [
    route('get', '/categories', 'open', {
      doc: docs.listCategories,
      handle: async () => ({ body: { ok: true, data: await store.listCategories(db) } }),
    }),
    route('post', '/categories', 'push', {
      body,
      about: ({ body }) => body.names,
      doc: docs.addCategories,
      handle: (call) =>
        recorded(writes, call, async (tx) => {
          const added = await store.addCategories(tx, call.body.names);
          const doubts = await namesakes(tx, 'category', call.body.names);
          return { body: { ok: true, added, skipped: call.body.given - added, ...doubts } };
        }),
    }),
    route('delete', '/categories', 'all', {
      body,
      about: ({ body }) => body.names,
      doc: docs.deleteCategories,
      handle: (call) =>
        recorded(writes, call, async (tx) => {
          const gone = new Set(await store.deleteCategories(tx, call.body.names));
          const [deleted, not_found] = [true, false].map((was) =>
            call.body.names.filter((name) => gone.has(name) === was),
          );
          return { body: { ok: true, deleted, not_found } };
        }),
    }),
  ];
}
