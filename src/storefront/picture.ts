import type { Product } from '../products/fields.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { nameOf } from './product-texts.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** The small copy of an image of this site; images of other sites have none. */
export function small(url: string): string {
  return url.startsWith('/media/') ? `${url}?w=96` : url;
}

/** The picture of a product in a row of a list: its image, or else a tile with its formula. */
export function pictureOf(product: Product, lang: Language): Html {
  const { structure_url: image, formula } = product;
  if (image !== null) {
    const alt = TEXTS[lang].structureOf(nameOf(product, lang));
    return html`<span class="picture"
      ><img src="${small(image)}" alt="${alt}" width="96" height="96" loading="lazy"
    /></span>`;
  }
  return html`<span class="picture tile" aria-hidden="true">${formula !== null && withSmallNumbers(formula)}</span>`;
}

/** A formula as plain text with small numbers: the tile repeats what stands beside it, and is no text to read. */
const withSmallNumbers = (formula: string): string =>
  formula.replaceAll(/(?<=[A-Za-z)\]])\d+/g, (digits) =>
    [...digits].map((digit) => String.fromCodePoint(0x2080 + Number(digit))).join(''),
  );
