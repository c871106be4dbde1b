import { z } from 'zod';
import { documented, placed } from '../../platform/index.js';
import { exampleProduct, productSchema } from '../products/schemas.js';
import data from './docs.json' with { type: 'json' };

export const words = placed(data, { product: exampleProduct });

/** What the OpenAPI document says of the change log. */
export const docs = documented('Changes', words.calls, {
  listChanges: {
    answer: {
      data: z.array(
        z.object({ code: z.string(), op: z.enum(['upsert', 'delete']), product: productSchema.nullable() }),
      ),
      next: z.string(),
      more: z.boolean(),
    },
    problems: [410],
  },
});
