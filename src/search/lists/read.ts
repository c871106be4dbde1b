import { isSpreadsheetError, saysNothing } from '../../platform/index.js';
import { readCas } from '../text/cas.js';
import { DASHES, impurityOf, readable, readFormula, SIGNS } from '../../chemistry/index.js';
import { codesWithin, LIST_MARK } from '../text/list.js';
import { amountIn, together } from '../text/amounts.js';
import { isLabel } from '../text/match.js';
import { meaningOf } from '../text/plan.js';
import { structureIn } from '../text/structure.js';
import type { TypedStructure } from '../text/structure.js';
import { readTyped } from '../text/typed.js';
import type { Typed } from '../text/typed.js';
import { isHeading } from './headings.js';

/** The fields by which a caller may identify a product. */
export const GIVEN = [
  'code',
  'cas',
  'name',
  'smiles',
  'inchi',
  'inchikey',
  'formula',
  'quantity',
  'note',
] as const;
type GivenIdentifier = Partial<Record<(typeof GIVEN)[number], string>>;

/** What a caller gives to identify a product: a text, or separate fields. */
export type Identifier = string | GivenIdentifier;

/** What a text is claimed to be. `text`: nothing is claimed, it may be any of the others. */
export type Fact = 'code' | 'cas' | 'structure' | 'name' | 'text';

export interface Ask {
  fact: Fact;
  /** as it is searched */
  typed: Typed;
  /** as it stands in the identifier */
  given: string;
  /** its column: of the texts of one column, only those that say most are judged */
  column: number;
  /** the name without the product number beside it: it counts only if that number is known */
  besideCode?: boolean;
}

/** What was read from an identifier. */
export interface Facts {
  /** the whole text, as it may be a product number even if it reads as something else */
  whole?: string;
  /** the most reliable first */
  asks: Ask[];
  formula?: string;
  quantity?: string;
  note?: string;
  /** the line is a heading */
  heading?: true;
  /** something was cut off, which may have named another substance */
  isCut?: boolean;
}

/** The most texts that are searched for one identifier. */
const MOST_ASKS = 6;
/** The most columns of a line that are read, without blank ones: each takes time. */
const MOST_CELLS = 24;
const SURENESS: readonly Fact[] = ['code', 'cas', 'structure', 'text', 'name'];

/** Reads an identifier. The time grows linearly with its length. */
export function readIdentifier(identifier: Identifier): Facts {
  const facts = typeof identifier === 'string' ? readLine(identifier) : readGiven(identifier);
  const asks = SURENESS.flatMap((fact) => eachOnce(facts.asks.filter((ask) => ask.fact === fact)));
  const [first, left] = [asks[0], asks[MOST_ASKS]];
  // Names left out beside a number do no harm: they are mostly makers, grades and buyers in further columns.
  const isCut = left !== undefined && (isName(first!) || !isName(left));
  return { ...facts, asks: asks.slice(0, MOST_ASKS), isCut: facts.isCut || isCut };
}

const isName = ({ fact }: Ask): boolean => fact === 'text' || fact === 'name';

/** Removes repeats. Numbers and structures are compared across columns, names and other texts within a column. */
function eachOnce(asks: readonly Ask[]): Ask[] {
  const keyOf = ({ fact, column, typed }: Ask): string =>
    `${fact === 'cas' || fact === 'structure' ? '' : column} ${meaningOf(typed)}`;
  const known = new Map<string, Ask>();
  for (const ask of asks) if (!known.has(keyOf(ask))) known.set(keyOf(ask), ask);
  return [...known.values()];
}

function readGiven({ code, cas, name, formula, quantity, note, ...drawn }: GivenIdentifier): Facts {
  const line: Facts = name === undefined ? { asks: [] } : readLine(name);
  const inCas = readLine(cas ?? '');
  const numbers = inCas.asks.filter(({ typed }) => readCas(typed.form));
  // Text beside a CAS number counts: “58-08-2 d9”. Without a number it only says that none is known.
  const beside = numbers.length === 0 ? [] : inCas.asks.filter((ask) => !numbers.includes(ask));
  const structures = Object.entries(drawn).flatMap(([key, text]) =>
    isBlank(text) ? [] : structureGiven(key, text.trim()),
  );
  return {
    asks: [
      // A column of its own, so that this number takes nothing out of the name.
      ...(isBlank(code) ? [] : [{ ...asked('code', code), column: -1 }]),
      ...numbers.map((ask): Ask => ({ ...ask, fact: 'cas' })),
      ...structures,
      ...beside.map((ask): Ask => (isName(ask) ? { ...ask, fact: 'name', column: -2 } : ask)),
      ...line.asks.map((ask): Ask => (ask.fact === 'text' ? { ...ask, fact: 'name' } : ask)),
    ],
    isCut: line.isCut || inCas.isCut,
    formula: isBlank(formula) ? line.formula : formula.trim(),
    quantity: isBlank(quantity) ? line.quantity : quantity.trim(),
    note,
  };
}

