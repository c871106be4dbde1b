import { isDrawing } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import type { Product } from '../../catalogue/index.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { nameOf, plainFormulaOf } from './product-values.js';
import type { Texts } from './texts.js';

// Where a drawing that is made from the structure comes in: after the product's own image, before the tile.

type Pictured = Pick<Product, 'name_cn' | 'name_en' | 'structure_url' | 'formula'>;

/** The small copy of an image of this site, and of a drawing its largest part; images of other sites have none. */
function small(url: string): string {
  if (isDrawing(url)) return `${url}&part=largest`;
  return url.startsWith('/media/') ? `${url}?w=96` : url;
}

/** The picture of a product in a row of a list: its image, or else a tile with its formula. */
export function pictureOf(product: Pictured, t: Texts): Html {
  const { structure_url: image, formula } = product;
  if (image !== null)
    return html`<span class="picture">${imageOf(product, t, small(image), 96, html`loading="lazy"`)}</span>`;
  // The tile repeats the text beside it, so it is not read out.
  return html`<span class="picture tile" aria-hidden="true">${tileText(formula)}</span>`;
}

function imageOf(product: Pictured, t: Texts, src: string, size: number, rest?: Html): Html {
  const alt = filled(t.structureOf, { name: nameOf(product, t) });
  return html`<img src="${src}" alt="${alt}" width="${size}" height="${size}" ${rest} />`;
}

/** The large picture of a product on its page: its image, and the whole of it over the page, or else a tile. */
export function figureOf(product: Pictured, t: Texts): Html {
  const { structure_url: image, formula } = product;
  if (image !== null)
    return html`<div class="picture figure">
        ${imageOf(product, t, image, 320)}
        <button type="button" class="quiet" popovertarget="enlarged">${t.details.enlarge}</button>
      </div>
      <dialog class="enlarged" id="enlarged" popover aria-label="${nameOf(product, t)}">
        <div class="picture">${imageOf(product, t, image, 640, html`loading="lazy"`)}</div>
        <button type="button" class="quiet" popovertarget="enlarged" popovertargetaction="hide">${t.close}</button>
      </dialog>`;
  const says = `${formula === null ? '' : `${t.formula} ${formula}. `}${t.details.noPicture}`;
  return html`<div class="picture figure tile" role="img" aria-label="${says}">
    ${tileText(formula)}
  </div>`;
}

/** A formula that breaks between its elements alone. */
function tileText(formula: string | null): Html {
  if (formula === null) return EMPTY;
  const elements = plainFormulaOf(formula).split(/(?=[A-Z([·])/);
  return html`<span>${elements.map((element) => html`${element}<wbr />`)}</span>`;
}

/** No structure is known: an empty frame, which is no substance. */
const EMPTY = html`<svg viewBox="0 0 100 100" width="120" height="120" fill="none" stroke="currentColor">
  <rect x="18" y="18" width="64" height="64" rx="6" stroke-width="3" stroke-dasharray="8 7" />
  <path d="M38 50H62" stroke-width="3" />
</svg>`;
