import { readCas } from '../search/cas.js';
import { readFormula } from '../search/formula.js';
import { impurityOf } from '../search/impurity.js';
import { codesWithin, LIST_MARK } from '../search/list.js';
import { isLabel } from '../search/match.js';
import { readable } from '../search/normalise.js';
import { meaningOf } from '../search/plan.js';
import { structureIn } from '../search/structure.js';
import type { TypedStructure } from '../search/structure.js';
import { readTyped } from '../search/typed.js';
import type { Typed } from '../search/typed.js';
import { DASHES } from '../values/cas.js';
import { isHeading } from './headings.js';

/** What identifies a product: a text, or separate fields. */
export type Identifier = string | GivenIdentifier;
interface GivenIdentifier {
  code?: string | undefined;
  cas?: string | undefined;
  name?: string | undefined;
  smiles?: string | undefined;
  inchi?: string | undefined;
  inchikey?: string | undefined;
  formula?: string | undefined;
  quantity?: string | undefined;
  note?: string | undefined;
}

/** The kinds of identifiers. `text`: may be any of the others. */
export type Fact = 'code' | 'cas' | 'structure' | 'name' | 'text';

export interface Ask {
  fact: Fact;
  /** as it is looked up */
  typed: Typed;
  /** as it is written in the identifier */
  given: string;
  /** the column that it is of: where one text of a column names a product, the others of it do not matter */
  column: number;
  /** counts only next to the number of a product: otherwise it may be part of the name */
  besideCode?: true;
}

/** An identifier as it was read. */
export interface Facts {
  /** a text as a whole: it may be a product number, however it reads otherwise */
  whole?: string;
  /** the surest first */
  asks: Ask[];
  formula?: string | undefined;
  quantity?: string | undefined;
  note?: string | undefined;
  /** a line that names columns */
  heading?: true;
  /** something was left out: what it says may be of another substance */
  isCut?: true;
}

/** The most that is looked up for one identifier. */
const MOST_ASKS = 6;
/** The most columns of a line that are read, blank ones left out: each takes some 50 µs. */
const MOST_CELLS = 24;
const SURENESS: readonly Fact[] = ['code', 'cas', 'structure', 'text', 'name'];

/** Reads an identifier, in time that grows with its length alone. */
export function readIdentifier(identifier: Identifier): Facts {
  const facts = typeof identifier === 'string' ? readLine(identifier) : readGiven(identifier);
  const asks = SURENESS.flatMap((fact) => eachOnce(facts.asks.filter((ask) => ask.fact === fact)));
  const [first, left] = [asks[0], asks[MOST_ASKS]];
  // Beside a number it matters little what else is called: columns have the makers, the grades and the buyers.
  const isCut = left !== undefined && (isName(first!) || !isName(left));
  return { ...facts, asks: asks.slice(0, MOST_ASKS), ...(isCut && { isCut }) };
}

const isName = ({ fact }: Ask): boolean => fact === 'text' || fact === 'name';

/** Numbers and structures say the same in whichever column; of a name it matters what stands in its column. */
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
  // Beside its number: “58-08-2 d9”. Without one it says that none is known, in whichever words.
  const beside = numbers.length === 0 ? [] : inCas.asks.filter((ask) => !numbers.includes(ask));
  const structures = Object.entries(drawn).flatMap(([key, text]) =>
    isBlank(text) ? [] : structureGiven(key, text.trim()),
  );
  return {
    asks: [
      // A field of its own: what stands in the name is no part of it.
      ...(isBlank(code) ? [] : [{ ...asked('code', code), column: -1 }]),
      ...numbers.map((ask): Ask => ({ ...ask, fact: 'cas' })),
      ...structures,
      ...beside.map((ask): Ask => (isName(ask) ? { ...ask, fact: 'name', column: -2 } : ask)),
      ...line.asks.map((ask): Ask => (ask.fact === 'text' ? { ...ask, fact: 'name' } : ask)),
    ],
    ...((line.isCut || inCas.isCut) && { isCut: true }),
    ...optional({ formula: isBlank(formula) ? line.formula : formula.trim() }),
    ...optional({ quantity: isBlank(quantity) ? line.quantity : quantity.trim(), note }),
  };
}

const isBlank = (text: string | undefined): text is undefined =>
  text === undefined || saysNothing(text.trim());

