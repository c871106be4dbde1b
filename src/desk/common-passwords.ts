import guessed from './common-passwords.json' with { type: 'json' };

/**
 * Words of which the most frequent passwords are made, in their common spelling: what a guesser tries first. Keyboard rows,
 * the alphabet, years and repetitions are told by rule.
 */
const WORDS = guessed.words;
/** What lies in a row, forwards and backwards. */
const ROWS = guessed.rows.flatMap((row) => [row, [...row].reverse().join('')]);
/** Letters that signs and digits stand for, in two readings. */
const SIGNS: Record<string, string | undefined>[] = guessed.signs;

/** What has to be left of a password without all that is guessed first, characters. */
const LEFT = 6;
/** Different characters that it has to have. */
const DIFFERENT = 5;

/**
 * Whether a password is among those that are guessed first: made of the name of its account, of words of other people's
 * passwords, of rows of the keyboard, years and repetitions, and of little else.
 */
export function isCommon(password: string, name: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const [once] = /^(.+?)\1*$/su.exec(text)?.slice(1) ?? [text]; // what is only repeated counts once
  const characters = Array.from(once!, (each) => (each.length === 1 ? each : '\uffff'));
  const left = [...characters];
  const strike = (from: number, length: number): void => void left.fill('', from, from + length);

  const plain = characters.join('');
  const readings = [plain, ...SIGNS.map((signs) => characters.map((each) => signs[each] ?? each).join(''))];
  const own = name.normalize('NFKC').toLowerCase();
  for (const word of [...WORDS, ...(own.length > 1 ? [own, [...own].reverse().join('')] : [])])
    for (const reading of readings)
      for (let at = reading.indexOf(word); at >= 0; at = reading.indexOf(word, at + 1))
        strike(at, word.length);
  for (let at = 0; at + 3 <= plain.length; at++) {
    const three = plain.slice(at, at + 3);
    if (/^([^\uffff])\1\1$/u.test(three) || ROWS.some((row) => row.includes(three))) strike(at, 3);
  }
  for (const { index, 0: year } of plain.matchAll(/(?:19|20)\d\d/g)) strike(index, year.length);

  const counted = left.filter((each) => /[\p{L}\p{N}\uffff]/u.test(each));
  return counted.length < LEFT || new Set(once).size < DIFFERENT;
}
