import type { Text } from '../values/words.js';
import words from './fault-codes.json' with { type: 'json' };

/**
 * The codes that `errors` of a refusal and of a push carry, with their words. Callers may rely on them: a code that is used
 * stands here, and in the document.
 */
export const FAULT_CODES = words.faults satisfies Record<string, Text>;

/** The words of warnings, by their reason. */
export const WARNING_WORDS = {
  ...FAULT_CODES,
  // What a warning says of a structure: its product is stored without it.
  no_structure: FAULT_CODES.structure_no_structure,
  open_structure: FAULT_CODES.structure_open_structure,
  too_large: FAULT_CODES.structure_too_large,
  too_long: FAULT_CODES.structure_too_long,
  too_complex: FAULT_CODES.structure_too_complex,
  ...words.warnings,
} satisfies Record<string, Text>;

/** The reasons of warnings that are about values and rows, and no structures. */
export const TABLE_WARNINGS = Object.keys(words.warnings);

export type FaultCode = keyof typeof FAULT_CODES;

/** A reason as a code of ours; `invalid` where it is none. */
export const codeNamed = (reason: unknown): FaultCode =>
  Object.hasOwn(FAULT_CODES, String(reason)) ? (reason as FaultCode) : 'invalid';

interface Said {
  reason: string;
  message: string;
  nearest?: readonly string[];
  others?: readonly Said[];
}

/** What was wrong with an item of a push, its sentence in Chinese where there are words for its reason. */
export function inChinese<F extends Said>(fault: F, texts: Record<string, Text> = FAULT_CODES): F {
  const { nearest = [] } = fault;
  const near = nearest.length > 0 ? `最相近的：${nearest.join('、')}` : '';
  const message = `${texts[fault.reason]?.zh ?? fault.message}${near}`;
  const others = fault.others?.map((other) => inChinese(other, texts));
  return { ...fault, message, ...(others && { others }) };
}
