import type { Product } from '../products/fields.js';
import { compact, hasHan, readable } from './normalise.js';

/** A matched part of a field. Offsets count UTF-16 units of the field's text, as JavaScript and Java do. */
export interface Match {
  start: number;
  length: number;
  /** the part itself, for those who count otherwise */
  text: string;
}

export type Highlight = Partial<Record<HighlightedField, Match[]>>;

const FIELDS = ['code', 'name_cn', 'name_en', 'synonyms', 'cas', 'formula', 'tags'] as const;
type HighlightedField = (typeof FIELDS)[number];

/** A text in compact form, with the place in the original that each character comes from. */
interface Mapped {
  form: string;
  /** per character of `form`: where its source begins and ends */
  starts: number[];
  ends: number[];
  /** per character: whether a word begins here */
  opens: boolean[];
}

interface Query {
  /** the whole query, compact */
  key: string;
  words: string[];
  /** runs of Han characters */
  runs: string[];
}

/** What of a query to look for in products; made once a search. */
export function highlighter(text: string): (product: Product) => Highlight {
  const form = readable(text);
  const query: Query = {
    key: compact(form),
    words: [...new Set(form.match(/[\p{L}\p{N}]+/gu) ?? [])].filter(
      (word) => !hasHan(word) && word.length > 1,
    ),
    runs: form.match(/\p{Script=Han}+/gu) ?? [],
  };
  return (product) => {
    const highlight: Highlight = {};
    if (query.key === '') return highlight;
    const fields = FIELDS.flatMap((field) => {
      const original = product[field];
      return original === null ? [] : { field, original, mapped: map(original) };
    });
    // A word that stands nowhere as it was typed was found by its likeness.
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
  };
}

/** What may stand for one character or none: an entity, a tag, a Greek letter's name between dots, a character. */
const ATOM =
  /&(?:#x?[0-9a-f]{1,6}|[a-z]{2,8});|<\/?[a-z]{1,6}(?:\s[^<>]*)?\/?>|\.(?=alpha|beta|gamma|delta|omega)|\P{M}\p{M}*|\p{M}/giu;

const ASCII = /^[a-z0-9]$/i;

function map(original: string): Mapped {
  const mapped: Mapped = { form: '', starts: [], ends: [], opens: [] };
  let opens = true;
  for (const atom of original.matchAll(ATOM)) {
    const form = ASCII.test(atom[0]) ? atom[0].toLowerCase() : compact(atom[0]);
    // Between letters and digits a word ends too, as it does at every Han character.
    for (const [at, character] of Array.from(form).entries()) {
      for (let unit = 0; unit < character.length; unit++) {
        mapped.starts.push(atom.index);
        mapped.ends.push(atom.index + atom[0].length);
        mapped.opens.push(unit === 0 && at === 0 && opens);
      }
    }
    mapped.form += form;
    opens = form === '' ? !atom[0].startsWith('<') || opens : hasHan(form);
  }
  return mapped;
}

type Range = [start: number, end: number];

function matchesIn(mapped: Mapped, { key, words, runs }: Query, misspelt: string[]): Range[] {
  const found: Range[] = [];
  if (key.length > 1 || runs.length > 0) found.push(...everywhere(mapped, key, runs.length > 0));
  if (found.length === 0) {
    for (const word of words) found.push(...wordsAt(mapped, word));
    for (const word of misspelt) found.push(...alike(mapped, word));
    for (const run of runs) found.push(...longestPart(mapped, run));
  }
  return joined(found.map(([from, to]) => [mapped.starts[from]!, mapped.ends[to - 1]!]));
}

/** Where a text stands: anywhere for Han, else only where a word begins. */
function everywhere(mapped: Mapped, text: string, inside: boolean): Range[] {
  const found: Range[] = [];
  for (let at = mapped.form.indexOf(text); at >= 0; at = mapped.form.indexOf(text, at + 1)) {
    if (inside || mapped.opens[at]) found.push([at, at + text.length]);
  }
  return found;
}

const wordsAt = (mapped: Mapped, word: string): Range[] => everywhere(mapped, word, false);

/** Words that are one typing error away (two from 8 letters on). */
function alike(mapped: Mapped, word: string): Range[] {
  const allowed = word.length < 4 || /\d/.test(word) ? 0 : word.length < 8 ? 1 : 2;
  if (allowed === 0) return [];
  const found: Range[] = [];
  for (let from = 0; from < mapped.form.length;) {
    let to = from + 1;
    while (to < mapped.form.length && !mapped.opens[to]) to++;
    if (
      Math.abs(to - from - word.length) <= allowed &&
      distance(word, mapped.form.slice(from, to)) <= allowed
    )
      found.push([from, to]);
    from = to;
  }
  return found;
}

/** Edits between two words: a letter more, less, another, or two exchanged. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** The longest part of a run, of two characters at least, wherever it stands. */
function longestPart(mapped: Mapped, run: string): Range[] {
  for (let length = run.length; length >= 2; length--) {
    for (let from = 0; from + length <= run.length; from++) {
      const found = everywhere(mapped, run.slice(from, from + length), true);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** Ranges in order, those that touch or overlap made one. */
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
