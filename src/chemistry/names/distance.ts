/**
 * How many letters one key has more, less, other or swapped than another one; undefined if more than `most`. The time grows
 * with the shorter length.
 */
export function distance(one: string, other: string, most: number): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = isSame ? last[j - 1]! : 1 + Math.min(last[j - 1]!, last[j]!, row[j - 1]!);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (!isSame && isSwapped) cost = Math.min(cost, 1 + before[j - 2]!);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return undefined;
    [before, last] = [last, row];
  }
  const found = last[other.length]!;
  return found <= most ? found : undefined;
}

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
