import { filled } from '../../platform/index.js';
import { asset } from './assets.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address, page } from './layout.js';
import type { Place } from './layout.js';
import type { FoundLine, ReadLines } from './list-lines.js';
import { nameOf } from './product-values.js';
import { picturedProduct } from './rows.js';
import type { Texts } from './texts.js';

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
  const { t } = place;
  const { bulk } = t;
  return page(place, {
    title: t.list,
    description: bulk.explain,
    path: '/list',
    styles: ['list.css'],
    head: html`<script type="module" src="${asset('list.js')}"></script>`,
    main: html`<h1>${t.list}</h1>
      <form
        id="list-form"
        class="list"
        action="${address('/list', t)}"
        method="post"
        enctype="multipart/form-data"
        data-lines="${address('/storefront/list', t)}"
        data-inquiry="${address('/inquiry', t)}"
        data-full="${bulk.notAdded}"
        data-searching="${bulk.searching}"
        data-busy="${t.busy}"
        data-failed="${t.failed}"
      >
        <p id="list-hint">${bulk.explain}</p>
        <label for="text">${bulk.label}</label>
        <textarea
          id="text"
          name="text"
          rows="7"
          spellcheck="false"
          autocapitalize="off"
          aria-describedby="list-hint"
          placeholder="${bulk.example}"
        >
${text}</textarea
        >
        <input type="hidden" name="codes" disabled />
        <label for="file">${bulk.file}</label>
        <input id="file" name="file" type="file" accept=".csv,.tsv,.txt,.xlsx,.gz" aria-describedby="file-hint" />
        <p id="file-hint" class="hint">${bulk.fileHint}</p>
        <p class="flow"><button type="submit">${bulk.lookUp}</button> <output role="status"></output></p>
      </form>
      <div id="list">${list && linesTable(t, list)}</div>`,
  });
}

/** The table of a list, with what can be done with it. Its lines are marked for the script by `data-`. */
export function linesTable(t: Texts, { rows, counts, refusal, cut, degraded }: ShownList): Html {
  const { bulk } = t;
  if (refusal) return html`<p class="doubt" role="alert">${bulk.refused[refusal]}</p>`;
  const act = (name: string, text: string): Html =>
    html`<button type="button" class="quiet" data-act="${name}" data-done="${name === 'ask-all' ? t.added : t.copied}">${text}</button>`;
  const all = { ...counts, all: rows.length };
  const chip = (value: keyof typeof all): Html =>
    html`<label class="chip"
        ><input type="radio" name="only" value="${value}" ${value === 'all' && html`checked`} />${bulk[value]}
        <span data-count="${value}">${all[value]}</span></label
      > `;
  return html`<fieldset class="only flow">
      <legend class="hidden">${bulk.show}</legend>
      ${(['all', 'sure', 'check', 'missing'] as const).map(chip)}
      <label class="within">${t.browsing.sort}
        <select name="order">
          ${(['list', 'check', 'product'] as const).map((order) => html`<option value="${order}">${bulk.orders[order]}</option>`)}
        </select></label
      >
      <label class="within"><span class="hidden">${bulk.filter}</span> <input type="search" name="filter" placeholder="${bulk.filter}" /></label>
    </fieldset>
    ${cut && html`<p class="doubt" data-cut>${bulk.cut}</p>`} ${degraded && html`<p class="doubt">${t.degraded}</p>`}
    <p class="acts flow">
      ${act('ask-all', bulk.askForAll)} ${act('copy', bulk.copy)}
      <button type="submit" class="quiet" form="list-form" data-done="${bulk.searching}" formaction="${address('/list.xlsx', t)}">${bulk.download}</button>
      ${act('share', bulk.share)}
    </p>
    <table class="found">
      <caption class="hidden">
        ${bulk.label}
      </caption>
      <thead>
        <tr>
          ${[bulk.line, bulk.asked, t.quantity, t.product, bulk.sureness].map((head) => html`<th scope="col">${head}</th>`)}
          <th scope="col" class="acts"><span class="hidden">${bulk.change}</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <template><input aria-label="${bulk.asked}" maxlength="500" />${act('keep', bulk.save)} ${act('leave', bulk.cancel)}</template>`;
}

/** A line of the table. @param line its number, from 1 */
export function lineRow(t: Texts, found: FoundLine, line: number): Html {
  const { bulk } = t;
  const { text, outcome, product, others, conflict, didYouMean, quantity } = found;
  const act = (name: string, label: string, code?: string): Html =>
    html`<button type="button" class="quiet" data-act="${name}" data-code="${code}" data-done="${t.added}" aria-describedby="asked-${line}">${label}</button>`;
  return html`<tr
    class="${outcome}"
    data-text="${text}"
    data-code="${product?.code}"
    data-name="${product && nameOf(product, t)}"
    data-cas="${product?.cas}"
    data-chosen="${outcome === 'chosen' && product?.code}"
    data-quantity="${quantity}"
    data-count="${COUNTED[outcome]}"
  >
    <th scope="row">${line}</th>
    <td class="asked" id="asked-${line}">${text}</td>
    <td>${quantity !== undefined && html`<span class="alone">${t.quantity}</span> ${quantity}`}</td>
    <td>
      ${product && picturedProduct(product, t, COUNTED[outcome] === 'check' && act('choose', bulk.choose, product.code))}
      ${conflict.length > 0 && html`<p class="doubt">${bulk.conflict}${conflict.map((fact) => bulk.facts[fact]).join(t.lang === 'zh' ? '、' : ', ')}</p>`}
      ${didYouMean.length > 0 && html`<p>${bulk.didYouMean}${didYouMean.map((cas) => html`<a class="chip" href="${address('/', t, { q: cas })}">${cas}</a> `)}</p>`}
      ${
        others.length > 0 &&
        html`<details>
          <summary>${filled(bulk.others, { n: others.length })}</summary>
          <ul>
            ${others.map((other) => html`<li>${picturedProduct(other, t, act('choose', bulk.choose, other.code))}</li>`)}
          </ul>
        </details>`
      }
    </td>
    <td class="sureness">${bulk.outcome[outcome]}</td>
    <td class="acts">
      ${outcome === 'none' && act('ask', t.add)} ${act('edit', bulk.edit)} ${act('remove', t.remove)}
    </td>
  </tr> `;
}
