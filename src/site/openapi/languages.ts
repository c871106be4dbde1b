import { INTRODUCTION } from './texts.js';

export type Language = 'en' | 'zh';

/** Where one language may end and the other begin: ` · `, ` / `, the end of a sentence or of a part of one. */
const BORDER = /( [·/] |(?<=[.!?:;)”"。：；）])\s+|(?<=[。！？）]))/;

/** A Chinese text may name things in Latin letters; an English one may show a Chinese value. Undefined: neither. */
function languageOfText(text: string): Language | undefined {
  const han = (text.match(/\p{Script=Han}/gu) ?? []).length;
  const latin = (text.match(/[A-Za-z]/g) ?? []).length;
  if (han === 0 && latin === 0) return undefined;
  return han > 0 && han * 4 >= latin ? 'zh' : 'en';
}

/** One line in one language; empty where it is in the other one. */
function lineIn(line: string, lang: Language): string {
  const [, bullet, rest] = /^((?:- |\d+\. )(?:`[^`]*`: )?|)([^]*)$/.exec(line)!;
  const codes: string[] = [];
  const parts = rest!.replaceAll(/`[^`]*`/g, (code) => `\0${codes.push(code) - 1}\0`).split(BORDER);
  const languages = parts.map((part, at) =>
    // After a dot stands the other language, however short it is.
    parts[at - 1] === ' · ' && /\p{Script=Han}/u.test(part)
      ? 'zh'
      : at % 2 === 0
        ? languageOfText(part)
        : undefined,
  );
  let current = languages.find((each) => each !== undefined);
  if (current === undefined) return line;
  let said = '';
  for (let at = 0; at < parts.length; at += 2) {
    const before = current;
    current = languages[at] ?? current;
    if (current !== lang) continue;
    said += (current === before ? (parts[at - 1] ?? '') : ' ') + parts[at]!;
  }
  return said && bullet! + said.trim().replaceAll(/\0(\d+)\0/g, (_, at) => codes[Number(at)]!);
}

/**
 * What a text of the OpenAPI document says in one language. There the English and the Chinese stand beside each other:
 * `English · 中文`, `English. 中文。`, or as paragraphs.
 * @returns the whole text where it is not there in this language
 */
export function inLanguage(text: string, lang: Language): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) =>
    paragraph
      .split('\n')
      .map((line) => lineIn(line, lang))
      .filter((line) => line !== '')
      .join('\n'),
  );
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n') || text;
}

type Node = Record<string, unknown>;

/**
 * A copy of the OpenAPI document with its texts, groups and names of examples in one language alone. Calls go to where it came from,
 * by whatever name that is known.
 */
export function documentIn(document: object, lang: Language): object {
  const { tags, info, servers } = document as {
    tags: { name: string; description: string }[];
    info: Node;
    servers: Node[];
  };
  const names = new Map(
    tags.map(({ name, description }) => [name, lang === 'en' ? name : inLanguage(description, lang)]),
  );
  const translated = (value: unknown, name = ''): unknown => {
    if (name === 'examples' && !Array.isArray(value))
      return Object.fromEntries(
        Object.entries(value as Node).map(([label, each]) => [inLanguage(label, lang), each]),
      );
    if (name === 'example' || name === 'examples') return value;
    if (name === 'tags') return (value as string[]).map((tag) => names.get(tag) ?? tag);
    if (typeof value === 'string')
      return name === 'description' || name === 'summary' ? inLanguage(value, lang) : value;
    if (Array.isArray(value)) return value.map((each) => translated(each));
    if (typeof value !== 'object' || value === null) return value;
    // What a schema names `properties` has names of its own, which may be any of these.
    const inside = name === 'properties' ? () => '' : (key: string) => key;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, translated(each, inside(key))]),
    );
  };
  return {
    ...(translated({ ...document, tags: [], info: {}, servers: servers.toReversed() }) as Node),
    tags: tags.map(({ name, description }) => ({
      name: names.get(name),
      ...(lang === 'en' && { description: inLanguage(description, lang) }),
    })),
    info: { ...info, description: INTRODUCTION[lang] },
  };
}
