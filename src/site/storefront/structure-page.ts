import type { Product } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import { thresholdChoices, WAYS } from '../../search/index.js';
import type { FoundStructures, Way } from '../../search/index.js';
import { asset } from './assets.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address, page, productAddress } from './layout.js';
import type { Place } from './layout.js';
import { pager } from './pager.js';
import { pictureOf } from './picture.js';
import { casNumberOf, langOf, nameOf, setName } from './product-values.js';
import { productRow, productRows } from './rows.js';
import { numberIn, productsIn, STRUCTURE_TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** What the page searches for. */
export interface StructureView {
  lang: Language;
  /** a structure, or what names one, as it was typed; empty: nothing yet */
  text: string;
  way: Way;
  threshold: number;
  page: number;
  /** the search ran out of time, and is to go on */
  on: boolean;
}

/** What was found, or why nothing was looked for. */
export type StructureResults =
  | { found: FoundStructures; meant?: MeantByText }
  /** products with different structures that the text names */
  | { several: Product[] }
  | { refused: keyof (typeof STRUCTURE_TEXTS)['zh']['refused'] };

/** The structure that was taken for a text that is none itself. */
interface MeantByText {
  /** it, as SMILES or molfile */
  text: string;
  /** the product that has it; none for an InChI that was read */
  product: Product | undefined;
}

/** An example for each way. */
const EXAMPLES: Record<Way, string> = {
  exact: 'CC(=O)Oc1ccccc1C(=O)O',
  'stereo-blind': 'C[C@H](N)C(=O)O',
  tautomer: 'Oc1ccccn1',
  substructure: 'c1ccc2[nH]ccc2c1',
  similarity: 'Cn1c(=O)c2c(ncn2C)n(C)c1=O',
  smarts: '[NX3;H2][CX3]=[OX1]',
};
export const PAGE_SIZE = 20;
const LAST_PAGE = 100;

/** The page of structures, complete without a script. */
export function structurePage(
  place: Place,
  view: StructureView,
  results: StructureResults | undefined,
): string {
  const { lang } = place;
  const t = STRUCTURE_TEXTS[lang];
  const { text } = view;
  return page(place, {
    title: t.structure,
    description: t.explain,
    path: text === '' ? '/structure' : undefined,
    styles: ['catalogue.css', 'structure.css'],
    // Before the page is shown: where there is room, the script opens the drawing, which would move what is below.
    head: html`<script type="module" src="${asset('structure.js')}" blocking="render"></script>`,
    main: html`<h1>${t.structure}</h1>
      <div class="beside"><div class="asked">${structureForm(view)}
      <p class="flow">
        <span>${t.examples}</span>
        ${WAYS.map((each) => html`<a class="chip" href="${address('/structure', lang, { s: EXAMPLES[each], mode: each })}">${t.example[each]} <small>${t.way[each]}</small></a> `)}
      </p></div>
      <div id="structure-results">${results && structureResults(view, results)}</div></div>`,
  });
}

function structureForm({ lang, text, way, threshold }: StructureView): Html {
  const t = STRUCTURE_TEXTS[lang];
  return html`<form
        id="structure-form"
        class="structure"
        action="/structure"
        data-failed="${t.refused.away}"
        data-busy="${t.busy}"
        data-first="${t.first}"
        data-long="${t.refused.too_long}"
      >
        <input type="hidden" name="lang" value="${lang}" />
        <p id="structure-explain">${t.explain}</p>
        <label for="structure">${t.label}</label>
        <textarea
          id="structure"
          name="s"
          rows="2"
          maxlength="10000"
          spellcheck="false"
          autocapitalize="off"
          autocomplete="off"
          aria-describedby="structure-explain"
          placeholder="${t.hint}"
        >
${text}</textarea
        >
        <div class="ways flow">
          <label
            >${t.wayLabel}
            <select name="mode">
              ${WAYS.map((each) => html`<option value="${each}" ${each === way && html`selected`}>${t.way[each]}</option>`)}
            </select></label
          >
          <label class="threshold"
            >${t.threshold}
            <select name="threshold">
              ${thresholdChoices(threshold).map(([value, words]) => html`<option value="${value}" ${value === String(threshold) && html`selected`}>${words}</option>`)}
            </select></label
          >
          <button type="submit">${t.search}</button>
        </div>
        <details id="drawing">
          <summary>${t.draw}</summary>
          <div id="editor" role="group" aria-label="${t.draw}"></div>
          <button type="submit" class="done">${t.search}</button>
        </details>
        <output role="status"></output>
      </form>`;
}

/** What a search found: the part of the page that changes while one draws. */
export function structureResults(view: StructureView, results: StructureResults): Html {
  const { lang, way } = view;
  const t = STRUCTURE_TEXTS[lang];
  // While structures are loading the script asks again.
  if ('refused' in results)
    return html`<p class="doubt" role="alert" ${results.refused === 'loading' && html`data-again`}>${t.refused[results.refused]}</p>`;
  if ('several' in results) return severalNamed(view, results.several);
  const { hits, total, missed, isWhole } = results.found;
  const last = Math.min(LAST_PAGE, Math.ceil(total / PAGE_SIZE));
  const noneSame = hits.length > 0 && way !== 'smarts' && view.page === 1 && hits[0]!.match !== 'exact';
  const rows = hits.map(({ product, match, similarity }) => {
    const alike = similarity === undefined ? undefined : `${Math.floor(similarity * 100)} %`;
    const note = [
      t.match[match],
      match === 'exact' || alike === undefined ? [] : filled(t.similarity, { percent: alike }),
    ].flat();
    return productRow(product, lang, { note: note.join(' · ') });
  });
  return html`${results.meant && structureTaken(lang, results.meant)}
    <p class="count">${!isWhole && html`≥ `}${productsIn(lang, total)}</p>
    ${
      missed > 0 &&
      html`<p class="doubt">
        ${filled(t.part, { n: numberIn(lang, missed) })}
        ${!view.on && html`<a class="search-on" href="${hrefOf({ ...view, on: true }, view.page)}">${t.searchOn}</a>`}
      </p>`
    }
    ${noneSame && html`<p class="doubt">${t.noneSame}</p>`}
    ${rows.length > 0 ? productRows(lang, rows) : html`<p class="nothing">${t.nothing}</p>`}
    ${pager(lang, { page: view.page, last }, (to) => hrefOf(view, to))}`;
}

/** Says whose structure was taken; the script draws it. */
function structureTaken(lang: Language, { text, product }: MeantByText): Html {
  const t = STRUCTURE_TEXTS[lang];
  if (!product) return html`<p class="taken" data-structure="${text}">${t.read} <code>${text}</code></p>`;
  const page = productAddress(product.code, lang);
  return html`<div class="taken" data-structure="${text}">
    <p>${t.taken}</p>
    ${productLink(product, lang, page)}
  </div>`;
}

/** Offers what a text may mean: each with its structure, by its number. */
function severalNamed(view: StructureView, products: readonly Product[]): Html {
  return html`<p class="doubt">${STRUCTURE_TEXTS[view.lang].several}</p>
    <ul class="meant">
      ${products.map((product) => html`<li>${productLink(product, view.lang, hrefOf({ ...view, text: product.code }, 1))}</li>`)}
    </ul>`;
}

function productLink(product: Product, lang: Language, href: string): Html {
  const name = nameOf(product, lang);
  const cas = casNumberOf(product);
  return html`<a class="pictured" href="${href}"
    >${pictureOf(product, lang)}
    <span
      ><strong${langOf(name, lang)}>${setName(name)}</strong>
      <small>${product.code}${cas !== null && ` · CAS ${cas}`}</small></span
    ></a
  >`;
}

function hrefOf({ lang, text, way, threshold, on }: StructureView, to: number): string {
  return address('/structure', lang, {
    s: text,
    mode: way,
    ...(way === 'similarity' && { threshold: String(threshold) }),
    ...(to > 1 && { page: String(to) }),
    ...(on && { on: 'true' }),
  });
}
