import { withDrawings } from '../../catalogue/index.js';
import type { Terms } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address } from './layout.js';
import { productRow, productRows } from './rows.js';
import { letterBar, seriesByLetter } from './series.js';
import { newestProducts } from './store.js';
import type { Counted, Counts } from './store.js';
import { namedIn } from './term-names.js';
import type { TermNamer } from './term-names.js';
import { numberIn, productsIn, TEXTS } from './texts.js';
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

/** The start page: what this is, and ways into it. It is of Postgres alone, as an index may be behind. */
export async function homeContent({ db, terms, counts }: HomeParts, lang: Language): Promise<Html> {
  const t = TEXTS[lang].browsing;
  const named = namedIn(terms, lang);
  const [{ total, category, series, status }, newest] = await Promise.all([
    counts(),
    newestProducts(db, NEWEST).then((products) => withDrawings(db, products)),
  ]);
  const cards = (
    title: string,
    style: string,
    facet: 'category' | 'status',
    values: readonly Counted[],
  ): Html =>
    html`<section>
      <h2>${title}</h2>
      <ul class="${style}">
        ${values.map(
          ({ value, count }) =>
            html`<li>
              <a class="panel" href="${address('/', lang, { [facet]: value })}"
                ><strong>${named(facet, value)}</strong> <small>${productsIn(lang, count)}</small></a
              >
            </li>`,
        )}
      </ul>
    </section>`;
  const rows = newest.map((product) => productRow(product, lang));
  return html`<div class="home-page">
    ${hero(lang, total)} ${cards(t.categories, 'cards', 'category', category)}
    ${cards(TEXTS[lang].stock, 'cards small', 'status', status)}
    ${series.length > 0 && seriesSection(series, named, lang)}
    ${
      rows.length > 0 &&
      html`<section>
        <div class="with-link flow">
          <h2>${t.recent}</h2>
          <a href="${address('/', lang, { sort: 'newest' })}">${t.allNewest}</a>
        </div>
        ${productRows(lang, rows)}
      </section>`
    }
  </div>`;
}

/** What this is, and a field for a list. @param total of all products */
function hero(lang: Language, total: number): Html {
  const t = TEXTS[lang].browsing;
  return html`<section class="hero panel">
      <div>
        <h1 tabindex="-1">${TEXTS[lang].tagline}</h1>
        <p class="lead">${filled(t.lead, { n: numberIn(lang, total) })}</p>
        <h2>${t.examples}</h2>
        <ul class="examples flow">
          ${Object.values(t.example).map(({ label, text }) => html`<li><a class="panel" href="${address('/', lang, { q: text })}"><small>${label}</small> ${text}</a></li>`)}
          <li><a class="panel" href="${address('/structure', lang)}">${TEXTS[lang].structure}</a></li>
        </ul>
      </div>
      <form class="paste panel" action="${address('/list', lang)}" method="post" enctype="multipart/form-data">
        <label for="paste"><strong>${t.pasteList}</strong></label>
        <p class="hint" id="paste-hint">${t.pasteHint}</p>
        <textarea
          id="paste"
          name="text"
          rows="5"
          required
          aria-describedby="paste-hint"
          placeholder="${TEXTS[lang].bulk.example}"
        ></textarea>
        <button type="submit">${TEXTS[lang].bulk.lookUp}</button>
      </form>
    </section>`;
}

function seriesSection(series: Counts['series'], named: TermNamer, lang: Language): Html {
  const t = TEXTS[lang].browsing;
  const letters = seriesByLetter(series, (value) => named('series', value));
  return html`<section>
        <h2>${t.series}</h2>
        ${letterBar(letters, lang)}
        <ul class="flow" aria-label="${t.largestSeries}">
          ${series.slice(0, LARGEST).map(({ value, count }) => html`<li><a class="chip" href="${address('/', lang, { series: value })}">${named('series', value)} <small>${count}</small></a></li>`)}
        </ul>
      </section>`;
}
