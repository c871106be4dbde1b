import { z } from 'zod';
import { described, documented } from '../../platform/index.js';
import words from './docs.json' with { type: 'json' };
import { CODE_PARAM } from '../products/docs.js';

const value = z.union([z.string(), z.number()]).nullable();

const entry = z
  .object(
    described(words.entry, {
      id: z.int(),
      at: z.iso.datetime({ precision: 3 }),
      op: z.enum(['created', 'changed', 'deleted']),
      by: z.object(
        described(words.by, {
          kind: z.enum(['key', 'staff', 'import', 'command', 'database']),
          name: z.string().nullable(),
        }),
      ),
      bulk: z.boolean(),
      changes: z.array(z.object({ field: z.string(), before: value, after: value })),
    }),
  )
  .meta({ id: 'HistoryEntry' });

/** What the OpenAPI document says of the history of a product. */
export const docs = documented('Products', words.calls, {
  listHistory: {
    params: CODE_PARAM,
    answer: { data: z.array(entry), next_cursor: z.string().nullable() },
  },
});
