import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../platform/index.js';

const FOLDER = join(ROOT, 'src/chemistry/names/data');

/** The names of all tables in `data/`. */
export const tables = (): string[] =>
  readdirSync(FOLDER).flatMap((file) => /^(.+)\.tsv$/.exec(file)?.[1] ?? []);

/** The rows of a table in `data/`, each with its columns. What begins with # tells where it is from. */
export function vocabulary(name: string): string[][] {
  return readFileSync(join(FOLDER, `${name}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

/** A table of two columns, as an object. */
export const dictionary = (name: string): Record<string, string> => Object.fromEntries(vocabulary(name));

/** An expression, what takes the place of what it matches, and {@link wordsIn} it. */
export type Rewriting = readonly [from: RegExp, to: string, words: readonly string[]];

/**
 * A text after these, each of which applies to the result of those before it.
 * @param numbers what takes the place of ⟨2⟩ and the like
 */
export function rewritten(text: string, rules: readonly Rewriting[], numbers?: readonly string[]): string {
  let form = text;
  for (const [from, to, words] of rules) {
    if (!words.some((word) => form.includes(word))) continue; // a tenth of the time that the expression takes
    form = form.replace(from, to);
    if (numbers) form = form.replace(/⟨(\d*)⟩/g, (_, number: string) => numbers[Number(number)] ?? number);
  }
  return form;
}

/** A group without groups in it: whether nothing may match it, what it holds, and how often it is there, where that is told. */
const GROUP = /\((?:\?<?([=!:]))?([^()]*)\)([?*]|\{[\d,]+\})?/g;
const WORD = /[a-z\d ,'-]+(?![?*{])|\p{Script=Han}+(?![?*{])/gu;

/** Runs of characters of which every text has one that an expression matches; an empty one where none is seen. */
export function wordsIn(source: string): string[] {
  const single = source.replace(/\\p\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]/g, '\n');
  let outside = single.replace(/[^)]\{[\d,]+\}/g, '\n');
  while (outside.includes('('))
    outside = outside.replace(GROUP, (_, kind, inner: string, times) =>
      kind === '!' || times || inner.includes('|') ? '\n' : `\n${inner}\n`,
    );
  return outside.split('|').map((each) => each.match(WORD)?.toSorted((a, b) => b.length - a.length)[0] ?? '');
}

/**
 * Tables of words and of regular expressions that are made of them. Each row is of a kind; `%kind%` stands for the rows of that
 * kind that stand above it, of which any may match.
 */
export class Expressions {
  readonly #rows = new Map<string, [source: string, more: string | undefined][]>();

  constructor(...tables: string[]) {
    for (const [kind = '', written = '', more] of tables.flatMap(vocabulary)) {
      const source = written.replace(/%([a-z_]+)%/g, (_, other: string) => this.any(other));
      this.#rows.set(kind, [...(this.#rows.get(kind) ?? []), [source, more]]);
    }
  }

  /** What matches any of a kind, as the source of an expression. */
  any(kind: string): string {
    return `(?:${this.#of(kind)
      .map(([source]) => source)
      .join('|')})`;
  }

  /** The words of a kind, which stand between |. */
  words(kind: string): string[] {
    return this.#of(kind).flatMap(([source]) => source.split('|'));
  }

  /** What matches any of a kind, with the flags in the third column of its first row. */
  one(kind: string): RegExp {
    return new RegExp(this.any(kind), this.#of(kind)[0]![1] ?? 'u');
  }

  /** The expressions of a kind, each with its flags. */
  all(kind: string): RegExp[] {
    return this.#of(kind).map(([source, flags = 'u']) => new RegExp(source, flags));
  }

  /** The words of a kind, with what the third column has for them. */
  table(kind: string): Record<string, string> {
    return Object.fromEntries(this.#of(kind).map(([word, meaning = '']) => [word, meaning]));
  }

  /** The expressions of a kind, with what the third column has in place of all that they match. */
  rewritings(kind: string, flags = 'g'): Rewriting[] {
    return this.#of(kind).map(([source, to = '']) => [new RegExp(source, flags), to, wordsIn(source)]);
  }

  /** @throws where there are none: the name is misspelt */
  #of(kind: string): [source: string, more: string | undefined][] {
    const rows = this.#rows.get(kind);
    if (!rows) throw new Error(`the vocabulary has no ${kind}`);
    return rows;
  }
}
