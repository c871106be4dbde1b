import { lettersOf } from '../../chemistry/index.js';

/** The most digits in the last part of a product number. */
const MOST_DIGITS = 8;
/** A longer text is not corrected, as each of its letters would be tried. */
const LONGEST_CODE = 30;

/**
 * Keys of product numbers that may have been meant by a mistyped one. Tried are digits for letters that look like
 * them and the reverse, two swapped letters, and more or fewer zeros in front of the last part. Parts between dashes
 * are corrected separately.
 * @param form `readable`
 */
export function codeNeighbours(form: string): string[] {
  if (form.length > LONGEST_CODE) return [];
  const read = [form, ...asDigits(form), form.replace(/(?<=[a-z])0(?=[a-z])/g, 'o')];
  const found = new Set(
    [...read.flatMap((text) => [text, ...withZeros(text)]), ...swapped(form)].map(lettersOf),
  );
  found.delete(lettersOf(form));
  return [...found];
}

/** Two letters of the first part swapped: `psd-001859` gives `pds-001859`. */
function swapped(form: string): string[] {
  const [letters = ''] = /^[a-z]{2,4}(?=[-_. ]?\d)/.exec(form) ?? [];
  return Array.from(
    { length: Math.max(0, letters.length - 1) },
    (_, at) => `${form.slice(0, at)}${form[at + 1]}${form[at]}${form.slice(at + 2)}`,
  );
}

/** Digits for letters: `pds-oo18` gives `pds-0018`. Of `colo1`, either `o` may be a letter. */
function asDigits(form: string): string[] {
  const [run] = [...form.matchAll(/[oil]+(?=\d)/g)];
  const behind = form.replace(/(?<=\d)[oil]+/g, digitsFor);
  if (!run) return behind === form ? [] : [behind];
  const before = form.slice(0, run.index);
  return Array.from(run[0], (_, at) => {
    const digits = run[0].slice(0, at) + digitsFor(run[0].slice(at));
    return `${before}${digits}${form.slice(run.index + run[0].length)}`.replace(/(?<=\d)[oil]+/g, digitsFor);
  });
}

const digitsFor = (letters: string): string => letters.replaceAll('o', '0').replace(/[il]/g, '1');

function withZeros(form: string): string[] {
  const [, prefix = '', number = ''] = /^(.*[^\d])0*(\d{1,8})$/.exec(form) ?? [];
  if (prefix === '') return [];
  return Array.from(
    { length: MOST_DIGITS - number.length + 1 },
    (_, zeros) => `${prefix}${'0'.repeat(zeros)}${number}`,
  );
}
