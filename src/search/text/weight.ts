/** A range of molecular weights. */
interface Weights {
  least: number;
  most: number;
}

const WORD = String.raw`(?:m(?= ?=)|(?:molecular |molar )?mass|m\.?w\.?t?\.?|m\.? ?wt\.?|mol(?:ecular|ar|\.)? ?(?:weight|wt\.?)|formula weight|f\.?w\.?|mr|relative molecular mass|(?:相对)?分子(?:质)?量|分子质量|摩尔质量|式量)`;
const UNIT = String.raw`(?:g ?\/ ?mol|g ?[·.*]? ?mol(?:\^?-1)?|da(?:ltons?)?|克\/摩尔)`;
const NUMBER = String.raw`(\d{1,7}(?:\.\d{1,6})?)`;
const SIGN = String.raw`(?: ?[:=~≈为是约] ?| is | of | )?`;
const NAMED = new RegExp(`^${WORD}${SIGN}${NUMBER}(?: ?(?:-|~|to|至|到) ?${NUMBER})?(?: ?${UNIT})?$`);
const MEASURED = new RegExp(`^${NUMBER}(?: ?(?:-|~|to|至|到) ?${NUMBER})? ?${UNIT}$`);

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
