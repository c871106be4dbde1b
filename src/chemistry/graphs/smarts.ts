import { AROMATIC, chargeOf, elementNamed, elementOf, hydrogensOf, IN_RING, isAromatic } from './graph.js';
import type { Molecule } from './pack.js';
import { doubleBondsOf, openStereo } from './stereo.js';
import { UNSURE } from './rings.js';
import { ANY_BOND, arranged, maskOf, openSteps, subgraphMatcher, RING_BOND, USUAL_BOND } from './subgraph.js';
import type { AtomTest, BondMask, Pattern, Steps, LoosePattern } from './subgraph.js';

// The part of SMARTS that is asked for most, as far as it can be told from a graph. What needs more is left to RDKit: atoms that
// turn, hybridisation, parts that must lie in one fragment; and molecules of which a graph does not surely tell a number of rings
// or a valence.

/** Reads a SMARTS. @returns undefined if RDKit has to do it */
export function readSmarts(text: string): Pattern | undefined {
  try {
    const reader = new SmartsReader(text);
    const wanted = reader.molecule();
    return reader.isAtEnd ? { ...arranged(wanted), steps: reader.steps } : undefined;
  } catch (error) {
    if (error instanceof LeftToRdKit) return undefined;
    throw error;
  }
}

class LeftToRdKit extends Error {}

/** How deep patterns may be nested. */
const DEEPEST = 5;
const BONDS: Record<string, BondMask> = {
  '-': maskOf(1),
  '=': maskOf(2),
  '#': maskOf(3),
  ':': maskOf(5),
  '~': ANY_BOND,
  '@': RING_BOND,
};

class SmartsReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  /** of all patterns together: their steps multiply */
  readonly steps: Steps = openSteps();

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** Reads atoms and bonds up to the end, or to the bracket that closes a nested pattern. */
  molecule(): LoosePattern {
    const atoms: LoosePattern['atoms'][number][] = [];
    const bonds: LoosePattern['bonds'][number][] = [];
    const open = new Map<string, { atom: number; mask: BondMask | undefined }>();
    const branches: number[] = [];
    let last = -1;
    let mask: BondMask | undefined;
    const stereo = openStereo();
    let sign = '';
    while (!this.isAtEnd) {
      const next = this.#text[this.#at]!;
      if (next === ')' && branches.length === 0) break;
      if (next === '(' || next === ')' || next === '.') {
        this.#at++;
        if (next === '(') {
          if (last < 0) throw new LeftToRdKit();
          branches.push(last);
        } else last = next === ')' ? branches.pop()! : -1;
        continue;
      }
      const ring = this.#take(/%\d\d|\d/y);
      if (ring !== undefined) {
        const begun = open.get(ring);
        if (begun) {
          bonds.push({ a: begun.atom, b: last, mask: begun.mask ?? mask ?? USUAL_BOND });
          open.delete(ring);
        } else open.set(ring, { atom: last, mask });
        mask = undefined;
        continue;
      }
      // Which sides the closures of rings and patterns within patterns take is left to RDKit.
      const slanted = this.#take(/[/\\](?!\d|%|[-=#:~@!&,;/\\?])/y);
      if (slanted !== undefined) {
        if (this.#depth > 0) throw new LeftToRdKit();
        sign = slanted;
        mask = USUAL_BOND;
        continue;
      }
      const bond = this.#bond();
      if (bond !== undefined) {
        mask = bond;
        continue;
      }
      atoms.push(this.#atom());
      if (last >= 0) bonds.push({ a: last, b: atoms.length - 1, mask: mask ?? USUAL_BOND });
      stereo.atom(atoms.length - 1, last, { turn: '', hydrogens: 0, sign });
      last = atoms.length - 1;
      mask = undefined;
      sign = '';
    }
    if (atoms.length === 0 || open.size > 0 || branches.length > 0) throw new LeftToRdKit();
    const links = bonds.map(({ a, b, mask: kinds }) => [a, b, kinds === BONDS['='] ? 2 : 0] as const);
    const isOpen = bonds.some(({ mask: kinds }) => kinds !== BONDS['='] && (kinds & BONDS['=']!) > 0);
    if (isOpen && stereo.slanted.size > 0) throw new LeftToRdKit();
    return { atoms, bonds, stereoBonds: doubleBondsOf(stereo, links) };
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #bond(): BondMask | undefined {
    const text = this.#take(/[-=#:~@!&,;]+/y);
    return text === undefined
      ? undefined
      : combined(text, bondOf, { and: (a, b) => a & b, or: (a, b) => a | b });
  }

  #atom(): LoosePattern['atoms'][number] {
    const plain = this.#take(/Cl|Br|[BCNOPSFIbcnops*aA]/y);
    if (plain !== undefined) return { test: symbolTest(plain), worth: worthOf(plain) };
    if (this.#take(/\[/y) === undefined) throw new LeftToRdKit();
    const test = this.#hydrogen() ?? this.#anyOf();
    this.#take(/:\d+/y);
    if (this.#take(/\]/y) === undefined) throw new LeftToRdKit();
    return { test, worth: 5 };
  }

  /** A hydrogen that is an atom: the first symbol, with nothing but an isotope beside it. */
  #hydrogen(): AtomTest | undefined {
    const given = this.#take(/\d{0,3}H(?=[\]:])/y);
    if (given === undefined) return undefined;
    const isotope = Number(given.slice(0, -1));
    return (molecule, atom) =>
      elementOf(molecule.key(atom)) === 1 && (isotope === 0 || molecule.isotope(atom) === isotope);
  }

  // The operators, the weakest first: `;` (and), `,` (or), `&` or nothing (and), `!`.
  #anyOf(): AtomTest {
    const all: AtomTest[] = [];
    do {
      const some: AtomTest[] = [];
      do some.push(this.#allOf());
      while (this.#take(/,/y) !== undefined);
      all.push(some.reduce(either));
    } while (this.#take(/;/y) !== undefined);
    return all.reduce(both);
  }

  #allOf(): AtomTest {
    const tests: AtomTest[] = [];
    do {
      const not = this.#take(/!/y) !== undefined;
      const test = this.#primitive();
      tests.push(not ? (molecule, atom) => !test(molecule, atom) : test);
    } while (this.#take(/&/y) !== undefined || !/^[\],;:]?$/.test(this.#text[this.#at] ?? ''));
    return tests.reduce(both);
  }

  #primitive(): AtomTest {
    if (this.#take(/\$\(/y) !== undefined) return this.#within();
    const number = this.#take(/#\d{1,3}/y);
    if (number !== undefined) return elementTest(Number(number.slice(1)));
    const charge = this.#take(/[+-]\d{1,2}|\++|-+/y);
    if (charge !== undefined) {
      const size = /\d/.test(charge) ? Number(charge.slice(1)) : charge.length;
      const wanted = charge.startsWith('-') ? -size : size;
      return (molecule, atom) => chargeOf(molecule.key(atom)) === wanted;
    }
    const isotope = this.#take(/\d{1,3}/y);
    if (isotope !== undefined) return (molecule, atom) => molecule.isotope(atom) === Number(isotope);
    // A hydrogen in first place may be the atom itself.
    if (/\[!?\d*$/.test(this.#text.slice(0, this.#at)) && /^H(?![efgos])/.test(this.#text.slice(this.#at)))
      throw new LeftToRdKit();
    const symbol = this.#take(
      /H[efgos]|Xe|R[abefghnu]|D[bsy]|A[cglmrstu]|[BCNOPSFIKVWYU][a-z]?|[LMTZEG][a-z]|as|se|te|si|[bcnops*aA]/y,
    );
    if (symbol !== undefined) {
      if (symbol.length === 1 || elementNamed(symbol) !== undefined) return symbolTest(symbol);
      this.#at--; // the second letter is a sign of its own, as in `Nr5`
      return symbolTest(symbol[0]!);
    }
    const counted = this.#take(/[DXH]\d{0,2}|[hx]\d{1,2}/y);
    if (counted !== undefined)
      return countTest(counted[0]!, counted.length > 1 ? Number(counted.slice(1)) : 1);
    // With braces they are ranges.
    const ring = this.#take(/[Rr]\d{0,2}(?![\d{])/y);
    if (ring === 'R' || ring === 'r') return isInRing;
    const valence = this.#take(/v\d{0,2}(?![\d{])/y);
    if (ring === undefined && valence === undefined) throw new LeftToRdKit();
    const wanted = Number((ring ?? valence)!.slice(1) || 1);
    if (ring === 'R0' || ring?.startsWith('r'))
      return (molecule, atom) => molecule.smallestRing(atom) === wanted;
    const read = ring === undefined ? valenceOf : ringsOf;
    return (molecule, atom) => {
      const count = read(molecule, atom);
      if (count === undefined) {
        this.steps.isUnsure = true;
        this.steps.left = 0;
      }
      return count === wanted;
    };
  }

  /** A nested pattern, whose first atom is this one. */
  #within(): AtomTest {
    if (++this.#depth > DEEPEST) throw new LeftToRdKit();
    const wanted = this.molecule();
    if (this.#take(/\)/y) === undefined) throw new LeftToRdKit();
    this.#depth--;
    return subgraphMatcher(arranged(wanted, 0), this.steps);
  }
}

const both =
  (first: AtomTest, second: AtomTest): AtomTest =>
  (molecule, atom) =>
    first(molecule, atom) && second(molecule, atom);
const either =
  (first: AtomTest, second: AtomTest): AtomTest =>
  (molecule, atom) =>
    first(molecule, atom) || second(molecule, atom);

/** Reads an expression of single signs. */
function combined(
  text: string,
  read: (sign: string) => BondMask,
  { and, or }: { and: (a: BondMask, b: BondMask) => BondMask; or: (a: BondMask, b: BondMask) => BondMask },
): BondMask {
  const part = (each: string): BondMask => {
    const signs = each.match(/!?[-=#:~@]/g) ?? [];
    if (signs.join('') !== each.replaceAll('&', '') || signs.length === 0) throw new LeftToRdKit();
    return signs.map(read).reduce(and);
  };
  return text
    .split(';')
    .map((each) => each.split(',').map(part).reduce(or))
    .reduce(and);
}

const bondOf = (sign: string): BondMask =>
  sign.startsWith('!') ? ANY_BOND & ~BONDS[sign[1]!]! : BONDS[sign]!;

const worthOf = (symbol: string): number =>
  /^[*aAcC]$/.test(symbol) ? 0 : /^[nNoO]$/.test(symbol) ? 10 : 20;

function elementTest(element: number): AtomTest {
  return (molecule, atom) => elementOf(molecule.key(atom)) === element;
}

/** Tests for an element: aromatic in small letters, otherwise aliphatic. */
function symbolTest(symbol: string): AtomTest {
  if (symbol === '*') return () => true;
  const aromatic = symbol[0]! >= 'a';
  if (symbol === 'a' || symbol === 'A')
    return (molecule, atom) => isAromatic(molecule.key(atom)) === aromatic;
  const element = elementNamed(symbol);
  if (element === undefined) throw new LeftToRdKit();
  if (!aromatic && !/^([BCNOPSFI]|Cl|Br)$/.test(symbol)) return elementTest(element);
  return (molecule, atom) => {
    const key = molecule.key(atom);
    return elementOf(key) === element && isAromatic(key) === aromatic;
  };
}

function countTest(of: string, count: number): AtomTest {
  if (of === 'D') return (molecule, atom) => molecule.degree(atom) === count;
  if (of === 'X')
    return (molecule, atom) => molecule.degree(atom) + hydrogensOf(molecule.key(atom)) === count;
  if (of === 'h') return (molecule, atom) => hydrogensOf(molecule.key(atom)) === count;
  if (of === 'x') return (molecule, atom) => ringBonds(molecule, atom) === count;
  return (molecule, atom) => hydrogensOf(molecule.key(atom)) + hydrogensBeside(molecule, atom) === count;
}

/** Counts hydrogens that are atoms, which are those with an isotope. */
function hydrogensBeside(molecule: Molecule, atom: number): number {
  let count = 0;
  const first = molecule.first(atom);
  for (let at = first; at < first + molecule.degree(atom); at++)
    if (elementOf(molecule.key(molecule.bond(at) >> 4)) === 1) count++;
  return count;
}

function ringBonds(molecule: Molecule, atom: number): number {
  let count = 0;
  const first = molecule.first(atom);
  for (let at = first; at < first + molecule.degree(atom); at++)
    if ((molecule.bond(at) & IN_RING) > 0) count++;
  return count;
}

const isInRing: AtomTest = (molecule, atom) => ringBonds(molecule, atom) > 0;

/** How many rings hold an atom; undefined where only RDKit can tell. */
function ringsOf(molecule: Molecule, atom: number): number | undefined {
  const rings = molecule.rings(atom);
  return rings < UNSURE ? rings : undefined;
}

/** Valences of usual aromatic atoms without a charge: carbon, nitrogen, oxygen, sulphur. */
const AROMATIC_VALENCES = new Map([[6, 4], [7, 3], [8, 2], [16, 2]]); // prettier-ignore

/** The bonds of an atom, a double one as two, with those to hydrogen; undefined where only RDKit can tell. */
function valenceOf(molecule: Molecule, atom: number): number | undefined {
  const key = molecule.key(atom);
  let bonds = hydrogensOf(key);
  const first = molecule.first(atom);
  for (let at = first; at < first + molecule.degree(atom); at++) {
    const kind = molecule.bond(at) & 7;
    bonds += kind === AROMATIC ? 1.5 : kind;
  }
  if (!isAromatic(key)) return bonds;
  const [element, charge] = [elementOf(key), chargeOf(key)];
  const neutral = AROMATIC_VALENCES.get(element);
  if (neutral === undefined || !(charge === 0 || (charge === 1 && element !== 6))) return undefined;
  // A pair of electrons in the ring was counted as bonds.
  const valence = neutral + charge;
  return bonds >= valence && bonds <= valence + 1.5 ? valence : undefined;
}
