import { z } from 'zod';
import { recorded } from '../access/sync-log.js';
import type { Database } from '../database/connect.js';
import { nameList } from '../http/validate.js';
import { route } from '../http/route.js';
import type { Call, Route } from '../http/route.js';
import * as store from './store.js';

const body = { schema: nameList('name', 'names', { max: 50 }), limit: 1024 * 1024 };

const list = z.object({ ok: z.literal(true), data: z.array(z.string()) });
const addAnswer = z.object({ ok: z.literal(true), added: z.int(), skipped: z.int() });
const deleteAnswer = z.object({
  ok: z.literal(true),
  deleted: z.array(z.string()),
  not_found: z.array(z.string()),
});

/** The categories (API v1, sections 2.2 and 4.4). */
export function categoryRoutes({ db }: { db: Database }): Route[] {
  return [
    route({
      method: 'get',
      path: '/categories',
      access: 'open',
      limit: 'read',
      doc: {
        id: 'listCategories',
        tag: 'Categories',
        summary: 'All categories, in order of creation',
        answers: { 200: { description: 'Category names', schema: list } },
      },
      async handle() {
        return { body: { ok: true, data: await store.listCategories(db) } };
      },
    }),
    route({
      method: 'post',
      path: '/categories',
      access: 'key',
      limit: 'none',
      body,
      doc: {
        id: 'addCategories',
        tag: 'Categories',
        summary: 'Add categories; existing names are skipped',
        answers: { 200: { description: 'How many were new', schema: addAnswer } },
        problems: [400, 413, 415],
        examples: { one: { name: '对照品溶液' }, several: { names: ['对照品溶液', 'Reference solutions'] } },
      },
      handle: (call) =>
        recorded(db, call as Call, async (tx) => {
          const added = await store.addCategories(tx, call.body.names);
          return { body: { ok: true, added, skipped: call.body.given - added } };
        }),
    }),
    route({
      method: 'delete',
      path: '/categories',
      access: 'key',
      limit: 'none',
      body,
      doc: {
        id: 'deleteCategories',
        tag: 'Categories',
        summary: 'Delete categories; products keep their text',
        answers: { 200: { description: 'What was deleted and what was not there', schema: deleteAnswer } },
        problems: [400, 413, 415],
        examples: { one: { name: '中间体' }, several: { names: ['中间体', '标准品'] } },
      },
      handle: (call) =>
        recorded(db, call as Call, async (tx) => {
          const gone = new Set(await store.deleteCategories(tx, call.body.names));
          const [deleted, not_found] = [true, false].map((was) =>
            call.body.names.filter((name) => gone.has(name) === was),
          );
          return { body: { ok: true, deleted, not_found } };
        }),
    }),
  ];
}
