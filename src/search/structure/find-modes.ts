/** The modes of a search by structure. */
export const MODES = ['exact', 'stereo-blind', 'tautomer', 'substructure', 'similarity'] as const;
export type Mode = (typeof MODES)[number];

/** The choices on pages: the modes, and a pattern. */
export const WAYS = [...MODES, 'smarts'] as const;
export type Way = (typeof WAYS)[number];

export const DEFAULT_THRESHOLD = 0.5;

/** The thresholds that pages offer, and the given one. */
export const thresholdChoices = (wanted: number): [value: string, words: string][] =>
  [...new Set([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, wanted])]
    .sort((a, b) => b - a)
    .map((each) => [String(each), `${Math.round(each * 1e6) / 1e4}%`]);

// A result is a single number, so that hundreds of thousands can be sorted, kept and sent quickly. Its parts are,
// from the most significant: how it matches, how dissimilar it is, the product.

const PRODUCTS = 2 ** 33;
/** steps of similarity; with all modes and products the number stays below 2 ** 53 */
const STEPS = 200_000;

/** Makes a result; better ones are smaller. @param similarity 0 to 1 */
export function resultOf(match: Mode, similarity: number, product: number): number {
  const rank = MODES.indexOf(match) * (STEPS + 1) + Math.round((1 - similarity) * STEPS);
  return rank * PRODUCTS + product;
}

/** The product of a result. */
export const productOf = (result: number): number => result % PRODUCTS;

interface Result {
  product: number;
  /** the narrowest mode that finds it; `tautomer` only if searched by that mode */
  match: Mode;
  /** rounded to four digits */
  similarity: number;
}

/** The parts of a result. */
export function readResult(result: number): Result {
  const rank = Math.floor(result / PRODUCTS);
  return {
    product: productOf(result),
    match: MODES[Math.floor(rank / (STEPS + 1))]!,
    similarity: Math.round((1 - (rank % (STEPS + 1)) / STEPS) * 10_000) / 10_000,
  };
}
