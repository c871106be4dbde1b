import { STATUSES } from '../../catalogue/index.js';
import { SORTS } from '../../search/index.js';
import type { Facets } from '../../search/index.js';
import { filled } from '../../platform/index.js';
import { Html, html } from './html.js';
import { hiddenFields } from './layout.js';
import { numberIn } from './texts.js';
import type { TermNamer, Texts } from './texts.js';
import { FACET_NAMES, hrefOf, keptOf, toggled } from './view.js';
import type { FacetName, View } from './view.js';

/** Values that are shown at once, and at most. */
const SHOWN = 8;
const MOST = 40;
/** Where one range of molecular weights ends and the next begins. */
const EDGES = [undefined, 200, 400, 600, undefined];

/** A link to another view. @param key what finds it again when the results are replaced */
const linkTo = (view: View, key: string, text: Html | string, isCurrent = false): Html =>
  html`<a data-key="${key}" href="${hrefOf(view)}" ${isCurrent && html`aria-current="true"`}>${text}</a> `;

/** The filters of a search, beside its results; on a phone a drawer. */
export function rail(view: View, t: Texts, facets: Partial<Facets>, named: TermNamer): Html {
  const shown = FACET_NAMES.map((facet) => facetOf(view, t, facet, facets[facet] ?? {}, named));
  return html`<nav class="rail" id="rail" popover aria-label="${t.filters}">
    <button type="button" class="quiet close" popovertarget="rail" popovertargetaction="hide">${t.close}</button>
    ${shown} ${weights(view, t)}
  </nav>`;
}

function facetOf(
  view: View,
  t: Texts,
  facet: FacetName,
  counts: Record<string, number>,
  named: TermNamer,
): Html | null {
  const chosen: readonly string[] = view.filters[facet] ?? [];
  const counted =
    facet === 'status'
      ? STATUSES.filter((status) => (counts[status] ?? 0) > 0)
      : Object.entries(counts)
          .sort(([, a], [, b]) => b - a)
          .slice(0, MOST)
          .map(([value]) => value);
  const values = [...new Set([...counted, ...chosen])];
  if (values.length === 0) return null;
  const items = values.map((value) => {
    const text = html`${named(facet, value)} <small>${numberIn(t, counts[value] ?? 0)}</small>`;
    return html`<li>
      ${linkTo(toggled(view, facet, value), `${facet}:${value}`, text, chosen.includes(value))}
    </li>`;
  });
  const isOpen = values.slice(SHOWN).some((value) => chosen.includes(value));
  return html`<section class="facet">
    <h2>${t[facet === 'status' ? 'stock' : facet]}</h2>
    <ul>
      ${items.slice(0, SHOWN)}
    </ul>
    ${
      items.length > SHOWN &&
      html`<details id="more-${facet}" ${isOpen && new Html(' open')}>
        <summary>${filled(t.browsing.more, { n: items.length - SHOWN })}</summary>
        <ul>
          ${items.slice(SHOWN)}
        </ul>
      </details>`
    }
  </section>`;
}

/** A range of molecular weights in words. */
function rangeText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `≤ ${most ?? ''}`;
  return most === undefined ? `≥ ${least}` : `${least} – ${most}`;
}

function weights(view: View, t: Texts): Html {
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
    <h2>${t.weight}</h2>
    <ul>
      ${EDGES.slice(1).map((to, at) => {
        const from = EDGES[at];
        const isChosen = from === least && to === most;
        const filters = { ...others, ...(!isChosen && { mw_min: from, mw_max: to }) };
        const text = rangeText(from, to);
        return html`<li>${linkTo({ ...view, page: 1, filters }, `mw:${text}`, text, isChosen)}</li>`;
      })}
    </ul>
    <form class="range" action="/">
      ${hiddenFields(hidden)}
      ${input('mw_min', t.browsing.from, least)} <span>–</span> ${input('mw_max', t.browsing.to, most)}
      <button type="submit" class="quiet" data-key="mw-apply">${t.browsing.apply}</button>
    </form>
  </section>`;
}

/** What the results are narrowed to, each with its way out. */
export function chosenChips(view: View, t: Texts, named: TermNamer): Html | null {
  const { mw_min: least, mw_max: most, ...others } = view.filters;
  const chip = (text: string, without: View): Html =>
    html`<a class="chip" data-key="chip:${text}" href="${hrefOf(without)}" aria-label="${filled(t.browsing.remove, { filter: text })}"
      >${text} ✕</a
    > `;
  const chips = FACET_NAMES.flatMap((facet) =>
    (view.filters[facet] ?? []).map((value) => chip(named(facet, value), toggled(view, facet, value))),
  );
  if (least !== undefined || most !== undefined)
    chips.push(chip(`${t.weight} ${rangeText(least, most)}`, { ...view, page: 1, filters: others }));
  if (chips.length === 0) return null;
  return html`<p class="chosen flow">
    ${chips} ${linkTo({ ...view, page: 1, filters: {} }, 'clear', t.browsing.clear)}
  </p>`;
}

/** The orders of results. */
export function sorts(view: View, { browsing }: Texts): Html {
  const links = [undefined, ...SORTS].map((sort) => {
    const name = sort ?? 'best';
    return linkTo({ ...view, page: 1, sort }, `sort:${name}`, browsing.sorts[name], sort === view.sort);
  });
  return html`<nav class="sorts flow" aria-label="${browsing.sort}"><span class="hint">${browsing.sort}</span> ${links}</nav>`;
}
