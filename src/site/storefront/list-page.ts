import type { Product } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import { asset } from './assets.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address, page } from './layout.js';
import type { Place } from './layout.js';
import type { FoundLine, ReadLines } from './list-lines.js';
import { pictureOf } from './picture.js';
import { nameOf } from './product-values.js';
import { namedProduct } from './rows.js';
import { BULK_TEXTS, TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** What the page shows below its form. `rows` are written by {@link lineRow}. */
export interface ShownList extends Pick<ReadLines, 'refusal'> {
  /** there are more lines than were looked up */
  cut: boolean;
  rows: readonly Html[];
  counts: Record<'sure' | 'check' | 'missing', number>;
  degraded: boolean;
}

/** As what an outcome is counted; a heading is none. */
export const COUNTED: Record<FoundLine['outcome'], keyof ShownList['counts'] | undefined> = {
  exact: 'sure',
  chosen: 'sure',
  partial: 'check',
  similar: 'check',
  none: 'missing',
  heading: undefined,
};

/** The page of lists, complete without a script. @param text of the form */
export function listPage(place: Place, text: string, list?: ShownList): string {
  const { lang } = place;
  const t = BULK_TEXTS[lang];
  return page(place, {
    title: t.list,
    description: t.explain,
    path: '/list',
    styles: ['list.css'],
    head: html`<script type="module" src="${asset('list.js')}"></script>`,
    main: html`<h1>${t.list}</h1>
      <form
        id="list-form"
        class="list"
        action="${address('/list', lang)}"
        method="post"
        enctype="multipart/form-data"
        data-lines="${address('/storefront/list', lang)}"
        data-inquiry="${address('/inquiry', lang)}"
        data-full="${t.notAdded}"
        data-searching="${t.searching}"
        data-busy="${t.busy}"
        data-failed="${t.failed}"
      >
        <p id="list-hint">${t.explain}</p>
        <label for="text">${t.label}</label>
        <textarea
          id="text"
          name="text"
          rows="7"
          spellcheck="false"
          autocapitalize="off"
          aria-describedby="list-hint"
          placeholder="${t.example}"
        >
${text}</textarea
        >
        <input type="hidden" name="codes" disabled />
        <label for="file">${t.file}</label>
        <input id="file" name="file" type="file" accept=".csv,.tsv,.txt,.xlsx,.gz" aria-describedby="file-hint" />
        <p id="file-hint" class="hint">${t.fileHint}</p>
        <p class="flow"><button type="submit">${t.lookUp}</button> <output role="status"></output></p>
      </form>
      <div id="list">${list && linesTable(lang, list)}</div>`,
  });
}

/** The table of a list, with what can be done with it. Its lines are marked for the script by `data-`. */
export function linesTable(lang: Language, { rows, counts, refusal, cut, degraded }: ShownList): Html {
  const t = BULK_TEXTS[lang];
  if (refusal) return html`<p class="doubt" role="alert">${t.refused[refusal]}</p>`;
  const act = (name: string, text: string): Html =>
    html`<button type="button" class="act" data-act="${name}" data-done="${name === 'ask-all' ? t.added : t.copied}">${text}</button>`;
  const all = { ...counts, all: rows.length };
  const chip = (value: keyof typeof all): Html =>
    html`<label class="chip"
        ><input type="radio" name="only" value="${value}" ${value === 'all' && html`checked`} />${t[value]}
        <span data-count="${value}">${all[value]}</span></label
      > `;
  return html`<fieldset class="only flow">
      <legend class="hidden">${t.show}</legend>
      ${(['all', 'sure', 'check', 'missing'] as const).map(chip)}
      <label class="within">${t.order}
        <select name="order">
          ${(['list', 'check', 'product'] as const).map((order) => html`<option value="${order}">${t.orders[order]}</option>`)}
        </select></label
      >
      <label class="within"><span class="hidden">${t.filter}</span> <input type="search" name="filter" placeholder="${t.filter}" /></label>
    </fieldset>
    ${cut && html`<p class="doubt" data-cut>${t.cut}</p>`} ${degraded && html`<p class="doubt">${t.degraded}</p>`}
    <p class="acts flow">
      ${act('ask-all', t.askForAll)} ${act('copy', t.copy)}
      <button type="submit" class="act" form="list-form" formaction="${address('/list.xlsx', lang)}">${t.download}</button>
      ${act('share', t.share)}
    </p>
    <table class="found">
      <caption class="hidden">
        ${t.label}
      </caption>
      <thead>
        <tr>
          ${[t.line, t.asked, t.quantity, t.product, t.sureness].map((head) => html`<th scope="col">${head}</th>`)}
          <th scope="col" class="acts"><span class="hidden">${t.change}</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <template><input aria-label="${t.asked}" maxlength="500" />${act('keep', t.save)}${act('leave', t.cancel)}</template>`;
}

/** A line of the table. @param line its number, from 1 */
export function lineRow(lang: Language, found: FoundLine, line: number): Html {
  const t = BULK_TEXTS[lang];
  const { text, outcome, product, others, conflict, didYouMean, quantity } = found;
  const act = (name: string, label: string, code?: string): Html =>
    html`<button type="button" class="act" data-act="${name}" data-code="${code}" data-done="${t.added}" aria-describedby="asked-${line}">${label}</button>`;
  const name = product && nameOf(product, lang);
  return html`<tr
    class="${outcome}"
    data-text="${text}"
    data-code="${product?.code}"
    data-name="${name}"
    data-cas="${product?.cas}"
    data-chosen="${outcome === 'chosen' && product?.code}"
    data-quantity="${quantity}"
    data-count="${COUNTED[outcome]}"
  >
    <th scope="row">${line}</th>
    <td class="asked" id="asked-${line}">${text}</td>
    <td>${quantity !== undefined && html`<span class="alone">${t.quantity}</span> ${quantity}`}</td>
    <td>
      ${product && productOf(product, lang, COUNTED[outcome] === 'check' && act('choose', t.choose, product.code))}
      ${conflict.length > 0 && html`<p class="doubt">${t.conflict}${conflict.map((fact) => t.facts[fact]).join(', ')}</p>`}
      ${didYouMean.length > 0 && html`<p>${t.didYouMean}${didYouMean.map((cas) => html`<a class="chip" href="${address('/', lang, { q: cas })}">${cas}</a> `)}</p>`}
      ${
        others.length > 0 &&
        html`<details>
          <summary>${filled(t.others, { n: others.length })}</summary>
          <ul>
            ${others.map((other) => html`<li>${productOf(other, lang, act('choose', t.choose, other.code))}</li>`)}
          </ul>
        </details>`
      }
    </td>
    <td class="sureness">${t.outcome[outcome]}</td>
    <td class="acts">
      ${outcome === 'none' && act('ask', t.add)} ${act('edit', t.edit)} ${act('remove', t.remove)}
    </td>
  </tr> `;
}

function productOf(product: Product, lang: Language, choose: Html | false): Html {
  return html`<span class="pictured"
    >${pictureOf(product, lang)}<span
      >${namedProduct(product, lang)} <small>${TEXTS[lang].status[product.status]}</small></span
    >${choose}</span
  >`;
}
