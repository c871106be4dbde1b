/** Molecular formulas: reading them, and the one spelling (Hill order) under which they are indexed. */

const SYMBOLS = new Set(
  (
    'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y ' +
    'Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re ' +
    'Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg ' +
    'Cn Nh Fl Mc Lv Ts Og D'
  ).split(' '),
);

/**
 * The formula in Hill order and lower case, brackets and hydrates multiplied out, the charge kept:
 * `CuSO4·5H2O` is `cuh10o9s`. Text that is no formula comes back in plain characters and lower case, without spaces.
 */
export function formulaKey(formula: string): string {
  const text = plain(formula);
  const counts = count(text.replace(CHARGE, ''));
  return counts ? hill(counts) + charge(text) : text.toLowerCase();
}

/**
 * The keys that a typed text may mean as a formula, the likeliest first: as it is written, and, where it has
 * digits or is short, in any case (`c9h8o4`, `nis`). Empty where it is no formula.
 */
export function formulaKeys(typed: string): string[] {
  const text = plain(typed);
  if (!/^[A-Za-z0-9()[\].·*•^+-]{2,80}$/.test(text) || /\s[^A-Z0-9]/.test(typed.trim())) return [];
  const written = count(text.replace(CHARGE, ''));
  const digit = /[A-Za-z)\]]\d/.test(text);
  if (!digit && written && /[A-Z].*[A-Z]/.test(text)) return [hill(written) + charge(text)];
  if (!digit && (text.length > LONGEST_WORD || typed.trim().includes(' '))) return [];
  const keys = written ? [hill(written) + charge(text)] : [];
  for (const reading of readings(text.replace(CHARGE, ''))) {
    const counts = count(reading);
    if (counts) keys.push(hill(counts) + charge(text));
  }
  // Formulas that no reading fits are indexed as they are written.
  if (digit && /^[a-z]/i.test(text)) keys.push(text.toLowerCase());
  return [...new Set(keys)];
}

/** A longer text without digits is a word. */
const LONGEST_WORD = 6;
const MOST_READINGS = 24;

/** The ways to capitalise letters so that they are symbols of elements: `cos` is COS or CoS. */
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

/** In plain characters: NFKC turns subscripts into digits; dashes are unified and spaces removed. */
function plain(formula: string): string {
  if (PRINTED.test(formula)) return formula;
  return formula
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, '');
}

/** Text that {@link plain} would not change. */
const PRINTED = /^[\x21-\x7e]*$/;

/** `-`, `+2`, `^2-`: digits before a sign belong to the formula unless a caret says otherwise. */
const CHARGE = /(?<=.)(?:\^(\d*)([+-])|([+-])(\d{0,2}))$/;

function charge(text: string): string {
  const [, times = '', sign = '', ownSign = '', ownTimes = ''] = CHARGE.exec(text) ?? [];
  return sign + times.replace(/^1$/, '') || ownSign + ownTimes;
}

type ElementCounts = Map<string, number>;

/** How many of each element; undefined where the text is no formula. */
function count(text: string): ElementCounts | undefined {
  const total: ElementCounts = new Map();
  for (const part of text.split(/[·.*•]/)) {
    const from = digitsEnd(part, 0);
    const counts = group(part, from);
    if (!counts) return undefined;
    add(total, counts, timesOf(part.slice(0, from)));
  }
  return total.size > 0 ? total : undefined;
}

/** Every formula of a rebuild is read here: letter by letter takes half the time of regular expressions. */
function group(text: string, from: number): ElementCounts | undefined {
  let at = from;
  const number = (): number => {
    const digits = at;
    at = digitsEnd(text, at);
    return timesOf(text.slice(digits, at));
  };
  const stack: ElementCounts[] = [new Map()];
  while (at < text.length) {
    const letter = text[at]!;
    if (letter === '(' || letter === '[') {
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
      if (!SYMBOLS.has(symbol)) return undefined;
      at += symbol.length;
      const counts = stack.at(-1)!;
      counts.set(symbol, (counts.get(symbol) ?? 0) + number());
    }
  }
  return stack.length === 1 ? stack[0] : undefined;
}

/** Where the digits end that begin at `from`. */
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

/** Carbon, hydrogen, then the others by letter; without carbon all by letter. */
function hill(counts: ElementCounts): string {
  let key = '';
  const write = (symbol: string): void => {
    const n = counts.get(symbol);
    if (n !== undefined) key += n === 1 ? symbol : `${symbol}${n}`;
  };
  const organic = counts.has('C');
  if (organic) {
    write('C');
    write('H');
  }
  for (const symbol of [...counts.keys()].sort())
    if (!organic || (symbol !== 'C' && symbol !== 'H')) write(symbol);
  return key.toLowerCase();
}
