import { html } from './html.js';
import type { Html } from './html.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** The way to the pages before and after; nothing where there is one page. @param hrefOf the address of a page */
export function pager(
  lang: Language,
  { page, last }: { page: number; last: number },
  hrefOf: (page: number) => string,
): Html | null {
  const t = TEXTS[lang];
  if (last <= 1) return null;
  const link = (to: number, text: string, rel: string): Html =>
    html`<a class="button quiet" rel="${rel}" href="${hrefOf(to)}">${text}</a> `;
  return html`<nav class="pager flow" aria-label="${t.pages}">
    ${page > 1 && link(page - 1, t.previous, 'prev')}<span>${page} / ${last}</span>
    ${page < last && link(page + 1, t.next, 'next')}
  </nav>`;
}
