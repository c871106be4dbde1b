import type { Request } from 'express';
import { STATUS_NAMES } from '../../catalogue/index.js';
import { filled, wordsIn } from '../../platform/index.js';
import type { Language } from '../../platform/index.js';
import texts from './texts.json' with { type: 'json' };

export type { Language } from '../../platform/index.js';

/** The language of the URL, else the browser's preferred one. */
export function languageOf(req: Request, asked: Language | undefined): Language {
  return asked ?? (req.acceptsLanguages('zh', 'en') === 'en' ? 'en' : 'zh');
}

/** A whole number with its thousands apart. */
export const numberIn = (lang: Language, number: number): string =>
  number.toLocaleString(lang === 'zh' ? 'zh-CN' : 'en');

/** How many products there are, in words. */
export const productsIn = (lang: Language, count: number): string =>
  filled(TEXTS[lang].results, { n: numberIn(lang, count) });

/** The texts of the public pages. */
export const TEXTS = {
  zh: { ...wordsIn(texts, 'zh'), status: STATUS_NAMES.cn },
  en: { ...wordsIn(texts, 'en'), status: STATUS_NAMES.en },
};
/** The same with those of the page of lists, and of the page of structures, which come before. */
export const BULK_TEXTS = {
  zh: { ...TEXTS.zh, ...TEXTS.zh.bulk },
  en: { ...TEXTS.en, ...TEXTS.en.bulk },
};
export const STRUCTURE_TEXTS = {
  zh: { ...TEXTS.zh, ...TEXTS.zh.structures },
  en: { ...TEXTS.en, ...TEXTS.en.structures },
};
