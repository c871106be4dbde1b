import {
  abbreviated,
  aliasKeysOfQuery,
  baseInEnglish,
  hasHan,
  isAboutImpurity,
  lettersOf,
  signedKey,
} from '../../chemistry/index.js';
import { is, isWhole, reading } from './tier.js';
import type { Lookup, Tier } from './tier.js';

/** Only so many words are read. */
const MOST_WORDS = 12;
const LONGEST_NAME = 4;
const LONGEST_RUN = 20;
/** The most parts of Han characters, and the most lengths searched one by one. */
const MOST_HAN = 60;
const MOST_TIERS = 8;

/** Words that many names share and that identify none. */
const OF_MANY =
  /^(?:(?:mono|di|tri)?(?:sodium|potassium|calcium|magnesium|ammonium|hydrochloride|hydrobromide|chloride|bromide|iodide|fluoride|acetate|sulfate|nitrate|phosphate|oxide|hydroxide)|(?:mono|di|tri|tetra|penta|hexa|hepta)?hydrate|water|ester|ether|solution|substances?|standards?|reference)$/;

/** A name, and in brackets of what it is an impurity: “salicylic acid (aspirin impurity C)”. */
const AS_IMPURITY = /^(.{2,}?) ?\([^()]+\)$/;

/** An inverted name, as in an index: “benzoic acid, 2-hydroxy-”. */
const TURNED = /,.*-(?:$|,)/;

/**
 * Searches for names among the words of a text, the longest first: “TCI aspirin 5 x 10” names aspirin. Part of a name
 * is not the name, so that hits are never more than similar.
 * @param form `readable`
 */
export function namedPartTiers(form: string): Tier[] {
  const isImpurity = isAboutImpurity(form);
  const [, name = ''] = (isImpurity && AS_IMPURITY.exec(form)) || [];
  const isNamed = name !== '' && !isAboutImpurity(name);
  // A part of these names another substance.
  if ((isImpurity && !isNamed) || TURNED.test(form)) return [];
  const byLength = new Map<number, string[]>();
  for (const part of isNamed ? [name, baseInEnglish(name) ?? name] : partsIn(form)) {
    // A Han character counts as three letters.
    const length = hasHan(part) ? 3 * part.length : lettersOf(part).length;
    byLength.set(length, [...(byLength.get(length) ?? []), part]);
  }
  const longestFirst = [...byLength].toSorted(([a], [b]) => b - a).map(([, parts]) => parts);
  const shorter = longestFirst.splice(MOST_TIERS - 1).flat();
  return [...longestFirst, shorter].map((parts) => reading('named_part', namedBy(parts)));
}

/** Products with one of these `readable` texts as a name. */
const namedBy = (parts: readonly string[]): Lookup[] => [
  ...isWhole(parts.map(signedKey)),
  ...is(['alias'], parts.flatMap(aliasKeysOfQuery)),
  ...is(
    ['cas'],
    parts.flatMap((part) => abbreviated(lettersOf(part))),
  ),
];

/** A run of Han characters that is not part of a systematic name such as 3,5-二叔丁基-4-羟基甲苯. */
const RUN = /(?<![-)\]\p{Script=Han}])\p{Script=Han}+(?![-\p{Script=Han}])/gu;

/** Characters of sentences that no name has: 需要做布洛芬含量测定. */
const SPOKEN = /[的做买用测找需请要检您你我与及]|(?<!饱)和/u;

/** Sequences of words, and most of a run of Han characters; never the whole text. */
function partsIn(form: string): string[] {
  // “1 mg/ml diazepam in methanol” means diazepam.
  const words = form
    .replace(/(?<=[a-z]) in .*$/, '')
    .split(/(?:\s|[;:?!]|,(?=\s))+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}([±]+|[^\p{L}\p{N})\]]+$/gu, ''))
    .filter(Boolean)
    .slice(0, MOST_WORDS);
  const parts = runsOf(words);
  // Among Han characters even a short word may be a name: 邻苯二甲酸酯 DEHP.
  const isWord = hasHan(form) ? isNameOrShort : isName;
  const latin = parts.filter((part) => !hasHan(part) && isWord(part));
  const han = (form.match(RUN) ?? [])
    .flatMap((run) => run.split(SPOKEN))
    .flatMap(mostOf)
    .slice(0, MOST_HAN);
  const whole = lettersOf(form);
  return [...new Set([...latin, ...han])].filter((part) => lettersOf(part) !== whole);
}

/** All sequences of words, up to the length of a name, the longest first. */
function runsOf(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let count = Math.min(LONGEST_NAME, words.length); count > 0; count--)
    for (let at = 0; at + count <= words.length; at++) runs.push(words.slice(at, at + count).join(' '));
  return runs;
}

const isName = (part: string): boolean =>
  lettersOf(part).length >= 5 && /[a-z]{4}/.test(part) && !OF_MANY.test(part);

const isNameOrShort = (part: string): boolean => isName(part) || abbreviated(lettersOf(part)).length > 0;

/** Characters that change the name in front of them into another one: 邻苯二甲酸 in 邻苯二甲酸酯. */
const CHANGES_NAME = /[酯盐钠钾钙镁锌铵基酰胺腈醇醛酮酚醚烷烯炔酐苷]/u;

function mostOf(run: string): string[] {
  const characters = Array.from(run).slice(0, LONGEST_RUN);
  const parts: string[] = [];
  for (let length = characters.length; length > 1 && 2 * length > characters.length; length--)
    for (let at = 0; at + length <= characters.length; at++)
      if (!CHANGES_NAME.test(characters[at + length] ?? ''))
        parts.push(characters.slice(at, at + length).join(''));
  return parts;
}
