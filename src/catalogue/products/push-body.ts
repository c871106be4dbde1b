import { z } from 'zod';
import { booleanText } from '../../platform/index.js';
import { MAX_ITEMS } from './push.js';

/** What every way of pushing can be asked. */
export const pushQuery = z.object({
  unchanged: z.enum(['skip'], { error: 'must be skip' }).optional().meta({
    description:
      '`skip` leaves products alone that would not change, and counts them in `unchanged`. `skip` 不改动内容未变的产品，并计入 `unchanged`。',
  }),
  dry_run: booleanText.optional().meta({
    description:
      '`true` answers the same and writes no product; `changes` tells what would be written. `true` 只作答、不写入；`changes` 说明将写入什么。',
  }),
});

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
