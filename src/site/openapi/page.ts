import { Marked } from 'marked';
import { KINDS, wordsIn } from '../../platform/index.js';
import { Html, html } from '../storefront/html.js';
import { page } from '../storefront/layout.js';
import type { Place } from '../storefront/layout.js';
import texts from './texts.json' with { type: 'json' };

const marked = new Marked();

const rendered = (text: string): Html => new Html(marked.parseInline(text) as string);

/** The page on which Swagger UI shows the document in one language. */
export function docsPage(place: Place): string {
  const { lang } = place.t;
  const t = wordsIn(texts.page, lang);
  return page(place, {
    title: t.title,
    description: t.about,
    path: '/api-docs',
    head: html`<link rel="stylesheet" href="/api-docs/swagger-ui.css" />
      <link rel="stylesheet" href="/api-docs/docs.css" />
      <script src="/api-docs/swagger-ui-bundle.js" defer></script>
      <script type="module" src="/api-docs/docs.js"></script>`,
    main: html`<p>
        <a href="/api-docs/openapi.json">${t.document}</a> ·
        <a href="/api-docs/errors?lang=${lang}">${t.errors}</a>
      </p>
      <div id="docs" data-document="/api-docs/openapi.json?lang=${lang}" data-find="${t.find}"></div>`,
  });
}

/** The page of all kinds of error, to which their `type` leads. */
export function errorsPage(place: Place): string {
  const { lang } = place.t;
  const t = wordsIn(texts.page, lang);
  return page(place, {
    title: t.errors,
    description: t.about,
    path: '/api-docs/errors',
    head: html`<link rel="stylesheet" href="/api-docs/docs.css" />`,
    main: html`<h1>${t.errors}</h1>
      <p>${rendered(t.errors_intro)}</p>
      ${Object.entries(KINDS).map(
        ([slug, { status, title, help }]) =>
          html`<section id="${slug}">
            <h2>${status} ${title[lang]}</h2>
            <p>${rendered(help[lang])}</p>
          </section>`,
      )}`,
  });
}
