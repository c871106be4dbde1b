import { Expressions } from '../../chemistry/index.js';

// Amounts as people write them, for searches and lists alike: `10 mg`, `2 x 10 mg`, 两瓶, 半克, `two bottles`.

const AMOUNTS = new Expressions('amounts');
const ASKED = AMOUNTS.one('asked');
const IN_PACKS = AMOUNTS.one('in_packs');
const TIMES = AMOUNTS.one('times');
const BESIDE = AMOUNTS.one('beside');

/**
 * How much a text asks for, and what is left of the text. `isCount`: a number alone says how many, so that the whole text is no name.
 */
export function amountIn(text: string) {
  const amounts: string[] = [];
  let rest = text.replace(ASKED, (_, amount: string) => {
    amounts.push(amount.trim());
    return ' ';
  });
  const times = TIMES.exec(rest);
  const count = times ?? BESIDE.exec(rest);
  if (count) {
    rest = rest.replace(count[0], ' ');
    amounts.push(count.slice(1).find((found) => found !== undefined)!);
  }
  return { quantity: together(amounts), rest, isCount: times !== null };
}

/** Amounts of one line as one: those of packs, and numbers, are of the amount before them. */
export function together(amounts: readonly string[]): string | undefined {
  const [first, ...more] = amounts;
  return more.reduce(
    (all, amount) =>
      `${all}${IN_PACKS.test(all!) || IN_PACKS.test(amount) || /^\d+$/.test(amount) ? ' x ' : ', '}${amount}`,
    first,
  );
}
