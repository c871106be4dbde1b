import { faultOfName } from '../../platform/index.js';
import type { Refusal } from '../../platform/index.js';
import { TERM_KINDS } from './term.js';
import type { Term, TermKind } from './term.js';

/** Bounds of the values, as products have them, and of a name, in code points. */
const LONGEST: Record<TermKind | 'name_en', number> = { category: 50, series: 50, tag: 300, name_en: 100 };

/** What is wrong with a term, and in which of its fields. */
interface TermFault extends Refusal {
  field: keyof Term;
}

/** Reads a term as callers and files bring it. A blank name is none. */
export function readTerm(given: Partial<Record<keyof Term, unknown>>): Term | TermFault {
  const kind = TERM_KINDS.find((known) => known === given.kind);
  if (kind === undefined)
    return { field: 'kind', reason: 'unknown_kind', message: `must be one of ${TERM_KINDS.join(', ')}` };
  const value = readText(given.value, LONGEST[kind]);
  if (typeof value !== 'string') return { field: 'value', ...value };
  const { name_en: nameEn = '' } = given;
  if (nameEn === null || (typeof nameEn === 'string' && nameEn.trim() === ''))
    return { kind, value, name_en: null };
  const name = readText(nameEn, LONGEST.name_en);
  return typeof name === 'string' ? { kind, value, name_en: name } : { field: 'name_en', ...name };
}

function readText(given: unknown, max: number): string | Refusal {
  if (typeof given !== 'string') return { reason: 'required', message: 'must be a text' };
  return faultOfName(given.trim(), { max }) ?? given.trim();
}
