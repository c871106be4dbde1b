/** The languages in which the service speaks to people. */
export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in each language, with places as `{name}`. Forms of the singular and the plural are parted by ` |||| `. */
export type Text = Record<Language, string>;
/** Texts by their ids, as JSON files have them: one that lacks a language does not compile. */
export interface Texts {
  [id: string]: Text | Texts;
}
/** The same in one language. */
type Words<T> = T extends Text ? string : { [Id in keyof T]: Words<T[Id]> };

const isText = (text: Text | Texts): text is Text => typeof text['zh'] === 'string';

/** Texts in a language. */
export const wordsIn = <T extends Texts>(texts: T, lang: Language): Words<T> =>
  Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [id, isText(text) ? text[lang] : wordsIn(text, lang)]),
  ) as Words<T>;

/** A text with its places filled by what has their names; where it has two forms, the first is of one `n`. */
export function filled(text: string, places: Record<string, string | number>): string {
  const [one, many = one] = text.split(' |||| ');
  const form = String(places['n']) === '1' ? one : many;
  return form!.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(places[name] ?? place));
}
