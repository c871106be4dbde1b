import { Router } from 'express';
import { z } from 'zod';
import { withDrawings } from '../structures/show.js';
import { structureOf } from '../structures/store.js';
import type { Product } from '../products/fields.js';
import type { Limits } from '../access/limits.js';
import type { Database } from '../database/connect.js';
import type { Demand } from '../demand/demand.js';
import type { Popularity } from '../demand/popularity.js';
import { mount, route } from '../http/route.js';
import type { BodyBounds, Guard, Route } from '../http/route.js';
import { booleanText } from '../http/parameters.js';
import { formulasOf, productDetail } from '../products/store.js';
import type { Search } from '../search/search.js';
import type { Site } from '../site.js';
import type { StructureLibrary } from '../structures/find-library.js';
import type { Terms } from '../terms/names.js';
import { serveAssets } from './assets.js';
import { html } from './html.js';
import { inquiryPage } from './inquiry-page.js';
import { listPages } from './list-routes.js';
import { address, page, placeOf } from './layout.js';
import { pageDoc, pageQuery } from './page-route.js';
import { matesShown, missingPage, productPage } from './product-page.js';
import { headingOf, renderResults, renderSuggestions } from './results.js';
import { seriesByLetter, seriesPage } from './series.js';
import { openSiteMap } from './sitemap.js';
import { openSeries } from './store.js';
import { structurePages } from './structure-routes.js';
import { namedIn } from './term-names.js';
import { TEXTS } from './texts.js';
import { isSearch, keptOf, viewOf, viewQuery } from './view.js';

interface StorefrontParts {
  db: Database;
  search: Search;
  structures: StructureLibrary;
  terms: Terms;
  demand: Pick<Demand, 'count'>;
  popularity: Pick<Popularity, 'opened'>;
  site: Site;
  siteOrigin: () => string;
  /** the rate limits of pages, and of searches while typing */
  guard: Guard;
  limits: Pick<Limits, 'countReads'>;
  bodies: BodyBounds;
}

