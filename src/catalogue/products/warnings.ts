import {
  factsOf,
  isNoFormula,
  isOtherFormula,
  isOtherWeight,
  isUnusual,
  SHARED_FIELDS,
  weightInstead,
} from '../quality/checks.js';
import type { CasFacts, SharedField } from '../quality/checks.js';
import { isCas, readCasValue } from '../../chemistry/index.js';
import type { StructureKey } from '../../chemistry/index.js';
import { NO_CAS } from './fields.js';
import type { FieldName, STOCK, WritableProduct } from './fields.js';
import type { Stored } from './values.js';

// Warnings about products that are accepted nevertheless.

/** A warning about a value: a machine-readable reason, a sentence, and the value as it was given or is stored. */
export interface Warning {
  field: FieldName | typeof STOCK.name | StructureKey;
  reason: string;
  message: string;
  value: string | number | null;
}

/** A warning about an item of a push. */
export interface ItemWarning extends Warning {
  index: number;
  code: string | null;
}

const LONGEST_SHOWN = 100;
/** A value as a warning carries it: long texts are cut. */
export function shownValue(value: unknown): string | number | null {
  if (typeof value === 'string') return value.slice(0, LONGEST_SHOWN).toWellFormed();
  return typeof value === 'number' ? value : null;
}

/** What stood where a value was refused; null where it cannot be shown: of a number that JSON does not keep another one is left. */
export const valueAtFault = (reason: string, value: unknown): string | number | null =>
  reason === 'inexact_number' ? null : shownValue(value);

/** A warning about a value, which is shown as {@link shownValue} cuts it. */
export const about = (field: Warning['field'], reason: string, message: string, value: unknown): Warning => ({
  field,
  reason,
  message,
  value: shownValue(value),
});

/** What a broken table leaves on a value. */
const QUOTED = /^["'“”‘’‚„`´＂«»‹›「」『』^~=&]|["'“”‘’`´＂«»‹›「」『』^~]$|^[[(【（<].*[\])】）>]$/;
const QUOTES = 'begins or ends with a quote or another mark, or stands in brackets';
/** What reading letters as Chinese, or UTF-8 as another encoding, makes of them, what stands for lost ones, and entities of HTML. */
const LATE = '[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const GARBLED = new RegExp(
  `[a-z]\\p{Script=Han}[a-z]{2}|[ÂÃ]${LATE}|(?:[ÐÑ]${LATE}){2}|(?:[ã-ï]${LATE}{2}){2}|â€${LATE}|\ufffd|锟斤拷|&(?:[A-Za-z]{2,8}|#\\d{2,5});`,
  'u',
);

