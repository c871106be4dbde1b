import type { Demand } from '../demand/demand.js';
import { isDemand, lacksOf } from '../demand/lacks.js';
import type { Lack } from '../demand/demanded.js';
import type { Product } from '../products/fields.js';
import type { Facets } from '../search/facets.js';
import { doubtAbout } from '../search/find.js';
import type { Found, ListItem } from '../search/find.js';
import { highlighter } from '../search/highlight.js';
import type { Search } from '../search/search.js';
import { MAX_SUGGESTIONS, suggestionsOf } from '../search/suggest.js';
import { readTyped } from '../search/typed.js';
import type { Terms } from '../terms/names.js';
import type { Typed } from '../search/typed.js';
import { Html, html } from './html.js';
import { address } from './layout.js';
import { pictureOf } from './picture.js';
import { formulaOf, nameOf } from './product-texts.js';
import { termIn } from './term-names.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** The state of the search page: query, filters and page, as in its URL. */
export interface View {
  lang: Language;
  q: string;
  category?: string | undefined;
  series?: string | undefined;
  tag?: string | undefined;
  in_stock?: boolean | undefined;
  page: number;
}

const PAGE_SIZE = 20;
const LAST_PAGE = 100;
const FACET_VALUES = 12;
const EXAMPLES = ['阿司匹林', 'caffeine', '50-78-2', 'C9H8O4', 'duiyixiananjifen'];

const hrefOf = ({ lang, q, category, series, tag, in_stock, page }: View): string =>
  address('/', lang, {
    q,
    category,
    series,
    tag,
    in_stock: in_stock ? '1' : undefined,
    page: page > 1 ? String(page) : undefined,
  });

/**
 * Runs a search and renders its results: the part of the page that changes while somebody types. It is cached until
 * the index changes, like the answers of the API.
 * @param suggest somebody still types: puts the suggestions in front, for the script to move them under the search field,
 *   and counts nothing as asked for
 */
export async function renderResults(
  { search, terms, demand }: { search: Search; terms: Terms; demand: Pick<Demand, 'count'> },
  view: View,
  suggest = false,
): Promise<Html> {
  const typed = readTyped(view.q);
  const read = { ...view, q: typed.text };
  const key = (): string => JSON.stringify(['storefront', read, suggest]);
  const answer = await search.cache.answer(key, async () => {
    const [results, suggestions] = await Promise.all([
      resultsOf(search, terms, read, typed),
      suggest && suggestionList(search, typed),
    ]);
    const { shown, lacks, keep } = results;
    return { value: { text: html`${suggestions}${shown}`.text, lacks: suggest ? [] : lacks }, keep };
  });
  demand.count(answer.lacks);
  return new Html(answer.text);
}

/** The suggestions alone, for a search field on a page without results. */
export async function renderSuggestions(search: Search, q: string): Promise<Html> {
  const typed = readTyped(q);
  const answer = await search.cache.answer(
    () => JSON.stringify(['storefront', 'suggestions', typed.text]),
    async () => ({
      value: { text: html`${await suggestionList(search, typed)}`.text, lacks: [] },
      keep: true,
    }),
  );
  return new Html(answer.text);
}

async function resultsOf(
  search: Search,
  terms: Terms,
  view: View,
  typed: Typed,
): Promise<{ shown: Html; lacks: readonly Lack[]; keep: boolean }> {
  const t = TEXTS[view.lang];
  const { lang: _, q: _q, page, ...chosen } = view;
  const offset = (Math.min(page, LAST_PAGE) - 1) * PAGE_SIZE;
  const found = await search.find({
    typed,
    filters: chosen,
    page: { offset, limit: PAGE_SIZE },
    facets: true,
  });
  const highlights = highlighter(typed);
  const number = found.total.toLocaleString(view.lang === 'zh' ? 'zh-CN' : 'en');
  const shown = html`<p class="count" role="status">${found.totalIsEstimate && t.about}${t.results(number)}</p>
    ${doubt(found, view.lang)} ${missing(found, view.lang)} ${asList(found, view.lang)} ${filters(view, found.facets ?? {}, terms)}
    ${
      found.hits.length > 0
        ? html`<ul class="products">
            ${found.hits.map((hit) => card(hit.product, highlights.of(hit), view.lang, found.items))}
          </ul>`
        : html`<p>
            ${t.nothing}
            ${t.tryInstead}${chips(EXAMPLES, view.lang)}
          </p>`
    }
    ${pager(view, found.total)}`;
  const lacks = isDemand(page, chosen) ? lacksOf(typed, found) : [];
  return { shown, lacks, keep: highlights.complete && !found.degraded };
}

/** Says where no product has the very name or number that was typed. */
function doubt(found: Found, lang: Language): Html | null {
  const { didYouMean, namesWithIt, namesAlike } = TEXTS[lang];
  const kind = doubtAbout(found);
  if (kind === undefined) return null;
  if (kind === 'mended') return html`<p class="doubt">${didYouMean}${chips(found.didYouMean, lang)}</p>`;
  return html`<p class="doubt">${kind === 'partial' ? namesWithIt : namesAlike}</p>`;
}

/** The items of a list that found nothing. */
function missing({ items = [] }: Found, lang: Language): Html | null {
  const texts = items.filter(({ code }) => code === null).map(({ text }) => text);
  return texts.length === 0 ? null : html`<p class="doubt">${TEXTS[lang].missing}${texts.join('; ')}</p>`;
}

