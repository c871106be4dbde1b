import { hasHan } from './normalise.js';
import { Expressions, rewritten, vocabulary } from './vocabulary.js';

/**
 * Characters of Chinese chemical names, each followed by those typed or recognised in its place because they look or
 * sound alike. A name that differs by one of these comes before names that differ by any other character.
 */
const MISTAKEN = new Map<string, string[]>();
for (const [right = '', wrong = ''] of vocabulary('mistaken'))
  for (const each of wrong) MISTAKEN.set(each, [...(MISTAKEN.get(each) ?? []), right]);

const SLIPS = new Expressions('slips');
/** Letters and digits within words that text recognition confuses. `rn` looks like m, `rm` like `nn`. */
const PRINTED = SLIPS.rewritings('printed');
/** Latin letters typed for Greek ones they resemble, in front of a name and behind a locant. */
const GREEK = SLIPS.table('greek');
const LIKE_GREEK = /^[abdegrw](?=-[a-z\u4e00-\u9fff]{3})|(?<=\d)[ab](?=-)/g;
/** The sounds of Greek letters, and what Chinese names may leave out (正) or vary (代). */
const SAID = SLIPS.rewritings('said');
const LONGEST = 40;

/** The spellings of a `readable` text with one confused character corrected; never the text itself. */
export function withoutSlip(form: string): string[] {
  if (form.length > LONGEST) return [];
  const characters = Array.from(form).flatMap((character, at, all) =>
    (MISTAKEN.get(character) ?? []).map((right) => all.with(at, right).join('')),
  );
  const spellings = hasHan(form) ? SAID : PRINTED;
  const read = [...spellings.map(([written, is]) => form.replace(written, is)), rewritten(form, spellings)];
  const greek = form.replace(LIKE_GREEK, (letter) => GREEK[letter]!);
  return [...new Set([...characters, ...read, greek])].filter((each) => each !== form);
}

/** Spellings of the same sound, replaced in this order. */
const SOUNDS = SLIPS.rewritings('sound');
/** Words with blanks and dashes. Names with digits are not compared by sound. */
const SPELLED = /^[a-z][a-z -]{4,29}$/;

/**
 * The sound of a `readable` name, with a mark in front: klorpromazin sounds like chlorpromazine. Undefined if it is
 * not made of words.
 */
export function soundOf(form: string): string | undefined {
  if (!SPELLED.test(form)) return undefined;
  return `^${rewritten(form, SOUNDS)}`;
}
