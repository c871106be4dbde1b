import { z } from 'zod';
import {
  codeText,
  nameList,
  recorded,
  recordedOnce,
  route,
  sourceBound,
  tidyName,
} from '../../platform/index.js';
import type { Context, Route } from '../../platform/index.js';
import { namesakes } from '../products/lookalikes.js';
import { applyTags } from './apply.js';
import { docs } from './docs.js';
import * as store from './store.js';

export const tagBounds = { max: 300, pattern: /[;；]/, says: 'must not contain a semicolon' };

/** Which products get which tags. */
export const applyBody = z
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
export function tagRoutes({ db, writes }: Context): Route[] {
  return [
    route('get', '/tags', 'open', {
      doc: docs.listTags,
      handle: async () => ({ body: { ok: true, data: await store.listTags(db) } }),
    }),
    route('post', '/tags', 'push', {
      body: { schema: nameList('tag', 'tags', tagBounds), limit: 4 * 1024 * 1024 },
      about: ({ body }) => body.names,
      doc: docs.addTags,
      handle: (call) =>
        recorded(writes, call, async (tx) => {
          const count = await store.addTags(tx, call.body.names);
          const doubts = await namesakes(tx, 'tags', call.body.names);
          return { body: { ok: true, added: count, skipped: call.body.given - count, ...doubts } };
        }),
    }),
    route('post', '/tags/apply', 'push', {
      body: { schema: applyBody, limit: 3 * 1024 * 1024 },
      about: ({ body }) => body.codes,
      doc: docs.applyTags,
      handle: (call) =>
        recordedOnce(writes, call, call.body, async (tx) => {
          const { codes, tags, mode } = call.body;
          const result = await applyTags(tx, codes, tags, mode, sourceBound(call.key!));
          return {
            body: { ok: true, ...result, ...(await namesakes(tx, 'tags', tags)) },
            counts: { done: result.done, not_found: result.not_found.length, failed: result.failed.length },
          };
        }),
    }),
  ];
}