/** What a name with a question mark, or an escape, has lost; and formulas of a spreadsheet. An address may have them. */
const LOST = /(?<=\p{L})\?\p{L}|\?\?|(?<![^\s(,])\?-|%[\da-f]{2}%[\da-f]{2}|~\{.+~\}|^=[a-z]{1,12}[\d(]/iu;

const PLAIN_NUMBER = /^\s*[+-]?[\d.]+(?:e[+-]?\d+)?\s*$/i;

/**
 * What is doubtful about one value.
 * @param given the value as the caller sent it
 * @param stored what becomes of it
 * @param isFile whether it comes from a file, where numbers may be texts
 */
export function warningOf(
  field: FieldName | typeof STOCK.name,
  given: unknown,
  stored: Stored,
  isFile: boolean,
): Warning | undefined {
  const warning = (reason: string, message: string): Warning => about(field, reason, message, given);
  if (typeof given !== 'string' || stored === null) return undefined;
  switch (field) {
    case 'cas':
      return casWarning(given.trim(), stored, warning);
    case 'code':
      if (QUOTED.test(given.trim())) return warning('quotes', QUOTES);
      return isUnusual(given.trim())
        ? warning('unusual_characters', 'has full-width characters, or some that look like others')
        : undefined;
    case 'mw':
    case 'stock':
      if (!PLAIN_NUMBER.test(given)) return warning('number_as_text', `is a text that was read as ${stored}`);
      return isFile ? undefined : warning('number_as_text', 'is a number given as text');
    case 'formula':
      return isNoFormula(given) ? warning('no_formula', 'cannot be read as a formula') : undefined;
    default:
      return GARBLED.test(given) || (field !== 'structure_url' && LOST.test(given))
        ? warning('garbled', 'has what a wrong encoding, HTML or a formula leaves in place of letters')
        : undefined;
  }
}

function casWarning(
  given: string,
  stored: Stored,
  warning: (reason: string, message: string) => Warning,
): Warning | undefined {
  const read = readCasValue(given);
  if (read.kind === 'misprint') return warning('check_digit', 'its last digit does not check the others');
  if (QUOTED.test(given)) return warning('quotes', QUOTES);
  if (read.kind === 'other' && stored !== NO_CAS)
    return warning('no_cas', 'is no CAS number; it is stored as it is');
  if (read.kind !== 'date') return undefined;
  const { numbers } = read;
  if (stored === numbers[0]) return warning('date', `is a date, and was taken for ${stored}`);
  const may = numbers.length === 0 ? '' : `, and may have been ${numbers.join(' or ')}`;
  return warning('date', `is a date${may}`);
}

/** Where a product's weight is not that of its formula. */
export function weightWarnings(product: WritableProduct): Warning[] {
  const weight = weightInstead(product);
  if (weight === undefined) return [];
  return [about('mw', 'other_weight', `${product.formula} weighs ${weight}`, product.mw)];
}

/** Where a product's formula or weight is not that of its structure. */
export function structureWarnings(
  { formula, mw }: WritableProduct,
  drawn: { formula: string; mw: number },
): Warning[] {
  const warnings: Warning[] = [];
  if (isOtherFormula(formula, drawn.formula))
    warnings.push(about('formula', 'structure_formula', `the structure is ${drawn.formula}`, formula));
  if (isOtherWeight(mw, drawn.mw))
    warnings.push(about('mw', 'structure_weight', `the structure weighs ${drawn.mw}`, mw));
  return warnings;
}

const SHARED_NAMES = Object.keys(SHARED_FIELDS) as SharedField[];

/**
 * Names and formulas by CAS number, to find those that have two.
 * @param others what other products say of the same numbers
 */
export function openCasFacts(products: WritableProduct[], others: CasFacts[]) {
  // Most numbers have one product: there is nothing to compare.
  const seen = new Set<string>();
  const shared = new Set(others.map(({ cas }) => cas));
  const numbered = products.filter(({ cas }) => isCas(cas));
  for (const { cas } of numbered)
    if (seen.has(cas)) shared.add(cas);
    else seen.add(cas);
  const known = new Map<string, Map<string, string>>();
  for (const facts of [...numbered.filter(({ cas }) => shared.has(cas)).map(factsOf), ...others])
    for (const field of SHARED_NAMES)
      for (const value of facts[field]) {
        const values = known.get(`${field} ${facts.cas}`) ?? new Map<string, string>();
        if (values.size < 3) values.set(SHARED_FIELDS[field].keyOf(value), value);
        known.set(`${field} ${facts.cas}`, values);
      }

  /** What others with the CAS number of a product say differently, of the fields that an item supplies. */
  return (product: WritableProduct, supplied: object): Warning[] => {
    if (!shared.has(product.cas)) return [];
    return SHARED_NAMES.flatMap((field) => {
      const value = product[field];
      if (value === null || !(field in supplied || 'cas' in supplied)) return [];
      const own = SHARED_FIELDS[field].keyOf(value);
      const other = [...(known.get(`${field} ${product.cas}`) ?? [])].find(([key]) => key !== own)?.[1];
      const message = `another product with ${product.cas} has ${other}`;
      return other === undefined ? [] : about(field, SHARED_FIELDS[field].check, message, value);
    });
  };
}