/** The way from a list in the search field to the page of lists. */
function asList({ items }: Found, lang: Language): Html | null {
  if (items === undefined) return null;
  const text = items.map((item) => item.text).join('\n');
  return html`<p><a class="as-list" href="${address('/list', lang, { text })}">${TEXTS[lang].asList}</a></p>`;
}

/** Links to searches for these texts. */
function chips(texts: readonly string[], lang: Language): Html[] {
  return texts.map((text) => html`<a class="chip" href="${address('/', lang, { q: text })}">${text}</a> `);
}

/** The suggestions for the search field. */
async function suggestionList(search: Search, typed: Typed): Promise<Html | null> {
  if (typed.text === '') return null;
  const { hits } = await search.complete(typed, 2 * MAX_SUGGESTIONS);
  const items = suggestionsOf(typed, hits).map(
    ({ text, code }, i) =>
      html`<li id="suggestion-${i}" role="option" aria-selected="false" data-text="${text}">
        <span>${text}</span><small>${code}</small>
      </li>`,
  );
  return html`<ul class="offers" hidden>
    ${items}
  </ul>`;
}

function filters(view: View, facets: Partial<Facets>, terms: Terms): Html {
  const t = TEXTS[view.lang];
  const fields = (['category', 'series', 'tag'] as const).map((field) => {
    const chosen = view[field];
    const values = Object.entries(facets[field] ?? {})
      .sort(([, a], [, b]) => b - a)
      .slice(0, FACET_VALUES);
    if (values.length === 0 && chosen === undefined) return null;
    const link = (value: string | undefined, text: string, count?: number): Html =>
      html`<a
        class="chip"
        href="${hrefOf({ ...view, [field]: value, page: 1 })}"
        ${value === chosen && new Html(' aria-current="true"')}
        >${text}${count !== undefined && html` <small>${count}</small>`}</a
      > `;
    return html`<div class="facet">
      <span>${t[field]}</span>
      ${chosen !== undefined && link(undefined, t.all)}${values.map(([value, count]) => link(value, termIn(terms, view.lang, field, value), count))}
    </div>`;
  });
  const stock = html`<a
    class="chip"
    href="${hrefOf({ ...view, in_stock: view.in_stock ? undefined : true, page: 1 })}"
    ${view.in_stock && new Html(' aria-current="true"')}
    >${t.inStockOnly}</a
  >`;
  return html`<nav class="facets" aria-label="${t.filters}">
    <div class="facet">${stock}</div>
    ${fields}
  </nav>`;
}

interface Marked {
  start: number;
  length: number;
}

/** A text with its matches marked. */
function marked(text: string, matches: readonly Marked[] = []): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const { start, length } of matches) {
    parts.push(html`${text.slice(at, start)}<mark>${text.slice(start, start + length)}</mark>`);
    at = start + length;
  }
  return html`${parts}${text.slice(at)}`;
}

function card(
  product: Product,
  matches: Partial<Record<string, Marked[]>>,
  lang: Language,
  items: readonly ListItem[] = [],
): Html {
  const t = TEXTS[lang];
  const { code, name_en, cas, formula, status } = product;
  const [first, second] =
    lang === 'zh' || name_en === null ? (['name_cn', 'name_en'] as const) : (['name_en', 'name_cn'] as const);
  const askedAs = items.filter((item) => item.code === code).map(({ text }) => text);
  return html`<li class="product">
    <a href="${address(`/products/${encodeURIComponent(code)}`, lang)}">
      ${pictureOf(product, lang)}
      <span class="names"
        ><strong>${marked(product[first] ?? '', matches[first])}</strong
        >${product[second] !== null && product[second] !== product[first] && html`<span>${marked(product[second] ?? '', matches[second])}</span>`}</span
      >
      <span class="facts"
        ><span>${marked(code, matches['code'])}</span
        >${cas !== 'N/A' && html`<span>CAS ${marked(cas, matches['cas'])}</span>`}${formula !== null && html`<span>${formulaOf(formula)}</span>`}${askedAs.length > 0 && html`<span>${t.askedAs}${askedAs.join('; ')}</span>`}</span
      >
      <span class="badge ${status}">${t.status[status]}</span>
    </a>
    ${addButton(product, lang)}
  </li>`;
}

/** The button that puts a product into the basket; the script makes it visible. */
export function addButton(product: Product, lang: Language): Html {
  const t = TEXTS[lang];
  return html`<button
    type="button"
    class="add"
    aria-label="${t.add} ${product.code}"
    data-code="${product.code}"
    data-label="${nameOf(product, lang)}"
    data-done="${t.added}"
    data-full="${t.basketFull}"
  >
    ${t.add}
  </button>`;
}

function pager(view: View, total: number): Html {
  const t = TEXTS[view.lang];
  const last = Math.min(Math.ceil(total / PAGE_SIZE), LAST_PAGE);
  if (last <= 1) return html``;
  const link = (page: number, text: string, rel: string): Html =>
    html`<a class="chip" rel="${rel}" href="${hrefOf({ ...view, page })}">${text}</a> `;
  return html`<nav class="pager" aria-label="${t.pages}">
    ${view.page > 1 && link(view.page - 1, t.previous, 'prev')}<span>${view.page} / ${last}</span>
    ${view.page < last && link(view.page + 1, t.next, 'next')}
  </nav>`;
}
