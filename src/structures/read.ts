import { Molecule, SmilesParser } from 'openchemlib';
import { elementsOf } from '../search/formula.js';
import { hillFormula } from './composition.js';
import type { Given, Refusal } from './given.js';
import { withChiralFlag } from './molfile.js';
import { atomsOf, MOST_ATOMS, tooManyAtoms } from './smiles.js';

// What openchemlib tells of a structure. It is loaded in processes of its own alone (chemistry-process.ts).

/** What is known of a structure as soon as it is read. */
export interface Outline {
  /** in Hill order, all parts together, deuterium as D */
  formula: string;
  mw: number;
  /** parts that no bond connects: 2 of a salt with one counter-ion */
  fragments: number;
  /** a valence that is unusual: RDKit must read it too */
  isDoubtful?: true;
}

const parser = new SmilesParser({ skipCoordinateTemplates: true });

/** The molecule of a text; of an InChI, its SMILES. @throws Error where it is none */
export function moleculeOf({ source, text }: Given): Molecule {
  if (source === 'molfile') return Molecule.fromMolfile(withChiralFlag(text));
  return withHydrogensOf(text, Molecule.fromSmiles(text, { noCoordinates: true }));
}

/** Elements whose hydrogens everybody counts alike. */
const USUAL = /^(?:[BCNOPSFIH]|Cl|Br|Si|Se|As)$/i;

/**
 * A molecule whose atoms in brackets have the hydrogens that stand in the SMILES. openchemlib adds some to aluminium and a few
 * others; to some atoms with a charge (`[As+3]`) it adds them all the same. Where its atoms are not those of the text in their
 * order (explicit hydrogens go last), it stays.
 */
function withHydrogensOf(smiles: string, molecule: Molecule): Molecule {
  if (!smiles.includes('[')) return molecule;
  const atoms = atomsOf(smiles);
  if (atoms.length !== molecule.getAllAtoms()) return molecule;
  for (const [at, given] of atoms.entries()) {
    if (given?.element.toLowerCase() !== molecule.getAtomLabel(at).toLowerCase()) continue;
    // A molfile gives a bare metal the hydrogens of its usual valence, unless it says another one.
    if (
      molecule.getImplicitHydrogens(at) > given.hydrogens ||
      (molecule.getAtomCharge(at) === 0 && !USUAL.test(given.element))
    )
      molecule.setAtomAbnormalValence(at, molecule.getOccupiedValence(at) + given.hydrogens);
  }
  return molecule;
}

/** Reads a structure, without coordinates, by which most of the time would go. */
export function outlineOf(given: Given): Outline | Refusal {
  let molecule: Molecule;
  try {
    molecule =
      given.source === 'smiles'
        ? withHydrogensOf(
            given.text,
            parser.parseMolecule(given.text, { noCoordinates: true, noStereo: true }),
          )
        : moleculeOf(given);
  } catch (error) {
    return {
      reason: 'no_structure',
      message: `cannot be read as ${NAMES[given.source]}: ${sentence(error)}`,
    };
  }
  const refused = refuse(molecule);
  if (refused) return refused;
  const { formula, relativeWeight } = molecule.getMolecularFormula();
  if (!(relativeWeight > 0 && relativeWeight < Infinity))
    return { reason: 'no_structure', message: 'has an isotope that cannot be' };
  const elements = elementsOf(formula);
  return {
    formula: elements ? hillFormula(elements) : formula,
    mw: Math.round(relativeWeight * 1000) / 1000,
    fragments: molecule.getFragmentNumbers([], false, false),
    ...(isDoubtful(molecule, given) && { isDoubtful: true as const }),
  };
}

const NAMES = { smiles: 'SMILES', molfile: 'molfile', inchi: 'InChI' } as const;

/** What the library says, without its class and in one line. */
const sentence = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/^.*?: |\s+/g, ' ')
    .trim()
    .slice(0, 100);

function refuse(molecule: Molecule): Refusal | undefined {
  if (molecule.isFragment())
    return { reason: 'open_structure', message: 'has a place or a bond that stands for several' };
  const atoms = molecule.getAllAtoms();
  let heavy = 0;
  for (let atom = 0; atom < atoms; atom++) {
    const element = molecule.getAtomicNo(atom);
    if (element === 0 || element > 118 || molecule.getAtomList(atom))
      return { reason: 'open_structure', message: 'has a place without an element' };
    if (element > 1) heavy++;
  }
  if (heavy > MOST_ATOMS) return { reason: 'too_large', message: tooManyAtoms() };
  return atoms === 0 ? { reason: 'no_structure', message: 'has no atoms' } : undefined;
}

/** Whether the rings cannot have bonds in turn, or an atom has more bonds than it usually does: openchemlib reads over both. */
function isDoubtful(molecule: Molecule, { source, text }: Given): boolean {
  let radicals = 0;
  for (let atom = 0; atom < molecule.getAllAtoms(); atom++) {
    if (molecule.getFreeValence(atom) < 0) return true;
    if (molecule.getAtomRadical(atom) !== 0) radicals++;
  }
  // Those of SMILES stand in brackets.
  return radicals > (source === 'smiles' ? text.split('[').length - 1 : 0);
}
