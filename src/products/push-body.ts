import { z } from 'zod';
import { MAX_ITEMS } from './push.js';

// Items are read one by one, so that a bad one stops nobody; here only the frame is checked.
export const pushBody = z
  .union([z.array(z.unknown()), z.object({ products: z.array(z.unknown()) })], {
    error: 'must be {"products": [...]} or an array of products',
  })
  .transform((body) => (Array.isArray(body) ? body : body.products))
  .refine((items) => items.length <= MAX_ITEMS, {
    error: `at most ${MAX_ITEMS} products a call`,
    path: ['products'],
  });
