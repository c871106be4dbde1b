import { html } from './html.js';
import type { Html } from './html.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

export interface PageContent {
  lang: Language;
  title: string;
  description: string;
  /** absolute URL of this page without its language, for search engines */
  canonical: string;
  /** structured data about what the page shows */
  head?: Html;
  main: Html;
}

/** The URL of a page of this site in a language. */
export function address(
  path: string,
  lang: Language,
  query: Record<string, string | undefined> = {},
): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return `${path}?${new URLSearchParams([...given, ['lang', lang]]).toString()}`;
}

const otherOf = (lang: Language): Language => (lang === 'zh' ? 'en' : 'zh');

/** A whole page, complete without scripts. */
export function page({ lang, title, description, canonical, head, main }: PageContent): string {
  const t = TEXTS[lang];
  const other = otherOf(lang);
  const path = new URL(canonical).pathname;
  return html`<!doctype html>
    <html lang="${t.htmlLang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <link rel="canonical" href="${canonical}?lang=${lang}" />
        <link rel="alternate" hreflang="zh" href="${canonical}?lang=zh" />
        <link rel="alternate" hreflang="en" href="${canonical}?lang=en" />
        <link rel="alternate" hreflang="x-default" href="${canonical}" />
        <link rel="icon" href="/storefront/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/storefront/style.css" />
        <script type="module" src="/storefront/basket.js"></script>
        <script type="module" src="/storefront/storefront.js"></script>
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">${t.skip}</a>
        <header>
          <a class="home" href="${address('/', lang)}"
            ><img src="/storefront/icon.svg" alt="" width="28" height="28" /> ${t.title}</a
          >
          <nav>
            <a href="${address('/list', lang)}">${t.list}</a>
            <a href="${address('/inquiry', lang)}">${t.basket} <span id="basket-count" aria-live="polite"></span></a>
            <a href="/api-docs">${t.api}</a>
            <a
              href="${address(path, other)}"
              lang="${TEXTS[other].htmlLang}"
              hreflang="${other}"
              data-language="${other}"
              >${t.otherLanguage}</a
            >
          </nav>
        </header>
        <main id="main">${main}</main>
      </body>
    </html> `.text;
}
