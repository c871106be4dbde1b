import {
  abbreviated,
  aliasKeysOfQuery,
  aliasStarts,
  bareForm,
  baseInEnglish,
  derivedFrom,
  derivedKeys,
  flatForm,
  fromEnd,
  hasHan,
  impurityKeys,
  impurityOf,
  inEnglish,
  lettersOf,
  oneOff,
  pairsOf,
  parentKeys,
  parentsOf,
  pinyinOf,
  saltForm,
  signedKey,
  soundOf,
  spaceHan,
  systematicKey,
  withoutSlip,
} from '../../chemistry/index.js';
import { namedPartTiers } from './named-part.js';
import { begins, is, isNear, isWhole, reading } from './tier.js';
import type { Lookup, Plan, Tier } from './tier.js';

/** What is read out of a text as a name. */
const readName = (form: string) => {
  const salt = saltForm(form);
  const english = inEnglish(salt);
  return {
    form,
    salt,
    english,
    key: lettersOf(form),
    han: hasHan(form),
    flat: flatForm(bareForm(salt)),
    exact: [signedKey(form), signedKey(salt)],
    translated: english.map(signedKey),
    derived: impurityOf(form) ? undefined : derivedFrom(salt),
  };
};
type ReadName = ReturnType<typeof readName>;

/**
 * The readings of a text as a name behind those as a whole one ({@link wholeName}), the most exact first. `alsoCalled` are other names
 * of the parent, to find impurities and salts.
 */
export function nameReadings(
  form: string,
  alsoCalled: readonly string[] = [],
  match: 'all' | 'some' = 'some',
): Omit<Plan, 'shorter'> {
  const name = readName(form);
  const { key, han, salt } = name;
  const slips = withoutSlip(form);
  const made = madeOf(name, alsoCalled);
  const tiers: Tier[] = [
    reading('systematic', isWhole([systematicKey(salt) ?? '']), { order: 'asked' }),
    { name: 'translated', parts: mainlyNamed(name.english) },
    reading('translated', isWhole(name.translated)),
    ...made.tiers,
    ...impurityTiers(form, alsoCalled),
    ...nearTiers(name, made.acid, made.saltsOf),
    reading('spelling', [...isWhole(slips.map(signedKey)), ...is(['alias'], slips.map(lettersOf))], {
      order: 'asked',
      unless: 'named',
    }),
    ...(/^[a-z]{5,}$/.test(key) ? [reading('sound', isWhole([`%${key}`]))] : []),
    // Before the parents: a hydrate of the salt is nearer than what has no salt.
    ...nameStarts(form, key, han, lettersOf(salt)),
    // A salt with the isotopes of the text is nearer than the substance without them.
    reading('name_start', begins(['name'], made.labelled)),
    ...parentTiers(name),
    ...(han
      ? []
      : [
          ...misspelt(key),
          ...nameEnds(form),
          reading('spelling', isWhole([soundOf(form) ?? '']), { unless: 'named' }),
        ]),
  ];
  const { words, late } = han ? hanWords(form) : latinWords(salt, match);
  return { tiers, words, late };
}

/** Products that have the name as it stands. @param typed it with its capitals */
export function wholeName(form: string, typed?: string): Tier[] {
  const key = lettersOf(form);
  const salt = saltForm(form);
  const exact = [signedKey(form), signedKey(salt)];
  const shortFor = exact[0] === key && !NOT_SHORT.test(form) ? abbreviated(key, typed) : [];
  return [
    // With punctuation first.
    ...(hasHan(form) || form === key ? [] : [reading('name', is(['spelled'], [salt]))]),
    { name: 'name', parts: mainlyNamed([form, salt]) },
    // The most common meaning first.
    ...shortFor.map((cas) => reading('abbreviation', is(['cas'], [cas]))),
    // If several products share a synonym, the most popular first.
    reading('synonym', isWhole(exact), { order: 'asked' }),
    reading('alias', is(['alias'], aliasKeysOfQuery(form))),
  ];
}

