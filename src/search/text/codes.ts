import { lettersOf } from '../../chemistry/index.js';

/** The most digits in the last part of a product number. */
const MOST_DIGITS = 8;
/** A longer text is not corrected, as each of its letters would be tried. */
const LONGEST_CODE = 30;

/**
 * Keys of product numbers that may have been meant by a mistyped one: with digits for letters that look like them and the reverse,
 * and more or fewer zeros in front of the last part.
 * @param form `readable`
 */
export function codeNeighbours(form: string): string[] {
  if (form.length > LONGEST_CODE) return [];
  const digits = form.replace(/[oil](?=[\doil]*$)/g, (letter) => (letter === 'o' ? '0' : '1'));
  const read = [form, digits, form.replace(/(?<=[a-z])0(?=[a-z])/g, 'o')];
  const found = new Set(read.flatMap((text) => [text, ...withZeros(text)]).map(lettersOf));
  found.delete(lettersOf(form));
  return [...found];
}

function withZeros(form: string): string[] {
  const [, prefix = '', number = ''] = /^(.*[^\d])0*(\d{1,8})$/.exec(form) ?? [];
  if (prefix === '') return [];
  return Array.from(
    { length: MOST_DIGITS - number.length + 1 },
    (_, zeros) => `${prefix}${'0'.repeat(zeros)}${number}`,
  );
}
