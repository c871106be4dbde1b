import { oneOf, tidyName, wholeNumber } from '../../platform/index.js';
import { definitionSchema, SCOPES } from './definition.js';

/** The body of a profile. */
export const profileBody = { schema: definitionSchema, limit: 256 * 1024 };

/** Which products a file holds, and for whom. */
export const scopeQuery = {
  scope: oneOf(SCOPES).optional().meta({ description: 'In place of what the profile says.' }),
  recipient: tidyName({ max: 100 }).optional().meta({
    description:
      'Whom the file is for: a delta and revocations go on at the last delivery to this recipient. The name of your key unless given.',
  }),
};

/** Pages of deliveries. */
export const deliveriesQuery = {
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Only deliveries with a lower number: the last one of the page before.' }),
  limit: wholeNumber(1, 200)
    .default(50)
    .meta({ description: 'Deliveries a page, 1 to 200 (default 50).', override: { default: 50 } }),
};
