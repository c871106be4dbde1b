import { casWithin } from './cas.js';
import { readable, symbolOfElement } from '../../chemistry/index.js';
import { isAmountOrGrade, isOnlyWish } from './wishes.js';

/** The most items of a list that are searched. */
export const MOST_ITEMS = 25;

/**
 * Reads a text as a list of names and numbers, separated by lines, semicolons, numbering, commas or “and”, or
 * consisting of numbers alone. Commas within a name separate nothing: `2,4-dinitrophenol`, `Benzoic acid,
 * 2-hydroxy-`.
 * @param text with its line breaks
 * @param most items to return
 * @returns undefined if it is no list; `sure`: the separators prove it. Otherwise it is one only if the parts name products and the
 *   whole text does not
 */
export function partsOfList(text: string, most = MOST_ITEMS) {
  const lines = text.replace(CHINESE_COMMA, '$1$2,');
  const numbered = lines.includes('\n') ? undefined : byNumbering(lines);
  const [first = '', ...more] = tidied(splitOutside(lines.replace(NUMBERED_LINE, '$1'), BREAK));
  const strong = numbered ?? [first, ...more];
  if (strong.length > 1) return { texts: strong.flatMap(numbersAlone).slice(0, most), sure: true };
  const numbers = identifiersOf(first);
  if (numbers.length > 1) return { texts: numbers.slice(0, most), sure: true };
  // “Acetone, AR, 500 ml” is one item, and AR is not argon.
  const weak = tidied(splitOutside(first, COMMA)).filter((part) => !isAmountOrGrade(part));
  if (weak.length < 2 || weak.some((part) => OF_ONE_NAME.test(part)) || isSalt(weak)) return undefined;
  return { texts: weak.slice(0, most), sure: false };
}

/** What follows a comma within one name: an inverted name with a dash, a salt, an ester, a polymer, a Greek letter. */
const OF_ONE_NAME =
  /-(?:$|\s)|^(?:alpha|beta|gamma|delta|omega)(?:$|-)|\b(?:salt|ester|compd|compound with|(?:co|homo)?polymers?|reaction products?)\b|聚合物|^(?:mono|di|tri|hemi|sesqui)?(?:hydro(?:chlor|brom)ide|hydrate|sul(?:f|ph)ate|phosphate|nitrate|mesylate|tosylate|besylate|maleate|fumarate|tartrate|citrate|succinate|oxalate|lactate|picrate|perchlorate|acetate|formate|propi?onate|propanoate|butyrate|butanoate|isobutyrate|valerate|benzoate|palmitate|stearate|oleate|laurate|(?:(?:n|\d+)-)?oxide|metho(?:chlor|brom|iod)ide)$/i;

/** Whether two parts are a salt in inverted form: “naproxen, sodium”, but not “zinc, sodium”. */
const isSalt = ([name = '', cation = '', ...more]: readonly string[]): boolean =>
  more.length === 0 && CATION.test(cation) && symbolOfElement(readable(name)) === undefined;
const CATION = /^(?:di|tri)?(?:sodium|potassium|calcium|magnesium|lithium|zinc|ammonium)$/i;

/**
 * Separators that prove a list. A semicolon may also end an HTML entity, and `
 * a` means α in some names.
 */
const BREAK = /(?:[\n；、]|\|(?![a-z]-)|(?<!&#?[a-z0-9]{1,8});)+/iy;
const COMMA =
  /,\s+|，\s*|(?<=\p{Script=Han}),|,(?=\p{Script=Han})|(?<=[a-z]{3}),(?=[a-z]{3})|(?<=[a-z]{4}|\p{Script=Han}{2})\/(?=[a-z]{4}|\p{Script=Han}{2})|\s+(?:and|or|plus|&|\+|\/)\s+|\s*(?:以及|和|与|及)\s*(?=[\p{Script=Han}\s])/iuy;

const BLANKS = /[^\S\n]+/y;

/** A Chinese comma between two locants, which separates nothing: 2、4-二氯苯酚, N、N-二甲基甲酰胺. */
const CHINESE_COMMA =
  /(?<![\d-])(\d{1,2}['′]*)、(?=\d{1,2}['′]*[-、,])|(?<![a-z])([nos]['′]*)、(?=[nos]['′]*-)/gi;

/** A number in front of a line, such as `1、`. Elsewhere this comma separates items. */
const NUMBERED_LINE = /(^|\n)\d{1,2}、\s?(?=[^\d\n])/g;

/** Splits at separators outside of brackets. If the brackets do not match, they are ignored. */
function splitOutside(text: string, separator: RegExp): string[] {
  const paired = (text.match(/[([{]/g)?.length ?? 0) === (text.match(/[)\]}]/g)?.length ?? 0);
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length;) {
    const character = text[at]!;
    if (paired && '([{'.includes(character)) depth++;
    if (paired && ')]}'.includes(character)) depth--;
    separator.lastIndex = at;
    const found = depth === 0 ? separator.exec(text)?.[0] : undefined;
    if (found === undefined) {
      // Skips the whole run of blanks: trying a separator from each of them would take quadratic time.
      BLANKS.lastIndex = at;
      at += BLANKS.exec(text)?.[0].length ?? 1;
      continue;
    }
    parts.push(text.slice(from, at));
    at += found.length;
    from = at;
  }
  return [...parts, text.slice(from)];
}

/** Numbers and bullets in front of a line. “(8)-Gingerol” and “(2)H2O” begin with part of a name instead. */
export const LIST_MARK =
  /^(?:[-*•·–▪●]\s+|(?!\(\d{1,4}\)[hdcno](?![a-z]))\(?\d{1,4}\)(?!-)\s*|\[\d{1,3}\]\s+|[a-z]\)\s+|(?:序号 ?)?\d{1,4}[.、]\s+|(?:序号 ?)?\d{1,4}[.、](?=\p{Script=Han}|[a-z]{3}))+/iu;

