import type { Terms } from '../terms/names.js';
import type { TermKind } from '../terms/term.js';
import type { Language } from './texts.js';

/** What a category, series or tag is called in a language: in English as staff named it, else as products have it. */
export function termIn(terms: Terms, lang: Language, kind: TermKind, value: string): string {
  return (lang === 'en' ? terms.nameOf(kind, value) : undefined) ?? value;
}
