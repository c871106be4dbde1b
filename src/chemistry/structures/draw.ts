import type { GivenStructure } from './given.js';
import { withChiralFlag } from './molfile.js';
import { atomsAndBonds, readMol, using } from './rdkit.js';
import type { Mol, RdKit } from './rdkit.js';
import { largestOf } from './salt.js';
import type { Look } from './themes.js';

/** The size of a drawing, pixels. */
const PIXELS = 320;
/** What RDKit is told: no bond is longer than that, and letters and lines shrink with a large structure. */
const OPTIONS = {
  width: PIXELS,
  height: PIXELS,
  padding: 0.04,
  fixedBondLength: 44,
  scaleBondWidth: true,
  bondLineWidth: 3,
  addChiralHs: false,
  clearBackground: false,
};
/** The sizes of letters, of a bond's length: the largest of which no two labels touch. */
const LETTERS = [0.7, 0.6, 0.5] as const;
/** The words below a small picture: they are read where it is a quarter as large. */
const WORDS = { legendFontSize: 48, legendFraction: 0.25 };
/** Colours that are read on white, 4.5:1 (WCAG 1.4.3), of elements whose own are too bright: O, F, P, S and Cl. */
const ON_WHITE = {
  atomColourPalette: {
    8: [0.9, 0, 0],
    9: [0.13, 0.5, 0.5],
    15: [0.7, 0.35, 0],
    16: [0.47, 0.47, 0],
    17: [0, 0.52, 0],
  },
};
/** Elements of which an odd electron is shown: at a metal it says nothing. */
const NON_METALS = new Set([1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 34, 35, 53]);

/** A square drawing as SVG without background. Letters are outlines, so that it needs no fonts. @throws Error if RDKit cannot read it */
export function drawingOf(rdkit: RdKit, given: GivenStructure, { theme, part }: Look): string {
  const largest = part === 'largest' ? largestOf(rdkit, given.text) : undefined;
  return placed(rdkit, largest ?? given, (molecule) => {
    const includeRadicals = atomsAndBonds(molecule).atoms.some(
      ({ z, nRad }) => nRad > 0 && NON_METALS.has(z),
    );
    const words = largest && { ...WORDS, legend: largest.words };
    const options = { ...OPTIONS, ...words, ...(theme === 'light' && ON_WHITE), includeRadicals };
    const drawnWith = (baseFontSize: number): string =>
      molecule.get_svg_with_highlights(JSON.stringify({ ...options, baseFontSize }));
    const [largestLetters, ...smaller] = LETTERS;
    let drawn = drawnWith(largestLetters);
    for (const size of smaller) if (labelsTouch(drawn)) drawn = drawnWith(size);
    const shapes = drawn
      .slice(drawn.indexOf('-->') + 3)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ (class|style)='([^']*)'/g, (_, name: string, text: string) =>
        name === 'style' ? attributesOf(text) : '',
      );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXELS}" height="${PIXELS}" viewBox="0 0 ${PIXELS} ${PIXELS}" stroke-linecap="round" stroke-linejoin="round">${shapes}`;
    return theme === 'light' ? svg : svg.replaceAll(/#[0-9A-F]{6}/g, lighter);
  });
}

/** What there has to be between two labels, pixels. */
const GAP = 1;

/** Whether the letters of two atoms touch: what RDKit draws of an atom alone is its label. */
function labelsTouch(svg: string): boolean {
  const drawn = new Map<string, number[]>();
  for (const [, atom = '', path = ''] of svg.matchAll(/<path class='(atom-\d+)' d='([^']*)'/g))
    drawn.set(atom, [...(drawn.get(atom) ?? []), ...path.match(/-?\d+(?:\.\d+)?/g)!.map(Number)]);
  const sides = [...drawn.values()].map((numbers) =>
    [0, 1].map((odd) => {
      const places = numbers.filter((_, at) => at % 2 === odd);
      return { least: Math.min(...places), most: Math.max(...places) + GAP };
    }),
  );
  return sides.some((one, at) =>
    sides
      .slice(0, at)
      .some((other) =>
        one.every(({ least, most }, side) => least < other[side]!.most && other[side]!.least < most),
      ),
  );
}

/** Styles as attributes, which may stand in a page that allows no styles. */
const attributesOf = (style: string): string =>
  style.replaceAll(/(fill|stroke|stroke-width):([^;]+);?|[^;]+;?/g, (_, name?: string, value?: string) =>
    name === undefined ? '' : ` ${name}='${value}'`,
  );

/** A colour for a dark ground: dark colours get their lightness inverted. */
function lighter(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [r = 0, g = 0, b = 0] = parts;
  const light = 0.3 * r + 0.59 * g + 0.11 * b;
  const lift = light < 20 ? 0.9 : Math.max(0, 165 - light) / 255;
  return `rgb(${parts.map((part) => Math.round(part + (255 - part) * lift)).join(',')})`;
}

/** A molfile in V2000, or in V3000 if there are too many atoms. @throws Error if RDKit cannot read the structure */
export const molfileOf = (rdkit: RdKit, given: GivenStructure): string =>
  placed(rdkit, given, (molecule) => {
    const molfile = molecule.get_molblock().trimEnd();
    // Without the flag many programs take what has wedges for a racemate.
    return molecule.get_smiles().includes('@') ? withChiralFlag(molfile) : molfile;
  });

/** Works with the molecule, its atoms in places in a plane: its own, if it has some. */
function placed<T>(rdkit: RdKit, { text }: Pick<GivenStructure, 'text'>, work: (molecule: Mol) => T): T {
  const result = using(readMol(rdkit, text), (molecule) => {
    if (isFlat(molecule)) return { done: work(molecule) };
    const smiles = molecule.get_smiles();
    molecule.set_new_coords(true);
    // CoordGen lays out macrocycles and peptides best, but may turn a double bond of a ring, or find no places.
    const isOther = /[/\\]/.test(smiles) && smilesOf(rdkit, molecule.get_molblock()) !== smiles;
    if (isOther || !isFlat(molecule)) molecule.set_new_coords(false);
    return { done: work(molecule) };
  });
  if (!result) throw new Error('RDKit cannot read the structure');
  return result.done;
}

const smilesOf = (rdkit: RdKit, text: string): string | undefined =>
  using(rdkit.get_mol(text), (molecule) => molecule.get_smiles());

/** Whether atoms have places of their own, all in one plane. */
function isFlat(molecule: Mol): boolean {
  if (molecule.has_coords() !== 2) return false;
  const places = molecule.get_coords() as number[][];
  return (
    places.flat().every(Number.isFinite) &&
    (places.length < 2 || places.some(([x, y]) => x !== places[0]![0] || y !== places[0]![1]))
  );
}
