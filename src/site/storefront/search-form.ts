import { html } from './html.js';
import type { Html } from './html.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** The search field of every page. @param kept what a search from here keeps, such as its filters */
export function searchForm(
  lang: Language,
  { q, kept }: { q: string; kept: readonly (readonly [string, string])[] } = { q: '', kept: [] },
): Html {
  const t = TEXTS[lang];
  return html`<form class="search" role="search" action="/" data-busy="${t.busy}" data-failed="${t.failed}">
    <input type="hidden" name="lang" value="${lang}" />
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
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
