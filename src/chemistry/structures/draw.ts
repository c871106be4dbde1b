import { Molecule } from 'openchemlib';
import type { GivenStructure } from './given.js';
import { drawLabel } from './letters.js';
import { withChiralFlag } from './molfile.js';
import { keyOf, RdKitNeeded, using } from './rdkit.js';
import type { Mol, RdKit } from './rdkit.js';
import type { Theme } from './themes.js';
import { moleculeOf } from './read.js';

// Draws structures and makes molfiles, by openchemlib, or by RDKit if openchemlib would show another substance. Only
// loaded in chemistry-process.ts.

/** Options of openchemlib: no remarks on stereo, and no wider than needed. */
export const DEPICTION = {
  suppressChiralText: true,
  suppressESR: true,
  suppressCIPParity: true,
  noStereoProblem: true,
  autoCrop: true,
  autoCropMargin: 14,
};
/** The size of a drawing, pixels. */
const PIXELS = 320;
/** The smallest visible side, in drawing units. It limits how much a small molecule is enlarged. */
const LEAST_VIEW = 150;
/** The side of the drawing area, in drawing units: enough for 300 atoms at normal bond length. */
const SIDE = 4_000;

/**
 * A square drawing as SVG without background. Letters are strokes, so that it needs no fonts.
 * @throws RdKitNeeded if RDKit is needed and not given
 */
export function drawingOf(given: GivenStructure, theme: Theme, rdkit?: RdKit): string {
  const { molecule: own, isInvented } = placed(given, rdkit);
  const molecule =
    isInvented && mayLieWrong(own, given)
      ? Molecule.fromMolfile(withChiralFlag(molfileOf(given, rdkit)))
      : own;
  const svg = framed(molecule.toSVG(SIDE, SIDE, 'structure', DEPICTION), PIXELS);
  return theme === 'light' ? svg : svg.replaceAll(/rgb\((\d+),(\d+),(\d+)\)/g, lighter);
}

/** The drawing centred in a square of this size in pixels, with letters as strokes and without mouse targets. */
export function framed(svg: string, pixels: number): string {
  const [, left, top, width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg)!.map(Number) as number[];
  const side = Math.max(width!, height!, LEAST_VIEW);
  const view = [left! - (side - width!) / 2, top! - (side - height!) / 2, side, side].map((n) =>
    Number(n.toFixed(2)),
  );
  return svg
    .replace(
      /<svg [^>]*>\s*<style>[^<]*<\/style>/,
      `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="${view.join(' ')}" font-family="sans-serif" stroke-linecap="round" stroke-linejoin="round">`,
    )
    .replaceAll(/\s*<(?:line|circle)[^>]*class="event"[^>]*>/g, '')
    .replaceAll(
      /<text x="([^"]+)" y="([^"]+)"[^>]*font-size="([^"]+)" fill="([^"]+)">([^<]*)<\/text>/g,
      (text, x: string, y: string, size: string, colour: string, label: string) =>
        drawLabel(label, Number(x), Number(y), Number(size), colour) ?? text,
    );
}

/** A colour for a dark ground: dark colours get their lightness inverted. */
function lighter(_: string, ...parts: (string | number)[]): string {
  const [r, g, b] = parts.slice(0, 3).map(Number) as [number, number, number];
  const light = 0.3 * r + 0.59 * g + 0.11 * b;
  const lift = Math.max(0, 165 - light) / 255;
  const raised = [r, g, b].map((part) => Math.round(part + (255 - part) * (light < 20 ? 0.9 : lift)));
  return `rgb(${raised.join(',')})`;
}

/**
 * A molfile in V2000, or in V3000 if there are too many atoms.
 * @throws RdKitNeeded if RDKit is needed and not given
 */
export function molfileOf(given: GivenStructure, rdkit?: RdKit): string {
  const { molecule } = placed(given, rdkit);
  const isDoubtful = mayLieWrong(molecule, given) || mayBeReadWrong(molecule);
  openUnknownBonds(molecule);
  const isLarge = molecule.getAllAtoms() > 999 || molecule.getAllBonds() > 999;
  const molfile = (isLarge ? molecule.toMolfileV3() : molecule.toMolfile()).trimEnd();
  return isDoubtful ? proved(molfile, given, rdkit) : molfile;
}

