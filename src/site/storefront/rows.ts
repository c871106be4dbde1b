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
import type { Texts } from './texts.js';

/** What the row of a product shows beside it. */
interface Beside {
  /** where the searched text occurs in its fields */
  matches?: Partial<Record<string, Marked[]>>;
  /** the items of a list that was searched */
  items?: readonly ListItem[] | undefined;
  /** how it is what was looked for */
  note?: string;
}

/** Products in rows, with headings where there is room. */
export function productRows(t: Texts, rows: readonly Html[]): Html {
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
  t: Texts,
  { matches = {}, items = [], note }: Beside = {},
): Html {
  const { code, name_en, formula, mw, status } = product;
  const cas = casNumberOf(product);
  const [first, second] =
    t.lang === 'zh' || name_en === null
      ? (['name_cn', 'name_en'] as const)
      : (['name_en', 'name_cn'] as const);
  const other = product[second] !== product[first] ? product[second] : null;
  const otherLang = TEXTS[second === 'name_cn' ? 'zh' : 'en'].htmlLang;
  const askedAs = items.flatMap((item) => (item.code === code ? askedFor(item, t) : []));
  const cell = (name: string, label: string, value: Html | string | null): Html =>
    html`<span class="${name}"
      >${value !== null && html`<span class="label">${label} </span>${value}`}</span
    >`;
  return html`<li class="product">
    <a href="${productAddress(code, t)}">
      ${pictureOf(product, t)}
      <span class="names"
        ><strong${langOf(product[first] ?? '', t)}>${setName(product[first] ?? '', matches[first])}</strong
        >${other !== null && html`<span lang="${otherLang}">${setName(other, matches[second])}</span>`}<span class="code"
          >${marked(code, matches['code'])}${askedAs.length > 0 && ` · ${t.askedAs}${askedAs.join('; ')}`}${note !== undefined && ` · ${note}`}</span
        ></span
      >
      ${cell('cas', 'CAS', cas === null ? null : marked(cas, matches['cas']))}
      ${cell('formula', '', formula === null ? null : formulaOf(formula))}
      ${cell('mw', t.weightShort, mw === null ? null : mw.toFixed(2))}
      <span class="state">${stateOf(product, t)}</span>
    </a>
    ${status !== 'off' && addButton(product, t)}
  </li>`;
}

/** An item of a list, and what is to be said where it does not name the product that it found. */
const askedFor = ({ text, match }: ListItem, t: Texts): string =>
  match === 'exact' ? text : `${text} (${t.bulk.outcome[match]})`;

/** The name of a product as a link, to its page unless to another address, with its numbers. */
export function namedProduct(product: Product, t: Texts, href = productAddress(product.code, t)): Html {
  const cas = casNumberOf(product);
  const name = nameOf(product, t);
  return html`<a href="${href}"${langOf(name, t)}>${setName(name)}</a>
    <small class="code">${product.code}${cas !== null && ` · CAS ${cas}`}</small>`;
}

/** The same with its picture, and whether it is in stock. @param beside what can be done with it */
export const picturedProduct = (product: Product, t: Texts, beside?: Html | false, href?: string): Html =>
  html`<span class="pictured"
    >${pictureOf(product, t)}<span
      >${namedProduct(product, t, href)} <small>${t.status[product.status]}</small></span
    >${beside}</span
  >`;

/** Whether a product is in stock. */
export const stateOf = ({ status }: Pick<Product, 'status'>, t: Texts): Html =>
  html`<span class="badge ${status}">${t.status[status]}</span>`;

/** The button that puts a product into the basket. */
export const addButton = ({ code }: Pick<Product, 'code'>, t: Texts): Html =>
  basketButton(t.add, html`aria-label="${t.add} ${code}" data-code="${code}"`, t);

/** The button that asks for what is not in the catalogue, by its name. */
export const askButton = (name: string, t: Texts): Html =>
  basketButton(filled(t.askFor, { name }), html`data-name="${name}"`, t);

/** @param item attributes for the script: what to put into the basket; it makes the button visible */
const basketButton = (text: string, item: Html, t: Texts): Html =>
  html`<button type="button" class="add" ${item} data-done="${t.added}" data-full="${t.basketFull}">
    ${text}
  </button>`;

/** The way to the pages before and after; nothing where there is one page. @param hrefOf the address of a page */
export function pager(
  t: Texts,
  { page, last }: { page: number; last: number },
  hrefOf: (page: number) => string,
): Html | null {
  if (last <= 1) return null;
  const link = (to: number, text: string, rel: string): Html =>
    html`<a class="button quiet" rel="${rel}" href="${hrefOf(to)}">${text}</a> `;
  return html`<nav class="pager flow" aria-label="${t.pages}">
    ${page > 1 && link(page - 1, t.previous, 'prev')}<span>${page} / ${last}</span>
    ${page < last && link(page + 1, t.next, 'next')}
  </nav>`;
}
