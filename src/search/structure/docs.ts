import { z } from 'zod';
import { described, documented, PAGED, placed } from '../../platform/index.js';
import { exampleProduct, productWithStructure } from '../../catalogue/index.js';
import { facetCounts } from '../text/docs.js';
import data from './docs.json' with { type: 'json' };
import { MODES } from './find-modes.js';

// What the OpenAPI document says of the search by structure.

const { found, ...rest } = placed(data, { product: exampleProduct });
const words = placed(rest, { found });

const answer = {
  query: z.object({
    smiles: z.string().optional(),
    molfile: z.string().optional(),
    smarts: z.string().optional(),
    mode: z.enum(MODES),
    threshold: z.number().optional(),
    q: z.string().optional(),
  }),
  data: z.array(
    productWithStructure
      .extend(described(words.hit, { match: z.enum(MODES), similarity: z.number().optional() }))
      .meta({ id: 'FoundByStructure' }),
  ),
  ...PAGED,
  total_is_estimate: z.boolean(),
  whole: z.boolean(),
  not_looked_at: z.int().optional(),
  degraded: z.boolean(),
  exact: z.boolean(),
  facets: facetCounts.optional(),
  took_ms: z.number(),
};
const facts = { answer, problems: [503] };

export const docs = documented(
  'Search',
  { ...words.calls, postSearchStructures: { ...words.calls.searchStructures, ...words.posted } },
  { searchStructures: facts, postSearchStructures: facts },
);
