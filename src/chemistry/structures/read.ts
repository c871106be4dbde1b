import { Molecule, SmilesParser } from 'openchemlib';
import { elementsOf } from '../values/formula.js';
import { hillFormula } from '../values/composition.js';
import type { Refusal } from '../../platform/index.js';
import type { GivenStructure } from './given.js';
import { withChiralFlag } from './molfile.js';
import { kekulized, RdKitNeeded } from './rdkit.js';
import type { RdKit } from './rdkit.js';
import { atomsOf, MOST_ATOMS, MOST_WITH_HYDROGEN, tooManyAtoms } from './smiles.js';
import type { Bracketed } from './smiles.js';

// What openchemlib knows of a structure. Only loaded in a separate process (chemistry-process.ts).

/** What is known as soon as a structure is read. */
export interface Outline {
  /** in Hill order, for all parts together, with deuterium as D and tritium as T */
  formula: string;
  mw: number;
  /** the number of parts that no bond connects: 2 for a salt with one counter-ion */
  fragments: number;
  /** it has unusual valences or implicit hydrogens that RDKit must check */
  isDoubtful?: true;
}

const parser = new SmilesParser({ skipCoordinateTemplates: true });

/** The molecule of a text, which is the SMILES for an InChI. @throws Error if it is none; RdKitNeeded */
export function moleculeOf({ source, text }: GivenStructure, rdkit?: RdKit): Molecule {
  if (source === 'molfile') return Molecule.fromMolfile(withChiralFlag(text));
  const smiles = withKnownAtoms(text, rdkit);
  return withHydrogensOf(smiles, Molecule.fromSmiles(smiles, { noCoordinates: true }));
}

/**
 * Aromatic silicon and tellurium, which openchemlib does not know, and phosphorus and arsenic, which it knows only
 * with two bonds.
 */
const LITTLE_KNOWN = /p|\[\d*(?:as|si|te)/;

/** A SMILES whose aromatic atoms openchemlib knows. @throws RdKitNeeded if RDKit is needed and not given */
function withKnownAtoms(smiles: string, rdkit?: RdKit): string {
  if (!LITTLE_KNOWN.test(smiles) || atomsOf(smiles).length > MOST_ATOMS) return smiles;
  if (!rdkit) throw new RdKitNeeded();
  return kekulized(rdkit, smiles);
}

/** Elements whose hydrogens all programs count alike. */
const USUAL = /^(?:[BCNOPSFIH]|Cl|Br|Si|Se|As)$/i;

/**
 * A molecule whose atoms in brackets have the hydrogens that the SMILES gives. openchemlib adds hydrogens to
 * aluminium and a few others, and cannot be kept from it for some charged atoms (`[As+3]`); it drops an unusual
 * number (`C[SH4]`) and makes a radical. If atoms of the molecule and the text do not correspond (explicit hydrogens
 * come last), it stays as it is.
 */
function withHydrogensOf(smiles: string, molecule: Molecule): Molecule {
  for (const [at, given] of bracketed(smiles, molecule)) {
    const isOther = molecule.getImplicitHydrogens(at) !== given.hydrogens;
    if (isOther) molecule.setAtomRadical(at, Molecule.cAtomRadicalStateNone);
    // In a molfile, a bare metal gets the hydrogens of its usual valence, unless the file gives its valence.
    if (
      isOther ||
      (given.element === 'H' && given.hydrogens > 0) || // a molecule of hydrogen, `[HH]`
      (molecule.getAtomCharge(at) === 0 && !USUAL.test(given.element))
    )
      molecule.setAtomAbnormalValence(at, molecule.getOccupiedValence(at) + given.hydrogens);
  }
  return molecule;
}

/**
 * The atoms in brackets with their numbers in the molecule; empty if the atoms of molecule and SMILES do not
 * correspond.
 */
function bracketed(smiles: string, molecule: Molecule): [at: number, given: Bracketed][] {
  if (!smiles.includes('[')) return [];
  const atoms = atomsOf(smiles);
  if (atoms.length !== molecule.getAllAtoms()) return [];
  return [...atoms.entries()].filter(
    (entry): entry is [number, Bracketed] =>
      entry[1]?.element.toLowerCase() === molecule.getAtomLabel(entry[0]).toLowerCase(),
  );
}

/** How many hydrogens openchemlib counts that the SMILES does not have. It cannot be kept from that for `[As+3]`. */
function surplusHydrogens(smiles: string, molecule: Molecule): number {
  return bracketed(smiles, molecule).reduce(
    (sum, [at, { hydrogens }]) => sum + Math.max(0, molecule.getImplicitHydrogens(at) - hydrogens),
    0,
  );
}
const HYDROGEN = 1.00794; // openchemlib's

/**
 * Reads a structure without making coordinates, which would take most of the time.
 * @throws RdKitNeeded if RDKit is needed and not given
 */
export function outlineOf({ source, text: written }: GivenStructure, rdkit?: RdKit): Outline | Refusal {
  const given = { source, text: source === 'smiles' ? withKnownAtoms(written, rdkit) : written };
  let molecule: Molecule;
  try {
    molecule =
      given.source === 'smiles'
        ? withHydrogensOf(
            given.text,
            parser.parseMolecule(given.text, { noCoordinates: true, noStereo: true }),
          )
        : moleculeOf(given);
    molecule.ensureHelperArrays(Molecule.cHelperNeighbours); // throws if a bond leads to no atom
  } catch (error) {
    return {
      reason: 'no_structure',
      message: `cannot be read as ${NAMES[given.source]}${sentence(error)}`,
    };
  }
  const refused = refuse(molecule);
  if (refused) return refused;
  const surplus = given.source === 'smiles' ? surplusHydrogens(given.text, molecule) : 0;
  const { formula, relativeWeight } = molecule.getMolecularFormula();
  if (!(relativeWeight > 0 && relativeWeight < Infinity))
    return { reason: 'no_structure', message: 'has an isotope that cannot be' };
  const elements = new Map(elementsOf(formula));
  if (surplus > 0 && elements.has('H')) elements.set('H', elements.get('H')! - surplus);
  if (elements.get('H') === 0) elements.delete('H');
  return {
    formula: elements.size > 0 ? hillFormula(elements) : formula,
    mw: Math.round((relativeWeight - surplus * HYDROGEN) * 1000) / 1000,
    fragments: molecule.getFragmentNumbers([], false, true),
    ...(isDoubtful(molecule, given) && { isDoubtful: true as const }),
  };
}

const NAMES = { smiles: 'SMILES', molfile: 'molfile', inchi: 'InChI' } as const;

/** The library's message, without its class and on one line; empty if it failed by its own fault. */
const sentence = (error: unknown): string =>
  error instanceof TypeError || error instanceof RangeError
    ? ''
    : `: ${(error instanceof Error ? error.message : String(error))
        .replaceAll(/^.*?: |\s+/g, ' ')
        .trim()
        .slice(0, 100)}`;

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
  if (heavy > MOST_ATOMS || atoms > MOST_WITH_HYDROGEN)
    return { reason: 'too_large', message: tooManyAtoms() };
  return atoms === 0
    ? { reason: 'no_structure', message: 'has no atoms, or none that can be read' }
    : undefined;
}

