/** Numbers as people and spreadsheets write them. */

const FULL_WIDTH = /[\uff01-\uff5e]/g;
// Both are unambiguous, so linear in the length of a text.
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/**
 * The number that a trimmed text is: with full-width characters, and commas between thousands. Infinite where it is too
 * large for a double; undefined where it is none, or a comma stands elsewhere and may be a decimal one.
 */
export function numberOf(text: string): number | undefined {
  const plain = text.replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  if (DECIMAL.test(plain)) return Number(plain);
  return GROUPED.test(plain) ? Number(plain.replaceAll(',', '')) : undefined;
}

/** A number without what arithmetic left at its end, as a spreadsheet shows it: 180.15900000000002 is 180.159. */
export function withoutNoise(number: number): number {
  const short = Number(number.toPrecision(15));
  return String(number).length - String(short).length < 3 ? number : short;
}
