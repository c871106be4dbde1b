import { Marked } from 'marked';
import { KINDS } from '../../platform/index.js';
import { Html, html } from '../storefront/html.js';
import { page } from '../storefront/layout.js';
import type { Place } from '../storefront/layout.js';
import { inLanguage } from './languages.js';

const marked = new Marked();

/** What the pages of the documentation say around the document. */
const TEXTS = {
  en: {
    title: 'API documentation',
    about: 'The REST interface of the product catalogue: reads, pushes, exports, images and webhooks.',
    errors: 'Errors',
    errors_intro: html`Every error is a problem as defined by RFC 9457. Its <code>type</code> links to one of these.`,
    find: 'Find a call',
    document: 'OpenAPI document',
  },
  zh: {
    title: '接口文档',
    about: '产品目录的 REST 接口：读取、推送、导出、图片与 Webhook。',
    errors: '错误',
    errors_intro: html`每个错误都是 RFC 9457 定义的 problem，其 <code>type</code> 指向下列条目之一。`,
    find: '查找接口',
    document: 'OpenAPI 文档',
  },
};

/** The page on which Swagger UI shows the document in one language. */
export function docsPage(place: Place): string {
  const { lang } = place;
  const t = TEXTS[lang];
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
  const { lang } = place;
  const t = TEXTS[lang];
  return page(place, {
    title: t.errors,
    description: t.about,
    path: '/api-docs/errors',
    head: html`<link rel="stylesheet" href="/api-docs/docs.css" />`,
    main: html`<h1>${t.errors}</h1>
      <p>${t.errors_intro}</p>
      ${Object.entries(KINDS).map(
        ([slug, { status, title, title_cn, help }]) =>
          html`<section id="${slug}">
            <h2>${status} ${lang === 'zh' ? title_cn : title}</h2>
            <p>${new Html(marked.parseInline(inLanguage(help, lang)) as string)}</p>
          </section>`,
      )}`,
  });
}
