import { Router } from 'express';
import { z } from 'zod';
import {
  drawingAddress,
  productDetail,
  productsByCode,
  structureOf,
  withDrawings,
} from '../../catalogue/index.js';
import { countInquiry, inquiryForm, submitInquiry } from '../../exchange/index.js';
import { booleanText, holderOf, mount, onceFor, readValue, receiveAnyForm } from '../../platform/index.js';
import type { Call, Route, Site } from '../../platform/index.js';
import { relatedTo } from '../../search/index.js';
import { serveAssets } from './assets.js';
import type { HomeParts } from './home-page.js';
import { html } from './html.js';
import { basketProducts, inquiryPage } from './inquiry-page.js';
import { textOf } from './list-lines.js';
import { listPages } from './list-routes.js';
import { page, placeOf, productAddress } from './layout.js';
import { pageQuery, pageRoute } from './page-route.js';
import type { StorefrontParts } from './page-route.js';
import { missingPage, productPage } from './product-page.js';
import { headingOf, renderResults, renderSuggestions } from './results.js';
import { seriesByLetter, seriesPage } from './series.js';
import { openSiteMap } from './sitemap.js';
import { openCounts } from './store.js';
import { structurePages } from './structure-routes.js';
import { namedIn } from './term-names.js';
import { languageOf, TEXTS } from './texts.js';
import { isSearch, keptOf, viewOf, viewQuery } from './view.js';

/** The public pages: search, products, sitemap. */
export function storefront(parts: StorefrontParts): Router {
  const counts = openCounts(parts.db);
  const router = Router({ caseSensitive: true });
  serveAssets(router);
  const routes = [
    ...searchPages(parts, counts),
    ...listPages(parts),
    ...structurePages(parts),
    productRoute(parts),
    seriesRoute(parts, counts),
    ...inquiryRoutes(parts),
    ...filesForRobots(parts),
    ...(parts.site.securityContact ? [securityTxt(parts.site.securityContact, parts.siteOrigin)] : []),
    ...(parts.site.colour ? [colourSheet(parts.site.colour)] : []),
  ];
  mount(router, routes, parts.guard, { bodies: parts.bodies });
  return router;
}

/** The first page with its results, and what it loads while a visitor types. */
function searchPages(parts: StorefrontParts, counts: HomeParts['counts']): Route[] {
  const catalogue = { ...parts, counts };
  return [
    pageRoute({
      path: '/',
      limit: 'page',
      query: viewQuery,
      async answer({ req, res, query }) {
        const view = viewOf(req, query);
        const isHome = !isSearch(view);
        if (!isHome) await parts.limits.countReads({ req, res }, 1);
        const { tagline } = TEXTS[view.lang];
        const results = await renderResults(catalogue, view, holderOf(req));
        return page(placeOf(req, view.lang, parts), {
          title: isHome ? tagline : headingOf(view, namedIn(parts.terms, view.lang)),
          description: tagline,
          path: isHome ? '/' : undefined,
          styles: ['catalogue.css'],
          search: { q: view.q, kept: keptOf(view) },
          main: html`<div id="results">${results}</div>`,
        });
      },
    }),
    pageRoute({
      path: '/storefront/results',
      limit: 'read',
      query: viewQuery.extend({ suggest: booleanText.default(false) }),
      answer: ({ req, query: { suggest, ...query } }) =>
        renderResults(catalogue, viewOf(req, query), holderOf(req), suggest),
    }),
    pageRoute({
      path: '/storefront/suggestions',
      limit: 'read',
      query: viewQuery.pick({ q: true }),
      answer: ({ query: { q } }) => renderSuggestions(parts.search, q),
    }),
  ];
}

/** How long the page of a product waits for what is similar in structure, ms. */
const PATIENCE_MS = 600;

function productRoute(parts: StorefrontParts): Route {
  const { db, terms } = parts;
  return pageRoute({
    path: '/products/{code}',
    limit: 'page',
    query: pageQuery,
    async answer({ req, res, params, query }) {
      const code = params['code']!;
      const place = placeOf(req, query.lang, parts);
      const found = await productDetail(db, code);
      if (!found) {
        res.status(404);
        return missingPage(place, code);
      }
      const { product, series_products } = found;
      if (product.code !== code)
        return res.vary('Accept-Language').redirect(302, productAddress(product.code, place.lang));
      const structure = await structureOf(db, code);
      const known = await relatedTo(parts, code, holderOf(req), PATIENCE_MS);
      const drawing = structure && drawingAddress(code, structure.given_hash);
      const detail = {
        ...found,
        product: { ...product, structure_url: product.structure_url ?? drawing },
        series_products: await withDrawings(db, series_products),
      };
      const related = await withDrawings(db, known?.related ?? []);
      return productPage(place, detail, { structure, related }, namedIn(terms, place.lang));
    },
  });
}

