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
import {
  booleanText,
  filled,
  holderOf,
  mount,
  onceFor,
  readValue,
  receiveAnyForm,
} from '../../platform/index.js';
import type { Call, Route } from '../../platform/index.js';
import { relatedTo } from '../../search/index.js';
import { serveAssets } from './assets.js';
import type { HomeParts } from './home-page.js';
import { noticePage } from './error-page.js';
import { html } from './html.js';
import { basketProducts, inquiryPage } from './inquiry-page.js';
import { textOf } from './list-lines.js';
import { listPages } from './list-routes.js';
import { address, page, productAddress } from './layout.js';
import { pageQuery, pageRoute } from './page-route.js';
import type { StorefrontParts } from './page-route.js';
import { productPage } from './product-page.js';
import { headingOf, renderResults, renderSuggestions } from './results.js';
import { seriesByLetter, seriesPage } from './series.js';
import { openSiteMap } from './sitemap.js';
import { openCounts } from './store.js';
import { structurePages } from './structure-routes.js';
import { namedIn } from './texts.js';
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
    ...filesOfSite(parts),
  ];
  mount(router, routes, parts.guard, { bodies: parts.bodies });
  return router;
}

/** The first page with its results, and what it loads while a visitor types. */
function searchPages(parts: StorefrontParts, counts: HomeParts['counts']): Route[] {
  const catalogue = { ...parts, counts };
  return [
    pageRoute(parts, '/', {
      query: viewQuery,
      async answer({ req, res, query, place }) {
        const { t } = place;
        const view = viewOf(t, query);
        const isHome = !isSearch(view);
        if (!isHome) await parts.limits.countReads({ req, res }, 1);
        const results = await renderResults(catalogue, view, holderOf(req));
        return page(place, {
          title: isHome ? t.tagline : headingOf(view, namedIn(parts.terms, t)),
          description: t.tagline,
          path: isHome ? '/' : undefined,
          styles: ['catalogue.css'],
          search: { q: view.q, kept: keptOf(view) },
          main: html`<div id="results">${results}</div>`,
        });
      },
    }),
    pageRoute(parts, '/storefront/results', {
      limit: 'read',
      query: viewQuery.extend({ suggest: booleanText.default(false) }),
      answer: ({ req, query: { suggest, ...query }, place }) =>
        renderResults(catalogue, viewOf(place.t, query), holderOf(req), suggest),
    }),
    pageRoute(parts, '/storefront/suggestions', {
      limit: 'read',
      query: viewQuery.pick({ q: true, lang: true }),
      answer: ({ query: { q } }) => renderSuggestions(parts.search, q),
    }),
  ];
}

/** How long the page of a product waits for what is similar in structure, ms. */
const PATIENCE_MS = 600;

function productRoute(parts: StorefrontParts): Route {
  const { db, terms } = parts;
  return pageRoute(parts, '/products/{code}', {
    async answer({ req, res, params, place }) {
      const code = params['code']!;
      const found = await productDetail(db, code);
      if (!found) {
        res.status(404);
        const { notFound, searchFor } = place.t;
        const link = html`<a class="button" href="${address('/', place.t, { q: code })}">${filled(searchFor, { text: code })}</a>`;
        return noticePage(place, 404, notFound, link);
      }
      const { product, series_products } = found;
      if (product.code !== code)
        return res.vary('Accept-Language').redirect(302, productAddress(product.code, place.t));
      const structure = await structureOf(db, code);
      const known = await relatedTo(parts, code, holderOf(req), PATIENCE_MS);
      const drawing = structure && drawingAddress(code, structure.given_hash);
      const detail = {
        ...found,
        product: { ...product, structure_url: product.structure_url ?? drawing },
        series_products: await withDrawings(db, series_products),
      };
      const related = await withDrawings(db, known?.related ?? []);
      return productPage(place, detail, { structure, related }, namedIn(terms, place.t));
    },
  });
}

function seriesRoute(parts: StorefrontParts, counts: HomeParts['counts']): Route {
  return pageRoute(parts, '/series', {
    query: pageQuery.extend({ letter: z.string().max(1).optional() }),
    async answer({ query: { letter }, place }) {
      const named = namedIn(parts.terms, place.t);
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
  return [
    pageRoute(parts, '/inquiry', { answer: ({ place }) => inquiryPage(place) }),
    pageRoute(parts, '/storefront/basket', {
      form: true,
      async answer(call) {
        const { codes } = await receiveTexts(parts, call, ['codes']);
        const wanted = textOf(codes).split(/\r?\n/).slice(0, MOST_ASKED);
        const products = await productsByCode(db, wanted);
        return basketProducts(call.place.t, await withDrawings(db, products));
      },
    }),
    pageRoute(parts, '/inquiry', {
      form: true,
      limit: 'inquiry',
      async answer(call) {
        const asked = readValue(inquiryForm, await receiveTexts(parts, call, SENT_TEXTS));
        // The answer may be loaded anew.
        const { id } = await onceFor(writes, 600, ['page', asked], async (tx) => {
          await countInquiry(tx, call.req, parts);
          return { id: await submitInquiry(tx, asked) };
        });
        call.res.status(201);
        return inquiryPage(call.place, id);
      },
    }),
  ];
}

/** What search engines read: the site map, and what they may visit. */
function filesForRobots(parts: StorefrontParts): Route[] {
  const { db, siteOrigin } = parts;
  const siteMap = openSiteMap(db, siteOrigin);
  return [
    pageRoute(parts, '/sitemap.xml', {
      async answer({ res }) {
        res.type('xml').send(await siteMap.index());
      },
    }),
    pageRoute(parts, '/sitemap/{part}', {
      limit: 'read',
      async answer({ res, params }) {
        const { body, tag } = await siteMap.part(params['part']!);
        res.set('ETag', tag).type('xml').send(body);
      },
    }),
    pageRoute(parts, '/robots.txt', {
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

/** What the operator has set: where somebody writes to who has found a hole (RFC 9116), and colours in place of our own. */
function filesOfSite(parts: StorefrontParts): Route[] {
  const { securityContact, colour } = parts.site;
  return [
    securityContact &&
      pageRoute(parts, '/.well-known/security.txt', {
        limit: 'none',
        answer({ res }) {
          const expires = new Date(Date.now() + SECURITY_TXT_HOLDS).toISOString().replace(/\.\d+/, '');
          const canonical = `${parts.siteOrigin()}/.well-known/security.txt`;
          res
            .type('text')
            .send(
              `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: zh, en\nCanonical: ${canonical}\n`,
            );
        },
      }),
    colour &&
      pageRoute(parts, '/storefront/colour.css', {
        limit: 'none',
        answer({ res }) {
          // On dark ground it is as light as is easily read.
          const dark = `oklch(from ${colour} max(l, 0.75) c h)`;
          const sheet = `:root { --accent: light-dark(${colour}, ${dark}) }\n`;
          res.set('Cache-Control', 'public, max-age=3600').type('css').send(sheet);
        },
      }),
  ].filter((each) => typeof each === 'object');
}
