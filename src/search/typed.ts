import { readFormula } from './formula.js';
import type { FormulaReading } from './formula.js';
import { partsOfList } from './list.js';
import { readable } from './normalise.js';
import { structureIn } from './structure.js';
import type { TypedStructure } from './structure.js';
import { withoutWishes } from './wishes.js';

/** The longest text that is read, in code points: more is cut off. */
const MAX_TEXT = 300;

/** A query as every part of a search gets it, never the text as it came. */
export interface Typed {
  /** in usual characters (NFKC), with single spaces, parts of a list by `;`; at most {@link MAX_TEXT} code points */
  text: string;
  /** the text without wishes, amounts and grades around it */
  name: string;
  /** the name `readable`, and as long at most */
  form: string;
  /** the whole text `readable`, where the name is less */
  whole?: string;
  /** what the name may mean as a formula */
  formula: FormulaReading;
  /** the structure that the text is, as SMILES, InChI or InChIKey */
  structure?: TypedStructure;
  /** the parts of a list, which may be lists themselves; not `sure` where only the catalogue can show whether it is one */
  list?: { items: Typed[]; sure: boolean };
}

/** A typed text, or of a longer one what is read of it: read again it means the same. */
export function partRead(given: string): string {
  if (beginning(given) === given) return given;
  const { structure, text } = readTyped(given);
  return structure?.text ?? text;
}

/** Reads a typed text of any length, in time that grows with its length alone. */
export function readTyped(given: string): Typed {
  // Cut before NFKC too, which makes up to 18 characters of one.
  const plain = tidied(withoutNumbers(given));
  const folded = tidied(beginning(plain).normalize('NFKC'));
  const isCut = beginning(plain) !== plain || beginning(folded) !== folded;
  let lines = beginning(folded).trimEnd();
  // The beginning of a structure is another one: it is read whole, or not at all. Semicolons part its layers, no list.
  const structure = structureIn(onOneLine(given.length > MAX_TEXT ? given : lines));
  if (structure) {
    // Aliases have InChIKeys as well.
    const text = structure.kind === 'inchikey' ? structure.text : onOneLine(lines);
    return { ...readPart(text), structure };
  }
  if (isCut) lines = withoutHalf(lines);
  let parts = partsOfList(lines);
  // A list is written in one way, so that its text is read as the same list.
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

/** An item of a sure list: “aspirin, caffeine; ethanol” has two in front of the semicolon. */
function readItem(text: string): Typed {
  const item = readPart(text);
  const parts = partsOfList(text);
  return parts ? { ...item, list: { items: parts.texts.map(readPart), sure: parts.sure } } : item;
}

/** Reads a text that is no list. */
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
 * A text that was cut, without the part of a list or the word that it ends within: half of one may be another's name. What is no
 * list then has a star: it asks for what begins so, and names nothing.
 */
function withoutHalf(text: string): string {
  const list = partsOfList(text, Infinity);
  const last = list?.texts.at(-1) ?? '';
  const at = last === '' ? text.search(/\s\S*$/) : text.lastIndexOf(last);
  if (last === '' && at === -1) return text;
  const rest = text.slice(0, at === -1 ? text.length - last.length : at).replace(/[\s;,，、|]+$/, '');
  return list?.sure || partsOfList(rest) ? rest : `${rest} *`;
}

/** As many parts of a list as fit whole, as one text. */
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

/** Without blanks around, and with single ones; line breaks stay. */
const tidied = (text: string): string =>
  text.replace(/\s+/g, (blanks) => (/[\n\r]/.test(blanks) ? '\n' : ' ')).trim();

const CIRCLED = /[\u2460-\u2473]/g;

/** Without the numbers of lines that a spreadsheet has in its first column; circled ones (①) as plain ones. */
function withoutNumbers(text: string): string {
  const plain = text.replace(CIRCLED, (number) => ` ${number.charCodeAt(0) - 0x245f}. `);
  const lines = plain.trim().split(/[\r\n]+/, MAX_TEXT);
  const first = lines.map((line) => /^\s*(\d{1,4})\t/.exec(line)?.[1]);
  const isColumn = lines.length > 1 && first.every((number, at) => Number(number) === Number(first[0]) + at);
  return isColumn ? lines.map((line) => line.replace(/^\s*\d+\t/, '')).join('\n') : plain;
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