const isBlank = (text: string | undefined): text is undefined => text === undefined || isNothing(text.trim());

const isNothing = (text: string): boolean => text === '' || saysNothing(text) || isSpreadsheetError(text);

/** Longer lines are cut. Checked after NFKC, which can turn one character into 18. */
const LONGEST_LINE = 1_000;
/** What separates columns. The semicolons between the parts of an InChI do not. */
const COLUMNS = /\t+|[|；]|(?<!&#?[a-z0-9]{1,8}|InChI=1S\/[!-~]*);| {3,}/i;
const DOTS = /(?:…|\.\.\.)\s*$/;
const CIRCLED = /^[\u2460-\u2473\u2776-\u277f]\s*/;

/** Reads a line of a list: one text, or several columns about one product. */
function readLine(text: string): Facts {
  const plain = text.replace(CIRCLED, '').replace(SIGNS, '').normalize('NFKC').replace(DASHES, '-');
  const isLong = plain.length > LONGEST_LINE;
  const line = (isLong ? beginning(plain) : plain).trim().replace(LIST_MARK, '');
  // Dots at the end of a line show that it was cut before.
  const isCut = isLong || DOTS.test(text);
  if (!/[\p{L}\p{N}]/u.test(line)) return { asks: [], isCut };
  if (isHeading(line)) return { asks: [], heading: true };
  const cells = line
    .split(COLUMNS)
    .map((cell) => cell.replace(/^[\s"']+|[\s"']+$/g, ''))
    .filter((cell) => /[\p{L}\p{N}]/u.test(cell) && !isNothing(cell));
  // The row numbers of a spreadsheet.
  const [first = '', ...more] = cells;
  const columns = more.length > 0 && /^\d{1,4}$/.test(first) ? more : cells;
  const read = columns.slice(0, MOST_CELLS).map((cell) => readCell(cell, columns.length === 1));
  const formulas = read.flatMap((cell) => cell.formula ?? []);
  const found = read.flatMap(({ asks }, column) => asks.map((ask) => ({ ...ask, column })));
  // One formula and nothing else is searched. Two formulas are two substances, and neither is.
  if (found.length === 0 && formulas.length === 1) found.push(asked('text', formulas[0]!));
  return {
    whole: text.trim(),
    asks: impurityNamed(found),
    quantity: together(quantitiesOf(columns, read).slice(0, MOST_AMOUNTS)),
    formula: formulas[0],
    isCut: isCut || columns.length > MOST_CELLS,
  };
}

/** What the columns ask for. A small number behind all others says how many. */
function quantitiesOf(columns: readonly string[], read: readonly Facts[]): string[] {
  const amounts = read.flatMap(({ quantity }) => quantity ?? []);
  const last = columns.at(-1)!;
  const isCount = COUNT.test(last) && (columns.length === 2 || (columns.length > 2 && amounts.length > 0));
  return isCount ? [...amounts.slice(0, MOST_AMOUNTS - 1), last] : amounts;
}
/** Larger ones are prices, purities and weights. */
const COUNT = /^(?:[1-9]|[1-4]\d|50)$/;
const MOST_AMOUNTS = 2;

/** The beginning of a long line. It ends before the cell or the word that was cut: half a name may be another name. */
function beginning(line: string): string {
  const start = line.slice(0, LONGEST_LINE);
  const last = start.split(COLUMNS).at(-1)!;
  return last.length < start.length ? start.slice(0, start.length - last.length) : start.replace(/\S+$/, '');
}

/**
 * Joins columns that name an impurity together, such as “Amlodipine” and “Impurity A”: alone each means something
 * else.
 */
function impurityNamed(asks: Ask[]): Ask[] {
  const names = asks.filter(({ fact, besideCode }) => fact === 'text' && !besideCode);
  const joined = names.map(({ given }) => given).join(' ');
  if (names.length < 2 || !impurityOf(readable(joined))) return asks;
  return [...asks.filter((ask) => !isName(ask)), asked('text', joined)];
}

const CAS_NUMBER =
  /(?:\bcas(?:[ -]?(?:registry|rn|no|nr|number|号))*[.:# ]*)?(?<![\d-])\d{2,7}-\d{2}-\d(?![\d-])/gi;
/** Purity, strength and solvent of a product. */
const PURITY =
  /[<>≥≤~=]{0,2} ?\d{1,3}(?:[.,]\d{1,4})? ?%\+?(?: ?(?:solution )?in .*$)?|[()]|含量|纯度|水溶液|以上|不[低少]于|法|(?<!\p{L})(?:assay|min|by|ee|wt|w\/[wv]|v\/v|vat|not less than|nlt|titration|nmr|at|nt|rt|t|aq(?:ueous)?|(?:(?:trace )?metals|dry|anhydrous) basis)(?!\p{L})/giu;
/** Stands in for a name, so that a cell of grades is read as it would be behind a name. */
const NAME = 'xx';

/** Whether a cell names no substance but a weight, a purity or the like. */
function isBesideName(cell: string): boolean {
  if (!/\p{L}/u.test(cell)) return true;
  return (
    /\d ?%/.test(cell) && !isNaming(readTyped(`${NAME} ${cell.replace(PURITY, ' ')}`).name.slice(NAME.length))
  );
}

/** Reads a cell: numbers, a name, a quantity, in any combination. @param alone it is the only cell of its line */
function readCell(cell: string, alone: boolean): Facts {
  const whole = asked('text', cell);
  if (whole.fact === 'structure') return { asks: [whole] };
  if (!alone && isFormula(cell)) return { asks: [], formula: cell };
  const numbers: string[] = [];
  let rest = cell.replace(CAS_NUMBER, (number) => {
    numbers.push(number.replace(/^\D+/, ''));
    return ' ';
  });
  const amount = amountIn(rest);
  ({ rest } = amount);
  const words = rest.split(/\s+/).filter(Boolean);
  const codes = words.length > 1 ? codesWithin(rest) : [];
  const formula = words.length > 1 ? words.find(isFormula) : undefined;
  const name = tidied(words.filter((word) => word !== formula).join(' '));
  const withoutCodes = tidied(
    name
      .split(' ')
      .filter((word) => codesWithin(word).length === 0)
      .join(' '),
  );
  const isBeside = !alone && isBesideName(cell) && !readCas(readable(cell));
  const isText = numbers.length === 0 && !isBeside && /[\p{L}\p{N}]/u.test(rest) && !amount.isCount;
  return {
    asks: [
      ...numbers.map((number) => asked('cas', number)),
      ...codes.map((code) => asked('code', code)),
      // The whole text too, as what looks like a quantity may belong to the name: “1 g in methanol”.
      ...(isText ? [whole] : []),
      ...(isNaming(name) && !isBeside && !(isText && name === whole.given) ? [asked('name', name)] : []),
      ...(codes.length > 0 && isNaming(withoutCodes)
        ? [{ ...asked('name', withoutCodes), besideCode: true }]
        : []),
    ],
    quantity: amount.quantity,
    formula,
  };
}

/** A text to be searched. One that reads as a structure is searched as one, unless it is given as a number. */
function asked(fact: Fact, given: string): Ask {
  const { structure, ...typed } = readTyped(given);
  const ask = { fact, given: given.trim(), typed, column: 0 };
  if (structure === undefined || fact === 'code' || fact === 'cas') return ask;
  return { ...ask, fact: 'structure', typed: { ...typed, structure } };
}

/** A text from a field for structures. If it cannot be read, it counts as a structure that no product has. */
function structureGiven(key: string, text: string): Ask {
  const structure: TypedStructure =
    key === 'smiles' ? { kind: 'smiles', text } : (structureIn(text) ?? { kind: 'inchikey', text });
  return { fact: 'structure', given: text, typed: { ...readTyped(text), structure }, column: 0 };
}

const isFormula = (word: string): boolean =>
  /^[A-Z][A-Za-z]?\d.*[A-Z]/.test(word) && /[CH]\d/.test(word) && readFormula(word).keys.length > 0;

/**
 * Whether a text can name a substance: two letters, a Han character, or isotopes. “d4” beside a CAS number means the
 * labelled compound, not the substance with that number.
 */
function isNaming(name: string): boolean {
  const form = readable(name);
  return /\p{L}.*\p{L}|\p{Script=Han}/u.test(form) || isLabel(form);
}

/** The text without empty brackets, and without punctuation at its ends. */
function tidied(text: string): string {
  return text
    .replace(/[([{]\s*(?:cas(?:[ -]?(?:no|rn|号))?[.:# ]*)?[)\]}]/gi, ' ')
    .replace(/^[\s,:/–—-]+(?=\s)|^[\s,:/]+|[\s,:/–—-]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
