/** How a structure may be looked for. */
export const MODES = ['exact', 'stereo-blind', 'tautomer', 'substructure', 'similarity'] as const;
export type Mode = (typeof MODES)[number];

/** How pages look for what somebody types or draws: the modes, and as a pattern. */
export const WAYS = [...MODES, 'smarts'] as const;
export type Way = (typeof WAYS)[number];

export const DEFAULT_THRESHOLD = 0.5;

/** The least similarities that pages offer, with that which is looked for. */
export const thresholdChoices = (wanted: number): [value: string, words: string][] =>
  [...new Set([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, wanted])]
    .sort((a, b) => b - a)
    .map((each) => [String(each), `${Math.round(each * 1e6) / 1e4} %`]);

// A result is one number, so that hundreds of thousands are put in order, kept and sent at once: how it matches, then how
// little it is alike, then the product.

const PRODUCTS = 2 ** 33;
/** of similarity: all modes and products together stay below 2 ** 53 */
const STEPS = 200_000;

/** A result: the better ones are smaller. @param similarity 0 to 1 */
export function resultOf(match: Mode, similarity: number, product: number): number {
  const rank = MODES.indexOf(match) * (STEPS + 1) + Math.round((1 - similarity) * STEPS);
  return rank * PRODUCTS + product;
}

/** The product of a result. */
export const productOf = (result: number): number => result % PRODUCTS;

interface Result {
  product: number;
  /** the narrowest mode that finds it; `tautomer` with that mode alone */
  match: Mode;
  /** to four digits */
  similarity: number;
}

/** What a result says. */
export function readResult(result: number): Result {
  const rank = Math.floor(result / PRODUCTS);
  return {
    product: productOf(result),
    match: MODES[Math.floor(rank / (STEPS + 1))]!,
    similarity: Math.round((1 - (rank % (STEPS + 1)) / STEPS) * 10_000) / 10_000,
  };
}
