import { casOf, casOfDate, isCas, withoutWord, WRITTEN } from '../../chemistry/index.js';

/** Nearly a CAS number: one part has a digit too many or too few. EC numbers and dates look alike and are excluded. */
const MISCOUNTED = /^(?![2-9]\d{2}-\d{3}-\d$|(?:19|20)\d{2}-\d{1,2}-\d{2}$)\d{1,10}-\d{1,3}-\d{1,2}$/;
const START = /^\d{2,10}-(?:\d{1,2}-?)?$/;

/** What a text is as a CAS number. */
export type CasReading =
  /** a whole number, with its dashes; its check digit may be wrong */
  | { kind: 'whole'; cas: string }
  /** the beginning of one, with a dash */
  | { kind: 'start'; start: string }
  /** digits alone; `whole` is the number that they are, where their check digit fits */
  | { kind: 'digits'; digits: string; whole: string | undefined }
  /** a date, and the numbers that a spreadsheet may have turned into it */
  | { kind: 'date'; mended: string[] }
  /** a number of which a part is too long or too short */
  | { kind: 'miscounted'; cas: string };

/** Reads a `readable` text as a CAS number or a part of one; undefined if it is neither. */
export function readCas(text: string): CasReading | undefined {
  const form = withDash(text);
  const part = withoutWord(form);
  if (/^\d{4,14}$/.test(part)) return { kind: 'digits', digits: part, whole: casOf(part) };
  const cas = casOf(form);
  if (cas !== undefined) return { kind: 'whole', cas };
  const whole = WRITTEN.exec(part);
  if (whole) return { kind: 'whole', cas: `${whole[1]}-${whole[2]}-${whole[3]}` };
  if (START.test(part)) return { kind: 'start', start: part };
  const mended = casOfDate(part);
  if (mended.length > 0) return { kind: 'date', mended };
  return MISCOUNTED.test(part) ? { kind: 'miscounted', cas: part } : undefined;
}

/** The whole CAS number that a `readable` text is, with or without its dashes; its check digit may be wrong. */
export function wholeCas(form: string): string | undefined {
  const read = readCas(form);
  if (read?.kind === 'digits') return read.whole;
  return read?.kind === 'whole' ? read.cas : undefined;
}

/** 一 and ー are typed for a dash because they look like one. */
const withDash = (form: string): string => form.replace(/(?<=\d) ?[一ー丨] ?(?=\d)/g, '-');

/** The valid CAS numbers in a text, each once. */
export function casWithin(form: string): string[] {
  const found = withDash(form).match(/(?<![\d-])\d{2,7}-\d{2}-\d(?![\d-])/g) ?? [];
  return [...new Set(found)].filter(isCas);
}
