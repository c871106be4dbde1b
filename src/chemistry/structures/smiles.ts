import { elementOf, hydrogensOf, isAromatic, readGraph } from '../graphs/graph.js';

// What the text of a SMILES (opensmiles.org) tells without RDKit.

/** The most atoms of a structure, without hydrogen and with it. */
export const MOST_ATOMS = 300;
const MOST_WITH_HYDROGEN = 4 * MOST_ATOMS;

const ATOM =
  /\[\d{0,3}(?<element>[A-Z][a-z]?|as|se|si|te|[bcnops])(?:@@?(?:[A-Z]{2}\d{1,2})?)?(?:H\d?)?(?:[+-]\d{1,2}|\++|-+)?(?::\d{1,4})?\]|Cl|Br|[BCNOPSFIbcnops]/;
/** Atoms, rings, bonds, branches and parts. Arrows are not in opensmiles.org, but RDKit writes them between a metal and a ligand. */
const SIGNS = new RegExp(`^(?:${ATOM.source}|%\\d\\d|%\\(\\d{1,5}\\)|->|<-|[-=#$:/\\\\().\\d])*`);

/** Why a text cannot be the SMILES of a structure; undefined if it may be. What RDKit refuses by itself is left to it. */
export function refuseSmiles(text: string): string | undefined {
  const read = SIGNS.exec(text)![0].length;
  if (read < text.length) return `cannot be read as SMILES at character ${read + 1}`;
  if (isTooLarge(text.length) && isTooLarge(atomsOf(text).length)) return tooManyAtoms();
  if (/[-=#$:][%\d]/.test(text) && hasTwoBonds(text))
    return 'cannot be read as SMILES: the two ends of a ring name different bonds';
  return hasOpenCentre(text) ? 'has a stereo centre (@) with too few neighbours' : undefined;
}

/** Whether so many atoms, with hydrogen, are too many. */
export const isTooLarge = (atoms: number): boolean => atoms > MOST_WITH_HYDROGEN;

/** Whether a stereo centre of carbon or silicon has too few neighbours: RDKit would fill it with hydrogens, and make another substance of it. */
function hasOpenCentre(smiles: string): boolean {
  const graph = smiles.includes('@') ? readGraph(smiles) : undefined;
  return (
    graph?.keys.some((key, at) => {
      const bonds = graph.bonds.subarray(graph.starts[at], graph.starts[at + 1]);
      if (graph.chirality[at] === 0 || isAromatic(key) || bonds.length > 2) return false;
      const order = bonds.reduce((sum, bond) => sum + (bond & 7), hydrogensOf(key));
      return order < 4 && (elementOf(key) === CARBON || elementOf(key) === SILICON);
    }) ?? false
  );
}
const [CARBON, SILICON] = [6, 14];

const RING = /([-=#$:]?)(%\d\d|%\(\d{1,5}\)|\d)/g;

/** Whether the two ends of a ring name different bonds, of which RDKit would take the first. */
function hasTwoBonds(smiles: string): boolean {
  const open = new Map<string, string>();
  return [...smiles.replaceAll(/\[[^\]]*\]/g, '*').matchAll(RING)].some(([, bond = '', ring = '']) => {
    const opened = open.get(ring);
    if (opened === undefined) open.set(ring, bond);
    else open.delete(ring);
    return opened && bond && opened !== bond;
  });
}

const EVERY_ATOM = new RegExp(ATOM.source, 'g');

/** The elements of the atoms of a SMILES in order, in capitals. */
const atomsOf = (smiles: string): string[] =>
  Array.from(smiles.matchAll(EVERY_ATOM), ([atom, element]) => (element ?? atom).toUpperCase());
const heavyOf = (smiles: string): string[] => atomsOf(smiles).filter((element) => element !== 'H');

/** How many atoms of a SMILES are not hydrogen. */
export const heavyAtomsOf = (smiles: string): number => heavyOf(smiles).length;

/** What a SMILES is made of: the elements of its atoms, hydrogen apart, sorted. */
export const madeOf = (smiles: string): string => heavyOf(smiles).toSorted().join(' ');

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
  smiles.split('.').reduce((a, b) => (heavyAtomsOf(b) > heavyAtomsOf(a) ? b : a));
