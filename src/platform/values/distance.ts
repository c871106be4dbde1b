/**
 * How many letters one text has more, less, other or swapped than another one; undefined if more than `most`. The time grows
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
