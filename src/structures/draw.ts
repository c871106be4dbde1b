import { Molecule } from 'openchemlib';
import type { Given } from './given.js';
import { drawLabel } from './letters.js';
import type { Theme } from './themes.js';
import { moleculeOf } from './read.js';

// Structures as pictures and as molfiles, by openchemlib; only in chemistry-process.ts.

/** How openchemlib depicts a molecule: without remarks on its stereo, and no wider than it needs. */
export const DEPICTION = {
  suppressChiralText: true,
  suppressESR: true,
  suppressCIPParity: true,
  noStereoProblem: true,
  autoCrop: true,
  autoCropMargin: 14,
};
/** The side of a picture that is shown as it is, pixels. */
const PIXELS = 320;
/** The smallest visible side, in drawing units: bounds how much a small molecule is enlarged. */
const LEAST_VIEW = 150;
/** Drawing units of a side: more than any structure of 300 atoms needs at the usual length of its bonds. */
const SIDE = 4_000;

/** A picture as SVG: square, on no background, its letters as strokes, so that it needs no fonts. */
export function drawingOf(given: Given, theme: Theme): string {
  const svg = framed(placed(given).toSVG(SIDE, SIDE, 'structure', DEPICTION), PIXELS);
  return theme === 'light' ? svg : svg.replaceAll(/rgb\((\d+),(\d+),(\d+)\)/g, lighter);
}

/** The depiction in the middle of a square of so many pixels, its letters as strokes, without the targets of a mouse. */
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

/** A colour that can be seen on a dark ground: its lightness turned over where it is dark. */
function lighter(_: string, ...parts: (string | number)[]): string {
  const [r, g, b] = parts.slice(0, 3).map(Number) as [number, number, number];
  const light = 0.3 * r + 0.59 * g + 0.11 * b;
  const lift = Math.max(0, 165 - light) / 255;
  const raised = [r, g, b].map((part) => Math.round(part + (255 - part) * (light < 20 ? 0.9 : lift)));
  return `rgb(${raised.join(',')})`;
}

/** A molfile, V2000, and V3000 where its atoms are too many for that. */
export function molfileOf(given: Given): string {
  const molecule = placed(given);
  openUnknownBonds(molecule);
  const isLarge = molecule.getAllAtoms() > 999 || molecule.getAllBonds() > 999;
  return (isLarge ? molecule.toMolfileV3() : molecule.toMolfile()).trimEnd();
}

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
function placed(given: Given): Molecule {
  const molecule = moleculeOf(given);
  if (given.source === 'molfile' && isFlat(molecule)) return molecule;
  molecule.inventCoordinates();
  return molecule;
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
