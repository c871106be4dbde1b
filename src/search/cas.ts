/** CAS numbers as people type them: with or without the word “CAS”, the dashes, or the last digits. */

const WORD =
  /^cas(?:[ -]?(?:registry|rn|no|nr|number))*[^a-z0-9\u4e00-\u9fff]*(?:(?:登录号|登记号|编号|号码|号)[^\p{L}\p{N}]*)?(?=\d)/u;
// Ten digits in all today; a few catalogues hold longer ones of their own.
const WHOLE = /^(\d{2,10}) ?- ?(\d{2}) ?- ?(\d)$/;
const START = /^\d{2,10}-(?:\d{1,2}-?)?$/;

/** How a text reads as a CAS number. */
export type CasReading =
  /** a whole number, with its dashes */
  | { kind: 'whole'; cas: string }
  /** the beginning of one, with a dash */
  | { kind: 'start'; start: string }
  /** digits alone: a whole one where their check digit fits, the beginning of one, or something else */
  | { kind: 'digits'; digits: string; whole: string | undefined };

/** Reads a `readable` text as (part of) a CAS number; nothing where it is none. */
export function readCas(form: string): CasReading | undefined {
  const part = form.replace(WORD, '');
  const whole = WHOLE.exec(part);
  if (whole) return { kind: 'whole', cas: `${whole[1]}-${whole[2]}-${whole[3]}` };
  if (START.test(part)) return { kind: 'start', start: part };
  if (!/^\d{4,10}$/.test(part)) return undefined;
  const dashed = withDashes(part);
  return { kind: 'digits', digits: part, whole: isCas(dashed) ? dashed : undefined };
}

/** A CAS number among other words. */
export function casWithin(form: string): string | undefined {
  const found = /(?<![\d-])\d{2,7}-\d{2}-\d(?![\d-])/.exec(form)?.[0];
  return found !== undefined && isCas(found) ? found : undefined;
}

/** The digits with the dashes of a whole number. */
export function withDashes(digits: string): string {
  return `${digits.slice(0, -3)}-${digits.slice(-3, -1)}-${digits.slice(-1)}`;
}

/** Whether a text has the form of a CAS number and the last digit is the check digit of the others. */
export function isCas(text: string): boolean {
  if (!WHOLE.test(text)) return false;
  const digits = text.replaceAll('-', '');
  let sum = 0;
  for (let at = digits.length - 2, weight = 1; at >= 0; at--, weight++) sum += weight * Number(digits[at]);
  return sum % 10 === Number(digits.at(-1));
}
