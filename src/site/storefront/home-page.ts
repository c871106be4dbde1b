import { withDrawings } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address } from './layout.js';
import type { StorefrontParts } from './page-route.js';
import { productRow, productRows } from './rows.js';
import { letterBar, seriesByLetter } from './series.js';
import { newestProducts } from './store.js';
import type { Counted, Counts } from './store.js';
import { namedIn, numberIn, productsIn } from './texts.js';
import type { TermNamer, Texts } from './texts.js';

/** What the start page is made of. */
export type HomeParts = Pick<StorefrontParts, 'db' | 'terms'> & { counts: () => Promise<Counts> };

/** Products that are shown as recently added, and series as the largest. */
const NEWEST = 8;
const LARGEST = 24;

/** The start page: what this is, and ways into it. It is of Postgres alone, as an index may be behind. */
export async function homeContent({ db, terms, counts }: HomeParts, t: Texts): Promise<Html> {
  const named = namedIn(terms, t);
  const [{ total, category, series, status }, made] = await Promise.all([
    counts(),
    newestProducts(db, NEWEST),
  ]);
  const newest = (await withDrawings(db, made)).map((product) => productRow(product, t));
  const cards = (title: string, facet: 'category' | 'status', values: readonly Counted[]): Html =>
    html`<section>
      <h2>${title}</h2>
      <ul class="cards">
        ${values.map(
          ({ value, count }) =>
            html`<li>
              <a class="panel" href="${address('/', t, { [facet]: value })}"
                ><strong>${named(facet, value)}</strong> <small>${productsIn(t, count)}</small></a
              >
            </li>`,
        )}
      </ul>
    </section>`;
  return html`<div class="home-page">
    ${hero(t, total)} ${cards(t.browsing.categories, 'category', category)} ${cards(t.stock, 'status', status)}
    ${series.length > 0 && seriesSection(series, named, t)}
    ${
      newest.length > 0 &&
      html`<section>
        <div class="flow">
          <h2>${t.browsing.recent}</h2>
          <a href="${address('/', t, { sort: 'newest' })}">${t.browsing.allNewest}</a>
        </div>
        ${productRows(t, newest)}
      </section>`
    }
  </div>`;
}

/** What this is, and a field for a list. @param total of all products */
function hero(t: Texts, total: number): Html {
  const { browsing } = t;
  return html`<section class="hero panel">
      <div>
        <h1 tabindex="-1">${t.tagline}</h1>
        <p class="lead">${filled(browsing.lead, { n: numberIn(t, total) })}</p>
        <h2>${browsing.examples}</h2>
        <ul class="examples flow">
          ${Object.values(browsing.example).map(({ label, text }) => html`<li><a class="panel" href="${address('/', t, { q: text })}"><small>${label}</small> ${text}</a></li>`)}
          <li><a class="panel" href="${address('/structure', t)}">${t.structure}</a></li>
        </ul>
      </div>
      <form class="paste panel" action="${address('/list', t)}" method="post" enctype="multipart/form-data">
        <label for="paste"><strong>${browsing.pasteList}</strong></label>
        <small id="paste-hint">${browsing.pasteHint}</small>
        <textarea
          id="paste"
          name="text"
          rows="5"
          required
          aria-describedby="paste-hint"
          placeholder="${t.bulk.example}"
        ></textarea>
        <button type="submit">${t.bulk.lookUp}</button>
      </form>
    </section>`;
}

function seriesSection(series: Counts['series'], named: TermNamer, t: Texts): Html {
  const letters = seriesByLetter(series, (value) => named('series', value));
  return html`<section>
        <h2>${t.browsing.series}</h2>
        ${letterBar(letters, t)}
        <ul class="flow" aria-label="${t.browsing.largestSeries}">
          ${series.slice(0, LARGEST).map(({ value, count }) => html`<li><a class="chip" href="${address('/', t, { series: value })}">${named('series', value)} <small>${count}</small></a></li>`)}
        </ul>
      </section>`;
}
