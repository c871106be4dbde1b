import { Router } from 'express';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import {
  drawingAddress,
  productDetail,
  productsByCode,
  structureOf,
  withDrawings,
} from '../../catalogue/index.js';
import type { Terms } from '../../catalogue/index.js';
import { countInquiry, inquiryForm, submitInquiry } from '../../exchange/index.js';
import type { DayBounds } from '../../exchange/index.js';
import { booleanText, holderOf, mount, onceFor, readValue, receiveAnyForm } from '../../platform/index.js';
import type {
  BodyBounds,
  Database,
  Guard,
  Limits,
  Limit,
  Route,
  Site,
  Writes,
} from '../../platform/index.js';
import { relatedTo } from '../../search/index.js';
import type { Demand, Search, StructureLibrary } from '../../search/index.js';
import type { Chemistry } from '../../chemistry/index.js';
import { serveAssets } from './assets.js';
import type { HomeParts } from './home-page.js';
import { html } from './html.js';
import { basketProducts, inquiryPage } from './inquiry-page.js';
import { listPages } from './list-routes.js';
import { address, page, placeOf } from './layout.js';
import { pageQuery, pageRoute, sendPage } from './page-route.js';
import { missingPage, productPage } from './product-page.js';
import { headingOf, renderResults, renderSuggestions } from './results.js';
import { seriesByLetter, seriesPage } from './series.js';
import { openSiteMap } from './sitemap.js';
import { openCounts } from './store.js';
import { structurePages } from './structure-routes.js';
import { namedIn } from './term-names.js';
import { TEXTS } from './texts.js';
import { isSearch, keptOf, viewOf, viewQuery } from './view.js';

interface StorefrontParts {
  db: Database;
  writes: Writes;
  config: { inquiryBounds: DayBounds };
  log: Logger;
  search: Search;
  structures: StructureLibrary;
  chemistry: Pick<Chemistry, 'read'>;
  terms: Terms;
  demand: Pick<Demand, 'count'>;
  site: Site;
  siteOrigin: () => string;
  /** the rate limits of pages, and of searches while typing */
  guard: Guard;
  limits: Pick<Limits, 'countReads'>;
  bodies: BodyBounds;
  listFiles: Limit;
  typedInchis: Limit;
}

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
  mount(router, routes, parts.guard);
  return router;
}

