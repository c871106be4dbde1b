import { z } from 'zod';
import { booleanText, described } from '../../platform/index.js';
import words from './docs.json' with { type: 'json' };

/** The most items of a call (a limit of this service). */
export const MAX_ITEMS = 50_000;

/** What every way of pushing can be asked. */
export const pushQuery = z.object(
  described(words.pushQuery, {
    unchanged: z.enum(['skip'], { error: 'must be skip' }).optional(),
    dry_run: booleanText.optional(),
  }),
);

// Only the frame is checked here: items are read one by one, so that an invalid one does not stop the others.
export const pushBody = z
  .union([z.array(z.unknown()), z.object({ products: z.array(z.unknown()) })], {
    error: 'must be {"products": [...]} or an array of products',
  })
  .transform((body) => (Array.isArray(body) ? body : body.products))
  .refine((items) => items.length <= MAX_ITEMS, {
    error: `at most ${MAX_ITEMS} products a call`,
    path: ['products'],
  });
