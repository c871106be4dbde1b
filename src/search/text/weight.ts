import { Expressions } from '../../chemistry/index.js';

const WEIGHTS = new Expressions('weights');
const NAMED = WEIGHTS.one('named');
const MEASURED = WEIGHTS.one('measured');

/** The least tolerance: tables of atomic masses differ in the second decimal of a weight. */
const LEAST_DOUBT = 0.01;

/**
 * The molecular weights that a `readable` text with a word or unit asks for: `mw 180.16`, `180.16 g/mol`, `分子量
 * 180-182`. The range follows from the precision: `180` is 179.5 to 180.5. Undefined if it asks for none.
 */
export function weightOf(form: string) {
  const [, from, to = from] = NAMED.exec(form) ?? MEASURED.exec(form) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const doubt = (number: string): number =>
    Math.max(0.5 * 10 ** -(number.split('.')[1]?.length ?? 0), LEAST_DOUBT);
  // Rounded, so that it has neither binary noise nor an exponent.
  const rounded = (weight: number): number => Math.round(weight * 1000) / 1000;
  return { least: rounded(Number(from) - doubt(from)), most: rounded(Number(to) + doubt(to)) };
}
