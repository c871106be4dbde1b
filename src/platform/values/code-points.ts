import type { Refusal } from './refusal.js';

/** The length of a text that is well-formed, in code points. */
export const codePoints = (text: string): number => {
  // Counting by iteration is slow for long texts; no text can have more code points than UTF-16 units.
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) pairs++;
  return text.length - pairs;
};

/** Whether a text has more than `max` code points. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || codePoints(text) > max);

/** The beginning of a text, of so many UTF-16 units at most, without half of a surrogate pair at its end. */
export const cutUnits = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** What is wrong with a text whatever it says. @param control what it must not hold */
export function faultOfText(
  text: string,
  control = /\p{Cc}/u,
): Refusal<'malformed_text' | 'control_character'> | undefined {
  if (!text.isWellFormed()) return { reason: 'malformed_text', message: 'contains half of a surrogate pair' };
  return control.test(text)
    ? { reason: 'control_character', message: 'contains a control character' }
    : undefined;
}

/** A control character that does not lay out lines. */
export const CONTROL_BUT_LINES = /(?![\t\n\r])\p{Cc}/u;
