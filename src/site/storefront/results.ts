import { filled, pageAt } from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import { withDrawings } from '../../catalogue/index.js';
import {
  doubtAbout,
  highlighter,
  isDemand,
  lacksOf,
  MAX_SUGGESTIONS,
  readTyped,
  SORTED,
  suggestionsOf,
} from '../../search/index.js';
import type { Found, Lack, Search, SearchAnswer, Typed } from '../../search/index.js';
import { lettersOf } from '../../chemistry/index.js';
import { homeContent } from './home-page.js';
import type { HomeParts } from './home-page.js';
import { Html, html } from './html.js';
import { address } from './layout.js';
import type { StorefrontParts } from './page-route.js';
import { chosenChips, rail, sorts } from './rail.js';
import { setName } from './product-values.js';
import { askButton, pager, productRow, productRows } from './rows.js';
import { namedIn, numberIn, productsIn, TEXTS } from './texts.js';
import type { TermNamer, Texts } from './texts.js';
import { FACET_NAMES, hrefOf, isSearch } from './view.js';
import type { View } from './view.js';

const PAGE_SIZE = 20;
/** Whoever has looked at so many pages narrows the search, or takes the file. */
const LAST_PAGE = 100;
/** A longer text is no name to inquire about (`product_name` of an inquiry). */
const LONGEST_NAME = 200;

type ResultParts = HomeParts & Pick<StorefrontParts, 'search' | 'demand'>;

/**
 * Renders what the catalogue shows for a view: the start page, or the results of its search. It is the part of the page
 * that changes while somebody types. Results are cached until the index changes, like the answers of the API.
 * @param suggest somebody still types: puts the suggestions in front, for the script to move them under the search field,
 *   and counts nothing as asked for
 */
export async function renderResults(
  parts: ResultParts,
  view: View,
  holder: Holder,
  suggest = false,
): Promise<Html> {
  const { search, demand } = parts;
  const typed = readTyped(view.q);
  const read = { ...view, q: typed.text };
  if (!isSearch(read)) return homeContent(parts, TEXTS[read.lang]);
  const key = (): string => JSON.stringify(['storefront', read, typed.structure?.text, suggest]);
  const answer = await search.cache.answer(key, async () => {
    const [results, suggestions] = await Promise.all([
      resultsOf(parts, read, typed, holder),
      suggest ? suggestionList(search, typed) : NO_SUGGESTIONS,
    ]);
    const { shown, lacks } = results;
    const keep = results.keep && suggestions.keep;
    return { value: { text: html`${suggestions.shown}${shown}`.text, lacks: suggest ? [] : lacks }, keep };
  });
  demand.count(answer.lacks);
  return new Html(answer.text);
}

/** The suggestions alone, for a search field on a page without results. */
export async function renderSuggestions(search: Search, q: string): Promise<Html> {
  const typed = readTyped(q);
  const answer = await search.cache.answer(
    () => JSON.stringify(['storefront', 'suggestions', typed.text]),
    async () => {
      const { shown, keep } = await suggestionList(search, typed);
      return { value: { text: html`${shown}`.text, lacks: [] }, keep };
    },
  );
  return new Html(answer.text);
}

/** What the results of a view are called. */
export function headingOf({ lang, q, filters }: View, named: TermNamer): string {
  if (q !== '') return filled(TEXTS[lang].browsing.resultsFor, { q });
  const chosen = FACET_NAMES.flatMap((facet) => (filters[facet] ?? []).map((value) => named(facet, value)));
  return chosen.length === 1 ? chosen[0]! : TEXTS[lang].allProducts;
}

async function resultsOf(
  { db, search, terms }: ResultParts,
  asked: View,
  typed: Typed,
  holder: Holder,
): Promise<{ shown: Html; lacks: readonly Lack[]; keep: boolean }> {
  const { filters, sort } = asked;
  const t = TEXTS[asked.lang];
  const named = namedIn(terms, t);
  const pageOf = (page: number): Promise<SearchAnswer> =>
    search.find({ typed, filters, sort, page: pageAt(page, PAGE_SIZE), facets: true }, holder);
  const first = await pageOf(Math.min(asked.page, LAST_PAGE));
  // A page beyond the end shows the last one.
  const last = Math.max(1, Math.min(Math.ceil(first.total / PAGE_SIZE), LAST_PAGE));
  const view = { ...asked, page: Math.min(asked.page, last) };
  const found = asked.page > last && first.hits.length === 0 ? await pageOf(last) : first;
  const highlights = highlighter(typed);
  const chosen = chosenChips(view, t, named);
  const hits = found.hits.map(({ product }) => product);
  const marked = hits.map((product) => highlights(product));
  const rows = (await withDrawings(db, hits)).map((product, at) =>
    productRow(product, t, { matches: marked[at] ?? {}, items: found.items }),
  );
  // Where there is nothing, there is nothing to narrow or to sort.
  const isEmpty = found.total === 0 && chosen === null;
  const shown = html`<div class="catalogue">
    <header class="results-head flow">
      <h1 tabindex="-1">${headingOf(view, named)}</h1>
      <p class="count">${found.totalIsEstimate && t.about}${productsIn(t, found.total)}</p>
    </header>
    ${!isEmpty && rail(view, t, found.facets ?? {}, named)}
    <div class="listing">
      ${
        !isEmpty &&
        html`<div class="tools flow">
          <button type="button" class="quiet open-rail" popovertarget="rail">${t.filters}</button>
          ${sorts(view, t)}
        </div>`
      }
      ${(found.degraded || found.isCutOff) && html`<p class="doubt">${t.degraded}</p>`}
      ${chosen} ${doubt(found, t)} ${missing(found, t)} ${asList(found, t)}
      ${rows.length > 0 ? html`${productRows(t, rows)} ${pager(t, { page: view.page, last }, (page) => hrefOf({ ...view, page }))} ${endOf(view, t, found)}` : nothing(view, t, chosen !== null)}
      ${rows.length > 0 && doubtAbout(found) !== undefined && askFor(view, t)}
    </div>
  </div>`;
  const lacks = isDemand(view.page, filters) ? lacksOf(typed, found) : [];
  return { shown, lacks, keep: !marked.includes(undefined) && found.isStable };
}