/**
 * The most bonds of an atom in RDKit, by its atomic number minus its charge, as an ion with the electrons of carbon
 * has its bonds. Listed: boron to fluorine and F-, silicon to chlorine and Cl-, germanium, arsenic, bromine and Br-.
 */
const MOST_BONDS = new Map([
  ...[3, 4, 3, 2, 1, 0].map((most, i) => [5 + i, most] as const),
  ...[4, 5, 6, 1, 0].map((most, i) => [14 + i, most] as const),
  ...([[32, 4], [33, 5], [35, 1], [36, 0]] as const),
]); // prettier-ignore
/** The elements to which that applies. */
const COUNTED = /^(?:[BCNOFPS]|Si|Cl|Ge|As|Br)$/;

/**
 * Whether RDKit must check a structure that openchemlib reads. openchemlib accepts rings that cannot have alternating
 * bonds (it makes a radical), and atoms with too many bonds, to some of which (`O=N(O)C`) it gives a charge and
 * hydrogens. In a molfile it also counts other implicit hydrogens than RDKit, on rings with aromatic bonds and on
 * metals.
 */
function isDoubtful(molecule: Molecule, { source, text }: GivenStructure): boolean {
  for (let bond = 0; source === 'molfile' && bond < molecule.getAllBonds(); bond++)
    if (molecule.getBondType(bond) === Molecule.cBondTypeDelocalized) return true;
  let charged = 0;
  for (let atom = 0; atom < molecule.getAllAtoms(); atom++) {
    const element = molecule.getAtomLabel(atom);
    if (molecule.getFreeValence(atom) < 0 || molecule.getAtomRadical(atom) !== 0) return true;
    if (source === 'molfile' && !USUAL.test(element)) return true;
    const charge = molecule.getAtomCharge(atom);
    if (charge !== 0) charged++;
    const bonds = molecule.getOccupiedValence(atom) + molecule.getImplicitHydrogens(atom);
    if (COUNTED.test(element) && bonds > (MOST_BONDS.get(molecule.getAtomicNo(atom) - charge) ?? Infinity))
      return true;
  }
  return source === 'smiles' && charged > (text.match(CHARGED)?.length ?? 0);
}
const CHARGED = /\[[^\]]*[+-]/g;
