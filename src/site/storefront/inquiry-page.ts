import { asset } from './assets.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { address, page } from './layout.js';
import type { Place } from './layout.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** The fields of who asks, in a form of class `inquiry` or `fields`. */
export function contactFields(lang: Language): Html {
  const t = TEXTS[lang];
  const field = (name: string, label: string, rest: Html): Html =>
    html`<label>${label} <input name="${name}" ${rest} /></label>`;
  return html`<span hidden data-faults="${JSON.stringify(t.faults)}"></span>
    ${field('name', t.name, html`required maxlength="100" autocomplete="name"`)}
    ${field('company', t.company, html`maxlength="200" autocomplete="organization"`)}
    ${field('email', t.email, html`type="email" maxlength="254" autocomplete="email"`)}
    ${field('phone', t.phone, html`type="tel" maxlength="50" autocomplete="tel"`)}`;
}

/** The page of the basket: its lines come from the browser. @param sent number of the inquiry that a browser without scripts has sent */
export function inquiryPage(place: Place, sent?: number): string {
  const { lang } = place;
  const t = TEXTS[lang];
  const field = (name: string, label: string, most: number): Html =>
    html`<label>${label} <input data-field="${name}" maxlength="${most}" /></label>`;
  return page(place, {
    title: t.basket,
    description: t.basketHint,
    path: '/inquiry',
    styles: ['inquiry.css'],
    head: html`<script type="module" src="${asset('inquiry.js')}"></script>`,
    main: html`<h1>${t.basket}</h1>
      ${sent !== undefined && html`<section class="sent"><h2>${t.sent}${sent}</h2></section>`}
      <noscript><p>${t.needsScript}</p></noscript>
      <p id="basket-empty">${t.basketEmpty} ${t.basketHint} <a href="${address('/', lang)}">${t.searchLabel}</a></p>
      <template id="basket-line"
        ><li>
          <fieldset class="fields">
            <legend><a></a></legend>
            <span class="picture"><img alt="" width="96" height="96" /></span>
            <p class="wide" data-shown="words">${t.yourWords}<q></q></p>
            <p class="wide doubt" data-shown="suggested">${t.perhaps}<a></a></p>
            ${field('quantity', t.quantity, 100)} ${field('unit', t.unit, 50)} ${field('purity', t.purity, 50)}
            ${field('note', t.note, 500)}
            <p class="wide">
              <button type="button" class="act">${t.remove}<span class="hidden"></span></button>
            </p>
          </fieldset></li
      ></template>
      <form id="basket" data-sent="${t.sent}" data-not-sent="${t.notSent}">
        <ol class="lines-asked"></ol>
        <div class="fields">
          ${contactFields(lang)}
          <label class="wide">${t.message} <textarea name="message" maxlength="4000" rows="3"></textarea></label>
          <p class="wide hint">${t.contactHint}</p>
          <p class="wide"><button type="submit" disabled>${t.send}</button> <output role="status"></output></p>
        </div>
      </form>`,
  });
}
