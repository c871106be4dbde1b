import { ELEMENT_SYMBOLS } from './atoms.js';

/** Molecular formulas: how they are read, and the one spelling (Hill order) under which they are indexed. */

/** With deuterium. */
const SYMBOLS = new Set([...ELEMENT_SYMBOLS, 'D']);

/**
 * The formula in Hill order and lower case. Each element has its number, brackets and hydrates are multiplied out,
 * the charge is kept: `CuSO4·5H2O` is `cu1h10o9s1`; CO (`c1o1`) differs from Co (`co1`). A text that is no formula is
 * returned in plain characters and lower case, without spaces.
 */
export function formulaKey(formula: string): string {
  const text = plain(formula);
  return keyOf(text) ?? text.toLowerCase();
}

/** What a typed text may mean as a formula, as keys of {@link formulaKey}. */
export interface FormulaReading {
  /** the formula, the most likely reading first; empty if the text is none */
  keys: string[];
  /** the capitals were guessed */
  guessed?: true;
  /** less likely: with other capitals (`COSO4` for CoSO4), or without the water of a hydrate */
  near: string[];
}

/**
 * Reads a typed text as a formula. Correct capitals count: `CO` is not Co. Otherwise every reading counts (`c9h8o4`,
 * `nacl`), but a text without digits only if it is short.
 */
export function readFormula(given: string): FormulaReading {
  const none = { keys: [], near: [] };
  const typed = given.replace(SUBSCRIPT, '$1').replace(WATER_BESIDE, '·$1$2');
  const text = plain(typed);
  if (!/^[A-Za-z0-9()[\].·*•^/+-]{2,80}$/.test(text) || /\s[^A-Z0-9·([]/.test(spacedWater(typed.trim())))
    return none;
  const digit = /[A-Za-z)\]]\d|\[\d/.test(text);
  const written = chargeReadings(text).flatMap((each) => keyOf(each) ?? []);
  const isWritten = written.length > 0;
  if (!digit && isWritten && /[A-Z]/.test(text)) return { keys: written, near: [] };
  if (!digit && (text.length > LONGEST_WORD || typed.trim().includes(' '))) return none;
  const others = readings(text.replace(CHARGE, '')).flatMap(
    (reading) => keyOf(reading + chargeOf(text)) ?? [],
  );
  // A formula that cannot be read is indexed as it is written.
  const asWritten = digit && /^[a-z([]/i.test(text) ? [text.toLowerCase()] : [];
  if (!isWritten || text === text.toLowerCase())
    return {
      keys: unique([...written, ...others, ...asWritten]),
      near: isWritten ? [] : unique([...misread(text), ...(digit ? spelledOut(text) : [])]),
      ...(!digit && { guessed: true }),
    };
  // The formula is correct, but if it has only capitals they may not be meant.
  const caseless = /[a-z]/.test(text) ? [] : others;
  const near = [...caseless, ...dry(text), ...misread(text)].filter((key) => !written.includes(key));
  return { keys: unique([...written, ...asWritten]), near: unique(near) };
}

/** Subscripts as TeX writes them: `C_8H_{10}`. */
const SUBSCRIPT = /_\{?(\d+)\}?/g;
/** `CuSO4(5H2O)`, `CuSO4-5H2O` */
const WATER_BESIDE = /(?<=[A-Za-z\d)])(?:\((\d{1,2}H2O)\)|-(\d{1,2}H2O))$/;

/** Groups that are written like elements. */
const GROUPS: Record<string, string> = { Ph: 'C6H5', Me: 'CH3', Et: 'C2H5', Bu: 'C4H9', Bn: 'C7H7' };
const GROUP = new RegExp(Object.keys(GROUPS).join('|'), 'g');

/** The key of a formula with such groups: `PdCl2(PPh3)2`. */
const spelledOut = (text: string): string[] => {
  const spelled = text.replace(GROUP, (group) => `(${GROUPS[group]})`);
  return spelled === text ? [] : [keyOf(spelled) ?? []].flat();
};

const unique = (keys: string[]): string[] => [...new Set(keys)];

/** The key of a formula in plain characters; undefined if it is none. */
function keyOf(text: string): string | undefined {
  const counts = count(text.replace(CHARGE, ''));
  return counts && hill(counts) + charge(text);
}

/** Both meanings of a digit before a sign: `NH4+` has four hydrogens, `SO42-` is SO4 with two charges. */
function chargeReadings(text: string): string[] {
  const [, atoms = '', times = '', sign = ''] = /^(.*[A-Za-z\d)\]])(\d)([+-])$/.exec(text) ?? [];
  return sign === '' ? [text] : [text, `${atoms}^${times}${sign}`];
}

