import type { Product } from '../../catalogue/index.js';
import { asset } from './assets.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address, page } from './layout.js';
import type { Place } from './layout.js';
import { pictureOf } from './picture.js';
import { namedProduct, stateOf } from './rows.js';
import type { Texts } from './texts.js';

/** What a form of class `fields` asks of who asks, and what sends it. @param more fields of its own */
export function inquiryFields(t: Texts, more?: Html): Html {
  const field = (name: 'name' | 'company' | 'email' | 'phone', rest: Html): Html =>
    html`<label>${t[name]} <input name="${name}" ${rest} /></label>`;
  return html`${field('name', html`required maxlength="100" autocomplete="name"`)}
    ${field('company', html`maxlength="200" autocomplete="organization"`)}
    ${field('email', html`type="email" maxlength="254" autocomplete="email"`)}
    ${field('phone', html`type="tel" maxlength="50" autocomplete="tel"`)} ${more}
    <label class="wide">${t.message} <textarea name="message" maxlength="4000" rows="3"></textarea></label>
    <p class="wide hint">${t.contactHint}</p>
    <p class="wide">
      <button type="submit" data-texts="${JSON.stringify(t.asking)}">${t.send}</button> <output role="status"></output>
    </p>`;
}

/** The page of the basket: its lines come from the browser. @param sent number of the inquiry that a browser without scripts has sent */
export function inquiryPage(place: Place, sent?: number): string {
  const { t } = place;
  const field = (name: 'quantity' | 'unit' | 'purity' | 'note', most: number): Html =>
    html`<label><span class="label hidden">${t[name]}</span> <input data-field="${name}" maxlength="${most}" /></label>`;
  const heads = [t.product, t.stock, `${t.quantity} / ${t.unit}`, t.purity, t.note];
  return page(place, {
    title: t.basket,
    description: t.basketHint,
    path: '/inquiry',
    styles: ['list.css', 'inquiry.css'],
    // Before the page is shown: what the basket holds moves nothing.
    head: html`<script type="module" src="${asset('inquiry.js')}" blocking="render"></script>`,
    main: html`<h1>${t.basket}</h1>
      ${sent !== undefined && html`<section class="sent panel"><h2>${t.asking.sent}${sent}</h2></section>`}
      <noscript><p>${t.needsScript}</p></noscript>
      <p id="basket-empty">${t.basketEmpty} ${t.basketHint} <a href="${address('/', t)}">${t.searchLabel}</a></p>
      <template id="basket-line"
        ><tr>
          <td><span class="picture"></span></td>
          <th scope="row" class="about">
            <span data-shown="product"></span>
            <p data-shown="words">${t.yourWords}<q></q></p>
            <p class="doubt" data-shown="suggested">${t.perhaps}<span></span></p>
          </th>
          <td class="stock"></td>
          <td class="amount">${field('quantity', 100)} ${field('unit', 50)}</td>
          <td class="purity">${field('purity', 50)}</td>
          <td class="note">${field('note', 500)}</td>
          <td><button type="button" class="quiet">✕<span class="hidden">${t.remove}<span data-shown="label"></span></span></button></td></tr
      ></template>
      <form id="basket" hidden data-products="${address('/storefront/basket', t)}">
        <table class="found asked-for">
          <caption class="hidden">${t.basket}</caption>
          <thead>
            <tr>
              <th><span class="hidden">${t.picture}</span></th>
              ${heads.map((head) => html`<th scope="col">${head}</th>`)}
              <th><span class="hidden">${t.remove}</span></th>
            </tr>
          </thead>
          <tbody></tbody>
        </table>
        <section class="contact fields panel">${inquiryFields(t)}</section>
      </form>`,
  });
}

/** Products as lines of the basket show them, each under its number: the basket itself keeps no more. */
export function basketProducts(t: Texts, products: readonly Product[]): Html {
  return html`${products.map(
    (product) =>
      html`<div data-code="${product.code}">
        ${pictureOf(product, t)}
        <span class="product">${namedProduct(product, t)}</span>
        ${stateOf(product, t)}
      </div>`,
  )}`;
}
