import { compact } from './normalise.js';

/** An impurity as pharmacopoeias name it. */
export interface Impurity {
  /** compact name of the substance it is an impurity of */
  parent: string;
  /** `ep`, `usp`, `bp`, `jp`, `chp`, or empty where none is named */
  book: string;
  /** letter or number under which the book lists it */
  label: string;
}

const BOOKS: [RegExp, string][] = [
  [/(?<![a-z])(?:ep|e\.p\.|ph\.? ?eur\.?|欧洲药典)(?![a-z])/, 'ep'],
  [/(?<![a-z])(?:usp|u\.s\.p\.|美国药典)(?![a-z])/, 'usp'],
  [/(?<![a-z])(?:bp|b\.p\.|英国药典)(?![a-z])/, 'bp'],
  [/(?<![a-z])(?:jp|j\.p\.|日本药典)(?![a-z])/, 'jp'],
  [/(?<![a-z])(?:chp|ch\.p\.|cp|中国药典)(?![a-z])/, 'chp'],
];

const LABEL = String.raw`(?<label>[a-z]{1,2}\d?|\d{1,3}|[ivx]{1,5})`;
const NAMED = new RegExp(
  String.raw`(?<kind>(?<![a-z])(?:related (?:compound|substance|comp\.?)|rel\.? ?comp\.?|rc|impurity|imp\.?)|杂质|有关物质|相关物质|相关化合物)[ .:#-]*${LABEL}(?![a-z0-9])`,
);

/**
 * Reads text (`readable` already) as the name of an impurity: `paracetamol ep impurity k`, `对乙酰氨基酚杂质k`,
 * `usp acetaminophen related compound b rs`. A related compound is the term of the USP.
 */
export function impurityOf(text: string): Impurity | undefined {
  const named = NAMED.exec(text);
  if (!named?.groups) return undefined;
  let rest = `${text.slice(0, named.index)} ${text.slice(named.index + named[0].length)}`;
  let book = '';
  for (const [spelling, name] of BOOKS) {
    if (!spelling.test(rest)) continue;
    rest = rest.replace(spelling, ' ');
    book ||= name;
  }
  const { kind = '', label = '' } = named.groups;
  if (book === '' && /^(?:related c|rel\b|rel\.|rc|相关化合物)/.test(kind)) book = 'usp';
  const parent = compact(
    rest.replace(/\b(?:crs|rs|standard|reference standard|of|for)\b|标准品|对照品|的/g, ' '),
  );
  return parent.length < 2 ? undefined : { parent, book, label };
}

/** The key under which an impurity of that book is indexed; `any` meets those of every book. */
export function impurityKey({ parent, label }: Impurity, book: string): string {
  return `#${parent}#${label}#${book}`;
}