/** The key of a hydrate without its water. */
function dry(text: string): string[] {
  const [substance = '', water] = text.split(/[·.*•](?=\d{0,2}(?:\.\d{1,2}|\/\d)?[xn]?H2O$)/);
  return water === undefined ? [] : [keyOf(substance) ?? []].flat();
}

/** Keys with letters and digits corrected that look alike: `H2S04`, `NaC1`. */
function misread(text: string): string[] {
  const letters = text.replace(/(?<!\d)0/g, 'O').replace(/(?<=C)1(?!\d)/g, 'l');
  return [letters, text.replace(/(?<=\d)O(?!\d|$)/g, '0')].flatMap((each) =>
    each === text ? [] : (keyOf(each) ?? []),
  );
}

/** Without digits, a longer text is a word. */
const LONGEST_WORD = 6;
const MOST_READINGS = 24;

/** The capitalisations of letters that give symbols of elements: `cos` is COS or CoS. */
function readings(text: string): string[] {
  const lower = text.toLowerCase();
  const at: string[][] = Array.from({ length: lower.length + 1 }, () => []);
  at[0] = [''];
  for (let i = 0; i < lower.length; i++) {
    if (at[i]!.length === 0) continue;
    const letter = lower[i]!;
    const steps = /[a-z]/.test(letter)
      ? [1, 2].flatMap((n) => {
          const symbol = letter.toUpperCase() + lower.slice(i + 1, i + n);
          return symbol.length === n && SYMBOLS.has(symbol) ? symbol : [];
        })
      : [letter];
    for (const step of steps) {
      const next = at[i + step.length]!;
      for (const before of at[i]!) if (next.length < MOST_READINGS) next.push(before + step);
    }
  }
  return at[lower.length]!;
}

/** The formula in plain characters: subscripts as digits, one kind of dash and dot, isotopes in brackets, no spaces. */
function plain(formula: string): string {
  const isPlain = PRINTED.test(formula) && !BONDS.test(formula) && !MASS.test(formula) && !IONS.test(formula);
  if (isPlain) return formula;
  const given = formula
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(DOTS, '·')
    .replace('\u2044', '/');
  const text = withIsotopes(spacedWater(given).replace(/\s+/g, ''));
  const neutral = IONS.test(text) ? text.replace(CHARGED, ']') : text;
  const unbound = neutral.replace(BONDS, '');
  return unbound !== neutral && count(unbound) ? unbound : neutral;
}

/** What is written for the dot before the water of a hydrate. */
const DOTS = /[\u2022\u2027\u2219\u22c5\u30fb\u2024\u25cf\u2981\u0387]/g;
/** Ions in brackets, one behind another: their charges make up for each other. */
const IONS = /\]\d*[+-]\d*\[/;
const CHARGED = /\]\d*[+-]\d*/g;

/** The isotopes that are sold, by their mass numbers. What stands for one may be a number of molecules else: 2H2O. */
const ISOTOPE = '(?:1[34]C|15N|1[78]O|3[346]S|3[23]P|3[67]Cl|57Fe|12[59]I|131I)';
const MASS = new RegExp(`[[(]\\d{1,3}[A-Z][a-z]?[\\])]|^${ISOTOPE}(?![a-z])`);
/** Isotopes in one spelling, `[13C]`: also `(13C)6H12O6` and `13C6H12O6`. */
const withIsotopes = (text: string): string =>
  text
    .replace(new RegExp(`^(${ISOTOPE})(?![a-z])`), '[$1]')
    .replace(/[[(](\d{1,3}[A-Z][a-z]?)[\])](?!n)/g, '[$1]')
    .replaceAll('[2H]', 'D');

