import { join } from 'node:path';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { KINDS, openPacked, parametersOf, ROOT, route, serveFolder } from '../../platform/index.js';
import type { Route } from '../../platform/index.js';
import { html } from '../storefront/html.js';
import { openApiDocument } from './document.js';
import type { Language } from './languages.js';
import type { Document } from './operations.js';
import { PAGE_TEXTS } from './page-texts.js';
import { docsPage, shell } from './page.js';
import { inlineMarkdown } from './page-markdown.js';

/** The styles and the script, served as they are written. */
const FILES = join(ROOT, 'src/site/openapi/browser');

function errorsPage(lang: Language): string {
  const t = PAGE_TEXTS[lang];
  const content = html`<main id="main" class="errors" tabindex="-1">
    <h1>${t.errors}</h1>
    <p>${t.errors_intro}</p>
    ${Object.entries(KINDS).map(
      ([slug, { status, title, title_cn, help, help_cn }]) =>
        html`<section id="${slug}">
          <h2>${status} ${lang === 'zh' ? title_cn : title}</h2>
          <p>${inlineMarkdown(lang === 'zh' ? help_cn : help)}</p>
        </section>`,
    )}
  </main>`;
  return shell(lang, '/api-docs/errors', t.errors, content);
}

/** `?lang=` decides, then what the browser asks for. */
function languageAsked(req: Request): Language {
  const asked = parametersOf(req.url).get('lang');
  if (asked === 'zh' || asked === 'en') return asked;
  return req.acceptsLanguages('en', 'zh') === 'zh' ? 'zh' : 'en';
}

/** `/api/v1/api-docs`: leads to the documentation, which stands at the root of the site. */
export const docsRedirect: Route = route({
  method: 'get',
  path: '/api-docs',
  access: 'open',
  limit: 'none',
  doc: {
    id: 'redirectToDocs',
    tag: 'Documentation',
    summary: 'Where the documentation is · 文档所在',
    answers: {
      308: {
        description: 'To the documentation · 转到文档',
        headers: { Location: '`/api-docs` at the root of the site · 站点根下的地址' },
      },
    },
  },
  handle({ res }) {
    res.redirect(308, '/api-docs');
    return undefined;
  },
});

/** `/api-docs`: the documentation, served without other origins; `/api-docs/openapi.json`; `/api-docs/errors`. */
export function docsRoutes(routes: Route[], siteOrigin: () => string): Router {
  let document: object | undefined;
  const documentOf = (): object => (document ??= openApiDocument(routes, siteOrigin()));
  const made = new Map<string, Buffer>();
  const send = openPacked();
  /** Pages differ by the language alone: each is made when it is first asked for. */
  const page = (req: Request, res: Response, name: string, make: () => string): Promise<void> => {
    const bytes = made.get(name) ?? Buffer.from(make());
    made.set(name, bytes);
    return send(req, res, name, () => bytes);
  };
  const router = Router({ caseSensitive: true });
  router.get('/', (req, res) => {
    const lang = languageAsked(req);
    res.vary('Accept-Language').type('html');
    return page(req, res, `docs ${lang}`, () => docsPage(documentOf() as Document, siteOrigin(), lang));
  });
  router.get('/errors', (req, res) => {
    const lang = languageAsked(req);
    res.vary('Accept-Language').type('html');
    return page(req, res, `errors ${lang}`, () => errorsPage(lang));
  });
  router.get('/openapi.json', (req, res) => {
    res.set('Access-Control-Allow-Origin', '*').type('json');
    return page(req, res, 'document', () => JSON.stringify(documentOf()));
  });
  // Their addresses have no version: a browser asks whether they are still the same, so that a page never has old styles.
  router.use('/', serveFolder(FILES));
  return router;
}
