import { z } from 'zod';
import { recorded } from '../access/sync-log.js';
import type { Database } from '../database/connect.js';
import { route } from '../http/route.js';
import type { Call, Route } from '../http/route.js';
import { codeText, nameList, tidyName } from '../http/validate.js';
import { applyTags } from './apply.js';
import * as store from './store.js';

const tagBounds = { max: 300, pattern: /[;；]/, says: 'must not contain a semicolon' };

const list = z.object({
  ok: z.literal(true),
  data: z.array(z.object({ tag: z.string(), use_count: z.int() })),
});
const added = z.object({ ok: z.literal(true), added: z.int(), skipped: z.int() });
const applied = z.object({
  ok: z.literal(true),
  done: z.int(),
  not_found: z.array(z.string()),
  failed: z.array(z.object({ code: z.string(), reason: z.string() })),
});

const applyBody = z
  .object({
    codes: z
      .array(codeText)
      .min(1, { error: 'must name at least one product' })
      .max(5_000, { error: 'at most 5000 codes a call' }),
    tags: z.array(tidyName(tagBounds)).max(300),
    mode: z.enum(['append', 'replace'], { error: 'must be append or replace' }).default('append'),
  })
  .refine(({ tags, mode }) => mode === 'replace' || tags.length > 0, {
    error: 'must name at least one tag to append',
    path: ['tags'],
  });

/** The tag dictionary and tagging (API v1, sections 2.3 and 4.5). */
export function tagRoutes({ db }: { db: Database }): Route[] {
  return [
    route({
      method: 'get',
      path: '/tags',
      access: 'open',
      limit: 'read',
      doc: {
        id: 'listTags',
        tag: 'Tags',
        summary: 'The tag dictionary, most used first',
        answers: {
          200: { description: 'Tags with the number of products that carry them now', schema: list },
        },
      },
      async handle() {
        return { body: { ok: true, data: await store.listTags(db) } };
      },
    }),
    route({
      method: 'post',
      path: '/tags',
      access: 'key',
      limit: 'none',
      body: { schema: nameList('tag', 'tags', tagBounds), limit: 4 * 1024 * 1024 },
      doc: {
        id: 'addTags',
        tag: 'Tags',
        summary: 'Add tags to the dictionary',
        answers: { 200: { description: 'How many were new', schema: added } },
        problems: [400, 413, 415],
        examples: { one: { tag: 'HPLC' }, several: { tags: ['有证标准物质', 'USP'] } },
      },
      handle: (call) =>
        recorded(db, call as Call, async (tx) => {
          const count = await store.addTags(tx, call.body.names);
          return { body: { ok: true, added: count, skipped: call.body.given - count } };
        }),
    }),
    route({
      method: 'post',
      path: '/tags/apply',
      access: 'key',
      limit: 'none',
      body: { schema: applyBody, limit: 4 * 1024 * 1024 },
      doc: {
        id: 'applyTags',
        tag: 'Tags',
        summary: 'Tag products: append or replace',
        description:
          'A product whose tags would grow over 300 characters is left as it is and listed in `failed`.',
        answers: { 200: { description: 'What became of the products', schema: applied } },
        problems: [400, 413, 415],
        examples: {
          append: { codes: ['PDS-000100'], tags: ['HPLC', '现货'] },
          replace: { codes: ['PDS-000100'], tags: ['EP'], mode: 'replace' },
        },
      },
      handle: (call) =>
        recorded(db, call as Call, async (tx) => {
          const { codes, tags, mode } = call.body;
          const result = await applyTags(tx, codes, tags, mode);
          return {
            body: { ok: true, ...result },
            counts: { done: result.done, not_found: result.not_found.length, failed: result.failed.length },
          };
        }),
    }),
  ];
}
