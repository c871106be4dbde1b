import { WORDS } from '../../src/desk/pages/texts.js';

export const OFFICE_LANGUAGES = ['zh-CN', 'en-GB'] as const;
export type OfficeLanguage = (typeof OFFICE_LANGUAGES)[number];

/**
 * The languages in which somebody works at a page: one, and both in the long form of the tests. What a page looks like
 * is seen in both always (narrow.test.ts).
 */
export const workedIn = (language: OfficeLanguage): readonly OfficeLanguage[] =>
  (process.env['FULL'] ?? process.env['LONG_FORM']) ? OFFICE_LANGUAGES : [language];

/** The texts of the pages in a language: the one under a path, with its values filled in. */
export function wordsOf(language: OfficeLanguage) {
  return (path: string, values: Record<string, string | number> = {}): string => {
    const locale = language === 'en-GB' ? 'en' : 'zh';
    let text: unknown = WORDS[locale];
    for (const part of path.split('.')) text = (text as Record<string, unknown>)[part];
    if (typeof text !== 'string') throw new Error(`there is no text ${path}`);
    const forms = text.split(' |||| ');
    const form = (values['smart_count'] === 1 || language === 'zh-CN' ? forms[0] : forms.at(-1))!;
    return form.replaceAll(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
}
