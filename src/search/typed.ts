import { formulaKeys } from './formula.js';
import { readable } from './normalise.js';

/** The longest text that is read, in code points: more is cut off. */
const MAX_TEXT = 300;

/** A query as every part of a search gets it, never the text as it came. */
export interface Typed {
  /** in usual characters (NFKC), with single spaces; at most {@link MAX_TEXT} code points */
  text: string;
  /** `readable`, and as long at most */
  form: string;
  /** the keys it may mean as a formula */
  formulas: string[];
}

/** Reads a typed text of any length, in time that grows with its length alone. */
export function readTyped(given: string): Typed {
  // Cut before NFKC too, which makes up to 18 characters of one.
  const text = tidied(tidied(given).normalize('NFKC'));
  return { text, form: beginning(readable(text)), formulas: formulaKeys(text) };
}

/** The first {@link MAX_TEXT} code points of a text. */
export function beginning(text: string): string {
  return text.length <= MAX_TEXT
    ? text
    : Array.from(text.slice(0, 2 * MAX_TEXT))
        .slice(0, MAX_TEXT)
        .join('');
}

function tidied(text: string): string {
  return beginning(text.replace(/\s+/g, ' ').trim()).trimEnd();
}
