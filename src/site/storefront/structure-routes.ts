import { createRequire } from 'node:module';
import { z } from 'zod';
import { booleanText, holderOf, pageAt, Problem, wholeNumber } from '../../platform/index.js';
import type { Call, Route } from '../../platform/index.js';
import {
  DEFAULT_THRESHOLD,
  findByStructure,
  thresholdText,
  typedText,
  WAYS,
  withMeant,
} from '../../search/index.js';
import { drawingsOf, pictured, withDrawings } from '../../catalogue/index.js';
import { pageQuery, pageRoute } from './page-route.js';
import type { PageCall, StorefrontParts } from './page-route.js';
import { PAGE_SIZE, structurePage, structureResults } from './structure-page.js';
import type { StructureResults, StructureView } from './structure-page.js';

/** The editor, as its package has it. Only the page of structures loads it. */
const EDITOR = createRequire(import.meta.url).resolve('openchemlib');

const structureQuery = pageQuery.extend({
  s: z.string().default(''),
  mode: z.enum(WAYS).default('substructure'),
  threshold: thresholdText.transform(Number).default(DEFAULT_THRESHOLD),
  page: wholeNumber(1, 100).default(1),
  on: booleanText.default(false),
});

/** The page on which a visitor looks for structures. */
export function structurePages(parts: StorefrontParts): Route[] {
  const viewOf = ({ query, place }: PageCall<z.infer<typeof structureQuery>>): StructureView => {
    const { s, mode, ...more } = query;
    return { ...more, t: place.t, text: typedText(s), way: mode };
  };
  return [
    pageRoute(parts, '/structure', {
      query: structureQuery,
      async answer(call) {
        const view = viewOf(call);
        parts.structures.warm(); // a visitor of this page is about to search
        if (view.text !== '') await parts.limits.countReads(call, 1);
        return structurePage(call.place, view, await resultsOf(parts, view, call));
      },
    }),
    pageRoute(parts, '/storefront/structures', {
      limit: 'read',
      query: structureQuery,
      async answer(call) {
        const view = viewOf(call);
        const results = await resultsOf(parts, view, call);
        return results ? structureResults(view, results) : '';
      },
    }),
    pageRoute(parts, '/storefront/openchemlib.js', {
      limit: 'none',
      answer({ res }) {
        res
          .set('Cache-Control', 'public, max-age=86400')
          .sendFile(EDITOR, { cacheControl: false, dotfiles: 'allow' });
      },
    }),
  ];
}

const CORRECTABLE = ['unreadable', 'open_structure', 'too_large', 'too_long', 'too_complex'] as const;

/** Searches, unless nothing was typed; what a visitor can correct is shown on the page, whose status is for programs. */
async function resultsOf(
  parts: StorefrontParts,
  view: StructureView,
  { req, res }: Pick<Call, 'req' | 'res'>,
): Promise<StructureResults | undefined> {
  if (view.text === '') return undefined;
  const { db, limits } = parts;
  const holder = holderOf(req);
  const page = pageAt(view.page, PAGE_SIZE);
  const counted = (): Promise<void> => limits.countReads({ req, res }, 1);
  // It takes four times as long.
  if (view.on) await limits.countReads({ req, res }, 3);
  try {
    const found = await withMeant(
      { ...parts, holder },
      view,
      (wanted) =>
        findByStructure(parts, {
          wanted: { ...wanted, ...(view.on && { isPatient: true }) },
          q: '',
          filters: {},
          page,
          facets: false,
          holder,
        }),
      counted,
    );
    if ('several' in found) return { several: await withDrawings(db, found.several) };
    const { result, meant } = found;
    const products = result.hits.map((hit) => hit.product);
    const drawings = await drawingsOf(db, meant?.product ? [...products, meant.product] : products);
    const hits = result.hits.map((hit) => ({ ...hit, product: pictured(hit.product, drawings) }));
    const product = meant?.product && pictured(meant.product, drawings);
    return { found: { ...result, hits }, ...(meant && { meant: { text: meant.asked.text, product } }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const code = error.errors?.[0]?.code;
    if (error.slug === 'unavailable') {
      res.status(503).set(error.headers);
      return { refused: code === 'structures_building' ? 'loading' : 'away' };
    }
    const refused = CORRECTABLE.find((each) => each === code);
    if (!refused) throw error;
    res.status(400);
    return { refused };
  }
}
