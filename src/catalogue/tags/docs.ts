import { z } from 'zod';
import { documented } from '../../platform/index.js';
import { nameWarnings } from '../products/docs.js';
import words from './docs.json' with { type: 'json' };

/** What the OpenAPI document says of the calls on tags (API v1, sections 2.3 and 4.5). */
export const docs = documented('Tags', words.calls, {
  listTags: { answer: { data: z.array(z.object({ tag: z.string(), use_count: z.int() })) } },
  addTags: { answer: { added: z.int(), skipped: z.int(), warnings: nameWarnings } },
  applyTags: {
    once: true,
    searchable: true,
    answer: {
      done: z.int(),
      not_found: z.array(z.string()),
      failed: z.array(z.object({ code: z.string(), reason: z.string() })),
      warnings: nameWarnings,
    },
  },
});
