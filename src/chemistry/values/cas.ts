/** CAS numbers as people and spreadsheets write them. */

/** The digits with the dashes of a whole number. */
export function withDashes(digits: string): string {
  return `${digits.slice(0, -3)}-${digits.slice(-3, -1)}-${digits.slice(-1)}`;
}

// Ten digits in all today; a few catalogues hold longer ones of their own. ERPs fill up with zeros in front.
const WHOLE = /^[1-9]\d{1,9}-\d{2}-\d$/;

/** Whether a text has the form of a CAS number and the last digit is the check digit of the others. */
export function isCas(text: string): boolean {
  return WHOLE.test(text) && checkSum(text.replaceAll('-', '')) === 0;
}

/** 0 where the last digit is the check digit of the others. */
function checkSum(digits: string): number {
  let sum = -Number(digits.at(-1));
  for (let at = digits.length - 2, weight = 1; at >= 0; at--, weight++) sum += weight * Number(digits[at]);
  return (sum + 10) % 10;
}

const WORD =
  /^cas(?:[ -]?(?:registry|rn|no|nr|number))*[^a-z0-9\u4e00-\u9fff]*(?:(?:登录号|登记号|编号|号码|号)[^\p{L}\p{N}]*)?(?=[\doil])/u;

/** The text without the word “CAS” in front; the text is `readable`. */
export function withoutWord(form: string): string {
  return form.replace(WORD, '');
}