/** Bonds in a condensed formula: `CH2=CH2`, `CH3-CH2-OH`. */
const BONDS = /(?<=[A-Za-z0-9)\]])[-=≡#](?=[([]?[A-Z])/g;

/** The water of a hydrate with a dot before it: `CuSO4 5H2O` and `CuSO4 x 5 H2O` become `CuSO4·5H2O`. */
function spacedWater(text: string): string {
  return text.replace(
    /(?<=\S)(?:\s{1,4}[·.*•×xX]?|[·.*•×])\s{0,4}(\d{0,2}(?:\.\d{1,2}|\/\d)?|[xn]) ?(H2O)$/i,
    '·$1$2',
  );
}

/** Text that {@link plain} would not change. */
const PRINTED = /^[\x21-\x7e]*$/;

/** A charge: `-`, `+2`, `^2-`. Digits before the sign belong to it only behind a caret. */
const CHARGE = /(?<=[^+-])(?:\^(\d*)([+-])|([+-])(\d{0,2})|([+-])(\5{1,3}))$/;

function charge(text: string): string {
  const [, times = '', sign = '', ownSign = '', ownTimes = '', again = '', more = ''] =
    CHARGE.exec(text) ?? [];
  if (again !== '') return `${again}${more.length + 1}`;
  return sign + times.replace(/^1$/, '') || ownSign + ownTimes;
}

const chargeOf = (text: string): string => CHARGE.exec(text)?.[0] ?? '';

type ElementCounts = Map<string, number>;

/** Tritium, but not in searches: THF and TNT are names. */
const WITH_TRITIUM = new Set([...SYMBOLS, 'T']);

/** The number of each element; undefined if the text is no formula. */
function count(text: string, symbols: ReadonlySet<string> = SYMBOLS): ElementCounts | undefined {
  const total: ElementCounts = new Map();
  for (const part of text.split(SEPARATOR)) {
    const [times = ''] = /^\d*(?:\.\d+|\/\d+)?/.exec(part)!;
    const counts = group(part, times.length, symbols);
    if (!counts || times.length === part.length || ZERO.test(part.slice(times.length))) return undefined;
    const [number = '', divisor = '1'] = times.split('/');
    add(total, counts, timesOf(number) / Number(divisor));
  }
  return total.size > 0 ? total : undefined;
}

/** A dot between two parts; none within a number in front of a part: ·0.5H2O. */
const SEPARATOR = /[·*•]|(?<!(?:^|[·*•.])\d{1,3})\./;

/** No number of atoms begins with zero. */
const ZERO = /(?<!\d)0/;

/** Reads letter by letter, not by regular expressions: a rebuild of the index reads every formula here. */
function group(text: string, from: number, symbols: ReadonlySet<string>): ElementCounts | undefined {
  let at = from;
  const number = (): number => {
    const digits = at;
    at = digitsEnd(text, at);
    return timesOf(text.slice(digits, at));
  };
  const stack: ElementCounts[] = [new Map()];
  while (at < text.length) {
    const letter = text[at]!;
    const isotope =
      letter === '[' ? /^\[(\d{1,3}[A-Z][a-z]?)\]/.exec(text.slice(at, at + 8))?.[1] : undefined;
    if (isotope !== undefined && symbols.has(isotope.replace(/\d+/, ''))) {
      at += isotope.length + 2;
      add(stack.at(-1)!, new Map([[isotope, 1]]), number());
    } else if (letter === '(' || letter === '[') {
      stack.push(new Map());
      at++;
    } else if (letter === ')' || letter === ']') {
      const inner = stack.pop()!;
      const outer = stack.at(-1);
      if (!outer) return undefined;
      at++;
      add(outer, inner, number());
    } else {
      const symbol = isSmall(text.charCodeAt(at + 1)) ? text.slice(at, at + 2) : letter;
      if (!symbols.has(symbol)) return undefined;
      at += symbol.length;
      const counts = stack.at(-1)!;
      counts.set(symbol, (counts.get(symbol) ?? 0) + number());
    }
  }
  return stack.length === 1 ? stack[0] : undefined;
}

/** Where the digits that begin at `from` end. */
function digitsEnd(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

const timesOf = (digits: string): number => (digits === '' ? 1 : Number(digits));
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
const isSmall = (unit: number): boolean => unit >= 97 && unit <= 122;

function add(to: ElementCounts, from: ElementCounts, times: number): void {
  for (const [symbol, n] of from) to.set(symbol, (to.get(symbol) ?? 0) + n * times);
}

/** The elements in Hill order: carbon, hydrogen, then by letter; without carbon all by letter. */
export function inHillOrder(counts: ReadonlyMap<string, number>): [symbol: string, count: number][] {
  const first = counts.has('C') ? ['H', 'C'] : [];
  return [...counts].sort(([a], [b]) => first.indexOf(b) - first.indexOf(a) || (a < b ? -1 : 1));
}

function hill(counts: ElementCounts): string {
  const numbers = inHillOrder(counts);
  // Of a hemihydrate and the like as many as make whole numbers of atoms: CaSO4·½H2O is written Ca2H2O9S2 as well.
  const times = [1, 2, 3, 4, 5].find((n) => numbers.every(([, atoms]) => Number.isInteger(atoms * n))) ?? 1;
  const written = numbers.map(([symbol, n]) => `${symbol}${Math.round(n * times * 1_000) / 1_000}`);
  return written.join('').toLowerCase();
}

/** The number of each element in a formula, without its charge; undefined if the text is no formula. */
export function elementsOf(formula: string): ReadonlyMap<string, number> | undefined {
  return count(plain(formula).replace(CHARGE, ''), WITH_TRITIUM);
}
