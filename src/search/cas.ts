import { casOf, casOfDate, isCas, withoutWord } from '../values/cas.js';

const WHOLE = /^(\d{2,10}) ?- ?(\d{2}) ?- ?(\d)$/;
const START = /^\d{2,10}-(?:\d{1,2}-?)?$/;

/** How a text reads as a CAS number. */
export type CasReading =
  /** a whole number, with its dashes; its check digit may be wrong */
  | { kind: 'whole'; cas: string }
  /** the beginning of one, with a dash */
  | { kind: 'start'; start: string }
  /** digits alone; `whole` is the number that they are, where their check digit fits */
  | { kind: 'digits'; digits: string; whole: string | undefined }
  /** a date, and the numbers that a spreadsheet may have turned into it */
  | { kind: 'date'; mended: string[] };

/** Reads a `readable` text as (part of) a CAS number; nothing where it is none. */
export function readCas(form: string): CasReading | undefined {
  const part = withoutWord(form);
  if (/^\d{4,14}$/.test(part)) return { kind: 'digits', digits: part, whole: casOf(part) };
  const cas = casOf(form);
  if (cas !== undefined) return { kind: 'whole', cas };
  const whole = WHOLE.exec(part);
  if (whole) return { kind: 'whole', cas: `${whole[1]}-${whole[2]}-${whole[3]}` };
  if (START.test(part)) return { kind: 'start', start: part };
  const mended = casOfDate(part);
  return mended.length > 0 ? { kind: 'date', mended } : undefined;
}

/** The CAS numbers among other words, each once. */
export function casWithin(form: string): string[] {
  const found = form.match(/(?<![\d-])\d{2,7}-\d{2}-\d(?![\d-])/g) ?? [];
  return [...new Set(found)].filter(isCas);
}
