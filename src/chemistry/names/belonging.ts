import { impurityKeys, impurityOf, isAboutImpurity, parentKeys } from './impurity.js';
import { hasHan, lettersOf, readable } from './normalise.js';
import { parentsOf, saltForm } from './salts.js';
import { flatForm, signedKey } from './stereo.js';

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

const LOST = ['', 'n', 'o', 's', 'nn', '3o', '4o', '5o', ...upTo(6)];
const GAINED = ['', 'n', 'alpha', 'beta', ...upTo(21), ...['1', '2', '6', '7', '11', '15', '16', '17'].flatMap((at) => [`${at}alpha`, `${at}beta`])]; // prettier-ignore
const ON_OXYGEN = ['', 'n', 'o', 's', 'acyl', '3', '4', '6', '3o', '4o', '6o'];

/** What stands before or behind the name of the substance, and where in it the change is. */
const MADE: { why: Belonging; at: readonly string[]; before?: string; behind?: string }[] = [
  { why: 'impurity', at: ['', 'n'], before: 'nitroso nitrosodesmethyl 亚硝基 亚硝基去甲基' },
  { why: 'metabolite', at: LOST, before: 'desmethyl demethyl nor didesmethyl bisdesmethyl dinor desdimethyl desethyl deethyl didesethyl desisopropyl desacetyl deacetyl descarboethoxy 去甲 去甲基 二去甲 二去甲基 去乙基 去乙酰 去乙酰基' }, // prettier-ignore
  { why: 'metabolite', at: GAINED, before: 'hydroxy dihydroxy 羟基 二羟基' },
  {
    why: 'metabolite',
    at: ['', 'n', 's'],
    behind: 'oxide sulfoxide sulfone acid carboxylicacid lactone 氧化物 亚砜 砜 羧酸',
  },
  {
    why: 'metabolite',
    at: [...ON_OXYGEN, ...ON_OXYGEN.map((each) => `${each}betad`)],
    behind: 'glucuronide 葡萄糖醛酸苷 葡糖醛酸苷 葡糖苷酸',
  },
  { why: 'derivative', at: [''], behind: 'dimer methylester ethylester acetate diacetate propionate dipropionate butyrate valerate enanthate decanoate cypionate undecanoate palmitate benzoate succinate hemisuccinate phosphate furoate hexanoate 二聚体 甲酯 乙酯 乙酸酯 丙酸酯 磷酸酯' }, // prettier-ignore
];

/** Whether one of these `readable` names is that of a drug of its own, though it is made like that of a metabolite. */
export const isOfItsOwn = (names: readonly string[]): boolean => names.some((name) => OF_THEIR_OWN.has(name));
const OF_THEIR_OWN = new Set(
  'hydroxychloroquine 羟氯喹 hydroxyprocaine norephedrine normethadone 去甲美沙酮 nandrolone 诺龙 nortestosterone'.split(
    ' ',
  ),
);

/** The keys of `product_keys` under which products are that belong to a substance. @param names of {@link bearingNames} */
export function belongingKeys(names: readonly string[]): [key: string, why: Belonging][] {
  const english = names.filter((name) => !hasHan(name));
  const made = new Set([...english.slice(0, MOST_MADE), ...names.filter(hasHan).slice(0, MOST_MADE)]);
  return names.flatMap((name) => keysOfName(name, made.has(name)));
}

function keysOfName(name: string, isMade: boolean): [key: string, why: Belonging][] {
  const stem = lettersOf(name);
  const ofLanguage = (words = ''): string[] =>
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