/** The first page with its results, and what it loads while a visitor types. */
function searchPages(parts: StorefrontParts, counts: HomeParts['counts']): Route[] {
  const { db, search, terms, demand, limits } = parts;
  const catalogue = { db, search, terms, demand, counts };
  return [
    pageRoute({
      path: '/',
      limit: 'page',
      query: viewQuery,
      async send({ req, res, query }) {
        const view = viewOf(req, query);
        if (isSearch(view)) await limits.countReads({ req, res }, 1);
        const { tagline } = TEXTS[view.lang];
        const results = await renderResults(catalogue, view, holderOf(req));
        const content = {
          title: isSearch(view) ? headingOf(view, namedIn(terms, view.lang)) : tagline,
          description: tagline,
          path: isSearch(view) ? undefined : '/',
          styles: ['catalogue.css'],
          search: { q: view.q, kept: keptOf(view) },
          main: html`<div id="results">${results}</div>`,
        };
        sendPage(res, page(placeOf(req, view.lang, parts), content));
      },
    }),
    pageRoute({
      path: '/storefront/results',
      limit: 'read',
      query: viewQuery.extend({ suggest: booleanText.default(false) }),
      async send({ req, res, query: { suggest, ...query } }) {
        res
          .type('html')
          .send((await renderResults(catalogue, viewOf(req, query), holderOf(req), suggest)).text);
      },
    }),
    pageRoute({
      path: '/storefront/suggestions',
      limit: 'read',
      query: viewQuery.pick({ q: true }),
      async send({ res, query: { q } }) {
        res.type('html').send((await renderSuggestions(search, q)).text);
      },
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
    async send({ req, res, params, query }) {
      const code = params['code']!;
      const place = placeOf(req, query.lang, parts);
      const found = await productDetail(db, code);
      if (!found) return sendPage(res.status(404), missingPage(place, code));
      const { product, series_products } = found;
      if (product.code !== code) {
        res.vary('Accept-Language').type('html');
        return res.redirect(302, address(`/products/${encodeURIComponent(product.code)}`, place.lang));
      }
      const structure = await structureOf(db, code);
      const known = await relatedTo(parts, code, holderOf(req), PATIENCE_MS);
      const drawing = structure && drawingAddress(code, structure.given_hash);
      const detail = {
        ...found,
        product: { ...product, structure_url: product.structure_url ?? drawing },
        series_products: await withDrawings(db, series_products),
      };
      const related = await withDrawings(db, known?.related ?? []);
      sendPage(res, productPage(place, detail, { structure, related }, namedIn(terms, place.lang)));
    },
  });
}

function seriesRoute(parts: StorefrontParts, counts: HomeParts['counts']): Route {
  return pageRoute({
    path: '/series',
    limit: 'page',
    query: pageQuery.extend({ letter: z.string().max(1).optional() }),
    async send({ req, res, query: { lang, letter } }) {
      const place = placeOf(req, lang, parts);
      const named = namedIn(parts.terms, place.lang);
      const letters = seriesByLetter((await counts()).series, (value) => named('series', value));
      sendPage(res, seriesPage(place, letters, letter));
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
  req: Request,
  res: Response,
  texts: string[],
): Promise<Record<string, unknown>> {
  const bounds = { ...bodies, texts, longestText: LONGEST_TEXT };
  return (await receiveAnyForm(req, res, async (file) => void file.resume(), bounds)).texts;
}

function inquiryRoutes(parts: StorefrontParts): Route[] {
  return [
    pageRoute({
      path: '/inquiry',
      limit: 'page',
      query: pageQuery,
      send({ req, res, query }) {
        sendPage(res, inquiryPage(placeOf(req, query.lang, parts)));
      },
    }),
    pageRoute({
      method: 'post',
      path: '/storefront/basket',
      limit: 'page',
      query: pageQuery,
      streamBody: { types: ['multipart/form-data'] },
      async send({ req, res, query }) {
        const { codes } = await receiveTexts(parts, req, res, ['codes']);
        const wanted = (typeof codes === 'string' ? codes.replaceAll('\0', '').toWellFormed() : '').split(
          /\r?\n/,
        );
        const products = await withDrawings(
          parts.db,
          await productsByCode(parts.db, wanted.slice(0, MOST_ASKED)),
        );
        const { lang } = placeOf(req, query.lang, parts);
        res.type('html').send(basketProducts(lang, products).text);
      },
    }),
    pageRoute({
      method: 'post',
      path: '/inquiry',
      limit: 'inquiry',
      query: pageQuery,
      streamBody: { types: ['multipart/form-data'] },
      async send({ req, res, query }) {
        const form = readValue(inquiryForm, await receiveTexts(parts, req, res, SENT_TEXTS));
        // The answer may be loaded anew.
        const { id } = await onceFor(parts.writes, 600, ['page', form], async (tx) => {
          await countInquiry(tx, req, parts);
          return { id: await submitInquiry(tx, form) };
        });
        sendPage(res.status(201), inquiryPage(placeOf(req, query.lang, parts), id));
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
      async send({ res }) {
        res.type('xml').send(await siteMap.index());
      },
    }),
    pageRoute({
      path: '/sitemap/{part}',
      limit: 'read',
      async send({ res, params }) {
        const { body, tag } = await siteMap.part(params['part']!);
        res.set('ETag', tag).type('xml').send(body);
      },
    }),
    pageRoute({
      path: '/robots.txt',
      limit: 'none',
      send({ res }) {
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
    send({ res }) {
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
  const sheet = `:root{--accent:${light}}@media (prefers-color-scheme:dark){:root{--accent:${dark}}}\n`;
  return pageRoute({
    path: '/storefront/colour.css',
    limit: 'none',
    send({ res }) {
      res.set('Cache-Control', 'public, max-age=3600').type('css').send(sheet);
    },
  });
}
