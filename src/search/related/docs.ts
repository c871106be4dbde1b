import { z } from 'zod';
import { CODE_OR_CAS_PARAM, exampleProduct, productSchema } from '../../catalogue/index.js';
import { described, documented, placed } from '../../platform/index.js';
import data from './docs.json' with { type: 'json' };
import { RELATIONS } from './related.js';

const words = placed(data, { product: exampleProduct });

const relatedSchema = z
  .object(
    described(words.related, {
      relation: z.enum(RELATIONS),
      reason: z.string(),
      similarity: z.number().optional(),
      product: productSchema,
    }),
  )
  .meta({ id: 'RelatedProduct' });

/** What the OpenAPI document says of what belongs to a product. */
export const docs = documented('Products', words.calls, {
  getRelated: {
    params: CODE_OR_CAS_PARAM,
    answer: {
      data: z.array(relatedSchema),
      whole: z.boolean(),
      truncated: z.literal(true).optional(),
    },
    problems: [404],
  },
});
