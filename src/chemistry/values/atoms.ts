import atoms from './atoms.json' with { type: 'json' };

// The elements in the order of their numbers, then deuterium and tritium, with their standard atomic weights (IUPAC, abridged to what is
// known of each), g/mol. Elements that have none weigh nothing here.
const WEIGHTS = new Map<string, number | null>(Object.entries(atoms));

/** The symbols of the elements, in the order of their numbers. */
export const ELEMENT_SYMBOLS = Object.keys(atoms).slice(0, -2);

/**
 * The molecular weight of these atoms, g/mol, rounded to so many decimals.
 * @returns undefined where an element has no standard weight
 */
export function weightOfElements(counts: ReadonlyMap<string, number>, decimals = 2): number | undefined {
  let sum = 0;
  for (const [symbol, count] of counts) {
    // An isotope, 13C, has about the weight of its mass number.
    const weight = WEIGHTS.get(symbol) ?? (/^\d/.test(symbol) ? Number.parseInt(symbol, 10) : undefined);
    if (weight === undefined) return undefined;
    sum += weight * count;
  }
  return Math.round(sum * 10 ** decimals) / 10 ** decimals;
}
