import { STATUSES } from '../../catalogue/index.js';
import { SORTS } from '../../search/index.js';
import type { Facets } from '../../search/index.js';
import { filled } from '../../platform/index.js';
import { Html, html } from './html.js';
import type { TermNamer } from './term-names.js';
import { numberIn, TEXTS } from './texts.js';
import { FACET_NAMES, hrefOf, keptOf, toggled } from './view.js';
import type { FacetName, View } from './view.js';

/** Values that are shown at once, and at most. */
const SHOWN = 8;
const MOST = 40;
/** Where a range of molecular weights begins and ends. */
const RANGES: readonly (readonly [number | undefined, number | undefined])[] = [
  [undefined, 200],
  [200, 400],
  [400, 600],
  [600, undefined],
];

/** A link to another view. @param key what finds it again when the results are replaced */
const linkTo = (view: View, key: string, text: Html | string, isCurrent = false): Html =>
  html`<a data-key="${key}" href="${hrefOf(view)}" ${isCurrent && html`aria-current="true"`}>${text}</a> `;

/** The filters of a search, beside its results; on a phone a drawer. */
export function rail(view: View, facets: Partial<Facets>, named: TermNamer): Html {
  const t = TEXTS[view.lang];
  return html`<nav class="rail" id="rail" popover aria-label="${t.filters}">
    <button type="button" class="quiet close" popovertarget="rail" popovertargetaction="hide">${t.close}</button>
    ${FACET_NAMES.map((facet) => facetOf(view, facet, facets[facet] ?? {}, named))} ${weights(view)}
  </nav>`;
}

function facetOf(
  view: View,
  facet: FacetName,
  counts: Record<string, number>,
  named: TermNamer,
): Html | null {
  const t = TEXTS[view.lang];
  const chosen: readonly string[] = view.filters[facet] ?? [];
  const counted =
    facet === 'status'
      ? STATUSES.filter((status) => (counts[status] ?? 0) > 0)
      : Object.entries(counts)
          .sort(([, a], [, b]) => b - a)
          .slice(0, MOST)
          .map(([value]) => value);
  const values = [...counted, ...chosen.filter((value) => !counted.includes(value))];
  if (values.length === 0) return null;
  const item = (value: string): Html => {
    const text = html`${named(facet, value)} <small>${numberIn(view.lang, counts[value] ?? 0)}</small>`;
    return html`<li>
      ${linkTo(toggled(view, facet, value), `${facet}:${value}`, text, chosen.includes(value))}
    </li>`;
  };
  const [first, more] = [values.slice(0, SHOWN), values.slice(SHOWN)];
  return html`<section class="facet">
    <h2>${t[FACET_LABELS[facet]]}</h2>
    <ul>
      ${first.map(item)}
    </ul>
    ${
      more.length > 0 &&
      html`<details id="more-${facet}" ${more.some((value) => chosen.includes(value)) && new Html(' open')}>
        <summary>${filled(t.browsing.more, { n: more.length })}</summary>
        <ul>
          ${more.map(item)}
        </ul>
      </details>`
    }
  </section>`;
}

const FACET_LABELS = { status: 'stock', category: 'category', series: 'series', tag: 'tag' } as const;

/** A range of molecular weights in words. */
function rangeText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `≤ ${most ?? ''}`;
  return most === undefined ? `≥ ${least}` : `${least} – ${most}`;
}

function weights(view: View): Html {
  const t = TEXTS[view.lang].browsing;
  const { mw_min: least, mw_max: most, ...others } = view.filters;
  const kept = keptOf({ filters: others, sort: view.sort });
  const hidden = [['q', view.q] as const, ...kept, ['lang', view.lang] as const].filter(([, value]) => value);
  const input = (name: string, label: string, value: number | undefined): Html =>
    html`<input
      type="number"
      name="${name}"
      min="0"
      max="9999999"
      step="any"
      value="${value}"
      aria-label="${label}"
      placeholder="${label}"
    />`;
  return html`<section class="facet">
    <h2>${TEXTS[view.lang].weight}</h2>
    <ul>
      ${RANGES.map(([from, to]) => {
        const isChosen = from === least && to === most;
        const filters = { ...others, ...(!isChosen && { mw_min: from, mw_max: to }) };
        const text = rangeText(from, to);
        return html`<li>${linkTo({ ...view, page: 1, filters }, `mw:${text}`, text, isChosen)}</li>`;
      })}
    </ul>
    <form class="range" action="/">
      ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      ${input('mw_min', t.from, least)} <span>–</span> ${input('mw_max', t.to, most)}
      <button type="submit" class="quiet" data-key="mw-apply">${t.apply}</button>
    </form>
  </section>`;
}

/** What the results are narrowed to, each with its way out. */
export function chosenChips(view: View, named: TermNamer): Html | null {
  const t = TEXTS[view.lang].browsing;
  const { mw_min: least, mw_max: most, ...others } = view.filters;
  const chip = (text: string, without: View): Html =>
    html`<a class="chip removable" data-key="chip:${text}" href="${hrefOf(without)}" aria-label="${filled(t.remove, { filter: text })}"
      >${text}</a
    > `;
  const chips = FACET_NAMES.flatMap((facet) =>
    (view.filters[facet] ?? []).map((value) => chip(named(facet, value), toggled(view, facet, value))),
  );
  if (least !== undefined || most !== undefined)
    chips.push(
      chip(`${TEXTS[view.lang].weight} ${rangeText(least, most)}`, { ...view, page: 1, filters: others }),
    );
  if (chips.length === 0) return null;
  return html`<p class="chosen flow">
    ${chips} ${linkTo({ ...view, page: 1, filters: {} }, 'clear', t.clear)}
  </p>`;
}

/** The orders of results. */
export function sorts(view: View): Html {
  const t = TEXTS[view.lang].browsing;
  const links = [undefined, ...SORTS].map((sort) => {
    const name = sort ?? 'best';
    return linkTo({ ...view, page: 1, sort }, `sort:${name}`, t.sorts[name], sort === view.sort);
  });
  return html`<nav class="sorts flow" aria-label="${t.sort}"><span>${t.sort}</span> ${links}</nav>`;
}
