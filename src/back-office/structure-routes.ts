import { z } from 'zod';
import { pageAt } from '../database/page.js';
import { badField } from '../http/problem.js';
import type { Problem } from '../http/problem.js';
import { holderOf } from '../http/queue.js';
import type { Route } from '../http/route.js';
import { DEFAULT_THRESHOLD, WAYS } from '../structure-search/find-modes.js';
import type { Way } from '../structure-search/find-modes.js';
import { findByStructure } from '../structure-search/find.js';
import { thresholdText } from '../structure-search/find-routes.js';
import { typedText, withMeant } from '../structure-search/meant.js';
import { drawingsOf, pictured, withDrawings } from '../structures/show.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

/** Products that are shown while somebody draws. */
const SHOWN = 8;

/** What products are filtered with by structure: a structure, or what names one. */
export const structureFilters = {
  structure: z.string().optional(),
  structure_mode: z.enum(WAYS).optional(),
  threshold: thresholdText.optional(),
};
type StructureFilters = z.infer<z.ZodObject<typeof structureFilters>>;

/** The structure of these filters; undefined where there is none. */
export function typedStructure({
  structure = '',
  structure_mode: way = 'substructure',
  threshold,
}: StructureFilters): { text: string; way: Way; threshold: number } | undefined {
  const text = typedText(structure);
  return text === '' ? undefined : { text, way, threshold: Number(threshold ?? DEFAULT_THRESHOLD) };
}

/** What is said where a text names several substances. */
export const severalSubstances = (): Problem =>
  badField('structure', 'several_substances', 'names more than one substance: give a product number');

/** Search by structure, as one draws. */
export function officeStructureRoutes(parts: OfficeParts): Route[] {
  const { db } = parts;
  return [
    staffRoute({
      method: 'get',
      path: '/product-structures',
      query: z.object(structureFilters),
      async handle({ req, query }) {
        const holder = holderOf(req);
        const typed = typedStructure(query);
        if (typed === undefined) throw badField('structure', 'required', 'is needed');
        const found = await withMeant({ ...parts, holder }, typed, (wanted) =>
          findByStructure(parts, {
            wanted,
            q: '',
            filters: {},
            page: pageAt(1, SHOWN),
            facets: false,
            holder,
          }),
        );
        if ('several' in found)
          return { body: { ok: true, data: [], total: 0, several: await withDrawings(db, found.several) } };
        const { result, meant } = found;
        const drawings = await drawingsOf(
          db,
          result.hits.map(({ product }) => product),
        );
        const data = result.hits.map((hit) => ({ ...hit, product: pictured(hit.product, drawings) }));
        return {
          body: { ok: true, data, total: result.total, whole: result.isWhole, ...(meant && { meant }) },
        };
      },
    }),
  ];
}