/** Salts, hydrates and deuterated forms, by all names of what they are made of. */
function madeOf({ derived, han }: ReadName, alsoCalled: readonly string[]) {
  const acid = derived?.kind === 'acid' ? derived.endings[0] : undefined;
  const englishBase = derived && baseInEnglish(derived.base);
  const bases = englishBase === undefined ? alsoCalled : [...alsoCalled, englishBase];
  const keysOf = (kind: NonNullable<ReadName['derived']>['kind']): string[] =>
    derived && derived.kind === kind ? derivedKeys(derived, bases) : [];
  const forms = keysOf('form');
  const inAll = [...forms, ...keysOf('english')];
  const saltsOf = (acid: string): string[] => bases.map((base) => lettersOf(base) + acid);
  // The base may be sold by the name of its salt.
  const salts = acid === undefined ? [] : saltsOf(acid);
  const tiers: Tier[] = [
    reading('salt', is(['name'], salts)),
    reading('salt_synonym', [...isWhole(salts), ...is(['alias'], salts)]),
    // As a synonym it may be the supplier's of the base.
    reading('salt', is(['name'], forms)),
    reading('near_name', [...isWhole(inAll), ...is(['alias'], inAll)], { order: 'asked' }),
    reading('deuterated', isWhole(keysOf('deuterium'))),
  ];
  const labelled = han ? forms.filter((each) => /[a-z]d\d+$/.test(each)) : [];
  return { tiers, labelled, acid, saltsOf };
}

/** The key of a name, and of the same name with descriptors of stereo. */
const nearKeys = (near: string, exact: readonly string[]): string[] => {
  const key = lettersOf(near);
  return key.length > 1 ? [key, `~${key}`].filter((each) => !exact.includes(each)) : [];
};

/** Products whose name differs in signs, locants, salts or number. */
function nearTiers(
  { salt, flat, english, translated, exact }: ReadName,
  acid: string | undefined,
  saltsOf: (acid: string) => string[],
): Tier[] {
  const unsigned = english
    .map((each) => lettersOf(flatForm(each)))
    .filter((each) => !translated.includes(each));
  // A name without locants also finds names with any. The name without its salt does not.
  const anywhere = /\d/.test(flat) || lettersOf(flat).length < 2 ? [] : [`*${lettersOf(flat)}`];
  return [
    reading('near_name', [
      ...isWhole([
        ...unsigned,
        ...nearKeys(flat, exact),
        ...anywhere,
        ...(flat === salt ? [] : inParts(flat)),
      ]),
      // A salt with two acids under the name of that with one.
      ...is(['name'], acid?.startsWith('di') ? saltsOf(acid.slice(2)) : []),
      ...is(['alias'], flat === salt ? [] : aliasKeysOfQuery(flat)),
    ]),
  ];
}

/** What the name is a salt or a form of. */
function parentTiers({ derived, flat, exact }: ReadName): Tier[] {
  const base = derived === undefined || derived.kind === 'acid' ? [] : [flatForm(derived.base)];
  const parents = [...new Set([...parentsOf(flat), ...base])];
  return parents.map((parent) =>
    reading('parent', [...isWhole(nearKeys(parent, exact)), ...is(['alias'], aliasKeysOfQuery(parent))]),
  );
}

/** Names with one letter more, less or other; then longer ones with two, or with two letters swapped. */
const misspelt = (key: string): Tier[] =>
  (key.length < 8 ? [1] : [1, 2]).map((most) => reading('spelling', isNear(key, most), { unless: 'named' }));

