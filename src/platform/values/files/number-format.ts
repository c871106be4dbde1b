// Formats of numbers that stand for texts: a spreadsheet shows 42 as `00042` by the format `00000`, and 50782 as `50-78-2` by
// `0-00-0` or `#-##-#`. All others (`0.00`, `#,##0`, dates) show a number.

const LITERAL = /"([^"]*)"|\\(.)|_.|([- ])/;
const PART = new RegExp(`[0#]|${LITERAL.source}`, 'g');
const PATTERN = new RegExp(`^(?:[0#]|${LITERAL.source})+$`);
/** Spreadsheets allow no longer ones. Each may be used by every cell. */
const LONGEST = 255;

/** Such a format. */
export type NumberPattern = NonNullable<ReturnType<typeof readPattern>>;

/**
 * Reads a format that consists of digits and fixed texts; undefined for any other.
 * @returns its parts, null where a digit has its place; how many places it has, and how many digits it shows at least, with zeros
 *   before the number
 */
export function readPattern(format: string | undefined) {
  if (format === undefined || format.length > LONGEST) return undefined;
  const positive = format.replace(/;.*/s, ''); // what it says of numbers from 0 on
  if (!PATTERN.test(positive)) return undefined;
  const found = [...positive.matchAll(PART)];
  const places = found.flatMap(([part]) => (part === '0' || part === '#' ? part : []));
  if (places.length === 0) return undefined;
  const parts = found.map(([part, quoted, escaped, plain]) =>
    part === '0' || part === '#' ? null : (quoted ?? escaped ?? plain ?? ' '),
  );
  return { parts, places: places.length, least: places.length - `${places.join('')}0`.indexOf('0') };
}

/** What such a format shows of a whole number, where that is something else than its digits. */
export function formatWhole({ parts, places, least }: NumberPattern, number: number): string | undefined {
  if (!Number.isSafeInteger(number) || number < 0) return undefined;
  const digits = String(number).padStart(least, '0');
  let at = digits.length - places;
  let from = 0;
  let shown = '';
  for (const part of parts) {
    if (part === null) at++; // the first place takes what is too much for the others
    const to = part === null ? Math.max(at, 0) : from;
    shown += part ?? digits.slice(from, to);
    from = to;
  }
  shown = shown.trim();
  return shown === String(number) ? undefined : shown;
}

/** A number as a format such as `0.00` or `0.0%` shows it, where that leaves nothing out; undefined for another format. */
export function decimalsOf(number: number, format: string | undefined): string | undefined {
  const [, decimals = '', percent] = /^0(?:\.(0{1,20}))?(%?)$/.exec(format ?? '') ?? [];
  if (percent === undefined) return undefined;
  const shown = (percent ? 100 * number : number).toFixed(decimals.length);
  return percent || Number(shown) === number ? `${shown}${percent}` : undefined;
}

/** Whether a format shows dates or times. */
export function isTimeFormat(format: string | undefined): boolean {
  if (format === undefined || format.length > LONGEST) return false;
  const marks = format.replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').replace(/;.*/s, '');
  return /[ymdhs]/i.test(marks) && !/general|[#?]|0(?!0*$)/i.test(marks.replace(/s\.0+/gi, 's'));
}

const DAY_MS = 86_400_000;
const two = (part: number): string => String(part).padStart(2, '0');

/**
 * The day, the time or both that a number stands for. Day 1 is 1900-01-01, with a 1900-02-29 that never was, or 1904-01-02.
 * @returns undefined where no spreadsheet has such a day
 */
export function timeOf(number: number, format: string, is1904: boolean): string | undefined {
  if (number < 0 || number >= 2_958_466) return undefined;
  const days = is1904 ? number + 1_462 : number < 60 ? number + 1 : number;
  const time = new Date(Date.UTC(1899, 11, 30) + Math.round((days * DAY_MS) / 1_000) * 1_000);
  const [day, clock] = [
    time.toISOString().slice(0, 10),
    time.toISOString().slice(11, 19).replace(/:00$/, ''),
  ];
  if (/[yd]/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '')))
    return Number.isInteger(number) ? day : `${day} ${clock}`;
  const seconds = Math.round(number * 86_400);
  const hours = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return /[h:]/i.test(format) || number < 1 ? hours + (seconds % 60 > 0 ? `:${two(seconds % 60)}` : '') : day;
}
