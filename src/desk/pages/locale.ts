/** The language that was chosen, where react-admin keeps it, or that of the browser. */
export function currentLocale(): 'zh' | 'en' {
  const kept = localStorage.getItem('RaStore.locale');
  if (kept !== null) return kept.includes('en') ? 'en' : 'zh';
  return navigator.language.startsWith('zh') ? 'zh' : 'en';
}

/** A language as HTML names it. */
export const languageTag = (locale: string): string => (locale === 'en' ? 'en' : 'zh-CN');