/** What leaves the letters of an abbreviation and is none: Pd/C is not PDC, B[a]P not BAP, the ion Ga3+ not GA3; PDC* begins one. */
const NOT_SHORT = /[/'*[]|\d ?[+-]$|\+ ?\d$/;

/** The keys of a systematic name, and of the same name with stereo descriptors. */
function inParts(form: string): string[] {
  const key = systematicKey(form);
  return key === undefined ? [] : [key, `~${key}`];
}

/** Products with one of these main names. Signs are compared by the keys of all their names. */
function mainlyNamed(forms: readonly string[]): Lookup[][] {
  const keys = forms.map(lettersOf);
  const signed = forms.map(signedKey);
  const name = is(['name'], keys);
  return signed[0] === keys[0] ? [name] : [name, isWhole(signed)];
}

function impurityTiers(form: string, alsoCalled: readonly string[]): Tier[] {
  const impurity = impurityOf(form);
  if (!impurity) return [];
  const { parent, label, book } = impurity;
  const parents = [parent, ...alsoCalled].flatMap(parentKeys);
  // A letter means different substances in different books. Without a book it only begins the names of those that
  // have one.
  const books = book === undefined ? ['unnamed', 'any'] : [book, 'unnamed'];
  return books.map((each) =>
    reading(each === 'any' ? 'impurity_of_book' : 'impurity', isWhole(impurityKeys(label, parents, each))),
  );
}

/** Beginnings of names: as typed, then without punctuation, then in pinyin. */
function nameStarts(form: string, key: string, han: boolean, saltKey: string): Tier[] {
  if (key.length < 2) return [];
  const compactly = reading('name_start', begins(['name'], [key, saltKey]));
  const alias = reading('alias_start', begins(['alias'], aliasStarts(key)));
  if (han) return [compactly, alias];
  return [
    ...(form === key ? [] : [reading('name_start', begins(['spelled'], [form]))]),
    compactly,
    alias,
    ...(/^[a-z]+$/.test(key)
      ? [reading('sound', begins(['pinyin', 'initials'], [key]), { order: 'asked' })]
      : []),
  ];
}

/** Names that end with the stem of a class of drugs: -prazole, -sartan. */
export function nameEnds(form: string): Tier[] {
  if (!/^[a-z]{5,40}$/.test(form)) return [];
  return [reading('name_end', begins(['ending'], [fromEnd(form)]), { order: 'asked', unless: 'named' })];
}

/**
 * Parts of Chinese names; then names that sound the same, names with one character replaced, and names that share two
 * adjacent characters.
 */
function hanWords(form: string): Pick<Plan, 'words' | 'late'> {
  const runs = form.replaceAll('"', ' ').match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? [];
  const [pinyin = ''] = pinyinOf(form);
  const pairs = pairsOf(form);
  return {
    words: { q: runs.map((run) => `"${spaceHan(run)}"`).join(' '), match: 'all' },
    late: [
      reading('sound', is(['pinyin', 'initials'], [pinyin])),
      // Then synonyms and aliases.
      reading('sound', isWhole(ONLY_HAN.test(form) ? [`%${pinyin}`] : [])),
      reading('spelling', isWhole(oneOff(form))),
      ...namedPartTiers(form),
      reading('sound', runs.length === 1 ? begins(['pinyin', 'initials'], [pinyin]) : []),
      // Those that share the most first.
      reading('words', is(['pair'], pairs), { order: 'shared', least: Math.ceil(0.4 * pairs.length) }),
    ],
  };
}

const ONLY_HAN = /^\p{Script=Han}{3,}$/u;

/** Products with the words of a text, spelt so or nearly so. */
function latinWords(form: string, match: 'all' | 'some'): Pick<Plan, 'words' | 'late'> {
  const q = wordsOf(form).join(' ');
  return {
    words: { q, whole: `"${form.replaceAll('"', ' ')}"`, match: q.includes(' ') ? match : 'all' },
    late: match === 'some' ? namedPartTiers(form) : [],
  };
}

/** Locants, and single letters before a hyphen. They distinguish names but are useless as search words. */
const LOCANT = /(?<![a-z\d])(?:\d+[a-h]?|[a-z]|[nos]\d+)'*(?=[-,\])])/g;
/** The engine reads only the first ten words. */
const MOST_WORDS = 10;

/** The words of a text; if there are too many, the longest. */
function wordsOf(form: string): string[] {
  const named = form.replace(LOCANT, ' ');
  const words = (/\p{L}{2}/u.test(named) ? named : form).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length <= MOST_WORDS) return words;
  const least = words.map(({ length }) => length).toSorted((a, b) => b - a)[MOST_WORDS - 1]!;
  return words.filter(({ length }) => length >= least).slice(0, MOST_WORDS);
}
