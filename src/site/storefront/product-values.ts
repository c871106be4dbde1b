import { NO_CAS } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import type { Language } from '../../platform/index.js';
import { Html, html } from './html.js';
import type { Texts } from './texts.js';

// Values of a product as its pages write them.

/** The CAS number of a product; null where it has none. */
export const casNumberOf = ({ cas }: Pick<Product, 'cas'>): string | null => (cas === NO_CAS ? null : cas);

/** The name of a product in a language. */
export const nameOf = (product: Pick<Product, 'name_cn' | 'name_en'>, { lang }: Texts): string =>
  lang === 'zh' ? product.name_cn : (product.name_en ?? product.name_cn);

/** A part of a text, in characters. */
export interface Marked {
  start: number;
  length: number;
}

/**
 * A name as chemists set it: locants of letters, indicated hydrogen (2H-pyran) and stereo descriptors in italics, the mass of an
 * isotope raised, the number of deuterium atoms lowered. With what stands beside them, so that no other letter is taken for one.
 * Its lines end at hyphens and brackets, and in a long word between its groups. @param marks what of it was searched for
 */
export function setName(name: string, marks?: readonly Marked[]): Html {
  const set = [...name.matchAll(SET)].flatMap(({ 0: { length }, index: start, groups = {} }): Span[] => {
    if (groups['italic'] !== undefined) return [{ start, length, tag: 'i' }];
    if (groups['mass'] !== undefined) return [{ start, length, tag: 'sup' }];
    return [
      { start, length: 1, tag: 'i' },
      { start: start + 1, length: length - 1, tag: 'sub' },
    ];
  });
  return spanned(name, set, marks, new Set([...name.matchAll(BREAK)].map(({ index }) => index)));
}

/** A text with what was searched for marked. */
export const marked = (text: string, marks?: readonly Marked[]): Html => spanned(text, [], marks);

interface Span extends Marked {
  tag: 'i' | 'sub' | 'sup' | 'mark';
}

/** @param breaks where a line may end */
function spanned(
  text: string,
  set: readonly Span[],
  marks: readonly Marked[] = [],
  breaks: ReadonlySet<number> = new Set(),
): Html {
  const spans = [...set, ...marks.map((mark): Span => ({ ...mark, tag: 'mark' }))];
  const edges = spans.flatMap(({ start, length }) => [start, start + length]);
  const cuts = [...new Set([0, ...edges, ...breaks, text.length])].sort((a, b) => a - b);
  return html`${cuts.slice(0, -1).map((from, at) => {
    const within = spans.filter(({ start, length }) => start <= from && from < start + length);
    const piece = within.reduce(
      (inner, { tag }) => new Html(`<${tag}>${inner.text}</${tag}>`),
      html`${text.slice(from, cuts[at + 1])}`,
    );
    return html`${breaks.has(from) && html`<wbr />`}${piece}`;
  })}`;
}

const SET =
  /(?<italic>(?<![\p{L}\p{N}'])(?:[NOSPREZnosrez]|tert|sec|cis|trans|rac|meso|ortho|meta|para|o|m|p)(?='*[-,)])|(?<=[(,]\d{1,2}[ab]?)[RSEZrsez](?=[,)])|(?<=(?<![\p{L}\p{N}])\d{1,2}[ab]?)H(?=[-,)]))|(?<=[[-])(?<mass>[23](?=H\d|H\])|1[134](?=C)|15(?=N)|1[78](?=O)|3[235](?=[PS])|1(?:25|31)(?=I))(?=[A-Z]\d*(?:[\]),-]|$))|(?<=-)d(?<deuterium>\d{1,2})(?![\p{L}\p{N}])/gu;

const BREAK =
  /(?<=[\p{L}\p{N})\]}]-)(?=[\p{L}\p{N}([{])|(?<=[)\]}])(?=[\p{L}\p{N}])|(?<=\p{L})(?=[([{])|(?<=[a-z]{5}(?:yl|oxy))(?=[a-z]{6})/gu;

/** Names in the order in which a page of this language gives them: its own first, each with its language. */
export function namesFirstIn({ lang }: Texts, names: readonly string[]): { name: string; lang: Language }[] {
  const marked = names.map((name) => ({ name, lang: isHan(name) ? ('zh' as const) : ('en' as const) }));
  return marked.toSorted((a, b) => Number(a.lang !== lang) - Number(b.lang !== lang));
}

/** The language of a text on an English page, where it is Chinese. */
export const langOf = (text: string, { lang }: Texts): Html | null =>
  lang === 'en' && isHan(text) ? html` lang="zh-CN"` : null;

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** A piece of a formula, and whether it stands below or above the line. */
interface Piece {
  text: string;
  at?: 'sub' | 'sup' | undefined;
}

/**
 * A formula in its pieces: numbers after an element or a bracket below the line, the charge at its end and the mass of an
 * isotope above it; the count of a hydrate is neither.
 */
function formulaPieces(formula: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: text, index, groups = {} } of formula.matchAll(RAISED)) {
    if (index > from) pieces.push({ text: formula.slice(from, index) });
    const { sign } = groups;
    const charge = sign === undefined ? undefined : `${groups['size'] ?? ''}${sign === '-' ? '−' : sign}`;
    pieces.push({ text: charge ?? text, at: groups['count'] === undefined ? 'sup' : 'sub' });
    from = index + text.length;
  }
  if (from < formula.length) pieces.push({ text: formula.slice(from) });
  return pieces;
}

const RAISED =
  /(?<=\[)(?<mass>\d+)(?=[A-Z])|(?<count>(?<=[A-Za-z)\]])\d+(?:\.\d+)?)|(?<=[A-Za-z\d)\]])(?<sign>[+-])(?<size>\d*)$/g;

/** A formula as markup. In a narrow column a line ends before an element or a bracket, never before a number. */
export function formulaOf(formula: string): Html {
  return html`${formulaPieces(formula).map(({ text, at }, i) => {
    if (at === 'sub') return html`<sub>${text}</sub>`;
    if (at === 'sup') return html`<sup>${text}</sup>`;
    return i > 0 && /^[A-Z([·]/.test(text) ? html`<wbr />${text}` : text;
  })}`;
}

/** A formula as plain text with small numbers. */
export const plainFormulaOf = (formula: string): string =>
  formulaPieces(formula)
    .map(({ text, at }) =>
      at === undefined ? text : [...text].map((each) => SMALL[at][each] ?? each).join(''),
    )
    .join('');

const smallDigits = (characters: string): Record<string, string> =>
  Object.fromEntries(Array.from(characters, (each, at) => ['0123456789+−'[at]!, each]));
const SMALL = { sub: smallDigits('₀₁₂₃₄₅₆₇₈₉'), sup: smallDigits('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻') };

/** A molecular weight with two decimals, g/mol. */
export const weightText = (mw: number): string => `${mw.toFixed(2)} g/mol`;
