import { lettersOf } from './normalise.js';

/** Product numbers have no more digits in their last part. */
const MOST_DIGITS = 8;
/** Of a longer text each letter would be tried. */
const LONGEST_CODE = 30;

/**
 * The keys of product numbers that may have been meant by one: with digits for the letters that they look like, or letters for
 * such digits, with two letters swapped, and with more or fewer zeros in front of its last part. What is between
 * dashes is read by itself.
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

/** `psd-001859` as `pds-001859`, and so on: two letters of its first part in the wrong order. */
function swapped(form: string): string[] {
  const [letters = ''] = /^[a-z]{2,4}(?=[-_. ]?\d)/.exec(form) ?? [];
  return Array.from(
    { length: Math.max(0, letters.length - 1) },
    (_, at) => `${form.slice(0, at)}${form[at + 1]}${form[at]}${form.slice(at + 2)}`,
  );
}

/** `pds-oo18` as `pds-0018`; of `colo1` either letter may be one. */
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
