import { ELEMENT_SYMBOLS } from '../values/atoms.js';
import { chiralityOf, doubleBondsOf, openStereo } from './stereo.js';
import type { SmilesBond, StereoBond } from './stereo.js';

// Molecules as numbers, which are compared without RDKit. A graph takes about 250 bytes, and a comparison a
// microsecond, a hundredth of what RDKit takes to read the molecule. The graph has RDKit's view of aromaticity, as it
// is read from RDKit's canonical SMILES: that marks every bond between aromatic atoms that is not aromatic itself.

/** The atoms of a molecule and their bonds. */
export interface Graph {
  /** element, charge, hydrogens and aromaticity of each atom: {@link atomKey} */
  keys: Uint16Array;
  /** the isotope of each atom; 0 if not given */
  isotopes: Uint16Array;
  /** where each atom's bonds begin in `bonds`; one more at the end */
  starts: Uint16Array;
  /** `neighbour << 4 | in a ring << 3 | kind`, in both directions */
  bonds: Uint16Array;
  /** 0: none; 1 or 2: the direction of the neighbours by number, an implicit hydrogen last */
  chirality: Uint8Array;
  /** double bonds that are cis or trans */
  stereoBonds: readonly StereoBond[];
}

/** Kinds of bonds, the lowest three bits of one in {@link Graph}. */
export const SINGLE = 1;
const DOUBLE = 2;
const AROMATIC = 5;
/** Kinds of bonds by their signs. Slanted ones are not among them: between aromatic atoms they may be aromatic. */
const KINDS: Record<string, number> = { '-': 1, '=': DOUBLE, '#': 3, $: 4, ':': AROMATIC };
/** The bit for a bond in a ring. */
export const IN_RING = 8;

const ELEMENTS = new Map(ELEMENT_SYMBOLS.map((symbol, at) => [symbol, at + 1]));

/** The symbol of an element by its number. */
export const symbolOf = (element: number): string => ELEMENT_SYMBOLS[element - 1]!;
/** The number of an element. The symbol may be in small letters, as for aromatic atoms. */
const elementNamed = (symbol: string): number | undefined =>
  ELEMENTS.get(symbol[0]!.toUpperCase() + symbol.slice(1));

/** An atom as one number: element, charge, hydrogens and aromaticity. The functions below read it. */
const atomKey = (element: number, charge: number, hydrogens: number, aromatic: boolean): number =>
  (element << 9) | ((charge + 16) << 4) | (hydrogens << 1) | Number(aromatic);
export const elementOf = (key: number): number => key >> 9;
export const chargeOf = (key: number): number => ((key >> 4) & 31) - 16;
export const hydrogensOf = (key: number): number => (key >> 1) & 7;
export const isAromatic = (key: number): boolean => (key & 1) === 1;

/** The valences that an atom without brackets fills up with hydrogen. */
const PLAIN = {
  B: [3],
  C: [4],
  N: [3],
  O: [2],
  P: [3, 5],
  S: [2, 4, 6],
  F: [1],
  Cl: [1],
  Br: [1],
  I: [1, 3, 5],
};
const VALENCES = new Map(Object.entries(PLAIN).map(([symbol, each]) => [ELEMENTS.get(symbol), each]));

