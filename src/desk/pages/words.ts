/** A text in both languages: forms of the singular and the plural are parted by `||||`. */
export type Text = [zh: string, en: string];
/** The same as JSON files have it. */
type NamedText = Record<'zh' | 'en', string>;
/** Texts by their names. */
export interface Texts {
  [name: string]: Text | NamedText | Texts;
}
/** The same in one language. */
type Words<T> = T extends Text | NamedText ? string : { [K in keyof T]: Words<T[K]> };

const isNamed = (text: Text | NamedText | Texts): text is NamedText =>
  'zh' in text && typeof text.zh === 'string';

/** Texts in a language. */
export const wordsIn = <T extends Texts>(texts: T, language: 'zh' | 'en'): Words<T> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      isNamed(text)
        ? text[language]
        : Array.isArray(text)
          ? text[language === 'zh' ? 0 : 1]
          : wordsIn(text, language),
    ]),
  ) as Words<T>;

/** Names that the service has in both languages, as texts. */
export const pairs = <K extends string>({
  cn,
  en,
}: Record<'cn' | 'en', Record<K, string>>): Record<K, Text> =>
  Object.fromEntries(Object.keys(cn).map((name) => [name, [cn[name as K], en[name as K]]])) as Record<
    K,
    Text
  >;