function optional(facts: Omit<Facts, 'asks'>): Partial<Facts> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** What stands where nothing is known, the errors of spreadsheets among it. `Na` is sodium. */
const NOTHING =
  /^(?:#?(?:[Nn][./][Aa]|NA|na)\.?|无|暂无|[Nn]ull|NULL|#(?:REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!))$/;
const saysNothing = (text: string): boolean => text === '' || NOTHING.test(text);

/** Longer lines are cut, after NFKC has made up to 18 characters of one. */
const LONGEST_LINE = 1_000;
/** An InChI of several parts has semicolons of its own. */
const COLUMNS = /\t+|[|；]|(?<!&#?[a-z0-9]{1,8}|InChI=1S\/[!-~]*);| {3,}/i;
const DOTS = /(?:…|\.\.\.)\s*$/;
const CIRCLED = /^[\u2460-\u2473\u2776-\u277f]\s*/;

/** Reads a line as people and spreadsheets have them: a text, or several columns of one product. */
function readLine(text: string): Facts {
  const plain = text.replace(CIRCLED, '').normalize('NFKC').replace(DASHES, '-');
  const isLong = plain.length > LONGEST_LINE;
  const line = (isLong ? beginning(plain) : plain).trim().replace(LIST_MARK, '');
  // A line that ends with dots says itself that more was there.
  const isCut = isLong || DOTS.test(text);
  if (!/[\p{L}\p{N}]/u.test(line)) return { asks: [], ...(isCut && { isCut }) };
  if (isHeading(line)) return { asks: [], heading: true };
  const cells = line
    .split(COLUMNS)
    .map((cell) => cell.replace(/^[\s"']+|[\s"']+$/g, ''))
    .filter((cell) => /[\p{L}\p{N}]/u.test(cell) && !saysNothing(cell));
  // A spreadsheet's own numbering.
  const [first = '', ...more] = cells;
  const columns = more.length > 0 && /^\d{1,4}$/.test(first) ? more : cells;
  const read = columns.slice(0, MOST_CELLS).map((cell) => readCell(cell, columns.length === 1));
  const formulas = read.flatMap((cell) => cell.formula ?? []);
  const found = read.flatMap(({ asks }, column) => asks.map((ask) => ({ ...ask, column })));
  // Alone it is all that there is to be found; two of them are of two substances.
  if (found.length === 0 && formulas.length === 1) found.push(asked('text', formulas[0]!));
  return {
    whole: text.trim(),
    asks: impurityNamed(found),
    ...optional({
      quantity: read.find((cell) => cell.quantity !== undefined)?.quantity,
      formula: formulas[0],
    }),
    ...((isCut || columns.length > MOST_CELLS) && { isCut: true as const }),
  };
}

/** The beginning of a long line, without the cell that it ends within, or the word: half of a name is another one. */
function beginning(line: string): string {
  const start = line.slice(0, LONGEST_LINE);
  const last = start.split(COLUMNS).at(-1)!;
  return last.length < start.length ? start.slice(0, start.length - last.length) : start.replace(/\S+$/, '');
}

/** Where columns name an impurity together (“Amlodipine”, “Impurity A”), none of them names it alone. */
function impurityNamed(asks: Ask[]): Ask[] {
  const names = asks.filter(({ fact, besideCode }) => fact === 'text' && !besideCode);
  const joined = names.map(({ given }) => given).join(' ');
  if (names.length < 2 || !impurityOf(readable(joined))) return asks;
  return [...asks.filter((ask) => !isName(ask)), asked('text', joined)];
}

const CAS_NUMBER =
  /(?:\bcas(?:[ -]?(?:registry|rn|no|nr|number|号))*[.:# ]*)?(?<![\d-])\d{2,7}-\d{2}-\d(?![\d-])/gi;
const UNITS =
  'mg|[uμ]g|kg|g|[uμ]l|ml|l|lb|oz|grams?|lit(?:er|re)s?|bottles?|vials?|pcs|packs?|boxes|克|毫克|千克|公斤|毫升|升|瓶|支|盒|个';
const COUNT = String.raw`\d{1,7}(?:[.,]\d{1,4})?`;
const QUANTITY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.-]|\d,)(?:(?:\d{1,4} ?[x*×] ?)?${COUNT} ?(?:${UNITS})(?: ?/ ?(?:bottle|vial|pack|瓶|支|盒))?(?: ?[x*×] ?\d{1,4})?)(?![\p{L}\p{N}/-])`,
  'iu',
);

/** How pure or how strong something is, and what it is dissolved in. */
const PURITY =
  /[<>≥≤~=]{0,2} ?\d{1,3}(?:[.,]\d{1,4})? ?%\+?(?: ?(?:solution )?in .*$)?|[()]|含量|纯度|水溶液|以上|不[低少]于|法|(?<!\p{L})(?:assay|min|by|ee|wt|w\/[wv]|v\/v|vat|not less than|nlt|titration|nmr|at|nt|rt|t|aq(?:ueous)?|(?:(?:trace )?metals|dry|anhydrous) basis)(?!\p{L})/giu;
/** Stands for a name: what is a wish or a grade behind it says no more beside one. */
const NAME = 'xx';

/** Whether a cell identifies no substance: weights, purities. */
function isBesideName(cell: string): boolean {
  if (!/\p{L}/u.test(cell)) return true;
  return (
    /\d ?%/.test(cell) && !isNaming(readTyped(`${NAME} ${cell.replace(PURITY, ' ')}`).name.slice(NAME.length))
  );
}

/** Reads a cell: a number, a name, or both with a quantity beside them. @param alone there is no other */
function readCell(cell: string, alone: boolean): Facts {
  const whole = asked('text', cell);
  if (whole.fact === 'structure') return { asks: [whole] };
  if (!alone && isFormula(cell)) return { asks: [], formula: cell };
  const numbers: string[] = [];
  let rest = cell.replace(CAS_NUMBER, (number) => {
    numbers.push(number.replace(/^\D+/, ''));
    return ' ';
  });
  const quantity = QUANTITY.exec(rest)?.[0];
  if (quantity !== undefined) rest = rest.replace(quantity, ' ');
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
  const isText = numbers.length === 0 && !isBeside && cell.trim() !== quantity?.trim();
  return {
    asks: [
      ...numbers.map((number) => asked('cas', number)),
      ...codes.map((code) => asked('code', code)),
      // What looks like a quantity may be a part of the name: “1 g in methanol”.
      ...(isText ? [whole] : []),
      ...(isNaming(name) && !isBeside && !(isText && name === whole.given) ? [asked('name', name)] : []),
      ...(codes.length > 0 && isNaming(withoutCodes)
        ? [{ ...asked('name', withoutCodes), besideCode: true as const }]
        : []),
    ],
    ...optional({ quantity: quantity?.trim(), formula }),
  };
}

/** What may be anything, and reads as a structure, is one; what is told to be a number is none. */
function asked(fact: Fact, given: string): Ask {
  const { structure, ...typed } = readTyped(given);
  const isStructure = structure !== undefined && fact !== 'code' && fact !== 'cas';
  return isStructure
    ? { fact: 'structure', given: given.trim(), typed: { ...typed, structure }, column: 0 }
    : { fact, given: given.trim(), typed, column: 0 };
}

/** What is told to be a structure, however it reads: one that cannot be read is a structure that no product has. */
function structureGiven(key: string, text: string): Ask {
  const structure: TypedStructure =
    key === 'smiles' ? { kind: 'smiles', text } : (structureIn(text) ?? { kind: 'inchikey', text });
  return { fact: 'structure', given: text, typed: { ...readTyped(text), structure }, column: 0 };
}

const isFormula = (word: string): boolean =>
  /^[A-Z][A-Za-z]?\d/.test(word) && /[CH]\d/.test(word) && readFormula(word).keys.length > 0;

/** Two letters, one Han character, or isotopes: beside the number of a substance these make another one of it. */
function isNaming(name: string): boolean {
  const form = readable(name);
  return /\p{L}.*\p{L}|\p{Script=Han}/u.test(form) || isLabel(form);
}

/** Without brackets that have lost what stood in them, and marks at the ends. */
function tidied(text: string): string {
  return text
    .replace(/[([{]\s*(?:cas(?:[ -]?(?:no|rn|号))?[.:# ]*)?[)\]}]/gi, ' ')
    .replace(/^[\s,:/–—-]+(?=\s)|^[\s,:/]+|[\s,:/–—-]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