function seriesRoute(parts: StorefrontParts, counts: HomeParts['counts']): Route {
  return pageRoute({
    path: '/series',
    limit: 'page',
    query: pageQuery.extend({ letter: z.string().max(1).optional() }),
    async answer({ req, query: { lang, letter } }) {
      const place = placeOf(req, lang, parts);
      const named = namedIn(parts.terms, place.lang);
      const letters = seriesByLetter((await counts()).series, (value) => named('series', value));
      return seriesPage(place, letters, letter);
    },
  });
}

/** Texts of the form on the page of a product, which a browser without scripts sends by itself. */
const SENT_TEXTS = ['code', 'name', 'company', 'email', 'phone', 'quantity', 'message'];
const LONGEST_TEXT = 16_000;

/** Products of a basket that are shown, each with one that is suggested. */
const MOST_ASKED = 200;

/** The texts of a form that a page sends. */
async function receiveTexts(
  { bodies }: StorefrontParts,
  { req, res }: Pick<Call, 'req' | 'res'>,
  texts: string[],
): Promise<Record<string, unknown>> {
  const bounds = { ...bodies, texts, longestText: LONGEST_TEXT };
  return (await receiveAnyForm(req, res, async (file) => void file.resume(), bounds)).texts;
}

function inquiryRoutes(parts: StorefrontParts): Route[] {
  const { db, writes } = parts;
  const form = {
    method: 'post' as const,
    query: pageQuery,
    streamBody: { types: ['multipart/form-data'] },
  };
  return [
    pageRoute({
      path: '/inquiry',
      limit: 'page',
      query: pageQuery,
      answer: ({ req, query }) => inquiryPage(placeOf(req, query.lang, parts)),
    }),
    pageRoute({
      ...form,
      path: '/storefront/basket',
      limit: 'page',
      async answer({ req, res, query }) {
        const { codes } = await receiveTexts(parts, { req, res }, ['codes']);
        const wanted = textOf(codes).split(/\r?\n/).slice(0, MOST_ASKED);
        const products = await productsByCode(db, wanted);
        return basketProducts(languageOf(req, query.lang), await withDrawings(db, products));
      },
    }),
    pageRoute({
      ...form,
      path: '/inquiry',
      limit: 'inquiry',
      async answer({ req, res, query }) {
        const asked = readValue(inquiryForm, await receiveTexts(parts, { req, res }, SENT_TEXTS));
        // The answer may be loaded anew.
        const { id } = await onceFor(writes, 600, ['page', asked], async (tx) => {
          await countInquiry(tx, req, parts);
          return { id: await submitInquiry(tx, asked) };
        });
        res.status(201);
        return inquiryPage(placeOf(req, query.lang, parts), id);
      },
    }),
  ];
}

/** What search engines read: the site map, and what they may visit. */
function filesForRobots({ db, siteOrigin }: StorefrontParts): Route[] {
  const siteMap = openSiteMap(db, siteOrigin);
  return [
    pageRoute({
      path: '/sitemap.xml',
      limit: 'page',
      async answer({ res }) {
        res.type('xml').send(await siteMap.index());
      },
    }),
    pageRoute({
      path: '/sitemap/{part}',
      limit: 'read',
      async answer({ res, params }) {
        const { body, tag } = await siteMap.part(params['part']!);
        res.set('ETag', tag).type('xml').send(body);
      },
    }),
    pageRoute({
      path: '/robots.txt',
      limit: 'none',
      answer({ res }) {
        const hidden = ['/storefront/results', '/storefront/suggestions', '/back-office/'];
        const lines = hidden.map((path) => `Disallow: ${path}\n`).join('');
        res.type('text').send(`User-agent: *\n${lines}Sitemap: ${siteOrigin()}/sitemap.xml\n`);
      },
    }),
  ];
}

/** How long what it says may be relied on, ms. */
const SECURITY_TXT_HOLDS = 90 * 86_400_000;

/** Where somebody writes to who has found a hole (RFC 9116). */
function securityTxt(contact: string, siteOrigin: () => string): Route {
  return pageRoute({
    path: '/.well-known/security.txt',
    limit: 'none',
    answer({ res }) {
      const expires = new Date(Date.now() + SECURITY_TXT_HOLDS).toISOString().replace(/\.\d+/, '');
      const canonical = `${siteOrigin()}/.well-known/security.txt`;
      res
        .type('text')
        .send(
          `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: zh, en\nCanonical: ${canonical}\n`,
        );
    },
  });
}

/** The colours of this site in place of our own. */
function colourSheet({ light, dark }: NonNullable<Site['colour']>): Route {
  const sheet = `:root { --accent: light-dark(${light}, ${dark}) }\n`;
  return pageRoute({
    path: '/storefront/colour.css',
    limit: 'none',
    answer({ res }) {
      res.set('Cache-Control', 'public, max-age=3600').type('css').send(sheet);
    },
  });
}
