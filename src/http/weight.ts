/** Objects and arrays in a body, and values in all: more than 50,000 products of 60 fields each have. */
const MOST_NESTED = 1_000_000;
const MOST_VALUES = 5_000_000;

const [QUOTE, BACKSLASH, COMMA, OBJECT, ARRAY] = Array.from('"\\,{[', (each) => each.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
];

/**
 * Whether JSON text holds so many values that making them would take the process many times the memory of the text,
 * and minutes: 64 MiB of `{},{},…` are 22 million objects. Parsing cannot be interrupted, so they are counted before.
 * @param isUtf8 in any other encoding marks within texts are counted too
 */
export function isTooHeavy(body: Uint8Array, isUtf8: boolean): boolean {
  let nested = 0;
  let values = 0;
  let inText = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = isUtf8;
    else if (byte === COMMA) values++;
    else if (byte === OBJECT || byte === ARRAY) nested++;
  }
  return nested > MOST_NESTED || nested + values > MOST_VALUES;
}
