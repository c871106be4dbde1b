import type { Product } from '../products/fields.js';
import { Html, html } from './html.js';
import type { Language } from './texts.js';

/** The name of a product in a language. */
export const nameOf = (product: Pick<Product, 'name_cn' | 'name_en'>, lang: Language): string =>
  lang === 'zh' ? product.name_cn : (product.name_en ?? product.name_cn);

/** A formula with numbers after an element or a bracket as subscripts; the count of a hydrate is none. */
export function formulaOf(formula: string): Html {
  return new Html(html`${formula}`.text.replaceAll(/(?<=[A-Za-z)\]])\d+(?:\.\d+)?/g, '<sub>$&</sub>'));
}
