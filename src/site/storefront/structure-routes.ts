import { createRequire } from 'node:module';
import type { Request } from 'express';
import { z } from 'zod';
import { booleanText, holderOf, pageAt, Problem, wholeNumber } from '../../platform/index.js';
import type { Call, Limits, Route, Site } from '../../platform/index.js';
import {
  DEFAULT_THRESHOLD,
  findByStructure,
  thresholdText,
  typedText,
  WAYS,
  withMeant,
} from '../../search/index.js';
import type { MeantParts, Search, StructureLibrary } from '../../search/index.js';
import { drawingsOf, pictured, withDrawings } from '../../catalogue/index.js';
import { placeOf } from './layout.js';
import { pageQuery, pageRoute, sendPage } from './page-route.js';
import { PAGE_SIZE, structurePage, structureResults } from './structure-page.js';
import type { StructureResults, StructureView } from './structure-page.js';
import { languageOf } from './texts.js';

interface StructurePageParts extends Omit<MeantParts, 'holder'> {
  search: Search;
  structures: StructureLibrary;
  site: Site;
  limits: Pick<Limits, 'countReads'>;
}

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
export function structurePages(parts: StructurePageParts): Route[] {
  const { structures, limits } = parts;
  const viewOf = (req: Request, query: z.infer<typeof structureQuery>): StructureView => ({
    lang: languageOf(req, query.lang),
    text: typedText(query.s),
    way: query.mode,
    threshold: query.threshold,
    page: query.page,
    on: query.on,
  });
  return [
    pageRoute({
      path: '/structure',
      limit: 'page',
      query: structureQuery,
      async send({ req, res, query }) {
        const view = viewOf(req, query);
        structures.warm(); // a visitor of this page is about to search
        if (view.text !== '') await limits.countReads({ req, res }, 1);
        const results = view.text === '' ? undefined : await resultsOf(parts, view, { req, res });
        sendPage(res, structurePage(placeOf(req, query.lang, parts), view, results));
      },
    }),
    pageRoute({
      path: '/storefront/structures',
      limit: 'read',
      query: structureQuery,
      async send({ req, res, query }) {
        const view = viewOf(req, query);
        const results = view.text === '' ? undefined : await resultsOf(parts, view, { req, res });
        res.type('html').send(results ? structureResults(view, results).text : '');
      },
    }),
    pageRoute({
      path: '/storefront/openchemlib.js',
      limit: 'none',
      send({ res }) {
        res
          .set('Cache-Control', 'public, max-age=86400')
          .sendFile(EDITOR, { cacheControl: false, dotfiles: 'allow' });
      },
    }),
  ];
}

const CORRECTABLE = ['unreadable', 'open_structure', 'too_large', 'too_long', 'too_complex'] as const;

/** Searches; what a visitor can correct is shown on the page, whose status is for programs. */
async function resultsOf(
  { limits, ...parts }: StructurePageParts,
  view: StructureView,
  { req, res }: Pick<Call, 'req' | 'res'>,
): Promise<StructureResults> {
  const { db } = parts;
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
