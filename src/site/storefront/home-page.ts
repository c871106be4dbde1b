import { withDrawings } from '../../catalogue/index.js';
import type { Terms } from '../../catalogue/index.js';
import type { Database, Holder } from '../../platform/index.js';
import { readTyped } from '../../search/index.js';
import type { Search } from '../../search/index.js';
import { CATALOGUE_TEXTS } from './catalogue-texts.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address } from './layout.js';
import { LIST_TEXTS } from './list-texts.js';
import { productRow, productRows } from './rows.js';
import { letterBar, seriesByLetter } from './series.js';
import { newestProducts } from './store.js';
import type { AllSeries } from './store.js';
import { namedIn } from './term-names.js';
import type { TermNamer } from './term-names.js';
import { numberIn, TEXTS } from './texts.js';
import type { Language } from './texts.js';

export interface HomeParts {
  db: Database;
  search: Search;
  terms: Terms;
  /** the largest first */
  seriesCounts: () => Promise<AllSeries>;
}

/** Products that are shown as recently added, and series as the largest. */
const NEWEST = 8;
const LARGEST = 24;
const EXAMPLES = [
  ['name', { zh: '阿司匹林', en: 'paracetamol' }],
  ['number', { zh: '58-08-2', en: '58-08-2' }],
  ['formula', { zh: 'C9H8O4', en: 'C9H8O4' }],
  ['pinyin', { zh: 'duiyixiananjifen', en: 'asipilin' }],
  ['mistyped', { zh: '布咯芬', en: 'ibuprofin' }],
  ['list', { zh: '50-78-2; 咖啡因; 布洛芬', en: '50-78-2; caffeine; ibuprofen' }],
] as const;

/** The age of counts that may be kept, ms. */
const FRESH_MS = 1_000;

/** The start page: what this is, and ways into it. */
export async function homeContent(
  { db, search, terms, seriesCounts }: HomeParts,
  lang: Language,
  holder: Holder,
): Promise<{ shown: Html; lacks?: undefined; keep: boolean }> {
  const t = CATALOGUE_TEXTS[lang];
  const named = namedIn(terms, lang);
  const [all, newest, { series, readAt }] = await Promise.all([
    search.find({ typed: readTyped(''), filters: {}, page: { offset: 0, limit: 1 }, facets: true }, holder),
    newestProducts(db, NEWEST).then((products) => withDrawings(db, products)),
    seriesCounts(),
  ]);
  const cards = (facet: 'category' | 'status', counts: Record<string, number> = {}): Html[] =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(
        ([value, count]) =>
          html`<li>
            <a href="${address('/', lang, { [facet]: value })}"
              ><strong>${named(facet, value)}</strong> <small>${TEXTS[lang].results(count, lang)}</small></a
            >
          </li>`,
      );
  const { off: _withdrawn, ...offered } = all.facets?.status ?? {};
  const shown = html`<div class="home-page">
    ${hero(lang, all.total)}
    <section>
      <h2>${t.categories}</h2>
      <ul class="cards">
        ${cards('category', all.facets?.category)}
      </ul>
    </section>
    <section>
      <h2>${TEXTS[lang].stock}</h2>
      <ul class="cards small">
        ${cards('status', offered)}
      </ul>
    </section>
    ${series.length > 0 && seriesSection(series, named, lang)}
    ${newest.length > 0 && newestSection(newest, lang)}
  </div>`;
  // What is kept stands until the index changes: with counts of before its last change it would be wrong for long.
  return { shown, keep: all.isStable && performance.now() - readAt < FRESH_MS };
}

/** What this is, and a field for a list. @param total of all products */
function hero(lang: Language, total: number): Html {
  const t = CATALOGUE_TEXTS[lang];
  return html`<section class="hero">
      <div>
        <h1 tabindex="-1">${TEXTS[lang].tagline}</h1>
        <p class="lead">${t.lead(numberIn(lang, total))}</p>
        <h2>${t.examples}</h2>
        <ul class="examples">
          ${EXAMPLES.map(
            ([kind, text]) =>
              html`<li>
                <a href="${address('/', lang, { q: text[lang] })}"><small>${t.example[kind]}</small> ${text[lang]}</a>
              </li>`,
          )}
          <li><a href="${address('/structure', lang)}">${TEXTS[lang].structure}</a></li>
        </ul>
      </div>
      <form class="paste" action="${address('/list', lang)}" method="post" enctype="multipart/form-data">
        <label for="paste"><strong>${t.pasteList}</strong></label>
        <p class="hint" id="paste-hint">${t.pasteHint}</p>
        <textarea
          id="paste"
          name="text"
          rows="5"
          required
          aria-describedby="paste-hint"
          placeholder="${LIST_TEXTS[lang].example}"
        ></textarea>
        <button type="submit">${t.lookUp}</button>
      </form>
    </section>`;
}

function seriesSection(series: AllSeries['series'], named: TermNamer, lang: Language): Html {
  const t = CATALOGUE_TEXTS[lang];
  const letters = seriesByLetter(series, (value) => named('series', value));
  const largest = series.slice(0, LARGEST);
  return html`<section>
        <h2>${t.series}</h2>
        ${letterBar(letters, lang)}
        <ul class="chips" aria-label="${t.largestSeries}">
          ${largest.map(
            ({ value, count }) =>
              html`<li>
                <a class="chip" href="${address('/', lang, { series: value })}"
                  >${named('series', value)} <small>${count}</small></a
                >
              </li>`,
          )}
        </ul>
      </section>`;
}

function newestSection(newest: Parameters<typeof productRow>[0][], lang: Language): Html {
  const t = CATALOGUE_TEXTS[lang];
  return html`<section>
        <div class="with-link">
          <h2>${t.recent}</h2>
          <a href="${address('/', lang, { sort: 'newest' })}">${t.allNewest}</a>
        </div>
        ${productRows(
          lang,
          newest.map((product) => productRow(product, lang)),
        )}
      </section>`;
}
