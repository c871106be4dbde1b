import { Expressions } from '../../chemistry/index.js';

/** A range of molecular weights. */
interface Weights {
  least: number;
  most: number;
}

const WEIGHTS = new Expressions('weights');
const NAMED = WEIGHTS.one('named');
const MEASURED = WEIGHTS.one('measured');

/** The least tolerance: tables of atomic masses differ in the second decimal of a weight. */
const LEAST_DOUBT = 0.01;

/**
 * The molecular weights that a `readable` text with a word or unit asks for: `mw 180.16`, `180.16 g/mol`, `分子量
 * 180-182`. The range follows from the precision: `180` is 179.5 to 180.5. Undefined if it asks for none.
 */
export function weightOf(form: string): Weights | undefined {
  const [, from, to = from] = NAMED.exec(form) ?? MEASURED.exec(form) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { least: rounded(Number(from) - doubt(from)), most: rounded(Number(to) + doubt(to)) };
}

function doubt(number: string): number {
  const decimals = number.split('.')[1]?.length ?? 0;
  return Math.max(0.5 * 10 ** -decimals, LEAST_DOUBT);
}

/** Rounded, so that it has neither binary noise nor an exponent. */
function rounded(weight: number): number {
  return Math.round(weight * 1000) / 1000;
}
