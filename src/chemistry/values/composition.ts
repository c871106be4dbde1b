import { elementsOf, inHillOrder } from './formula.js';

// Compares formulas by their atoms: dots of salts, brackets and the order of elements do not matter.

/** The formula in Hill order: carbon, hydrogen, then the others by letter. */
export const hillFormula = (elements: ReadonlyMap<string, number>): string =>
  inHillOrder(elements)
    .map(([symbol, count]) => (count === 1 ? symbol : `${symbol}${count}`))
    .join('');

/** Whether two formulas have different atoms, with deuterium and tritium as hydrogen; false if one cannot be read. */
export function isOtherComposition(a: string, b: string): boolean {
  const [one, other] = [withoutIsotopes(a), withoutIsotopes(b)];
  return one !== undefined && other !== undefined && one !== other;
}

function withoutIsotopes(formula: string): string | undefined {
  const elements = elementsOf(formula);
  if (elements === undefined) return undefined;
  const plain = new Map(elements);
  for (const isotope of ['D', 'T']) {
    const number = plain.get(isotope);
    if (number === undefined) continue;
    plain.delete(isotope);
    plain.set('H', (plain.get('H') ?? 0) + number);
  }
  return hillFormula(plain);
}
