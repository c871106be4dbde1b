import { withoutNoise } from '../number.js';

// Formats of numbers that show more than their digits: 42 as `00042` by the format `00000`, 50782 as `50-78-2` by `0-00-0` or
// `#-##-#`, .985 as `≥98.5%` by `"≥"0.0%`. All others (`#,##0`, `# ?/?`, dates) show a number.

/** What stands for itself: in quotes, behind a backslash, a blank of some width, signs and letters that mean nothing. */
const LITERAL = /"([^"]*)"|\\(.)|_.|([^\dA-Za-z#?.,%;@[\]*"\\_/!]|[ACFI-LN-RT-XZ])/.source;
const PART = new RegExp(`[0#%]|${LITERAL}`, 'g');
const LITERALS = new RegExp(LITERAL, 'g');
const SECTION = new RegExp(`^((?:[0#]|${LITERAL})*)(?:\\.([0#]{0,20}))?((?:%|${LITERAL})*)$`);
/** Spreadsheets allow no longer ones. Each may be used by every cell. */
const LONGEST = 255;

/** What a number from 0 on is shown as by a format, where that is something else than its digits; undefined for a format that is not read. */
export function shownBy(format: string | undefined): ((number: number) => string | undefined) | undefined {
  if (format === undefined || format.length > LONGEST) return undefined;
  // A colour, a language and what fills the cell are none of the text.
  const positive = format
    .replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, '"$1"')
    .replaceAll(/\[[a-z]+\d*\]|\*./gi, '')
    .replaceAll(/General|G\/通用格式/gi, '#')
    .replace(/;.*/s, '');
  const show = sectionOf(positive);
  return (number) => {
    const shown = number < 0 ? undefined : show?.(number).trim();
    return shown === String(number) ? undefined : shown;
  };
}

/** Of digits between fixed texts: the first place takes what is too much for the others. No decimals are left out. */
function sectionOf(section: string): ((number: number) => string) | undefined {
  const found = SECTION.exec(section);
  const places = found?.[1]!.replaceAll(LITERALS, '') ?? '';
  if (!found || places === '') return undefined;
  const parts = [...found[1]!.matchAll(PART)].map(textOf);
  const behind = [...parts.splice(parts.lastIndexOf(null) + 1), ...[...found[6]!.matchAll(PART)].map(textOf)];
  const least = places.length - `${places}0`.indexOf('0');
  const decimals = (found[5] ?? '').lastIndexOf('0') + 1;
  const share = found[6]!.replaceAll(LITERALS, '') === '' ? 1 : 100;
  return (number) => {
    const value = withoutNoise(share * number);
    const fixed = value.toFixed(decimals);
    const [whole, ...rest] = (Number(fixed) === value ? fixed : String(value)).split('.');
    const digits = whole!.padStart(least, '0');
    let at = digits.length - places.length;
    let from = 0;
    let shown = '';
    for (const part of parts) {
      if (part === null) at++;
      const to = part === null ? Math.max(at, 0) : from;
      shown += part ?? digits.slice(from, to);
      from = to;
    }
    return [shown, ...rest].join('.') + behind.join('');
  };
}

/** What a part of a section shows; null where a digit has its place. */
const textOf = ([part, quoted, escaped, plain]: RegExpMatchArray): string | null =>
  /^[0#]$/.test(part) ? null : (quoted ?? escaped ?? plain ?? part.replace(/^_.$/, ' '));

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
  const day = time.toISOString().slice(0, 10);
  const clock = time.toISOString().slice(11, 19).replace(/:00$/, '');
  // What has a time alone may have a day beside it, unless it counts the hours, `[h]:mm`.
  if (
    /[yd]/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '')) ||
    (number >= 1 && !/\[[hms]+\]/i.test(format))
  )
    return Number.isInteger(number) ? day : `${day} ${clock}`;
  const seconds = Math.round(number * 86_400);
  const hours = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return hours + (seconds % 60 > 0 ? `:${two(seconds % 60)}` : '');
}
