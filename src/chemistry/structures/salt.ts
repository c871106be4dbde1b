import { hillFormula } from '../values/composition.js';
import { atomsAndBonds, readMol, using } from './rdkit.js';
import type { RdKit } from './rdkit.js';
import { elementsOf } from './read.js';

/** Atoms of the largest part, without hydrogen, from which a small picture shows it alone: what is smaller is large enough whole. */
const LEAST = 7;
/** In a part without carbon, elements stand in this order, metals before them. */
const ORDER = ['B', 'Si', 'As', 'P', 'Se', 'S', 'I', 'Br', 'N', 'Cl', 'O', 'F'];
/** A part with one of these has its hydrogen in front, as in HCl. */
const ACID = ['O', 'S', 'F', 'Cl', 'Br', 'I'];

/**
 * The largest part of a structure, and the others in words, in the markup of RDKit: as many as belong to one of it
 * ("½ Ca²⁺ · 1½ H₂O"). Undefined where there is one part, or none is large.
 */
export function largestOf(rdkit: RdKit, text: string): { text: string; words: string } | undefined {
  const smiles = using(readMol(rdkit, text), (molecule) => molecule.get_smiles()) ?? '';
  const counts = new Map<string, number>();
  for (const part of smiles.split('.')) counts.set(part, (counts.get(part) ?? 0) + 1);
  const parts = [...counts].map(([part, count]) => partOf(rdkit, part, count));
  const [largest, ...others] = parts.toSorted((a, b) => b.size - a.size);
  if (largest === undefined || others.length === 0 || largest.size < LEAST) return undefined;
  const words = others
    .toSorted((a, b) => Math.abs(b.charge) - Math.abs(a.charge))
    .map((each) => shareText(each.count, largest.count) + each.words);
  return { text: largest.text, words: words.join(DOT) };
}

/** RDKit's letters have no dot of this height. */
const DOT = ' <sup>.</sup> ';

function partOf(rdkit: RdKit, text: string, count: number) {
  const atoms = using(readMol(rdkit, text), (molecule) => atomsAndBonds(molecule).atoms) ?? [];
  const charge = atoms.reduce((sum, { chg }) => sum + chg, 0);
  const size = atoms.filter(({ z }) => z > 1).length;
  return { text, count, size, charge, words: formulaText(elementsOf(atoms)) + chargeText(charge) };
}

function formulaText(elements: ReadonlyMap<string, number>): string {
  const markup = (formula: string): string => formula.replaceAll(/\d+/g, '<sub>$&</sub>');
  if (elements.has('C')) return markup(hillFormula(elements));
  const isAcid = ACID.some((symbol) => elements.has(symbol));
  const placeOf = (symbol: string): number =>
    symbol === 'H' || symbol === 'D' ? (isAcid ? -1 : ORDER.length) : ORDER.indexOf(symbol);
  const inOrder = [...elements].toSorted(([a], [b]) => placeOf(a) - placeOf(b));
  return markup(inOrder.map(([symbol, count]) => (count === 1 ? symbol : `${symbol}${count}`)).join(''));
}

function chargeText(charge: number): string {
  const size = Math.abs(charge);
  return charge === 0 ? '' : `<sup>${size === 1 ? '' : size}${charge > 0 ? '+' : '-'}</sup>`;
}

/** How many there are for one of the largest: 1½ for three of two. */
function shareText(count: number, largest: number): string {
  const divisor = greatestDivisor(count, largest);
  const [whole, over, under] = [Math.floor(count / largest), (count % largest) / divisor, largest / divisor];
  const fraction = over === 0 ? '' : `<sup>${over}</sup>/<sub>${under}</sub>`;
  return whole === 1 && over === 0 ? '' : `${whole || ''}${fraction} `;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
