/** What JSON may hold, however few bytes it has. */
export interface Weight {
  /** values in all; an object or an array, which takes the memory of several, counts as five */
  values: number;
  /** different names of members in all: each one that is new costs as much as hundreds that are known */
  names: number;
}

/** What is parsed and checked beside other requests, within milliseconds. */
export const LIGHT: Weight = { values: 10_000, names: 1_000 };
/** What a process of its own makes within its memory: more than 50,000 products of 60 fields each have. */
export const HEAVY: Weight = { values: 5_000_000, names: 100_000 };

const NESTED = 5;
const [QUOTE, BACKSLASH, COMMA, OBJECT, OBJECT_END, ARRAY, ARRAY_END] = Array.from('"\\,{}[]', (each) =>
  each.charCodeAt(0),
) as [number, number, number, number, number, number, number];

/**
 * Looks whether JSON text holds more than is bearable, before it is parsed: parsing cannot be interrupted, and 64 MiB of
 * `{},{},…` are 22 million objects. Reads each byte once; of what is no JSON it finds something, and the parser tells.
 * @param text in UTF-8
 * @returns the bound that it passes, as a sentence
 */
export function tooHeavy(text: Uint8Array, most: Weight): string | null {
  const names = new Set<number>();
  const inObject: boolean[] = []; // of what is open
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

/** Where the quote stands that ends a text. */
function endOfText(text: Uint8Array, start: number): number {
  let i = start;
  while (i < text.length && text[i] !== QUOTE) i += text[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** FNV-1a; two names of the same hash count as one. */
function hashOf(text: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text[i]!, 0x01000193);
  return hash;
}
