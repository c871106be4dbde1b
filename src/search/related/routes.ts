import { productCodeOf } from '../../catalogue/index.js';
import { holderOf, Problem, route } from '../../platform/index.js';
import type { Route } from '../../platform/index.js';
import { relatedDoc } from './docs.js';
import { relatedTo } from './related.js';
import type { RelatedParts } from './related.js';

/** How long similar structures are waited for, ms. */
const PATIENCE_MS = 4_000;

/** What belongs to a product, open to everybody. */
export const relatedRoutes = (parts: RelatedParts): Route[] => [
  route('get', '/products/{code}/related', 'open', {
    doc: relatedDoc,
    async handle({ req, params }) {
      const code = await productCodeOf(parts.db, params['code']!);
      const found = await relatedTo(parts, code, holderOf(req), PATIENCE_MS);
      if (!found) throw new Problem('not-found', 'There is no product with this number.');
      const { related, isWhole, isCut } = found;
      return { body: { ok: true, data: related, whole: isWhole, ...(isCut && { truncated: true }) } };
    },
  }),
];
