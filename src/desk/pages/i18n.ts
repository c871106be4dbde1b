import polyglotI18nProvider from 'ra-i18n-polyglot';
import { WORDS } from './texts.js';

/** The language that was chosen, where react-admin keeps it, or that of the browser. */
function currentLocale(): 'zh' | 'en' {
  const kept = localStorage.getItem('RaStore.locale') ?? navigator.language;
  return kept.includes('zh') ? 'zh' : 'en';
}

/** A language as HTML names it. */
export const languageTag = (locale: string): string => (locale === 'en' ? 'en' : 'zh-CN');

/** Fills the places of a text: numbers as people read them, but for those of records and pages. */
function filled(this: string, places: RegExp, fill: (place: string, name: string) => unknown): string {
  return this.replace(places, (place, name: string) => {
    const value = fill(place, name);
    const isCount = typeof value === 'number' && name !== 'id' && name !== 'page';
    return isCount ? value.toLocaleString('en') : String(value);
  });
}

/** The texts of the pages, for react-admin. */
export const i18n = polyglotI18nProvider(
  (locale) => WORDS[locale === 'en' ? 'en' : 'zh'],
  currentLocale(),
  [
    { locale: 'zh', name: '中文' },
    { locale: 'en', name: 'English' },
  ],
  { allowMissing: true, replace: filled },
);
