import type { Language, Prose } from '../../platform/index.js';

/** What a text says in a language; without one it says it in both. */
export function said({ en, zh }: Prose, lang?: Language): string {
  const [english, chinese] = [en, zh].map((text) => [text].flat().join('\n')) as [string, string];
  if (lang) return lang === 'en' ? english : chinese;
  if (english === chinese) return english;
  const between = /\n/.test(english + chinese) ? '\n\n' : /[.?!:]$/.test(english) ? ' ' : ' · ';
  return english + between + chinese;
}

/** Texts one after the other, as paragraphs unless another text is given to stand between them. */
export function joined(parts: (Prose | undefined)[], between = '\n\n'): Prose {
  const given = parts.filter((part) => part !== undefined);
  const inOne = (lang: Language): string => given.map((part) => said(part, lang)).join(between);
  return { en: inOne('en'), zh: inOne('zh') };
}

type Node = Record<string, unknown>;

/** A schema may have fields of these names too: they are no texts. */
const isProse = (value: object): value is Prose =>
  'en' in value && 'zh' in value && (typeof value.en === 'string' || Array.isArray(value.en));

/** The groups of calls: their names in Chinese, and in English what they hold. */
type Groups = Record<string, Prose>;

/**
 * The OpenAPI document with its texts, groups and labels of examples in a language, or in both. In one language calls go to where
 * the document came from, by whatever name that is known.
 */
export function documentIn(document: object, groups: Groups, lang?: Language): object {
  const nameOf = (group: string): string => (lang === 'zh' ? said(groups[group]!, 'zh') : group);
  const shown = (value: unknown, name = ''): unknown => {
    if (typeof value !== 'object' || value === null || name === 'example') return value;
    if (name === 'tags') return (value as string[]).map(nameOf);
    if (Array.isArray(value)) return name === 'examples' ? value : value.map((each) => shown(each));
    if (isProse(value)) return said(value, lang);
    if (name === 'examples')
      return Object.fromEntries(
        Object.entries(value as Record<string, { label?: Prose }>).map(([key, { label, ...example }]) => [
          label ? said(label, lang) : key,
          example,
        ]),
      );
    // What a schema names `properties` has names of its own, which may be any of these.
    const inside = name === 'properties' ? () => '' : (key: string) => key;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each, inside(key))]));
  };
  const { servers, ...rest } = shown(document) as Node & { servers: Node[] };
  return {
    ...rest,
    servers: lang ? servers.toReversed() : servers,
    tags: Object.entries(groups).map(([group, about]) => ({
      name: nameOf(group),
      ...(lang !== 'zh' && { description: said(about, lang) }),
    })),
  };
}
