// Checks the grammar of SMILES (opensmiles.org) strictly, and says where it is broken.

/** The most atoms of a structure, without hydrogen and with it. */
export const MOST_ATOMS = 300;
export const MOST_WITH_HYDROGEN = 4 * MOST_ATOMS;

const ATOM =
  /\[\d{0,3}(?<element>[A-Z][a-z]?|as|se|si|te|[bcnops])(?:@@?(?:[A-Z]{2}\d{1,2})?)?(?:H(?<hydrogens>\d?))?(?:[+-]\d{1,2}|\++|-+)?(?::\d{1,4})?\]|Cl|Br|[BCNOPSFIbcnops]/y;
const RING = /%\d\d|%\(\d{1,5}\)|\d/y;
/** Arrows are not in opensmiles.org, but RDKit writes them between a metal and a ligand. */
const BOND = /->|<-|[-=#$:/\\]/y;

/** Why a text is no SMILES; undefined if its grammar is right. Valences are not checked. */
export function refuseSmiles(text: string): string | undefined {
  return new Grammar(text).refusal();
}

/** Takes a SMILES sign by sign. A step gives whether its sign may stand where it stands. */
class Grammar {
  readonly #text: string;
  #at = 0;
  #atoms = 0;
  /** waits for its atom */
  #bond = '';
  /** whether an atom or a branch stands before */
  #canFollow = false;
  /** open rings by number, with the atom that opened each and the bond in front of the number */
  readonly #rings = new Map<string, { atom: Bound; bond: string }>();
  /** the atom that the next one is bound to, and those to which closing brackets lead back */
  #last: Bound | undefined;
  readonly #branches: (Bound | undefined)[] = [];
  readonly #centres: Bound[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  refusal(): string | undefined {
    while (this.#at < this.#text.length) {
      if (!this.#step()) return this.#wrong();
      if (this.#atoms > MOST_WITH_HYDROGEN) return tooManyAtoms();
    }
    if (this.#rings.size > 0) return 'cannot be read as SMILES: a ring does not close';
    if (this.#branches.length > 0) return 'cannot be read as SMILES: a bracket does not close';
    if (this.#bond || !this.#canFollow) return this.#wrong();
    // RDKit would fill it with hydrogens, and make another substance of it.
    const isOpen = this.#centres.some(({ bonds, order }) => bonds < 3 && order < 4);
    return isOpen ? 'has a stereo centre (@) with too few neighbours' : undefined;
  }

  #wrong(): string {
    return `cannot be read as SMILES at character ${this.#at + 1}`;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #step(): boolean {
    const sign = this.#text[this.#at]!;
    if (sign === '(') return this.#open();
    if (sign === ')') return this.#close();
    if (sign === '.') return this.#part();
    if (!this.#bond && (this.#bond = this.#take(BOND) ?? '')) return this.#canFollow;
    return this.#atom() || this.#ring();
  }

  #open(): boolean {
    if (!this.#canFollow || this.#bond) return false;
    this.#at++;
    this.#branches.push(this.#last);
    this.#bond = this.#take(BOND) ?? '';
    return this.#atom();
  }

  #close(): boolean {
    if (this.#bond || !this.#canFollow || this.#branches.length === 0) return false;
    this.#last = this.#branches.pop();
    this.#at++;
    return true;
  }

  #part(): boolean {
    if (!this.#canFollow || this.#bond) return false;
    this.#at++;
    this.#canFollow = false;
    this.#last = undefined;
    return true;
  }

  #atom(): boolean {
    const atom = this.#take(ATOM);
    if (atom === undefined) return false;
    this.#atoms++;
    const bound: Bound = { bonds: 0, order: 0 };
    const [, hydrogens] = CENTRE.exec(atom) ?? [];
    if (hydrogens !== undefined) {
      this.#centres.push(bound);
      bound.order = hydrogens === '' ? 0 : Number(hydrogens.slice(1) || 1);
    }
    if (this.#last) bind(this.#last, bound, this.#bond);
    this.#last = bound;
    this.#bond = '';
    this.#canFollow = true;
    return true;
  }

  #ring(): boolean {
    const ring = this.#take(RING);
    if (ring === undefined || !this.#canFollow) return false;
    const number = String(Number(ring.replaceAll(/\D/g, '')));
    const opened = this.#rings.get(number);
    if (opened && (opened.atom === this.#last || differ(opened.bond, this.#bond))) return false;
    if (opened) bind(opened.atom, this.#last!, opened.bond || this.#bond);
    if (!this.#rings.delete(number)) this.#rings.set(number, { atom: this.#last!, bond: this.#bond });
    this.#bond = '';
    return true;
  }
}

/** How an atom is bound: to how many others, and the sum of the orders with its hydrogens. */
interface Bound {
  bonds: number;
  order: number;
}
/** A stereo centre of carbon or silicon, with its hydrogens. */
const CENTRE = /^\[\d*(?:C|Si)@[^H\]]*(H?\d?)\]$/;
const ORDERS: Record<string, number> = { '=': 2, '#': 3, $: 4 };

function bind(a: Bound, b: Bound, bond: string): void {
  for (const each of [a, b]) {
    each.bonds++;
    each.order += ORDERS[bond] ?? 1;
  }
}

/** Whether the two ends of a ring bond contradict each other. A slanted bond counts as single. */
const differ = (a: string, b: string): boolean =>
  a !== '' && b !== '' && a.replace(SLANTED, '-') !== b.replace(SLANTED, '-');
const SLANTED = /[/\\]/;

const EVERY_ATOM = new RegExp(ATOM.source, 'g');

/** An atom in brackets. */
export interface Bracketed {
  element: string;
  hydrogens: number;
}

/** The atoms of a SMILES in order; null for those without brackets. */
export function atomsOf(smiles: string): (Bracketed | null)[] {
  return Array.from(smiles.matchAll(EVERY_ATOM), ({ groups: { element, hydrogens } = {} }) =>
    element === undefined
      ? null
      : { element, hydrogens: hydrogens === undefined ? 0 : Number(hydrogens || 1) },
  );
}

/** How many atoms of a SMILES are not hydrogen. */
export const heavyAtomsOf = (smiles: string): number =>
  atomsOf(smiles).filter((atom) => atom?.element !== 'H').length;

/** What a SMILES is made of: the elements of its atoms, hydrogen apart, sorted. */
export const madeOf = (smiles: string): string =>
  Array.from(smiles.matchAll(EVERY_ATOM), ([atom, element]) => (element ?? atom).toUpperCase())
    .filter((element) => element !== 'H')
    .toSorted()
    .join(' ');

/** The sum of the charges in a SMILES. */
export const chargeOf = (smiles: string): number =>
  [...smiles.matchAll(/([+-])(\d*)\]/g)].reduce(
    (sum, [, sign, size]) => sum + Number(`${sign}${size || 1}`),
    0,
  );

/** The message for a structure that is too large. */
export const tooManyAtoms = (): string => `has more than ${MOST_ATOMS} atoms that are not hydrogen`;

/** Whether a SMILES has carbon. Without it OPSIN and a drawing may differ in what is a bond and what an ion. */
export const hasCarbon = (smiles: string): boolean =>
  /c/i.test(smiles.replace(/\[\d*[A-Z][a-z][^\]]*\]|Cl/g, ''));

/** The largest part of a canonical SMILES, by atoms other than hydrogen; the first of several. */
export const mainPart = (smiles: string): string =>
  smiles.split('.').reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));

const sizeOf = (part: string): number =>
  part.match(/\[(?!\d*H[+\-\]])[^\]]+\]|Cl|Br|[A-Za-z](?![^[]*\])/g)?.length ?? 0;
