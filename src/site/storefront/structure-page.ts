import type { Product } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import { thresholdChoices, WAYS } from '../../search/index.js';
import type { FoundStructures, Way } from '../../search/index.js';
import { asset } from './assets.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address, page } from './layout.js';
import type { Place } from './layout.js';
import { pager, picturedProduct, productRow, productRows } from './rows.js';
import { numberIn, productsIn } from './texts.js';
import type { Texts } from './texts.js';

/** What the page searches for. */
export interface StructureView {
  t: Texts;
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
  | { refused: keyof Texts['structures']['refused'] };

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
  const { t } = place;
  const { text } = view;
  const { explain, examples, example, way } = t.structures;
  return page(place, {
    title: t.structure,
    description: explain,
    path: text === '' ? '/structure' : undefined,
    styles: ['catalogue.css', 'structure.css'],
    // Before the page is shown: where there is room, the script opens the drawing, which would move what is below.
    head: html`<script type="module" src="${asset('structure.js')}" blocking="render"></script>`,
    main: html`<h1>${t.structure}</h1>
      <p id="structure-explain">${explain}</p>
      <div class="beside"><div class="asked">${structureForm(view)}
      <p class="flow">
        <span>${examples}</span>
        ${WAYS.map((each) => html`<a class="chip" href="${address('/structure', t, { s: EXAMPLES[each], mode: each })}">${example[each]} <small>${way[each]}</small></a> `)}
      </p></div>
      <div id="structure-results">${results && structureResults(view, results)}</div></div>`,
  });
}

function structureForm({ t, text, way, threshold }: StructureView): Html {
  const { structures: said } = t;
  return html`<form
        id="structure-form"
        class="structure"
        action="/structure"
        data-failed="${said.refused.away}"
        data-busy="${t.busy}"
        data-first="${said.first}"
        data-long="${said.refused.too_long}"
      >
        <input type="hidden" name="lang" value="${t.lang}" />
        <label for="structure">${said.label}</label>
        <textarea
          id="structure"
          name="s"
          rows="2"
          maxlength="10000"
          spellcheck="false"
          autocapitalize="off"
          autocomplete="off"
          aria-describedby="structure-explain"
          placeholder="${said.hint}"
        >
${text}</textarea
        >
        <div class="ways flow">
          <label
            >${said.wayLabel}
            <select name="mode">
              ${WAYS.map((each) => html`<option value="${each}" ${each === way && html`selected`}>${said.way[each]}</option>`)}
            </select></label
          >
          <label class="threshold"
            >${said.threshold}
            <select name="threshold">
              ${thresholdChoices(threshold).map(([value, words]) => html`<option value="${value}" ${value === String(threshold) && html`selected`}>${words}</option>`)}
            </select></label
          >
          <button type="submit">${t.search}</button>
        </div>
        <details id="drawing">
          <summary>${said.draw}</summary>
          <div id="editor" role="group" aria-label="${said.draw}"><p class="hint doubt" data-failed="${said.noEditor}">${said.editorLoading}</p></div>
          <button type="submit" class="done">${t.search}</button>
        </details>
        <output role="status"></output>
      </form>`;
}

/** What a search found: the part of the page that changes while one draws. */
export function structureResults(view: StructureView, results: StructureResults): Html {
  const { t, way } = view;
  const { structures: said } = t;
  // While structures are loading the script asks again.
  if ('refused' in results)
    return html`<p class="doubt" role="alert" ${results.refused === 'loading' && html`data-again`}>${said.refused[results.refused]}</p>`;
  if ('several' in results) return severalNamed(view, results.several);
  const { hits, total, missed, isWhole } = results.found;
  const last = Math.min(LAST_PAGE, Math.ceil(total / PAGE_SIZE));
  const noneSame = hits.length > 0 && way !== 'smarts' && view.page === 1 && hits[0]!.match !== 'exact';
  const rows = hits.map(({ product, match, similarity }) => {
    const percent = `${Math.floor(100 * (similarity ?? 0))}%`;
    const isAlike = match !== 'exact' && similarity !== undefined;
    const note = said.match[match] + (isAlike ? ` · ${filled(said.similarity, { percent })}` : '');
    return productRow(product, t, { note });
  });
  return html`${results.meant && structureTaken(t, results.meant)}
    <p class="count">${!isWhole && html`≥ `}${productsIn(t, total)}</p>
    ${
      missed > 0 &&
      html`<p class="doubt">
        ${filled(said.part, { n: numberIn(t, missed) })}
        ${!view.on && html`<a class="search-on" href="${hrefOf({ ...view, on: true }, view.page)}">${said.searchOn}</a>`}
      </p>`
    }
    ${noneSame && html`<p class="doubt">${said.noneSame}</p>`}
    ${rows.length > 0 ? productRows(t, rows) : html`<p class="nothing">${t.nothing}</p>`}
    ${pager(t, { page: view.page, last }, (to) => hrefOf(view, to))}`;
}

/** Says whose structure was taken; the script draws it. */
function structureTaken(t: Texts, { text, product }: MeantByText): Html {
  const { read, taken } = t.structures;
  if (!product) return html`<p class="taken" data-structure="${text}">${read} <code>${text}</code></p>`;
  return html`<div class="taken" data-structure="${text}"><p>${taken}</p>${picturedProduct(product, t)}</div>`;
}

/** Offers what a text may mean: each with its structure, by its number. */
function severalNamed(view: StructureView, products: readonly Product[]): Html {
  const link = (product: Product): Html =>
    picturedProduct(product, view.t, false, hrefOf({ ...view, text: product.code }, 1));
  return html`<p class="doubt">${view.t.structures.several}</p>
    <ul class="meant">
      ${products.map((product) => html`<li>${link(product)}</li>`)}
    </ul>`;
}

function hrefOf({ t, text, way, threshold, on }: StructureView, to: number): string {
  return address('/structure', t, {
    s: text,
    mode: way,
    ...(way === 'similarity' && { threshold: String(threshold) }),
    ...(to > 1 && { page: String(to) }),
    ...(on && { on: 'true' }),
  });
}
