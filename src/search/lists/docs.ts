import { z } from 'zod';
import { described, documented, placed } from '../../platform/index.js';
import { exampleProduct, productSchema } from '../../catalogue/index.js';
import { OUTCOMES } from '../text/match.js';
import data from './docs.json' with { type: 'json' };
import { FACT_KINDS, MOST_FOUND, REASONS } from './judge.js';
import { GIVEN } from './read.js';
import { A_READ, MAX_RESOLVED } from './resolve.js';

// What the OpenAPI document says of lists.

const {
  found: FOUND,
  notFound: NOT_FOUND,
  ended: ENDED,
  ...rest
} = placed(data, { product: exampleProduct });
export const words = placed(rest, {
  most: MAX_RESOLVED,
  a_read: A_READ,
  most_others: MOST_FOUND - 1,
  found: FOUND,
  not_found: NOT_FOUND,
  ended: ENDED,
  lines: [FOUND, NOT_FOUND, { ok: true, ...ENDED }].map((line) => `${JSON.stringify(line)}\n`).join(''),
});

const text = z.string().optional();
const asked = z.union([z.string(), z.object(Object.fromEntries(GIVEN.map((field) => [field, text])))]);

const resolved = z
  .object(
    described(words.resolved, {
      index: z.int(),
      asked,
      match: z.enum(OUTCOMES),
      reason: z.enum(REASONS).optional(),
      read_as: z.object({
        code: text,
        cas: text,
        structure: text,
        name: text,
        formula: text,
        heading: z.literal(true).optional(),
      }),
      product: productSchema.nullable(),
      others: z.array(z.string()),
      conflict: z.array(z.enum(FACT_KINDS)).optional(),
      did_you_mean: z.array(z.string()).optional(),
      quantity: z.string().optional(),
      note: z.string().optional(),
    }),
  )
  .meta({ id: 'ResolvedIdentifier' });

export const docs = documented('Search', words.calls, {
  resolveProducts: {
    answer: {
      data: z.array(resolved),
      counts: z.object({ exact: z.int(), partial: z.int(), similar: z.int(), none: z.int() }),
      degraded: z.boolean(),
      behind_seconds: z.int().optional(),
    },
    streamed: true,
  },
});
