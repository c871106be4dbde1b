// Checks the grammar of SMILES (opensmiles.org) strictly. openchemlib tolerates brackets that do not close, bonds
// that lead nowhere and numbers without a partner, and so would read a mistyped SMILES as another substance.

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
  let at = 0;
  let atoms = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  /** open rings by number, with the atom that opened each and the bond in front of the number */
  const rings = new Map<string, { atom: number; bond: string }>();
  /** for each open branch, whether it has an atom yet */
  const branches: number[] = [];
  const wrong = (): string => `cannot be read as SMILES at character ${at + 1}`;

  let bond = ''; // waits for its atom
  let canFollow = false; // whether an atom or a branch stands before
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '(') {
      if (!canFollow || bond) return wrong();
      branches.push(atoms);
      at++;
      canFollow = false;
      take(BOND);
      if (take(ATOM) === undefined) return wrong();
      atoms++;
      canFollow = true;
    } else if (sign === ')') {
      if (bond || !canFollow || branches.pop() === undefined) return wrong();
      at++;
    } else if (sign === '.') {
      if (!canFollow || bond) return wrong();
      at++;
      canFollow = false;
    } else if (!bond && (bond = take(BOND) ?? '')) {
      if (!canFollow) return wrong();
    } else if (take(ATOM)) {
      atoms++;
      bond = '';
      canFollow = true;
    } else {
      const ring = take(RING);
      if (ring === undefined || !canFollow) return wrong();
      const number = String(Number(ring.replaceAll(/\D/g, '')));
      const opened = rings.get(number);
      if (opened && (opened.atom === atoms || differ(opened.bond, bond))) return wrong();
      if (!rings.delete(number)) rings.set(number, { atom: atoms, bond });
      bond = '';
    }
    if (atoms > MOST_WITH_HYDROGEN) return tooManyAtoms();
  }
  if (rings.size > 0) return 'cannot be read as SMILES: a ring does not close';
  if (branches.length > 0) return 'cannot be read as SMILES: a bracket does not close';
  return bond || !canFollow ? wrong() : undefined;
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

/** The message for a structure that is too large. */
export const tooManyAtoms = (): string => `has more than ${MOST_ATOMS} atoms that are not hydrogen`;

/** The largest part of a canonical SMILES, by atoms other than hydrogen; the first of several. */
export const mainPart = (smiles: string): string =>
  smiles.split('.').reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));

const sizeOf = (part: string): number =>
  part.match(/\[(?!\d*H[+\-\]])[^\]]+\]|Cl|Br|[A-Za-z](?![^[]*\])/g)?.length ?? 0;