const TOKEN =
  /(?<bond>[-=#$:/\\])|(?<atom>Cl|Br|[BCNOPSFIbcnops])|\[(?<isotope>\d{1,3})?(?<symbol>[A-Z][a-z]?|[a-z]{1,2})(?<turn>@{0,2})(?:[A-Z]{2}\d+)?(?:(?<hydrogen>H)(?<count>\d?))?(?<charge>[+-]\d{0,2}|\+\+|--)?(?::\d+)?\]|(?<ring>%\d\d|%\(\d{1,5}\)|\d)|(?<branch>[().])/y;

/** The most atoms that are read, as the index of an atom shares a number with the kind of a bond. */
const MOST_READ_ATOMS = 4_000;

/**
 * Reads a canonical SMILES of RDKit.
 * @returns undefined for what is left to RDKit: any atom (`*`), dative bonds, more than 4,000 atoms
 */
export function readGraph(smiles: string): Graph | undefined {
  const reader = new SmilesReader();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < smiles.length) {
    const token = TOKEN.exec(smiles)?.groups;
    if (!token || !reader.take(token)) return undefined;
  }
  return reader.graph();
}

type Token = Record<string, string | undefined>;

class SmilesReader {
  readonly #atoms: { element: number; charge: number; hydrogens: number; isotope: number; aromatic: boolean }[] = []; // prettier-ignore
  readonly #links: SmilesBond[] = [];
  readonly #stereo = openStereo();
  readonly #open = new Map<string, { atom: number; kind: number; sign: string }>();
  readonly #branches: number[] = [];
  #last = -1;
  /** of the bond before the next atom or ring */
  #kind = 0;
  #sign = '';

  /** @returns false for what cannot be read */
  take(token: Token): boolean {
    const { bond, ring, branch } = token;
    if (bond !== undefined) {
      this.#kind = KINDS[bond] ?? 0;
      this.#sign = bond;
      return true;
    }
    let isRead = true;
    if (branch === '(') this.#branches.push(this.#last);
    else if (branch !== undefined) this.#last = branch === ')' ? (this.#branches.pop() ?? -1) : -1;
    else isRead = ring === undefined ? this.#atom(token) : this.#ring(ring);
    this.#kind = 0;
    this.#sign = '';
    return isRead;
  }

  #link(from: number, to: number, kind: number): void {
    const isAromatic = this.#atoms[from]!.aromatic && this.#atoms[to]!.aromatic;
    this.#links.push([from, to, kind || (isAromatic ? AROMATIC : SINGLE)]);
  }

  #ring(ring: string): boolean {
    const [last, kind, sign] = [this.#last, this.#kind, this.#sign];
    const begun = this.#open.get(ring);
    if (last < 0 || begun?.atom === last) return false;
    if (begun) {
      this.#link(begun.atom, last, begun.kind || kind);
      this.#stereo.closed(ring, begun.atom, last, [begun.sign, sign]);
      this.#open.delete(ring);
    } else {
      this.#open.set(ring, { atom: last, kind, sign });
      this.#stereo.opened(ring, last);
    }
    return true;
  }

  #atom({ atom, symbol, charge: sign, hydrogen, count, isotope = '0', turn = '' }: Token): boolean {
    const name = (atom ?? symbol)!;
    const element = elementNamed(name);
    const charge = chargeIn(sign);
    const hydrogens = atom === undefined ? (hydrogen ? Number(count || 1) : 0) : -1;
    if (element === undefined || Math.abs(charge) > 15 || hydrogens > 7) return false;
    const at = this.#atoms.length;
    this.#atoms.push({ element, charge, hydrogens, isotope: Number(isotope), aromatic: name[0]! >= 'a' });
    if (this.#last >= 0) this.#link(this.#last, at, this.#kind);
    this.#stereo.atom(at, this.#last, { turn, hydrogens: Math.max(0, hydrogens), sign: this.#sign });
    this.#last = at;
    return true;
  }

  graph(): Graph | undefined {
    const [atoms, links] = [this.#atoms, this.#links];
    if (this.#open.size > 0 || this.#branches.length > 0 || atoms.length > MOST_READ_ATOMS) return undefined;
    const { starts, bonds } = bondsOf(atoms.length, links);
    const keys = Uint16Array.from(atoms, ({ element, charge, hydrogens, aromatic }, at) => {
      const filled =
        hydrogens < 0 ? missingOf(element, aromatic, bonds.subarray(starts[at], starts[at + 1])) : hydrogens;
      return atomKey(element, charge, filled, aromatic);
    });
    return {
      keys,
      isotopes: Uint16Array.from(atoms, ({ isotope }) => isotope),
      starts,
      bonds,
      chirality: chiralityOf(this.#stereo, keys.length),
      stereoBonds: doubleBondsOf(this.#stereo, links),
    };
  }
}

function chargeIn(text = ''): number {
  if (text === '') return 0;
  const size = text === '++' || text === '--' ? 2 : Number(text.slice(1) || 1);
  return text.startsWith('-') ? -size : size;
}

/** The hydrogens of an atom without brackets. */
function missingOf(element: number, aromatic: boolean, bonds: Uint16Array): number {
  let used = 0;
  for (const bond of bonds) used += (bond & 7) === AROMATIC ? 1.5 : bond & 7;
  const valences = VALENCES.get(element) ?? [0];
  const valence = aromatic ? valences[0]! : (valences.find((each) => each >= used) ?? 0);
  return Math.max(0, Math.floor(valence - used));
}

/** The bonds of the atoms, with those in rings marked. */
export function bondsOf(
  size: number,
  links: readonly SmilesBond[],
): { starts: Uint16Array; bonds: Uint16Array } {
  const starts = new Uint16Array(size + 1);
  for (const [a, b] of links) {
    starts[a + 1]!++;
    starts[b + 1]!++;
  }
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  const next = starts.slice();
  const bonds = new Uint16Array(2 * links.length);
  for (const [a, b, kind] of links) {
    bonds[next[a]!++] = (b << 4) | kind;
    bonds[next[b]!++] = (a << 4) | kind;
  }
  markRings(starts, bonds);
  return { starts, bonds };
}

/** Marks the bonds in rings, which are those that are no bridges: a depth-first walk. */
function markRings(starts: Uint16Array, bonds: Uint16Array): void {
  const order = new Uint16Array(starts.length - 1);
  let visited = 0;
  const mark = (a: number, b: number): void => {
    for (let at = starts[a]!; at < starts[a + 1]!; at++) if (bonds[at]! >> 4 === b) bonds[at]! |= IN_RING;
  };
  /** @returns the earliest atom that a bond from this one, or from one behind it, leads back to */
  const walk = (atom: number, from: number): number => {
    const own = (order[atom] = ++visited);
    let earliest = own;
    for (let at = starts[atom]!; at < starts[atom + 1]!; at++) {
      const to = bonds[at]! >> 4;
      if (to === from) continue;
      const reached = order[to] || walk(to, atom);
      earliest = Math.min(earliest, reached);
      if (reached > own) continue;
      mark(atom, to);
      mark(to, atom);
    }
    return earliest;
  };
  for (const atom of order.keys()) if (order[atom] === 0) walk(atom, -1);
}
