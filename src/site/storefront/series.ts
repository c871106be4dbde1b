import { pinyinOf } from '../../chemistry/index.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address, page } from './layout.js';
import type { Place } from './layout.js';
import type { Counted } from './store.js';
import { numberIn, productsIn } from './texts.js';
import type { Texts } from './texts.js';

type Series = Counted & { name: string };

/** Series by the letter they begin with; none is empty. Those of no letter are last. */
type Letters = ReadonlyMap<string, readonly Series[]>;

/** What series that begin with no letter are under. */
const NO_LETTER = '#';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', NO_LETTER];
/** Series of a letter that a page shows at most, so that it stays small. */
const MOST = 400;

/** The letter that a name is looked up under: a Chinese name under that of its pinyin. */
function letterOf(name: string): string {
  const [first = ''] = /\p{L}/u.exec(name.normalize('NFKD')) ?? [];
  const letter = (/\p{Script=Han}/u.test(first) ? pinyinOf(first)[0] : first)?.toUpperCase()[0] ?? '';
  return /[A-Z]/.test(letter) ? letter : NO_LETTER;
}

/** @param named what a series is called on the page */
export function seriesByLetter(series: readonly Counted[], named: (value: string) => string): Letters {
  const letters = new Map<string, Series[]>(LETTERS.map((letter) => [letter, []]));
  for (const each of series) {
    const name = named(each.value);
    letters.get(letterOf(name))!.push({ ...each, name });
  }
  return new Map([...letters].filter(([, each]) => each.length > 0));
}

/** Links to the series of each letter. */
export function letterBar(letters: Letters, t: Texts, current?: string): Html {
  return html`<nav class="letters flow" aria-label="${t.browsing.series}">
    ${LETTERS.map((letter) => {
      const text = letter === NO_LETTER ? t.browsing.other : letter;
      if (!letters.has(letter)) return letter !== NO_LETTER && html`<span>${letter}</span> `;
      const href = address('/series', t, { letter });
      return html`<a class="panel" href="${href}" ${letter === current && html`aria-current="page"`}>${text}</a> `;
    })}
  </nav>`;
}

/** The page of the series of a letter, of the first one unless it is given. */
export function seriesPage(place: Place, letters: Letters, asked = ''): string {
  const { t } = place;
  const { series: title, seriesExplain: description, noSeries, other } = t.browsing;
  const letter = letters.has(asked) ? asked : [...letters.keys()][0];
  const order = new Intl.Collator('zh-Hans-CN-u-co-pinyin');
  const shown = (letters.get(letter ?? '') ?? []).toSorted((a, b) => order.compare(a.name, b.name));
  return page(place, {
    title,
    description,
    path: '/series',
    styles: ['catalogue.css'],
    main: html`<h1>${title}</h1>
      <p class="hint">${letter === undefined ? noSeries : description}</p>
      ${letters.size > 0 && letterBar(letters, t, letter)}
      ${letter !== undefined && html`<h2>${letter === NO_LETTER ? other : letter}</h2>`}
      <ul class="series">
        ${shown.slice(0, MOST).map(
          ({ value, name, count }) =>
            html`<li>
              <a href="${address('/', t, { series: value })}">${name}</a>
              <small title="${productsIn(t, count)}">${numberIn(t, count)}</small>
            </li>`,
        )}
      </ul>`,
  });
}
