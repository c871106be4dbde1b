import type { JsonBound } from '../limits/sizes.js';

const NESTED = 5;
const { imul } = Math;
const [QUOTE, BACKSLASH, COMMA, OBJECT, OBJECT_END, ARRAY, ARRAY_END] = Array.from('"\\,{}[]', (each) =>
  each.charCodeAt(0),
) as [number, number, number, number, number, number, number];

/**
 * Checks before parsing whether JSON holds too much: parsing cannot be interrupted, and 64 MiB of `{},{},…` are 22 million
 * objects. Reads each byte once. For text that is not JSON the result means nothing; the parser will refuse it.
 * @param text in UTF-8
 * @returns a sentence that names the exceeded bound, or null
 */
export function tooMuch(text: Uint8Array, most: JsonBound): string | null {
  const names = new Set<number>();
  const inObject: boolean[] = []; // for each open object or array
  let values = 0;
  let isName = false;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case QUOTE: {
        const start = i + 1;
        const end = endOfText(text, start);
        if (isName) names.add(hashOf(text, start, end));
        isName = false;
        i = end;
        break;
      }
      case COMMA:
        values++;
        isName = inObject.at(-1) === true;
        break;
      case OBJECT:
      case ARRAY:
        values += NESTED;
        isName = text[i] === OBJECT;
        inObject.push(isName);
        break;
      case OBJECT_END:
      case ARRAY_END:
        inObject.pop();
        break;
      default:
    }
    if (values > most.values)
      return `The body holds more than ${most.values} values (an object or an array counts as ${NESTED}).`;
    if (names.size > most.names) return `The body holds more than ${most.names} different names of members.`;
  }
  return null;
}

/** The index of the quote that ends a string. */
function endOfText(text: Uint8Array, start: number): number {
  let i = start;
  while (i < text.length && text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** FNV-1a; two names of the same hash count as one. */
function hashOf(text: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = imul(hash ^ text[i]!, 0x01000193);
  return hash;
}
