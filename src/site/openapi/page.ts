import { Marked } from 'marked';
import { KINDS } from '../../platform/index.js';
import { asset } from '../storefront/assets.js';
import { Html, html } from '../storefront/html.js';
import { inLanguage } from './languages.js';
import type { Language } from './languages.js';

const marked = new Marked();

/** What the pages of the documentation say around the document. */
const TEXTS = {
  en: {
    title: 'API documentation',
    about: 'The REST interface of the product catalogue: reads, pushes, exports, images and webhooks.',
    site: 'This site',
    errors: 'Errors',
    errors_intro: html`Every error is a problem as defined by RFC 9457. Its <code>type</code> links to one of these.`,
    other: '中文',
    home: 'Catalogue',
    skip: 'Skip to content',
    find: 'Find a call',
    document: 'OpenAPI document',
  },
  zh: {
    title: '接口文档',
    about: '产品目录的 REST 接口：读取、推送、导出、图片与 Webhook。',
    site: '本站',
    errors: '错误',
    errors_intro: html`每个错误都是 RFC 9457 定义的 problem，其 <code>type</code> 指向下列条目之一。`,
    other: 'English',
    home: '产品目录',
    skip: '跳到内容',
    find: '查找接口',
    document: 'OpenAPI 文档',
  },
};

/** The page on which Swagger UI shows the document in one language. */
export function docsPage(lang: Language): string {
  const t = TEXTS[lang];
  return shell(
    lang,
    '/api-docs',
    t.title,
    html`<main id="main" tabindex="-1">
      <p>
        <a href="/api-docs/openapi.json">${t.document}</a> ·
        <a href="/api-docs/errors?lang=${lang}">${t.errors}</a>
      </p>
      <div id="docs" data-document="/api-docs/openapi.json?lang=${lang}" data-find="${t.find}"></div>
    </main>`,
    html`<link rel="stylesheet" href="/api-docs/swagger-ui.css" />
      <script src="/api-docs/swagger-ui-bundle.js" defer></script>
      <script type="module" src="/api-docs/docs.js"></script>`,
  );
}

/** The page of all kinds of error, to which their `type` leads. */
export function errorsPage(lang: Language): string {
  const t = TEXTS[lang];
  const content = html`<main id="main" class="errors" tabindex="-1">
    <h1>${t.errors}</h1>
    <p>${t.errors_intro}</p>
    ${Object.entries(KINDS).map(
      ([slug, { status, title, title_cn, help }]) =>
        html`<section id="${slug}">
          <h2>${status} ${lang === 'zh' ? title_cn : title}</h2>
          <p>${new Html(marked.parseInline(inLanguage(help, lang)) as string)}</p>
        </section>`,
    )}
  </main>`;
  return shell(lang, '/api-docs/errors', t.errors, content);
}

function shell(lang: Language, path: string, title: string, content: Html, loads?: Html): string {
  const t = TEXTS[lang];
  const other = lang === 'en' ? 'zh' : 'en';
  return html`<!doctype html>
    <html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Product Data Service</title>
        <meta name="description" content="${t.about}" />
        ${['zh', 'en'].map((each) => html`<link rel="alternate" hreflang="${each}" href="${path}?lang=${each}" />`)}
        <link rel="icon" href="${asset('icon.svg')}" />
        <link rel="stylesheet" href="${asset('style.css')}" />
        ${loads}
        <link rel="stylesheet" href="/api-docs/docs.css" />
      </head>
      <body>
        <a class="skip" href="#main">${t.skip}</a>
        <header class="top">
          <div class="bar">
            <a class="home" href="/api-docs?lang=${lang}">${t.title}</a>
            <nav class="site" aria-label="${t.site}">
              <a href="/?lang=${lang}">${t.home}</a>
              <a href="${path}?lang=${other}" lang="${other}" hreflang="${other}" data-language>${t.other}</a>
            </nav>
          </div>
        </header>
        ${content}
      </body>
    </html>`.text;
}
