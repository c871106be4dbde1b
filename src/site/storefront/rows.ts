import type { Product } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import type { ListItem } from '../../search/index.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { productAddress } from './layout.js';
import { pictureOf } from './picture.js';
import { casNumberOf, formulaOf, langOf, marked, nameOf, setName } from './product-values.js';
import type { Marked } from './product-values.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** What the row of a product shows beside it. */
interface Beside {
  /** where the searched text occurs in its fields */
  matches?: Partial<Record<string, Marked[]>>;
  /** the items of a list that was searched */
  items?: readonly ListItem[];
  /** how it is what was looked for */
  note?: string;
}

/** Products in rows, with headings where there is room. */
export function productRows(lang: Language, rows: readonly Html[]): Html {
  const t = TEXTS[lang];
  return html`<div class="heads" aria-hidden="true">
      <span></span><span>${t.product}</span><span>CAS</span><span>${t.formula}</span><span>${t.weightShort}</span
      ><span>${t.stock}</span>
    </div>
    <ul class="products panel">
      ${rows}
    </ul>`;
}

/** The row of a product. */
export function productRow(
  product: Product,
  lang: Language,
  { matches = {}, items = [], note }: Beside = {},
): Html {
  const t = TEXTS[lang];
  const { code, name_en, formula, mw, status } = product;
  const cas = casNumberOf(product);
  const [first, second] =
    lang === 'zh' || name_en === null ? (['name_cn', 'name_en'] as const) : (['name_en', 'name_cn'] as const);
  const other = product[second] !== product[first] ? product[second] : null;
  const otherLang = TEXTS[second === 'name_cn' ? 'zh' : 'en'].htmlLang;
  const askedAs = items.flatMap((item) => (item.code === code ? askedFor(item, lang) : []));
  const cell = (name: string, label: string, value: Html | string | null): Html =>
    html`<span class="${name}"
      >${value !== null && html`<span class="label">${label} </span>${value}`}</span
    >`;
  return html`<li class="product">
    <a href="${productAddress(code, lang)}">
      ${pictureOf(product, lang)}
      <span class="names"
        ><strong${langOf(product[first] ?? '', lang)}>${setName(product[first] ?? '', matches[first])}</strong
        >${other !== null && html`<span lang="${otherLang}">${setName(other, matches[second])}</span>`}<span class="code"
          >${marked(code, matches['code'])}${askedAs.length > 0 && ` · ${t.askedAs}${askedAs.join('; ')}`}${note !== undefined && ` · ${note}`}</span
        ></span
      >
      ${cell('cas', 'CAS', cas === null ? null : marked(cas, matches['cas']))}
      ${cell('formula', '', formula === null ? null : formulaOf(formula))}
      ${cell('mw', t.weightShort, mw === null ? null : mw.toFixed(2))}
      <span class="state">${stateOf(product, lang)}</span>
    </a>
    ${status !== 'off' && addButton(product, lang)}
  </li>`;
}

/** An item of a list, and what is to be said where it does not name the product that it found. */
const askedFor = ({ text, match }: ListItem, lang: Language): string =>
  match === 'exact' ? text : `${text} (${TEXTS[lang].bulk.outcome[match]})`;

/** The name of a product as a link to its page, with its numbers. */
export function namedProduct(product: Product, lang: Language): Html {
  const { code } = product;
  const cas = casNumberOf(product);
  const name = nameOf(product, lang);
  return html`<a href="${productAddress(code, lang)}"${langOf(name, lang)}>${setName(name)}</a>
    <small class="code">${code}${cas !== null && ` · CAS ${cas}`}</small>`;
}

/** Whether a product is in stock. */
export const stateOf = ({ status }: Pick<Product, 'status'>, lang: Language): Html =>
  html`<span class="badge ${status}">${TEXTS[lang].status[status]}</span>`;

/** The button that puts a product into the basket. */
export function addButton({ code }: Pick<Product, 'code'>, lang: Language): Html {
  const { add } = TEXTS[lang];
  return basketButton(add, html`aria-label="${add} ${code}" data-code="${code}"`, lang);
}

/** The button that asks for what is not in the catalogue, by its name. */
export const askButton = (name: string, lang: Language): Html =>
  basketButton(filled(TEXTS[lang].askFor, { name }), html`data-name="${name}"`, lang);

/** @param item attributes for the script: what to put into the basket; it makes the button visible */
function basketButton(text: string, item: Html, lang: Language): Html {
  const t = TEXTS[lang];
  return html`<button type="button" class="add" ${item} data-done="${t.added}" data-full="${t.basketFull}">
    ${text}
  </button>`;
}
