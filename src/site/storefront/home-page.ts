import { withDrawings } from '../../catalogue/index.js';
import type { Terms } from '../../catalogue/index.js';
import type { Database } from '../../platform/index.js';
import { CATALOGUE_TEXTS } from './catalogue-texts.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address } from './layout.js';
import { LIST_TEXTS } from './list-texts.js';
import { productRow, productRows } from './rows.js';
import { letterBar, seriesByLetter } from './series.js';
import { newestProducts } from './store.js';
import type { Counted, Counts } from './store.js';
import { namedIn } from './term-names.js';
import type { TermNamer } from './term-names.js';
import { numberIn, TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** What the start page is made of. */
export interface HomeParts {
  db: Database;
  terms: Terms;
  counts: () => Promise<Counts>;
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

/** The start page: what this is, and ways into it. It is of Postgres alone, as an index may be behind. */
export async function homeContent({ db, terms, counts }: HomeParts, lang: Language): Promise<Html> {
  const t = CATALOGUE_TEXTS[lang];
  const named = namedIn(terms, lang);
  const [{ total, category, series, status }, newest] = await Promise.all([
    counts(),
    newestProducts(db, NEWEST).then((products) => withDrawings(db, products)),
  ]);
  const cards = (facet: 'category' | 'status', values: readonly Counted[]): Html[] =>
    values.map(
      ({ value, count }) =>
        html`<li>
          <a href="${address('/', lang, { [facet]: value })}"
            ><strong>${named(facet, value)}</strong> <small>${TEXTS[lang].results(count, lang)}</small></a
          >
        </li>`,
    );
  return html`<div class="home-page">
    ${hero(lang, total)}
    <section>
      <h2>${t.categories}</h2>
      <ul class="cards">
        ${cards('category', category)}
      </ul>
    </section>
    <section>
      <h2>${TEXTS[lang].stock}</h2>
      <ul class="cards small">
        ${cards('status', status)}
      </ul>
    </section>
    ${series.length > 0 && seriesSection(series, named, lang)}
    ${newest.length > 0 && newestSection(newest, lang)}
  </div>`;
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
        <button type="submit">${LIST_TEXTS[lang].lookUp}</button>
      </form>
    </section>`;
}

function seriesSection(series: Counts['series'], named: TermNamer, lang: Language): Html {
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