const isItem = (part: string): boolean => /[\p{L}\p{N}]/u.test(part) && !isOnlyWish(part);

function tidied(parts: string[]): string[] {
  return parts.map((part) => part.trim().replace(LIST_MARK, '')).filter(isItem);
}

/** The parts of a numbered text, if its numbers are consecutive: `1. aspirin 2. caffeine`, `1、阿司匹林2、咖啡因`. */
function byNumbering(text: string): string[] | undefined {
  const marks = [...text.matchAll(NUMBERING)];
  const begins = /^\(?1/.test(text);
  const ordered = marks.every(({ 1: number }, at) => Number(number) === at + (begins ? 1 : 2));
  // A single number may be a locant.
  const isSure = marks.length > 1 || /[.)]\s+$/.test(marks[0]?.[0] ?? '');
  if (marks.length === 0 || !ordered || !isSure) return undefined;
  const first = text.slice(0, marks[0]!.index);
  return tidied([
    first,
    ...marks.map(({ 0: mark, index }, at) => text.slice(index + mark.length, marks[at + 1]?.index)),
  ]);
}
const NUMBERING = /(?:^|\s|(?<=\p{Script=Han}))\(?(\d{1,2})(?:[.)]\s+|、\s*(?!\d)|\.(?=\p{Script=Han}))/gu;

const CODE = /^[a-z]{2,10}(?:[-_./][a-z0-9]{1,12}){0,4}[-_./]?\d{2,}$/i;

/** The words that look like product numbers. */
export function codesWithin(text: string): string[] {
  return text.split(/[\s,;:()]+/).filter((word) => CODE.test(word));
}

/** Two whole product numbers with the same prefix and a slash between them. */
const TWO_CODES = /^([a-z]{2,10}[-_.]?)\d{3,12}\/\1\d{3,12}$/i;

const CAS = /^\d{2,7}-\d{2}-\d$/;

/** The numbers in a part that has several of one kind. A product number with a CAS number beside it means one product. */
function numbersAlone(part: string): string[] {
  const words = part.split(/[\s,，]+/).filter(Boolean);
  if (words.every((word) => CAS.test(word))) return words;
  const codes = part.split(/[,，]/).map((word) => word.trim());
  return codes.every((word) => CODE.test(word)) ? codes : [part];
}

/** What separates a CAS number from a text beside it. */
const BESIDE_CAS =
  /(?<=\d-\d{2}-\d[)）]?\s?)(?:[,，]|and\s|[和与及])|(?:[,，]|\sand|[和与及])(?=\s?\d{2,7}-\d{2}-\d(?!\d))/iu;

/**
 * The numbers of a text that has nothing else, or the CAS numbers among its words and the texts between them. As many texts as
 * numbers are their names.
 */
function identifiersOf(text: string): string[] {
  const words = text
    .split(/[\s,，]+/)
    .flatMap((word) => (TWO_CODES.test(word) ? word.split('/') : word))
    .filter(Boolean);
  const all = words.every((word) => CODE.test(word) || CAS.test(word));
  if (all) return words;
  const parts = tidied(text.split(BESIDE_CAS)).filter(
    (part) => !/^\d{1,3}$|^\d+\.\d+$/.test(part) && !isAmountOrGrade(part),
  );
  const named = parts.filter((part) => !/\d-\d{2}-\d/.test(part)).length;
  if (named * 2 >= parts.length) return casWithin(text);
  const found = parts.flatMap((part) => (casWithin(part).length > 0 ? casWithin(part) : part));
  return [...new Set(found)];
}
