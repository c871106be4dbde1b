import { isDrawing } from '../../catalogue/index.js';
import { filled } from '../../platform/index.js';
import type { Product } from '../../catalogue/index.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { nameOf, plainFormulaOf } from './product-values.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';

// Where a drawing that is made from the structure comes in: after the product's own image, before the tile.

type Pictured = Pick<Product, 'name_cn' | 'name_en' | 'structure_url' | 'formula'>;

/** The small copy of an image of this site, and of a drawing its largest part; images of other sites have none. Null where there is no image. */
export function small(url: string | null): string | null {
  if (url === null) return null;
  if (isDrawing(url)) return `${url}&part=largest`;
  return url.startsWith('/media/') ? `${url}?w=96` : url;
}

/** The picture of a product in a row of a list: its image, or else a tile with its formula. */
export function pictureOf(product: Pictured, lang: Language): Html {
  const { structure_url: image, formula } = product;
  if (image !== null)
    return html`<span class="picture">${imageOf(product, lang, small(image), 96, html`loading="lazy"`)}</span>`;
  // The tile repeats the text beside it, so it is not read out.
  return html`<span class="picture tile" aria-hidden="true">${formula === null ? EMPTY : tileText(formula)}</span>`;
}

function imageOf(product: Pictured, lang: Language, src: string | null, size: number, rest?: Html): Html {
  const alt = filled(TEXTS[lang].structureOf, { name: nameOf(product, lang) });
  return html`<img src="${src}" alt="${alt}" width="${size}" height="${size}" ${rest} />`;
}

/** The large picture of a product on its page: its image, and the whole of it over the page, or else a tile. */
export function figureOf(product: Pictured, lang: Language): Html {
  const { structure_url: image, formula } = product;
  const t = TEXTS[lang].details;
  if (image !== null)
    return html`<div class="picture figure">
        ${imageOf(product, lang, image, 320)}
        <button type="button" class="quiet" popovertarget="enlarged">${t.enlarge}</button>
      </div>
      <dialog class="enlarged" id="enlarged" popover aria-label="${nameOf(product, lang)}">
        <div class="picture">${imageOf(product, lang, image, 640, html`loading="lazy"`)}</div>
        <button type="button" class="quiet" popovertarget="enlarged" popovertargetaction="hide">${TEXTS[lang].close}</button>
      </dialog>`;
  if (formula === null)
    return html`<div class="picture figure tile" role="img" aria-label="${t.noPicture}">${EMPTY}</div>`;
  const size = formula.length > 14 ? 'long' : formula.length > 8 ? 'medium' : 'short';
  return html`<div
    class="picture figure tile ${size}"
    role="img"
    aria-label="${TEXTS[lang].formula} ${formula}. ${t.noPicture}"
  >
    <span class="formula">${tileText(formula)}</span>
  </div>`;
}

/** A formula that breaks between its elements alone. */
const tileText = (formula: string): Html[] =>
  plainFormulaOf(formula)
    .split(/(?=[A-Z([·])/)
    .map((element) => html`${element}<wbr />`);

/** No structure is known: an empty frame, which is no substance. */
const EMPTY = html`<svg viewBox="0 0 100 100" width="120" height="120" fill="none" stroke="currentColor">
  <rect x="18" y="18" width="64" height="64" rx="6" stroke-width="3" stroke-dasharray="8 7" />
  <path d="M38 50H62" stroke-width="3" />
</svg>`;