/** The molfile; or that of RDKit, if only RDKit's is read as the right substance. */
function proved(molfile: string, { text }: GivenStructure, rdkit?: RdKit): string {
  if (!rdkit) throw new RdKitNeeded();
  // Some structures with bonds to metals have no InChIKey.
  const substance = (molecule: Mol): string => keyOf(rdkit, molecule) ?? molecule.get_smiles();
  const substanceIn = (read: string) => using(rdkit.get_mol(read), substance);
  const own = using(rdkit.get_mol(text), (molecule) => {
    const wanted = substance(molecule); // before the coordinates, which would determine double bonds
    if (wanted === substanceIn(molfile)) return molfile;
    molecule.set_new_coords();
    const placedByRdKit = molecule.get_molblock().trimEnd();
    return wanted === substanceIn(placedByRdKit) ? placedByRdKit : molfile;
  });
  return own ?? molfile;
}

/** The most atoms of a structure that is checked this way: InChI is slow for large rings. */
const MOST_PROVED = 200;

/** Whether coordinates may change the stereo of a double bond: in a ring of eight or more atoms, or at a hydrogen. */
function mayLieWrong(molecule: Molecule, { text }: GivenStructure): boolean {
  if (molecule.getAllAtoms() > MOST_PROVED) return false;
  if (text.includes('[H]')) return true;
  molecule.ensureHelperArrays(Molecule.cHelperRings);
  const ringBonds = numbersTo(molecule.getAllBonds()).filter((bond) => molecule.isRingBond(bond));
  return (
    ringBonds.some((bond) => !molecule.isSmallRingBond(bond)) &&
    ringBonds.some((bond) => molecule.getBondOrder(bond) === 2 && !molecule.isAromaticBond(bond))
  );
}

/** Elements whose hydrogens all programs count alike whatever the charge, and metals whose ions have none. */
const COUNTED_ALIKE = /^(?:[BCNOFPSI]|Cl|Br)$/;
const ALKALI = /^(?:Li|Na|K)$/;

/** Whether readers of its molfile may count other hydrogens, or take the bond to a ligand for an ordinary one. */
const mayBeReadWrong = (molecule: Molecule): boolean =>
  molecule.getAllAtoms() <= MOST_PROVED &&
  (numbersTo(molecule.getAllBonds()).some(
    (bond) => molecule.getBondType(bond) === Molecule.cBondTypeMetalLigand,
  ) ||
    numbersTo(molecule.getAllAtoms()).some((atom) => {
      const charge = molecule.getAtomCharge(atom);
      const label = molecule.getAtomLabel(atom);
      return (
        molecule.getAtomAbnormalValence(atom) !== -1 ||
        (label === 'H' && molecule.getAtomMass(atom) === 0) ||
        (charge !== 0 && !COUNTED_ALIKE.test(label) && !(charge === 1 && ALKALI.test(label)))
      );
    }));

const numbersTo = (end: number): number[] => Array.from({ length: end }, (_, number) => number);

/** Marks double bonds of unknown stereo: a reader would take it from the coordinates. */
function openUnknownBonds(molecule: Molecule): void {
  molecule.ensureHelperArrays(Molecule.cHelperParities);
  for (let bond = 0; bond < molecule.getAllBonds(); bond++)
    if (
      molecule.getBondOrder(bond) === 2 &&
      mayLieTwoWays(molecule, bond) &&
      molecule.isBondParityUnknownOrNone(bond)
    )
      molecule.setBondType(bond, Molecule.cBondTypeCross);
}

/** Whether a double bond has neighbours at both ends: terminal double bonds have no stereo. */
const mayLieTwoWays = (molecule: Molecule, bond: number): boolean =>
  ([0, 1] as const).every((end) => molecule.getConnAtoms(molecule.getBondAtom(end, bond)) > 1);

/** The molecule with places for its atoms in a plane: its own, if it has some. */
function placed(given: GivenStructure, rdkit?: RdKit): { molecule: Molecule; isInvented: boolean } {
  const molecule = moleculeOf(given, rdkit);
  if (given.source === 'molfile' && isFlat(molecule)) return { molecule, isInvented: false };
  molecule.inventCoordinates();
  return { molecule, isInvented: true };
}

/** Whether atoms have places, all of them in one plane. */
function isFlat(molecule: Molecule): boolean {
  const atoms = molecule.getAllAtoms();
  if (atoms < 2) return true;
  let isSpread = false;
  for (let atom = 0; atom < atoms; atom++) {
    if (molecule.getAtomZ(atom) !== 0) return false;
    isSpread ||=
      molecule.getAtomX(atom) !== molecule.getAtomX(0) || molecule.getAtomY(atom) !== molecule.getAtomY(0);
  }
  return isSpread;
}
