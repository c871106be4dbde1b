import type { Product } from '../../catalogue/index.js';
import { compact, hasHan, lettersOf } from '../../chemistry/index.js';
import { distance } from '../../platform/index.js';
import type { Typed } from './typed.js';

/** A matched part of a field. Offsets count UTF-16 units, as JavaScript and Java do. */
interface MatchedPart {
  start: number;
  length: number;
  /** the matched text, for clients that count in other units */
  text: string;
}

type Highlight = Partial<Record<HighlightedField, MatchedPart[]>>;

const FIELDS = ['code', 'name_cn', 'name_en', 'synonyms', 'cas', 'formula', 'tags'] as const;
type HighlightedField = (typeof FIELDS)[number];

/** The whole query and the query without wishes, both compact; its words and runs of Han characters, and whether it has any. */
const queryOf = ({ form, whole = form }: Typed) => ({
  keys: [...new Set([whole, form].map(lettersOf))],
  words: [...new Set(form.match(/[\p{L}\p{N}]+/gu) ?? [])].filter((word) => !hasHan(word) && word.length > 1),
  han: hasHan(form),
  runs: [...new Set(form.match(/\p{Script=Han}{2,}/gu) ?? [])],
});
type Query = ReturnType<typeof queryOf>;

/** The time for the highlights of one page, ms, so that no text blocks the event loop for longer. */
const BUDGET_MS = 20;

/** Gives where the query matches in a product; undefined once the page's time is used up. */
export function highlighter(typed: Typed, budgetMs = BUDGET_MS): (product: Product) => Highlight | undefined {
  let spent = 0;
  const query = queryOf(typed);
  return (product) => {
    if (query.keys[0] === '') return {};
    if (spent >= budgetMs) return undefined;
    const from = performance.now();
    const highlight = highlightOf(product, query);
    spent += performance.now() - from;
    return highlight;
  };
}

function highlightOf(product: Product, query: Query): Highlight {
  const highlight: Highlight = {};
  const fields = FIELDS.flatMap((field) => {
    const original = product[field];
    return original === null ? [] : { field, original, mapped: map(original) };
  });
  // A word that appears nowhere as typed was found by correcting a typing error.
  const misspelt = query.words.filter((word) =>
    fields.every(({ mapped }) => wordsAt(mapped, word).length === 0),
  );
  for (const { field, original, mapped } of fields) {
    const matches = matchesIn(mapped, query, misspelt).map(([start, end]) => ({
      start,
      length: end - start,
      text: original.slice(start, end),
    }));
    if (matches.length > 0) highlight[field] = matches;
  }
  return highlight;
}

/**
 * What is mapped as one piece: a run of Latin letters and digits, of Han characters or of separators; and what
 * becomes one character or none in compact form: an entity, a tag, the name of a Greek letter between dots, a
 * character with its marks.
 */
const ATOM =
  /([ ,;:()[\]-]+)(?!\p{M})|(?:[a-z0-9]+|[\u4e00-\u9fff]+)(?!\p{M})|&(?:#x?[0-9a-f]{1,6}|[a-z]{2,8});|<\/?[a-z]{1,6}(?:\s[^<>]*)?\/?>|\.(?=alpha|beta|gamma|delta|omega)|\P{M}\p{M}*|\p{M}/giu;
/** The beginning of an atom whose characters map one to one if its length does not change. */
const RUN = /^[a-z0-9\u4e00-\u9fff]/i;

/** A text in compact form: for each of its characters where in the original it is from, and whether a word begins with it. */
function map(original: string) {
  const mapped = { form: '', from: [] as number[], to: [] as number[], begins: [] as boolean[] };
  let begins = true;
  for (const { 0: atom, 1: between, index } of original.matchAll(ATOM)) {
    const form = between === undefined ? compact(atom) : '';
    if (form === '') {
      begins ||= !atom.startsWith('<');
      continue;
    }
    const han = hasHan(form); // each of these characters is a word
    const isApart = form.length === atom.length && RUN.test(atom);
    for (let at = 0; at < form.length; at++) {
      mapped.from.push(isApart ? index + at : index);
      mapped.to.push(index + (isApart ? at + 1 : atom.length));
      mapped.begins.push(at === 0 ? begins : han && isApart);
    }
    begins = han;
    mapped.form += form;
  }
  return mapped;
}

type Mapped = ReturnType<typeof map>;
type Range = [start: number, end: number];

function matchesIn(mapped: Mapped, { keys, words, han, runs }: Query, misspelt: string[]): Range[] {
  const found: Range[] = [];
  for (const key of keys)
    if (found.length === 0 && (key.length > 1 || han)) found.push(...everywhere(mapped, key, han));
  if (found.length === 0) {
    for (const word of words) found.push(...wordsAt(mapped, word));
    for (const word of misspelt) found.push(...alike(mapped, word));
    for (const run of runs) found.push(...longestPart(mapped, run));
  }
  // The range of the original that gave a range of the compact form.
  return joined(found.map(([from, to]) => [mapped.from[from]!, mapped.to[to - 1]!]));
}

/** All places of a text. @param inside also within words, as for Han characters */
function everywhere(mapped: Mapped, text: string, inside: boolean): Range[] {
  const found: Range[] = [];
  for (let at = mapped.form.indexOf(text); at >= 0; at = mapped.form.indexOf(text, at + 1)) {
    if (inside || mapped.begins[at]) found.push([at, at + text.length]);
  }
  return found;
}

const wordsAt = (mapped: Mapped, word: string): Range[] => everywhere(mapped, word, false);

/** Words that are one typing error away. */
function alike(mapped: Mapped, word: string): Range[] {
  if (word.length < 4 || /\d/.test(word)) return [];
  const words = mapped.begins.flatMap((begins, at) => (begins ? at : []));
  return words
    .map((from, i): Range => [from, words[i + 1] ?? mapped.form.length])
    .filter(([from, to]) => distance(word, mapped.form.slice(from, to), 1) !== undefined);
}

/** All places of the longest part of a run, of at least two characters; of equally long parts the first. */
function longestPart(mapped: Mapped, run: string): Range[] {
  let best = '';
  // Each step either gives up a place of the run or makes `best` longer, so that there are at most twice as many
  // searches as characters.
  for (let at = 0; at + best.length < run.length;) {
    const longer = run.slice(at, at + best.length + 1);
    if (mapped.form.includes(longer)) best = longer;
    else at++;
  }
  return best.length > 1 ? everywhere(mapped, best, true) : [];
}

/** Ranges in order. Those that touch or overlap are merged. */
function joined(ranges: Range[]): Range[] {
  const sorted = ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const out: Range[] = [];
  for (const [start, end] of sorted) {
    const last = out.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}
