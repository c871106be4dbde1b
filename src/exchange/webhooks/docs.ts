import { z } from 'zod';
import { described, placed } from '../../platform/index.js';
import { exampleProduct, productSchema } from '../../catalogue/index.js';
import data from './docs.json' with { type: 'json' };

const words = placed(data, { product: exampleProduct });
const text = z.string().nullable();
const { next, timestamp } = described(words.message, {
  next: z.string(),
  timestamp: z.iso.datetime({ precision: 3 }),
});

/** Headers of a message, as of Standard Webhooks. */
const HEADERS = z.object(
  described(words.headers, {
    'webhook-id': z.string(),
    'webhook-timestamp': z.string(),
    'webhook-signature': z.string(),
  }),
);

/** What a message holds as `data`, by its type. */
const EVENTS: Record<keyof typeof words.events, z.ZodType> = {
  'products.changed': z.object({
    changes: z.array(
      z.object({ code: z.string(), op: z.enum(['upsert', 'delete']), product: productSchema.nullable() }),
    ),
    next,
  }),
  'products.reset': z.object({ reason: z.enum(['pruned', 'epoch']), next }),
  'inquiry.created': z.object(
    described(words.inquiry, {
      id: z.int(),
      created_at: z.iso.datetime({ precision: 3 }),
      name: z.string(),
      company: text,
      email: text,
      phone: text,
      country: text,
      message: text,
      items: z.array(
        z.object(
          described(words.item, {
            code: text,
            cas: text,
            product_name: text,
            quantity: text,
            unit: text,
            purity: text,
            note: text,
            suggested: text,
            url: text,
          }),
        ),
      ),
    }),
  ),
  'webhook.test': z.object(described(words.test, { webhook: z.int() })),
};

const operationId = (type: string): string =>
  type.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The section `webhooks` of the OpenAPI document: what receivers are sent, and what they are to answer. */
export function webhooksDoc(): Record<string, { post: object }> {
  return Object.fromEntries(
    Object.entries(words.events).map(([type, { example, ...said }]) => [
      type,
      {
        post: {
          operationId: operationId(type),
          tags: ['Webhooks'],
          ...said,
          security: [],
          requestParams: { header: HEADERS },
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: z.object({
                  type: z.literal(type),
                  timestamp,
                  data: EVENTS[type as keyof typeof EVENTS],
                }),
                example: { type, timestamp: '2026-01-01T00:00:00.000Z', data: example },
              },
            },
          },
          responses: words.answers,
        },
      },
    ]),
  );
}