/** Says where no product has the very name or number that was typed. */
function doubt(found: Found, t: Texts): Html | null {
  const kind = doubtAbout(found);
  if (kind === undefined) return null;
  if (kind === 'mended') return html`<p class="doubt">${t.didYouMean}${chips(found.didYouMean, t)}</p>`;
  return html`<p class="doubt">${kind === 'partial' ? t.namesWithIt : t.namesAlike}</p>`;
}

/** The items of a list that found nothing. */
function missing({ items = [] }: Found, t: Texts): Html | null {
  const texts = items.filter(({ code }) => code === null).map(({ text }) => text);
  return texts.length === 0 ? null : html`<p class="doubt">${t.missing}${texts.join('; ')}</p>`;
}

/** The way from a list in the search field to the page of lists. */
function asList({ items }: Found, t: Texts): Html | null {
  if (items === undefined) return null;
  const text = items.map((item) => item.text).join('\n');
  return html`<p><a class="as-list" href="${address('/list', t, { text })}">${t.asList}</a></p>`;
}

/** Links to searches for these texts. */
const chips = (texts: readonly string[], t: Texts): Html[] =>
  texts.map((text) => html`<a class="chip" href="${address('/', t, { q: text })}">${text}</a> `);

/** Where to go from a search that found nothing. */
function nothing(view: View, t: Texts, isFiltered: boolean): Html {
  if (isFiltered)
    return html`<div class="nothing">
      <p>${t.browsing.nothingFiltered}</p>
      <p><a class="button" href="${hrefOf({ ...view, page: 1, filters: {} })}">${t.browsing.withoutFilters}</a></p>
    </div>`;
  return html`<div class="nothing">
    <p>${t.nothing}</p>
    ${askFor(view, t)}
    <p>${t.tryInstead}${Object.values(t.browsing.example).map(({ text }) => chips([text], t))}</p>
  </div>`;
}

/** Offers to ask for what was searched. */
function askFor({ q }: View, t: Texts): Html | null {
  if (q === '' || q.length > LONGEST_NAME) return null;
  return html`<p class="ask">${t.browsing.notThere} ${askButton(q, t)}</p>`;
}

/** Says where the pages end though there are more products, and how to see them. */
function endOf({ q, filters, sort, page }: View, t: Texts, { total }: Found): Html | null {
  const cut = q !== '' && sort !== undefined ? SORTED : LAST_PAGE * PAGE_SIZE;
  if (total <= page * PAGE_SIZE || page * PAGE_SIZE < cut) return null;
  const chosen = Object.entries(filters).filter(([, value]) => value !== undefined);
  const narrowed = FACET_NAMES.flatMap((facet): [string, string][] =>
    filters[facet]?.length === 1 ? [[facet, filters[facet][0]!]] : [],
  );
  // The export takes one value of each, and neither words nor weights: it is offered where it has just these products.
  const isWhole = q === '' && narrowed.length === chosen.length;
  const file = `/api/v1/export?${new URLSearchParams([['format', 'csv'], ...narrowed]).toString()}`;
  return html`<p class="end">
    ${filled(t.browsing.end, { shown: numberIn(t, page * PAGE_SIZE), total: numberIn(t, total) })}
    ${t.browsing.narrow}${isWhole && html`${t.browsing.orTake}<a href="${file}">${t.browsing.asFile}</a>`}
  </p>`;
}

const NO_SUGGESTIONS = { shown: null, keep: true };

/** The suggestions for the search field. @returns also whether they are the same for everybody until the index changes */
async function suggestionList(search: Search, typed: Typed) {
  if (lettersOf(typed.form) === '') return NO_SUGGESTIONS;
  const { hits, isStable } = await search.complete(typed, 2 * MAX_SUGGESTIONS);
  const items = suggestionsOf(typed, hits).map(
    ({ text, code }, i) =>
      html`<li id="suggestion-${i}" role="option" aria-selected="false" data-text="${text}">
        <span>${setName(text)}</span><small>${code}</small>
      </li>`,
  );
  const shown = html`<ul class="offers" hidden>
    ${items}
  </ul>`;
  return { shown, keep: isStable };
}
