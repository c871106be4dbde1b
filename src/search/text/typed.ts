import { readable, SIGNS, readFormula } from '../../chemistry/index.js';
import type { FormulaReading } from '../../chemistry/index.js';
import { partsOfList } from './list.js';
import { structureIn } from './structure.js';
import type { TypedStructure } from './structure.js';
import { withoutWishes } from './wishes.js';

/** The longest text that is read, in code points. The rest is cut off. */
const MAX_TEXT = 300;

/** A query as all parts of search receive it, instead of the raw text. */
export interface Typed {
  /**
   * in normal characters (NFKC), with single spaces, items of a list separated by `;`; at most {@link MAX_TEXT} code
   * points
   */
  text: string;
  /** the text without wishes, amounts and grades around the name */
  name: string;
  /** the name, `readable`; of the same maximum length */
  form: string;
  /** the whole text, `readable`, if it is longer than the name */
  whole?: string;
  /** the name read as a formula */
  formula: FormulaReading;
  /** the structure, if the text is a SMILES, InChI or InChIKey */
  structure?: TypedStructure;
  /**
   * the items of a list, which may be lists themselves; not `sure` if only the catalogue can show whether it is a
   * list
   */
  list?: { items: Typed[]; sure: boolean };
}

/** A typed text, or the part of a longer one that is read. Reading it again gives the same. */
export function partRead(given: string): string {
  if (beginning(given) === given) return given;
  const { structure, text } = readTyped(given);
  return structure?.text ?? text;
}

/** Reads a typed text of any length. The time grows linearly with its length. */
export function readTyped(given: string): Typed {
  // Cut before NFKC as well, which can turn one character into 18.
  const plain = tidied(withoutNumbers(given));
  const folded = tidied(beginning(plain).replace(SIGNS, '').normalize('NFKC'));
  const isCut = beginning(plain) !== plain || beginning(folded) !== folded;
  let lines = beginning(folded).trimEnd();
  // A structure is read whole or not at all, as its beginning is another one. The semicolons in it separate layers,
  // not items.
  const structure = structureIn(onOneLine(given.length > MAX_TEXT ? given : lines));
  if (structure) {
    // An InChIKey may be an alias, too.
    const text = structure.kind === 'inchikey' ? structure.text : onOneLine(lines);
    return { ...readPart(text), structure };
  }
  if (isCut) lines = withoutHalf(lines);
  let parts = partsOfList(lines);
  // Rewritten in the one form of a list, so that its text is read as the same list again.
  for (let round = 0; parts?.sure && round < 5; round++) {
    const joined = joinedWhole(parts.texts);
    if (joined === lines) break;
    lines = joined;
    parts = partsOfList(lines);
  }
  const typed = readPart(onOneLine(lines));
  if (!parts) return typed;
  const { texts, sure } = parts;
  const items = texts.map(onOneLine).map(sure ? readItem : readPart);
  return { ...typed, list: { items, sure } };
}

/** An item of a sure list. “aspirin, caffeine; ethanol” has two items before the semicolon. */
function readItem(text: string): Typed {
  const item = readPart(text);
  const parts = partsOfList(text);
  return parts ? { ...item, list: { items: parts.texts.map(readPart), sure: parts.sure } } : item;
}

/** Reads a text that is not a list. */
function readPart(text: string): Typed {
  const name = withoutWishes(text);
  // `&#xd800;` is half a character, which the engine refuses.
  const form = beginning(readable(name)).toWellFormed();
  return {
    text,
    name,
    form,
    ...(name !== text && { whole: beginning(readable(text)).toWellFormed() }),
    formula: readFormula(name),
  };
}

/**
 * A cut text without its last item or word: half of one may be another name. If it is not a list, a star is added: it
 * is searched as a beginning and names nothing.
 */
function withoutHalf(text: string): string {
  const list = partsOfList(text, Infinity);
  const last = list?.texts.at(-1) ?? '';
  const at = last === '' ? text.search(/\s\S*$/) : text.lastIndexOf(last);
  if (last === '' && at === -1) return text;
  const rest = text.slice(0, at === -1 ? text.length - last.length : at).replace(/[\s;,，、|]+$/, '');
  return list?.sure || partsOfList(rest) ? rest : `${rest} *`;
}

/** As many items as fit whole, as one text. */
function joinedWhole([first = '', ...more]: readonly string[]): string {
  let joined = first;
  for (const text of more) {
    const longer = `${joined}; ${text}`;
    if (beginning(longer) !== longer) break;
    joined = longer;
  }
  return joined;
}

/** The first {@link MAX_TEXT} code points of a text. */
export function beginning(text: string): string {
  return text.length <= MAX_TEXT
    ? text
    : Array.from(text.slice(0, 2 * MAX_TEXT))
        .slice(0, MAX_TEXT)
        .join('');
}

/** Trims, and collapses blanks. Line breaks stay. */
const tidied = (text: string): string =>
  text.replace(/\s+/g, (blanks) => (/[\n\r]/.test(blanks) ? '\n' : ' ')).trim();

const CIRCLED = /[\u2460-\u2473]/g;

/** Removes the row numbers of a spreadsheet's first column, and turns circled numbers (①) into plain ones. */
function withoutNumbers(text: string): string {
  const plain = text.replace(CIRCLED, (number) => ` ${number.charCodeAt(0) - 0x245f}. `);
  const lines = plain.trim().split(/[\r\n]+/, MAX_TEXT);
  const first = lines.map((line) => /^\s*(\d{1,4})\t/.exec(line)?.[1]);
  const isColumn = lines.length > 1 && first.every((number, at) => Number(number) === Number(first[0]) + at);
  return isColumn ? lines.map((line) => line.replace(/^\s*\d+\t/, '')).join('\n') : plain;
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
