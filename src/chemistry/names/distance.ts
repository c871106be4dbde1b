/** Names of so many letters are found with a typing error. */
const HALVED = { least: 5, most: 120 };

/** The halves of a key, each with the key's length: a typing error leaves one of them as it is. */
export function halvesOf(key: string): string[] {
  const { length } = key;
  if (length < HALVED.least || length > HALVED.most) return [];
  return [`<${length}:${key.slice(0, length >> 1)}`, `>${length}:${key.slice(length >> 1)}`];
}

/** The halves of keys that have up to `most` letters more or less than this one. */
export function halvesNear(key: string, most: number): string[] {
  const lengths = Array.from({ length: 2 * most + 1 }, (_, at) => key.length - most + at);
  return lengths
    .filter((length) => length >= HALVED.least && length <= HALVED.most)
    .flatMap((length) => {
      const first = length >> 1;
      return [`<${length}:${key.slice(0, first)}`, `>${length}:${key.slice(first - length)}`];
    });
}
