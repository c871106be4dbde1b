import type { Request } from 'express';
import { STATUS_NAMES } from '../../catalogue/index.js';
import type { TermKind, Terms } from '../../catalogue/index.js';
import { filled, LANGUAGES, parametersOf, wordsIn } from '../../platform/index.js';
import type { Language } from '../../platform/index.js';
import texts from './texts.json' with { type: 'json' };

/** The language that `?lang=` names. */
export function languageNamed(url: string): Language | undefined {
  const named = parametersOf(url).get('lang');
  return LANGUAGES.find((known) => known === named);
}

/** The language of the URL, else the browser's preferred one. */
export function languageOf(req: Request, asked: Language | undefined): Language {
  return asked ?? (req.acceptsLanguages('zh', 'en') === 'en' ? 'en' : 'zh');
}

/** The texts of the public pages in a language, which they name. */
const textsIn = (lang: Language) => ({
  ...wordsIn(texts, lang),
  lang,
  status: STATUS_NAMES[lang === 'zh' ? 'cn' : 'en'],
});
export const TEXTS = { zh: textsIn('zh'), en: textsIn('en') };
export type Texts = ReturnType<typeof textsIn>;

/** A whole number with its thousands apart. */
export const numberIn = ({ htmlLang }: Texts, number: number): string => number.toLocaleString(htmlLang);

/** How many products there are, in words. */
export const productsIn = (t: Texts, count: number): string => filled(t.results, { n: numberIn(t, count) });

/** What a value of a facet is called on a page. */
export type TermNamer = (facet: TermKind | 'status', value: string) => string;

/** What values are called in a language: in English as staff named them, else as products have them. */
export function namedIn(terms: Pick<Terms, 'nameOf'>, { lang, status }: Texts): TermNamer {
  const states: Record<string, string> = status;
  return (facet, value) =>
    (facet === 'status' ? states[value] : lang === 'en' ? terms.nameOf(facet, value) : undefined) ?? value;
}
