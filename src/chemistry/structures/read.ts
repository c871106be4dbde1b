import { ELEMENT_SYMBOLS, weightOfElements } from '../values/atoms.js';
import { hillFormula } from '../values/composition.js';
import { isRefusal } from '../../platform/index.js';
import type { Refusal } from '../../platform/index.js';
import type { GivenStructure } from './given.js';
import { identify } from './identity.js';
import type { Identity } from './identity.js';
import { atomsAndBonds, hasFeatures, readMol, using } from './rdkit.js';
import type { JsonAtom, Mol, RdKit } from './rdkit.js';
import { heavyAtomsOf, isTooLarge, MOST_ATOMS, tooManyAtoms } from './smiles.js';

/** What is known as soon as a structure is read. */
export interface Outline {
  /** in Hill order, for all parts together, with deuterium as D and tritium as T */
  formula: string;
  mw: number;
  /** the number of parts that no bond connects: 2 for a salt with one counter-ion */
  fragments: number;
}

/** A structure that was read. The identity is null if it is worked out later, as it is for many at once (complete.ts). */
export type Structure = GivenStructure & Outline & { identity: Identity | null };

/** Reads a SMILES or a molfile. */
export function structureOf(rdkit: RdKit, given: GivenStructure, isIdentified: boolean): Structure | Refusal {
  const { source, text } = given;
  // RDKit is left broken by what is much too large.
  if (source !== 'molfile' && heavyAtomsOf(text) > MOST_ATOMS) return TOO_LARGE;
  const read = using(readMol(rdkit, text), (molecule) => {
    const outline = outlineOf(molecule, source);
    if (isRefusal(outline)) return outline;
    return { ...given, ...outline, identity: isIdentified ? identify(rdkit, molecule) : null };
  });
  return read ?? unreadable(rdkit, given);
}

const TOO_LARGE: Refusal = { reason: 'too_large', message: tooManyAtoms() };
const NAMES = { smiles: 'SMILES', molfile: 'molfile', inchi: 'InChI' } as const;

/** Says whether it is the text that cannot be read, or the structure that cannot be. */
function unreadable(rdkit: RdKit, { source, text }: GivenStructure): Refusal {
  const isRead = using(rdkit.get_mol(text, '{"sanitize":false}'), () => true) ?? false;
  const message = isRead
    ? 'is no structure that can be: an atom has too many bonds, or an aromatic ring lacks a hydrogen'
    : `cannot be read as ${NAMES[source]}`;
  return { reason: 'no_structure', message };
}

function outlineOf(molecule: Mol, source: GivenStructure['source']): Outline | Refusal {
  const size = molecule.get_num_atoms();
  if (size === 0) return { reason: 'no_structure', message: 'has no atoms, or none that can be read' };
  if (molecule.get_num_atoms(true) > MOST_ATOMS || isTooLarge(size)) return TOO_LARGE;
  if (source === 'molfile' && hasFeatures(molecule))
    return {
      reason: 'open_structure',
      message: 'has a place without an element, or a bond that stands for several',
    };
  const { atoms, bonds } = atomsAndBonds(molecule);
  if (atoms.some(({ z, isotope }) => isotope !== 0 && (isotope < z || isotope > 3 * z + 4)))
    return { reason: 'no_structure', message: 'has an isotope that cannot be' };
  const counts = elementsOf(atoms);
  const isLabelled = atoms.some((atom) => atom.isotope !== 0 && labelOf(atom) === undefined);
  // What RDKit tells of a weight takes as long as reading ten structures, but it knows isotopes.
  const weight = isLabelled ? undefined : weightOfElements(counts, 3);
  const { amw } =
    weight === undefined ? (JSON.parse(molecule.get_descriptors()) as { amw: number }) : { amw: weight };
  return {
    formula: hillFormula(counts),
    mw: Math.round(amw * 1000) / 1000,
    fragments: partsOf(size, bonds),
  };
}

/** How many atoms there are of each element, with deuterium as D and tritium as T. */
export function elementsOf(atoms: readonly JsonAtom[]): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (symbol: string, times: number): void =>
    void (times > 0 && counts.set(symbol, (counts.get(symbol) ?? 0) + times));
  for (const atom of atoms) {
    count(labelOf(atom) ?? ELEMENT_SYMBOLS[atom.z - 1]!, 1);
    count('H', atom.impHs);
  }
  return counts;
}

const labelOf = ({ z, isotope }: JsonAtom): string | undefined =>
  z === 1 ? { 2: 'D', 3: 'T' }[isotope] : undefined;

/** How many parts some bonds leave. */
function partsOf(size: number, bonds: readonly [number, number][]): number {
  const partOf = Array.from({ length: size }, (_, atom) => atom);
  for (const [a, b] of bonds) {
    const [one, other] = [partOf[a], partOf[b]!];
    if (one !== other) for (const atom of partOf.keys()) if (partOf[atom] === one) partOf[atom] = other;
  }
  return new Set(partOf).size;
}
