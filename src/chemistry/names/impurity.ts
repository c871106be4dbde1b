import { chineseSaltOf, parentsOf, saltForm } from './salts.js';
import { capBytes, hasHan, lettersOf } from './normalise.js';
import { Expressions } from './vocabulary.js';

/** How pharmacopoeias are written, and their names in keys. */
const BOOKS = new Expressions('books').rewritings('book', '');

const KIND = String.raw`(?<![a-z])(?:related (?:compound|substance|comp\.?)|rel\.? ?comp\.?|rc|impurity|imp\.?)(?![a-z]{2})|杂质|有关物质|相关物质|相关化合物`;
const NAMED = new RegExp(
  String.raw`(?<kind>${KIND})[ .:#([-]*(?<label>[a-z]{1,2}\d?|\d{1,3}|[ivx]{1,5})(?![a-z0-9])`,
);
/** Whether a `readable` text is about impurities. */
export const isAboutImpurity = (text: string): boolean => ABOUT.test(text);
const ABOUT = /\bimp(?:urit|\b)|\brelated\b|杂质|有关物质|相关物质/;

const FILLING = /\b(?:crs|rs|reference standard|standard|of|for|the)\b|标准品|对照品|的|[()[\]]/g;

/**
 * Reads a `readable` text as the name of an impurity: `paracetamol ep impurity k`, `对乙酰氨基酚杂质k`, `usp acetaminophen
 * related compound b rs`. “Related compound” without a book is the USP's term.
 * @returns what it is an impurity of, `readable`; the book (`ep`, `usp`, `bp`, `jp`, `chp`), if the text names one; the letter or
 *   number in the book, and the salt of the impurity
 */
export function impurityOf(text: string) {
  const named = NAMED.exec(text);
  if (!named?.groups) return undefined;
  const { kind = '', label = '' } = named.groups;
  const behind = text.slice(named.index + named[0].length).trim();
  const salt = saltBehind(behind);
  let rest = `${text.slice(0, named.index)} ${salt === '' ? behind : ''}`;
  let book: string | undefined;
  for (const [spelling, name] of BOOKS) {
    if (!spelling.test(rest)) continue;
    rest = rest.replace(spelling, ' ');
    book ??= name;
  }
  if (/^(?:related c|rel|rc|相关化合物)/.test(kind) && kind !== 'related substance') book ??= 'usp';
  const parent = rest
    .replace(FILLING, ' ')
    .replace(/^[\s,;:-]+|[\s,;:-]+$/g, '')
    .replace(/\s+/g, ' ');
  return lettersOf(parent).length < 2
    ? undefined
    : { parent, book, label: [label, salt].filter(Boolean).join(' ') };
}

/** The salt or hydrate of the impurity itself, which follows the label. One before the label belongs to the parent. */
function saltBehind(text: string): string {
  if (text === '' || text.length > LONGEST_SALT) return '';
  if (hasHan(text))
    return chineseSaltOf(saltForm(`甲乙${text}`))?.acid ?? (/水合?物$/.test(text) ? text : '');
  const form = saltForm(`x ${text.replace(/[()]/g, '')}`);
  return parentsOf(form).at(-1) === 'x' ? form.slice(2) : '';
}
const LONGEST_SALT = 40;

/** The book that the tags name, if it is only one. */
export function bookOf(tags: readonly string[]): string | undefined {
  const books = new Set(
    tags.map((tag) => tag.toLowerCase()).filter((tag) => BOOKS.some(([, book]) => book === tag)),
  );
  return books.size === 1 ? [...books][0] : undefined;
}

/** The names under which impurities of a substance are searched: its own, and those of what it is a salt of. */
export function parentKeys(parent: string): string[] {
  return [parent, ...parentsOf(saltForm(parent))].map(lettersOf).filter(Boolean);
}

/**
 * The keys under which an impurity is indexed and searched, one for each name of its parent. A letter means different
 * substances in different books, so that keys of two books never match.
 * @param parents from {@link parentKeys}
 * @param book `unnamed` if the text names none; `any` for every book
 */
export function impurityKeys(label: string, parents: readonly string[], book: string): string[] {
  return [...new Set(parents)].map((parent) => `#${capBytes(parent, 300)}#${label}#${book}`);
}
