// Formats of numbers that stand for texts: a spreadsheet shows 42 as `00042` by the format `00000`, and 50782 as `50-78-2` by
// `0-00-0`. All others (`0.00`, `#,##0`, dates) show a number.

const LITERAL = /"([^"]*)"|\\(.)|_.|([- ])/;
const PART = new RegExp(`0|${LITERAL.source}`, 'g');
const PATTERN = new RegExp(`^(?:0|${LITERAL.source})+$`);
/** Spreadsheets allow no longer ones. Each may be used by every cell. */
const LONGEST = 255;

/** The parts of such a format: fixed texts, and null for each digit. */
type NumberPattern = (string | null)[];

/** Reads a format that consists of digits and fixed texts; undefined for any other. */
export function readPattern(format: string | undefined): NumberPattern | undefined {
  if (format === undefined || format.length > LONGEST) return undefined;
  const positive = format.replace(/;.*/s, ''); // what it says of numbers from 0 on
  if (!PATTERN.test(positive)) return undefined;
  const parts = Array.from(positive.matchAll(PART), ([part, quoted, escaped, plain]) =>
    part === '0' ? null : (quoted ?? escaped ?? plain ?? ' '),
  );
  return parts.includes(null) ? parts : undefined;
}

/** What such a format shows of a whole number, where that is something else than its digits. */
export function shownBy(pattern: NumberPattern, number: number): string | undefined {
  if (!Number.isSafeInteger(number) || number < 0) return undefined;
  const places = pattern.filter((part) => part === null).length;
  const digits = String(number).padStart(places, '0');
  let at = digits.length - places + 1; // the first place takes what is too much for the others
  let from = 0;
  let shown = '';
  for (const part of pattern) {
    shown += part ?? digits.slice(from, at);
    if (part === null) from = at++;
  }
  shown = shown.trim();
  return shown === String(number) ? undefined : shown;
}
