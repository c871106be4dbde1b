import { impurityKeys, impurityOf, isAboutImpurity, parentKeys } from './impurity.js';
import { hasHan, lettersOf, readable } from './normalise.js';
import { parentsOf, saltForm } from './salts.js';
import { flatForm, signedKey } from './stereo.js';
import { vocabulary } from './vocabulary.js';

// What belongs to a substance by its name: “aspirin impurity C”, “N-desmethyl tamoxifen”. The names are made from those of the
// substance and looked up whole, so that an impurity of carbaspirin is none of aspirin.

/** How a product belongs to a substance by its name. */
export const BELONGINGS = ['impurity', 'metabolite', 'derivative'] as const;
export type Belonging = (typeof BELONGINGS)[number];

/** Names that impurities are looked for by; and metabolites, of which there are more spellings. */
const MOST_NAMES = { english: 16, han: 6 };
const MOST_MADE = 6;
const BEARING = /^(?:[a-z][a-z -]{3,39}|\p{Script=Han}{2,12})$/u;

/** Of the names of a substance those that names of its impurities and metabolites are made with, without salts; `readable`. */
export function bearingNames(names: readonly string[]): string[] {
  const forms = names.map(readable).flatMap((form) => [form, ...parentsOf(saltForm(form))]);
  const bearing = [...new Set(forms)].filter((form) => BEARING.test(form) && !isAboutImpurity(form));
  return [
    ...bearing.filter((form) => !hasHan(form)).slice(0, MOST_NAMES.english),
    ...bearing.filter(hasHan).slice(0, MOST_NAMES.han),
  ];
}

const upTo = (last: number): string[] => Array.from({ length: last }, (_, at) => String(at + 1));
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const ROMAN = ['ii', 'iii', 'iv', 'vi', 'vii', 'viii', 'ix', 'xi', 'xii'];
const LABELS = [...LETTERS, ...ROMAN, ...upTo(99), ...upTo(9).map((each) => `0${each}`)];
const NUMBERED = ['', ...LETTERS.slice(0, 9), ...ROMAN, ...upTo(9), ...upTo(20).map((each) => `m${each}`)];

const TABLE = vocabulary('belonging');
/** What stands before or behind the name of the substance, and where in it the change is. */
const MADE = TABLE.filter(([why]) => why !== 'own').map(([why, at = '', before = '', behind = '']) => ({
  why: why as Belonging,
  at: at.split('|'),
  before,
  behind,
}));

/** Whether one of these `readable` names is that of a drug of its own, though it is made like that of a metabolite. */
export const isOfItsOwn = (names: readonly string[]): boolean => names.some((name) => OF_THEIR_OWN.has(name));
const OF_THEIR_OWN = new Set(TABLE.find(([why]) => why === 'own')?.[2]?.split(' '));

/** The keys of `product_keys` under which products are that belong to a substance. @param names of {@link bearingNames} */
export function belongingKeys(names: readonly string[]): [key: string, why: Belonging][] {
  const english = names.filter((name) => !hasHan(name));
  const made = new Set([...english.slice(0, MOST_MADE), ...names.filter(hasHan).slice(0, MOST_MADE)]);
  return names.flatMap((name) => keysOfName(name, made.has(name)));
}

function keysOfName(name: string, isMade: boolean): [key: string, why: Belonging][] {
  const stem = lettersOf(name);
  const ofLanguage = (words: string): string[] =>
    words.split(' ').filter((word) => word !== '' && hasHan(word) === hasHan(name));
  const [impurity, metabolite] = hasHan(name) ? ['杂质', '代谢物'] : ['impurity', 'metabolite'];
  const as = (why: Belonging, keys: readonly string[]): [string, Belonging][] =>
    keys.map((key) => [key, why]);
  return [
    ...as('impurity', [
      `${stem}${impurity}`,
      ...LABELS.flatMap((label) => impurityKeys(label, [stem], 'any')),
    ]),
    ...as('metabolite', [
      `${stem}acid${metabolite}`,
      ...NUMBERED.map((label) => `${stem}${metabolite}${label}`),
    ]),
    ...(isMade ? MADE : []).flatMap(({ why, at, before, behind }) => {
      const made = at.flatMap((place) => [
        ...ofLanguage(before).map((word) => `${place}${word}${stem}`),
        ...ofLanguage(behind).map((word) => `${stem}${place}${word}`),
      ]);
      return as(why, [...made, ...made.map((key) => `~${key}`)]);
    }),
  ];
}

/** The keys of {@link belongingKeys} that a `readable` name has. */
export function keysOfBelonging(form: string): string[] {
  const impurity = impurityOf(form);
  return [
    signedKey(form),
    `~${lettersOf(flatForm(saltForm(form)))}`,
    ...(impurity ? impurityKeys(impurity.label, parentKeys(impurity.parent), 'any') : []),
  ];
}
