/**
 * Makes text comparable. The indexer writes these forms into the index and the gateway writes queries in them, so
 * that both must use this file. `readable` keeps words apart. `compact` is letters and digits only. `spaceHan`
 * separates Han characters: the engine would split Han text by a dictionary, and a name split one way would not be
 * found by a part that is split another way.
 */
import { dictionary, vocabulary } from './vocabulary.js';

const GREEK = dictionary('greek');
const GREEK_NAME = new RegExp(`\\.(${[...new Set(Object.values(GREEK))].join('|')})\\.`, 'g');

const ENTITIES = dictionary('entities');

/**
 * The form that keeps words. It unifies width, case, dashes, primes, brackets, Greek letters, traditional characters
 * and accents, removes leftovers of HTML and collapses spaces.
 */
export function readable(text: string): string {
  let form = text;
  if (form.includes('&')) form = form.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, entity);
  if (form.includes('<')) form = form.replace(TAG, '');
  if (!PLAIN.test(form)) form = unify(form);
  form = form.toLowerCase();
  if (form.includes('.')) form = form.replace(GREEK_NAME, '$1');
  if (form.includes('"')) form = form.replace(DOUBLE_PRIME, "''");
  return form.replace(UNEVEN, ' ').trim();
}

/** The letters and digits of {@link readable}: the form of exact keys. */
export function compact(text: string): string {
  return lettersOf(readable(text));
}

/** {@link compact} for text that is already {@link readable}. */
export function lettersOf(form: string): string {
  return form.replace(PLAIN.test(form) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '');
}

/** Puts spaces around each Han character of {@link readable} text. */
export function spaceHan(form: string): string {
  return hasHan(form) ? form.replace(HAN, ' $& ').replace(/ {2,}/g, ' ').trim() : form;
}

/** Whether a text has Han characters. */
export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** All pairs of adjacent Han characters in a text, behind `&`: who looks for a name must not meet all that have it as a pair. */
export const pairsOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair]) => `&${pair}`)),
];

/**
 * A Chinese name with each character blanked in turn. Two names that differ in one character share one of these.
 * Empty for names shorter than 3 or longer than 10 characters.
 */
export function oneOff(name: string): string[] {
  if (!/^\p{Script=Han}{3,10}$/u.test(name)) return [];
  const characters = Array.from(name);
  return characters.map((_, at) => characters.with(at, '?').join(''));
}

/** The text, cut to a number of bytes in UTF-8 without splitting a character. */
export function capBytes(text: string, bytes: number): string {
  // A unit of UTF-16 has three bytes at most.
  if (3 * text.length <= bytes || Buffer.byteLength(text) <= bytes) return text;
  // What is left of a character at the end waits for the rest of it.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}

const HAN = /\p{Script=Han}/gu;
/** Text that {@link unify} does not change. */
const PLAIN = /^[\x20-\x7e]*$/;
/** A quotation mark behind a locant. */
const DOUBLE_PRIME = /(?<=\d'?)"(?=[-,\])':])/g;
/** White space other than a single space. */
const UNEVEN = /\s{2,}|[^\S ]/g;
const TAG = /<\/?(?:i|b|em|strong|su[bp]|small|span|font|p|u|sc|br)(?:\s[^<>]*)?\/?>/gi;

function entity(whole: string, name: string): string {
  if (name.startsWith('#')) {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  }
  const key = name.toLowerCase();
  // &alpha; becomes the same as the letter.
  return ENTITIES[key] ?? (Object.values(GREEK).includes(key) ? key : whole);
}

/** Characters used in place of others in chemical names, after NFKC has unified widths and styles. */
const ONE_OF_ALIKE = new Map([
  ...vocabulary('alike').flatMap(([one = '', alike = '']) =>
    Array.from(alike, (each): [string, string] => [each, one]),
  ),
  ...Object.entries(GREEK),
]);
/** These, Greek letters and invisible characters in one expression, as every text of a rebuild passes through it. */
const UNLIKE = new RegExp(
  `[${[...ONE_OF_ALIKE.keys()].map((each) => each + each.toUpperCase()).join('')}\\p{Default_Ignorable_Code_Point}]`,
  'gu',
);
/** Signs of trade marks, of which NFKC would make letters. */
export const SIGNS = /[\u2120\u2122\u00ae\u00a9]/g;

/** Possibly a Latin letter with an accent, as one character or as letter and mark. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]|\p{M}/u;

/** Text in which {@link unify} changes only Han characters. The backtick is excluded, as it is changed. */
const PLAIN_HAN = /^[\x20-\x5f\x61-\x7e\u4e00-\u9fff]*$/;

function unify(text: string): string {
  if (PLAIN_HAN.test(text)) return simplify(text);
  let form = text
    .replace(SIGNS, '')
    .replace(/[\u00b4\u2032]/g, "'")
    .normalize('NFKC')
    .replace(UNLIKE, (character) => ONE_OF_ALIKE.get(character.toLowerCase()) ?? '');
  // ß standing alone is not the German letter but a substitute for beta: ß-carotene.
  if (form.includes('ß')) form = form.replace(/(?<!\p{L})ß(?!\p{L})/gu, 'beta');
  if (/[^\x00-\u024f]/.test(form) && hasHan(form)) form = simplify(form);
  if (!ACCENTED.test(form)) return form;
  // Only for Latin letters: in other scripts a mark may change the letter.
  return form
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC');
}

/** A key reversed, to search ends as beginnings: omeprazole ends with the stem -prazole. */
export const fromEnd = (key: string): string => Array.from(key).reverse().join('');

const simplified = new Map(
  vocabulary('traditional').flatMap(([traditional, simple]) =>
    Array.from(traditional!, (character, at): [string, string] => [character, simple![at]!]),
  ),
);
const ONE_OF_TRADITIONAL = new RegExp(`[${[...simplified.keys()].join('')}]`, 'gu');

/** The text in simplified characters. Its length stays the same. */
export function simplify(text: string): string {
  return text.replace(ONE_OF_TRADITIONAL, (character) => simplified.get(character)!);
}
