import { z } from 'zod';
import { badField, codeNamed, holderOf, isRefusal, pageAt } from '../platform/index.js';
import type { Problem, Route } from '../platform/index.js';
import {
  DEFAULT_THRESHOLD,
  findByStructure,
  thresholdText,
  typedText,
  WAYS,
  withMeant,
} from '../search/index.js';
import type { Way } from '../search/index.js';
import { drawingsOf, openPictures, pictured, withDrawings } from '../catalogue/index.js';
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

/** The longest SMILES that is drawn: those of names are of 300 atoms at most. */
const LONGEST = 4_000;

/** Search by structure, as one draws, and drawings of what names mean. */
export function officeStructureRoutes(parts: OfficeParts): Route[] {
  const { db, shownChemistry } = parts;
  const draw = openPictures(shownChemistry);
  return [
    staffRoute('get', '/drawing', {
      query: z.object({ smiles: z.string().min(1).max(LONGEST) }),
      async handle({ req, res, query: { smiles } }) {
        const holder = holderOf(req);
        const [read] = await shownChemistry.of(holder).read([{ source: 'smiles', text: smiles }]);
        if (isRefusal(read!)) throw badField('smiles', codeNamed(read.reason), read.message);
        const given = { source: 'smiles', given: smiles, given_hash: smiles } as const;
        const { type, bytes } = await draw(given, { theme: 'light', ground: 'none' }, holder);
        res.set({ 'Content-Type': type, 'Content-Security-Policy': "default-src 'none'" });
        res.end(bytes);
        return undefined;
      },
    }),
    staffRoute('get', '/product-structures', {
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
