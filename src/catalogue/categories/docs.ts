import { z } from 'zod';
import { documented } from '../../platform/index.js';
import { nameWarnings } from '../products/docs.js';
import words from './docs.json' with { type: 'json' };

/** What the OpenAPI document says of the calls on categories (API v1, sections 2.2 and 4.4). */
export const docs = documented('Categories', words.calls, {
  listCategories: { answer: { data: z.array(z.string()) } },
  addCategories: { answer: { added: z.int(), skipped: z.int(), warnings: nameWarnings } },
  deleteCategories: { answer: { deleted: z.array(z.string()), not_found: z.array(z.string()) } },
});
