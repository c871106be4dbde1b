// Formats of numbers that stand for texts: a spreadsheet shows 42 as `00042` by the format `00000`, and 50782 as `50-78-2` by
// `0-00-0`. All others (`0.00`, `#,##0`, dates) show a number.

const LITERAL = /"([^"]*)"|\\(.)|_.|([- ])/;
const PART = new RegExp(`0|${LITERAL.source}`, 'g');
const PATTERN = new RegExp(`^(?:0|${LITERAL.source})+$`);

/** What a format says of numbers from 0 on. */
const positive = (format: string): string => format.replace(/;.*/s, '');

/** Whether a format consists of digits and fixed texts. */
export const isPattern = (format: string): boolean => PATTERN.test(positive(format)) && format.includes('0');

/** What such a format shows of a whole number, where that is something else than its digits. */
export function shownBy(format: string, number: number): string | undefined {
  if (!Number.isSafeInteger(number) || number < 0) return undefined;
  const parts = [...positive(format).matchAll(PART)];
  const places = parts.filter(([part]) => part === '0').length;
  const digits = String(number).padStart(places, '0');
  let at = digits.length - places + 1; // the first place takes what is too much for the others
  let from = 0;
  const shown = parts.map(([part, quoted, escaped, plain]) => {
    if (part !== '0') return quoted ?? escaped ?? plain ?? ' ';
    const taken = digits.slice(from, at);
    from = at++;
    return taken;
  });
  const text = shown.join('').trim();
  return text === String(number) ? undefined : text;
}
