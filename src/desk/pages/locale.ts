export type Locale = 'zh' | 'en';

/** Where react-admin keeps the language that was chosen. */
const KEPT = 'RaStore.locale';

/** The language that was chosen, or that of the browser. */
export function currentLocale(): Locale {
  const kept = localStorage.getItem(KEPT);
  if (kept !== null) return kept.includes('en') ? 'en' : 'zh';
  return navigator.language.startsWith('zh') ? 'zh' : 'en';
}

/** Keeps the language that was chosen. */
export function keepLocale(locale: Locale): void {
  localStorage.setItem(KEPT, JSON.stringify(locale));
}

/** A language as HTML names it. */
export const languageTag = (locale: string): string => (locale === 'en' ? 'en' : 'zh-CN');

/** Tells the browser and screen readers the language of the document. */
export function setPageLanguage(locale: string): void {
  document.documentElement.lang = languageTag(locale);
}
