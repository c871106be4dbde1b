import { z } from 'zod';
import { described, documented, PAGED, placed } from '../../platform/index.js';
import { exampleProduct, productWithStructure } from '../../catalogue/index.js';
import data from './docs.json' with { type: 'json' };
import { MAX_HITS, SORTED } from './found.js';
import { MATCHES, OUTCOMES } from './match.js';
import { MAX_SUGGESTIONS } from './suggest.js';

// What the OpenAPI document says of search (API v1, section 4.1).

const { found, ...rest } = placed(data, { product: exampleProduct });
export const words = placed(rest, {
  found,
  most: MAX_HITS,
  suggestions: MAX_SUGGESTIONS,
  sorted: SORTED.toLocaleString('en'),
});

const counts = z.record(z.string(), z.int());
/** How many of the found products carry which value. */
export const facetCounts = z.object({
  category: counts,
  series: counts,
  tag: counts,
  status: counts,
  in_stock: counts,
});

const mark = z.object(described(words.mark, { start: z.int(), length: z.int(), text: z.string() }));

const foundProduct = productWithStructure
  .extend(
    described(words.hit, {
      match: z.enum(MATCHES),
      highlight: z.record(z.string(), z.array(mark)).optional(),
      explain: z
        .object(
          described(words.explain, {
            tier: z.string(),
            position: z.int(),
            rule: z.string().optional(),
            alias: z.string().optional(),
          }),
        )
        .optional(),
    }),
  )
  .meta({ id: 'FoundProduct' });

export const docs = documented('Search', words.calls, {
  searchProducts: {
    answer: {
      query: z.string(),
      data: z.array(foundProduct),
      ...PAGED,
      total_is_estimate: z.boolean(),
      took_ms: z.number(),
      degraded: z.boolean(),
      behind_seconds: z.int().optional(),
      cut_off: z.literal(true).optional(),
      exact: z.boolean(),
      did_you_mean: z.array(z.string()).optional(),
      items: z
        .array(
          z.object(
            described(words.item, { text: z.string(), code: z.string().nullable(), match: z.enum(OUTCOMES) }),
          ),
        )
        .optional(),
      facets: facetCounts.meta({ id: 'Facets' }).optional(),
    },
  },
  suggestProducts: {
    answer: {
      data: z
        .array(
          z.object({
            text: z.string(),
            kind: z.enum(['name_cn', 'name_en', 'code', 'cas', 'alias']),
            code: z.string(),
          }),
        )
        .max(MAX_SUGGESTIONS),
    },
  },
});