/** The public pages: search, products, sitemap. */
export function storefront(parts: StorefrontParts): Router {
  const { db, search, terms, demand, popularity, siteOrigin, guard, limits } = parts;
  const seriesCounts = openSeries(db);
  const catalogue = { db, search, terms, demand, seriesCounts };
  const siteMap = openSiteMap(db, siteOrigin);
  const router = Router({ caseSensitive: true });
  const routes = [
    ...listPages(parts),
    ...structurePages(parts),
    route({
      method: 'get',
      path: '/',
      access: 'open',
      limit: 'page',
      query: viewQuery,
      doc: pageDoc('home'),
      async handle({ req, res, query }) {
        const view = viewOf(req, query);
        if (isSearch(view)) await limits.countReads({ req, res }, 1);
        const t = TEXTS[view.lang];
        const results = await renderResults(catalogue, view);
        res
          .vary('Accept-Language')
          .type('html')
          .send(
            page(placeOf(req, view.lang, parts), {
              title: isSearch(view) ? headingOf(view, namedIn(terms, view.lang)) : t.tagline,
              description: t.tagline,
              path: isSearch(view) ? undefined : '/',
              styles: ['catalogue.css'],
              search: { q: view.q, kept: keptOf(view) },
              main: html`<div id="results">${results}</div>`,
            }),
          );
        return undefined;
      },
    }),
    route({
      method: 'get',
      path: '/storefront/results',
      access: 'open',
      limit: 'read',
      query: viewQuery.extend({ suggest: booleanText.default(false) }),
      doc: pageDoc('results'),
      async handle({ req, res, query: { suggest, ...query } }) {
        res.type('html').send((await renderResults(catalogue, viewOf(req, query), suggest)).text);
        return undefined;
      },
    }),
    route({
      method: 'get',
      path: '/storefront/suggestions',
      access: 'open',
      limit: 'read',
      query: viewQuery.pick({ q: true }),
      doc: pageDoc('suggestions'),
      async handle({ res, query: { q } }) {
        res.type('html').send((await renderSuggestions(search, q)).text);
        return undefined;
      },
    }),
    route({
      method: 'get',
      path: '/products/{code}',
      access: 'open',
      limit: 'page',
      query: pageQuery,
      doc: pageDoc('product'),
      async handle({ req, res, params, query }) {
        const place = placeOf(req, query.lang, parts);
        const found = await productDetail(db, params['code']!);
        res.vary('Accept-Language').type('html');
        if (!found) res.status(404).send(missingPage(place, params['code']!));
        else if (found.product.code !== params['code'])
          res.redirect(302, address(`/products/${encodeURIComponent(found.product.code)}`, place.lang));
        else {
          popularity.opened(req, found.product.code);
          const { product, series_products } = found;
          const [pictured, ...mates] = await withDrawings(db, [product, ...series_products]);
          const detail = { ...found, product: pictured as Product, series_products: mates };
          const shown = matesShown(found).map(({ code }) => code);
          const structure = await structureOf(db, product.code);
          const formulas = await formulasOf(db, shown);
          res.send(productPage(place, detail, formulas, structure, namedIn(terms, place.lang)));
        }
        return undefined;
      },
    }),
    route({
      method: 'get',
      path: '/series',
      access: 'open',
      limit: 'page',
      query: pageQuery.extend({ letter: z.string().max(1).optional() }),
      doc: pageDoc('series'),
      async handle({ req, res, query: { lang, letter } }) {
        const place = placeOf(req, lang, parts);
        const named = namedIn(terms, place.lang);
        const letters = seriesByLetter((await seriesCounts()).series, (value) => named('series', value));
        res
          .vary('Accept-Language')
          .type('html')
          .send(seriesPage(place, letters, letter));
        return undefined;
      },
    }),
    route({
      method: 'get',
      path: '/inquiry',
      access: 'open',
      limit: 'page',
      query: pageQuery,
      doc: pageDoc('inquiry'),
      handle({ req, res, query }) {
        res
          .vary('Accept-Language')
          .type('html')
          .send(inquiryPage(placeOf(req, query.lang, parts)));
        return undefined;
      },
    }),
    route({
      method: 'get',
      path: '/sitemap.xml',
      access: 'open',
      limit: 'page',
      doc: pageDoc('sitemapIndex'),
      async handle({ res }) {
        res.type('xml').send(await siteMap.index());
        return undefined;
      },
    }),
    route({
      method: 'get',
      path: '/sitemap/{part}',
      access: 'open',
      limit: 'read',
      doc: pageDoc('sitemap'),
      async handle({ res, params }) {
        const { body, tag } = await siteMap.part(params['part']!);
        res.set('ETag', tag).type('xml').send(body);
        return undefined;
      },
    }),
    route({
      method: 'get',
      path: '/robots.txt',
      access: 'open',
      limit: 'none',
      doc: pageDoc('robots'),
      handle({ res }) {
        res
          .type('text')
          .send(
            `User-agent: *\nDisallow: /storefront/results\nDisallow: /storefront/suggestions\nDisallow: /back-office/\nSitemap: ${siteOrigin()}/sitemap.xml\n`,
          );
        return undefined;
      },
    }),
  ];
  if (parts.site.colour) routes.push(colourSheet(parts.site.colour));
  serveAssets(router);
  // The page of a product sees by the Referer that it was opened from results.
  router.all(['/', '/list'], (_req, res, next) => {
    res.setHeader('Referrer-Policy', 'same-origin');
    next();
  });
  mount(router, routes, guard);
  return router;
}

/** The colours of this site in place of our own. */
function colourSheet({ light, dark }: NonNullable<Site['colour']>): Route {
  const sheet = `:root{--accent:${light}}@media (prefers-color-scheme:dark){:root{--accent:${dark}}}\n`;
  return route({
    method: 'get',
    path: '/storefront/colour.css',
    access: 'open',
    limit: 'none',
    doc: pageDoc('colours'),
    handle({ res }) {
      res.set('Cache-Control', 'public, max-age=3600').type('css').send(sheet);
      return undefined;
    },
  });
}
