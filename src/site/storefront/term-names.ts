import type { Terms } from '../../catalogue/index.js';
import { TEXTS } from './texts.js';
import type { Language } from './texts.js';
import type { FacetName } from './view.js';

/** What a value of a facet is called on a page. */
export type TermNamer = (facet: FacetName, value: string) => string;

/** What values are called in a language: in English as staff named them, else as products have them. */
export function namedIn(terms: Pick<Terms, 'nameOf'>, lang: Language): TermNamer {
  const states: Record<string, string> = TEXTS[lang].status;
  return (facet, value) =>
    (facet === 'status' ? states[value] : lang === 'en' ? terms.nameOf(facet, value) : undefined) ?? value;
}
