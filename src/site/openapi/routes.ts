import { join } from 'node:path';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { asksChinese, documented, openPacked, ROOT, route, serveFolder } from '../../platform/index.js';
import type { Route, Site } from '../../platform/index.js';
import { openApiDocument } from './document.js';
import { languageNamed, TEXTS } from '../storefront/texts.js';
import { docsPage, errorsPage } from './page.js';
import texts from './texts.json' with { type: 'json' };

/** The styles and the script, served as they are written. */
const FILES = join(ROOT, 'src/site/openapi/browser');
/** What of Swagger UI is served (infra/build.mjs). */
const SWAGGER_UI = join(ROOT, 'dist/swagger-ui');

/** `/api/v1/api-docs`: leads to the documentation, which stands at the root of the site. */
export const docsRedirect: Route = route('get', '/api-docs', 'open', {
  limit: 'none',
  doc: documented('Documentation', texts.docs, { redirectToDocs: {} }).redirectToDocs,
  handle({ res }) {
    res.redirect(308, '/api-docs');
    return undefined;
  },
});

/** Whose documentation it is, and where. */
interface Published {
  site: Site;
  siteOrigin: () => string;
}

/**
 * `/api-docs`: the documentation, served without other origins; `/api-docs/openapi.json`, in both languages or by `lang` in
 * one; `/api-docs/errors`.
 */
export function docsRoutes(routes: Route[], { site, siteOrigin }: Published): Router {
  const made = new Map<string, Buffer>();
  const send = openPacked();
  /** Pages differ by the language alone: each is made when it is first asked for. */
  const page = (req: Request, res: Response, name: string, make: () => string): Promise<void> => {
    const bytes = made.get(name) ?? Buffer.from(make());
    made.set(name, bytes);
    return send(req, res, name, () => bytes);
  };
  const router = Router({ caseSensitive: true });
  for (const [path, make] of Object.entries({ '/': docsPage, '/errors': errorsPage }))
    router.get(path, (req, res) => {
      const lang = languageNamed(req.url) ?? (asksChinese(req) ? 'zh' : 'en');
      res.vary('Accept-Language').type('html');
      const place = {
        t: TEXTS[lang],
        site,
        origin: siteOrigin(),
        here: `/api-docs${path === '/' ? '' : path}`,
      };
      return page(req, res, `${path} ${lang}`, () => make(place));
    });
  router.get('/openapi.json', (req, res) => {
    res.set('Access-Control-Allow-Origin', '*').type('json');
    const lang = languageNamed(req.url);
    const document = (): string => JSON.stringify(openApiDocument(routes, siteOrigin(), lang));
    return page(req, res, `document ${lang}`, document);
  });
  // Their addresses have no version: a browser asks whether they are still the same, so that a page never has old styles.
  router.use('/', serveFolder(FILES));
  router.get(['/swagger-ui-bundle.js', '/swagger-ui.css'], serveFolder(SWAGGER_UI));
  return router;
}
