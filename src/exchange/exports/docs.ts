import { z } from 'zod';
import { described, documented, okSchema, placed, saying } from '../../platform/index.js';
import { exampleProduct, FIELD_NAMES, productSchema } from '../../catalogue/index.js';
import data from './docs.json' with { type: 'json' };

// What the OpenAPI document says of exports.

const words = placed(data, {
  product: exampleProduct,
  csv: [FIELD_NAMES, Object.values(exampleProduct)].map((cells) => `${cells.join(',')}\r\n`).join(''),
  ndjson: `${JSON.stringify(exampleProduct)}\n`,
});

const someFields = productSchema
  .partial()
  .extend(
    described(words.fieldsByRequest, {
      product_url: z.string().optional(),
      drawing_url: z.string().nullable().optional(),
      picture_url: z.string().nullable().optional(),
    }),
  )
  .meta({ id: 'SomeFields', ...saying(words.someFields) });

const profileRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .meta({ id: 'ProfileRow', ...saying(words.profileRow) });

export const docs = documented('Products', words.calls, {
  exportProducts: {
    answers: {
      200: okSchema({ data: z.array(z.union([productSchema, someFields, profileRow])), count: z.int() }),
    },
    streamed: true,
    problems: [416],
  },
});