/** What spreadsheets and brackets put around a number. */
const AROUND = /^[\s'"=([#]+|[\s'")\].,;]+$/g;
const ODD = /^([\doil|]{2,10}) ?[-/._ ] ?([\doil|]{2}) ?[-/._ ] ?([\doil|])$/;

/**
 * The CAS number of a `readable` text that is nothing else: with other separators or none, letters for the digits that
 * they look like, zeros in front. Undefined where there is none, or its check digit is wrong.
 */
export function casOf(form: string): string | undefined {
  const text = withoutWord(form).replace(AROUND, '');
  const parts = ODD.exec(text);
  if (!parts && !/^\d{5,14}$/.test(text)) return undefined;
  const written = parts ? parts.slice(1).join('').replaceAll('o', '0').replace(/[il|]/g, '1') : text;
  const cas = withDashes(written.replace(/^0+(?=\d{5})/, ''));
  return isCas(cas) ? cas : undefined;
}

/** The numbers with a right check digit that differ from this one in one digit, or by two neighbouring digits swapped. */
export function casNeighbours(cas: string): string[] {
  const digits = cas.replaceAll('-', '').split('');
  const found = new Set<string>();
  const keep = (changed: string[]): void => {
    const text = changed.join('');
    if (!text.startsWith('0') && checkSum(text) === 0) found.add(withDashes(text));
  };
  for (const [at, digit] of digits.entries()) {
    const next = digits[at + 1];
    if (next !== undefined) keep(digits.toSpliced(at, 2, next, digit));
    for (let other = 0; other < 10; other++) keep(digits.toSpliced(at, 1, String(other)));
  }
  found.delete(cas);
  return [...found];
}

/** The numbers with a right check digit that have one digit more or less than this one. */
export function casOfOtherLength(cas: string): string[] {
  const digits = cas.replaceAll('-', '').split('');
  const found = Array.from({ length: digits.length + 1 }, (_, at) => [
    ...Array.from({ length: 10 }, (_, other) => digits.toSpliced(at, 0, String(other))),
    digits.toSpliced(at, 1),
  ]);
  const others = found.flat().filter(({ length }) => length !== digits.length);
  return [...new Set(others.map((changed) => withDashes(changed.join(''))))].filter(isCas);
}

/** A number in brackets. */
const BRACKETED = /^[[(【〔<{](.*)[\])】〕>}]$/;
/** What is written for a dash, and soft hyphens. */
export const DASHES = /[\u00ad\u2010-\u2015\u2043\u2212]/g;
/** A whole number in its parts; its check digit may be wrong. */
export const WRITTEN = /^(\d{2,10}) ?- ?(\d{2}) ?- ?(\d)$/;
/** No text with a CAS number alone is longer. */
const LONGEST = 60;

/**
 * How a value of a field of CAS numbers reads. `misprint`: only its check digit is wrong. `date`: a spreadsheet
 * took it for a date, and these are the numbers that give that date.
 */
type CasValue =
  { kind: 'cas' | 'misprint'; cas: string } | { kind: 'date'; numbers: string[] } | { kind: 'other' };

/** Reads a value of a field of CAS numbers: any width, dashes, spaces and a word “CAS” in front, and nothing that is guessed. */
export function readCasValue(text: string): CasValue {
  if (isCas(text)) return { kind: 'cas', cas: text }; // nearly all are
  if (text.length > LONGEST || !/\d/.test(text.normalize('NFKC'))) return { kind: 'other' };
  const form = withoutWord(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(DASHES, '-')
      .replace(/\p{Cf}+/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(BRACKETED, '$1'),
  );
  const parts = WRITTEN.exec(form);
  if (parts) {
    const cas = parts
      .slice(1)
      .join('-')
      .replace(/^0+(?=\d{2})/, '');
    return { kind: isCas(cas) ? 'cas' : 'misprint', cas };
  }
  // Digits alone may be the number of a day, and anything else.
  const isDate = !/^\d+$/.test(form) && daysOf(form).length > 0;
  return isDate ? { kind: 'date', numbers: casOfDate(form) } : { kind: 'other' };
}

/** The usual form of a CAS number with a right check digit; any other text as it is. */
export function usualCas(text: string): string {
  const read = readCasValue(text);
  return read.kind === 'cas' ? read.cas : text;
}

/** The CAS number of which a spreadsheet made a date, where it can be only one; any other text as it is. */
export function undatedCas(text: string): string {
  const read = readCasValue(text.trim());
  return read.kind === 'date' && read.numbers.length === 1 ? read.numbers[0]! : text;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const YEAR_FIRST = /^(\d{4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2})日?(?:[ t]0?0:00(?::00(?:\.0+)?)?z?)?$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
const MONTH_NAMED = new RegExp(`^(\\d{1,2})[- /](${MONTHS.join('|')})[a-z]*[- /](\\d{2}|\\d{4})$`);

/**
 * The CAS numbers of which a spreadsheet may have made this date or serial number of a day: `1975-09-02`, `9/2/1975` and
 * `27639` were `75-09-2`. Those with a wrong check digit are left out.
 * @param form `readable`
 */
export function casOfDate(form: string): string[] {
  const text = form.replace(AROUND, '');
  return [...new Set(daysOf(text).flatMap(casOfDay))].filter(isCas);
}

type Day = [year: number, month: number, day: number];

function daysOf(text: string): Day[] {
  const first = YEAR_FIRST.exec(text);
  if (first) return [[Number(first[1]), Number(first[2]), Number(first[3])]];
  const last = YEAR_LAST.exec(text);
  if (last) {
    const [one, two, year] = [Number(last[1]), Number(last[2]), Number(last[3])];
    return [
      [year, one, two],
      [year, two, one],
    ];
  }
  const named = MONTH_NAMED.exec(text);
  if (named) {
    const year = Number(named[3]);
    return [[year < 100 ? 1900 + year : year, MONTHS.indexOf(named[2]!) + 1, Number(named[1])]];
  }
  if (!/^[1-9]\d{4}$/.test(text)) return [];
  // Day 1 of a spreadsheet is 1900-01-01, and it has a 1900-02-29 that never was.
  const date = new Date(Date.UTC(1899, 11, 30 + Number(text)));
  return [[date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]];
}

/** Spreadsheets read two digits as a year of the century before; the last part of a CAS number is one digit. */
function casOfDay([year, month, day]: Day): string[] {
  if (month > 12 || day > 9) return [];
  const rest = `${String(month).padStart(2, '0')}-${day}`;
  return year >= 1930 && year < 2000 ? [`${year - 1900}-${rest}`, `${year}-${rest}`] : [`${year}-${rest}`];
}
