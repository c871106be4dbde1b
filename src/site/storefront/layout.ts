import type { Request } from 'express';
import { parametersOf } from '../../platform/index.js';
import type { Language, Site } from '../../platform/index.js';
import { asset } from './assets.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { languageOf, TEXTS } from './texts.js';
import type { Texts } from './texts.js';

/** Where a visitor is: what every page is made with. */
export interface Place {
  t: Texts;
  site: Site;
  /** `<scheme>://<host>[:port]` */
  origin: string;
  /** path and query that were asked for: the other language keeps them */
  here: string;
}

type Pair = readonly [name: string, value: string];

interface PageContent {
  title: string;
  description: string;
  /** path of this page for search engines; absent: they are not to keep it */
  path?: string | undefined;
  /** the style sheets of this page beside the common one */
  styles?: readonly string[];
  /** more for the head: scripts, structured data */
  head?: Html;
  /** what the search field of the header says, and what a search from here keeps */
  search?: { q: string; kept: readonly Pair[] };
  main: Html;
}

/** The place of a request, in the language of its address or else that of the browser. */
export function placeOf(
  req: Request,
  asked: Language | undefined,
  { site, siteOrigin }: { site: Site; siteOrigin: () => string },
): Place {
  return { t: TEXTS[languageOf(req, asked)], site, origin: siteOrigin(), here: req.originalUrl };
}

/** The URL of a page of this site in a language. */
export function address(
  path: string,
  { lang }: { lang: Language },
  query: Record<string, string | undefined> = {},
): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return `${path}?${new URLSearchParams([...given, ['lang', lang]]).toString()}`;
}

/** The URL of the page of a product. */
export const productAddress = (code: string, t: Texts): string =>
  address(`/products/${encodeURIComponent(code)}`, t);

/** The same address in another language. Whatever a request line names, it is one of this site. */
function addressIn(here: string, lang: Language): string {
  const [path = '/'] = here.split('?', 1);
  const parameters = parametersOf(here);
  parameters.set('lang', lang);
  // A request to a proxy names a site (`http://elsewhere/x`), and so do two strokes of either kind.
  const own = path.replace(/^[a-z][a-z\d+.-]*:(?:\/\/[^/\\]*)?/i, '').replace(/^[/\\]*/, '/');
  return `${own}?${parameters.toString()}`;
}

/** A whole page, complete without scripts. */
export function page(place: Place, content: PageContent): string {
  const { t, site } = place;
  const { title, description, head, main, styles = [] } = content;
  return html`<!doctype html>
    <html lang="${t.htmlLang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${site.name[t.lang]}</title>
        <meta name="description" content="${description}" />
        ${forSearchEngines(place, content.path)}
        <link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml" />
        ${['style.css', ...styles].map((file) => html`<link rel="stylesheet" href="${asset(file)}" />`)}
        ${site.colour && html`<link rel="stylesheet" href="/storefront/colour.css" />`}
        ${['part.js', 'inquiry-form.js', 'basket.js', 'search.js', 'storefront.js'].map((file) => html`<script type="module" src="${asset(file)}"></script>`)}
        ${head}
      </head>
      <body>
        <a class="hidden skip" href="#main">${t.skip}</a>
        ${header(place, content.search)}
        <p id="status" class="hidden" role="status"></p>
        <main id="main" tabindex="-1">${main}</main>
        ${footer(place)}
      </body>
    </html> `.text;
}

function forSearchEngines({ origin, t }: Place, path: string | undefined): Html {
  if (path === undefined) return html`<meta name="robots" content="noindex" />`;
  const canonical = `${origin}${path}`;
  return html`<link rel="canonical" href="${canonical}?lang=${t.lang}" />
    <link rel="alternate" hreflang="zh" href="${canonical}?lang=zh" />
    <link rel="alternate" hreflang="en" href="${canonical}?lang=en" />
    <link rel="alternate" hreflang="x-default" href="${canonical}" />`;
}

function header({ t, site, here }: Place, search: PageContent['search']): Html {
  const name = site.name[t.lang];
  const other = t.lang === 'zh' ? TEXTS.en : TEXTS.zh;
  return html`<header class="top">
    <div class="bar">
      <a class="home" href="${address('/', t)}"
        >${
          site.logo === undefined
            ? html`<img src="${asset('icon.svg')}" alt="" width="32" height="32" /><span>${name}</span>`
            : html`<img class="logo" src="${site.logo}" alt="${name}" width="160" height="32" />`
        }</a
      >
      ${searchForm(t, search)}
      <nav class="site" aria-label="${t.site}">
        <a class="structures" href="${address('/structure', t)}">${t.structure}</a>
        <a href="${address('/list', t)}">${t.list}</a>
        <a class="basket" href="${address('/inquiry', t)}"
          >${t.basket} <span id="basket-count" aria-live="polite"></span
        ></a>
        <a
          id="language"
          href="${addressIn(here, other.lang)}"
          lang="${other.htmlLang}"
          hreflang="${other.lang}"
          data-language="${other.lang}"
          >${t.otherLanguage}</a
        >
      </nav>
    </div>
  </header>`;
}

/** The search field of every page. @param kept what a search from here keeps, such as its filters */
function searchForm(t: Texts, { q, kept }: PageContent['search'] = { q: '', kept: [] }): Html {
  return html`<form class="search" role="search" action="/" data-busy="${t.busy}" data-failed="${t.failed}">
    ${hiddenFields([['lang', t.lang], ...kept])}
    <label class="hidden" for="q">${t.searchLabel}</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${q}"
      placeholder="${t.placeholder}"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      maxlength="300"
      role="combobox"
      aria-expanded="false"
      aria-autocomplete="list"
      aria-controls="suggestions"
    />
    <button type="submit">${t.search}</button>
    <ul class="panel" id="suggestions" role="listbox" aria-label="${t.suggestions}" hidden></ul>
  </form>`;
}

/** What a form sends along unseen. */
export const hiddenFields = (pairs: readonly Pair[]): Html[] =>
  pairs.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);

function footer({ t, site }: Place): Html {
  const column = (title: string, links: { text: string; href: string }[]): Html | false =>
    links.length > 0 &&
    html`<section>
      <h2>${title}</h2>
      <ul>
        ${links.map(({ text, href }) => html`<li><a href="${href}">${text}</a></li>`)}
      </ul>
    </section>`;
  return html`<footer>
    <div class="columns">
      <section class="who">
        <p class="name">${site.name[t.lang]}</p>
        <p>${t.tagline}</p>
      </section>
      ${column(t.catalogue, [
        { text: t.allProducts, href: address('/', t, { sort: 'code' }) },
        { text: t.allSeries, href: address('/series', t) },
        { text: t.structure, href: address('/structure', t) },
        { text: t.list, href: address('/list', t) },
        { text: t.basket, href: address('/inquiry', t) },
      ])}
      ${column(t.data, [
        { text: t.api, href: '/api-docs' },
        { text: t.wholeAsCsv, href: '/api/v1/export?format=csv' },
      ])}
      ${column(t.contact, [...site.contact, ...site.links.map(({ text, href }) => ({ text: text[t.lang], href }))])}
    </div>
  </footer>`;
}
