import { described, oneOf, tidyName, wholeNumber } from '../../platform/index.js';
import { definitionSchema, SCOPES } from './definition.js';
import words from './docs.json' with { type: 'json' };

/** The body of a profile. */
export const profileBody = { schema: definitionSchema, limit: 256 * 1024 };

/** Which products a file holds, and for whom. */
export const scopeQuery = described(words.scopeQuery, {
  scope: oneOf(SCOPES).optional(),
  recipient: tidyName({ max: 100 }).optional(),
});

/** Pages of deliveries. */
export const deliveriesQuery = described(words.deliveriesQuery, {
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: wholeNumber(1, 200)
    .default(50)
    .meta({ override: { default: 50 } }),
});
