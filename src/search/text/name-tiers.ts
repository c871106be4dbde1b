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
import { anyOf, capped, equals, isIn, starts } from './tier.js';
import type { Tier } from './tier.js';

interface NameOptions {
  /** the text with its capitals */
  typed?: string;
  /** tiers to put after the exact ones */
  between?: Tier[];
  alsoCalled?: readonly string[];
  words?: 'all' | 'last';
}

/**
 * The readings of a text as a name, the most exact first. `alsoCalled` are other names of the parent, to find
 * impurities and salts.
 */
export function nameTiers(
  form: string,
  { typed, between = [], alsoCalled = [], words = 'last' }: NameOptions = {},
): Tier[] {
  const key = lettersOf(form);
  const han = hasHan(form);
  const salt = saltForm(form);
  const flat = flatForm(bareForm(salt));
  const exact = [signedKey(form), signedKey(salt)];
  const named = isIn('k_exact', exact);
  const shortFor = exact[0] === key && !NOT_SHORT.test(form) ? abbreviated(key, typed) : [];
  const slips = withoutSlip(form);
  const derived = derivedFrom(salt);
  const base = derived === undefined || derived.kind === 'acid' ? [] : [flatForm(derived.base)];
  const parents = [...new Set([...parentsOf(flat), ...base])];
  const english = inEnglish(salt);
  const translated = english.map(signedKey);
  const unsigned = english
    .map((each) => lettersOf(flatForm(each)))
    .filter((each) => !translated.includes(each));
  const acid = derived?.kind === 'acid' ? derived.endings[0] : undefined;
  const englishBase = derived && baseInEnglish(derived.base);
  const bases = englishBase === undefined ? alsoCalled : [...alsoCalled, englishBase];
  const [forms, formsInEnglish, deuterated] = (['form', 'english', 'deuterium'] as const).map((kind) =>
    derived?.kind === kind ? derivedKeys(derived, bases) : [],
  ) as [string[], string[], string[]];
  const labelled = han ? forms.filter((each) => /[a-z]d\d+$/.test(each)) : [];
  const saltsOf = (acid: string): string[] => bases.map((base) => lettersOf(base) + acid);
  // The base may be sold by the name of its salt.
  const salts = acid === undefined ? [] : saltsOf(acid);
  const nearKeys = (near: string): string[] => {
    const nearKey = lettersOf(near);
    return nearKey.length > 1 ? [nearKey, `~${nearKey}`].filter((each) => !exact.includes(each)) : [];
  };
  // A name without locants also finds names with any. The name without its salt does not.
  const anywhere = /\d/.test(flat) || lettersOf(flat).length < 2 ? [] : [`*${lettersOf(flat)}`];
  const tiers: Tier[] = [
    // With punctuation first.
    ...(han || form === key ? [] : [{ name: 'name', filter: equals('s_en', capped(salt)) } as const]),
    { name: 'name', filter: mainlyNamed([form, salt]) },
    // The most common meaning first.
    ...shortFor.map((cas): Tier => ({ name: 'abbreviation', filter: equals('k_cas', cas) })),
    // If several products share a synonym, the most popular first.
    { name: 'synonym', filter: named, order: 'asked' },
    { name: 'alias', filter: isIn('k_alias', aliasKeysOfQuery(form)) },
    ...between,
    { name: 'systematic', filter: isIn('k_exact', [systematicKey(salt) ?? '']), order: 'asked' },
    { name: 'translated', filter: mainlyNamed(english) },
    { name: 'translated', filter: isIn('k_exact', translated) },
    { name: 'salt', filter: isIn('k_name', salts) },
    { name: 'salt_synonym', filter: anyOf(isIn('k_exact', salts), isIn('k_alias', salts)) },
    // As a synonym it may be the supplier's of the base.
    { name: 'salt', filter: isIn('k_name', forms) },
    { name: 'near_name', filter: isIn('k_name', formsInEnglish) },
    { name: 'near_name', filter: isIn('k_exact', [...forms, ...formsInEnglish]), order: 'asked' },
    { name: 'near_name', filter: isIn('k_alias', [...forms, ...formsInEnglish]) },
    { name: 'deuterated', filter: isIn('k_exact', deuterated) },
    ...impurityTiers(form, alsoCalled),
    // Without signs of rotation; then a salt with two acids under the name of that with one.
    { name: 'near_name', filter: isIn('k_exact', unsigned) },
    { name: 'near_name', filter: isIn('k_name', acid?.startsWith('di') ? saltsOf(acid.slice(2)) : []) },
    { name: 'near_name', filter: isIn('k_exact', [...nearKeys(flat), ...anywhere]) },
    { name: 'near_name', filter: isIn('k_exact', flat === salt ? [] : inParts(flat)) },
    { name: 'near_name', filter: isIn('k_exact', PLURAL.test(flat) ? nearKeys(flat.slice(0, -1)) : []) },
    { name: 'near_name', filter: isIn('k_alias', flat === salt ? [] : aliasKeysOfQuery(flat)) },
    {
      name: 'spelling',
      filter: anyOf(isIn('k_exact', slips.map(signedKey)), isIn('k_alias', slips.map(lettersOf))),
      order: 'asked',
      unless: 'named',
    },
    ...(/^[a-z]{5,}$/.test(key) ? [{ name: 'sound', filter: equals('k_exact', `%${key}`) } as const] : []),
    // Before the parents: a hydrate of the salt is nearer than what has no salt.
    ...nameStarts(form, key, han, lettersOf(salt)),
    // A salt with the isotopes of the text is nearer than the substance without them.
    { name: 'name_start', filter: anyOf(...labelled.map((each) => starts('k_name', capped(each)))) },
    ...parents.map((parent): Tier => ({ name: 'parent', filter: isIn('k_exact', nearKeys(parent)) })),
    { name: 'parent', filter: isIn('k_alias', parents.flatMap(aliasKeysOfQuery)) },
  ];
  tiers.push(...(han ? hanWords(form) : latinWords(salt, key, words)));
  if (han) for (const tier of tiers) tier.shorter = 'cn';
  return tiers;
}

/** What leaves the letters of an abbreviation and is none: Pd/C is not PDC, B[a]P not BAP, the ion Ga3+ not GA3; PDC* begins one. */
const NOT_SHORT = /[/'*[]|\d ?[+-]$|\+ ?\d$/;

/** The name of a group in the plural: phenols, parabens. */
const PLURAL = /[a-z]{3}[a-hj-rtv-z]s$/;

/** The keys of a systematic name, and of the same name with stereo descriptors. */
function inParts(form: string): string[] {
  const key = systematicKey(form);
  return key === undefined ? [] : [key, `~${key}`];
}

/** A filter for main names, which are indexed without signs. Signs are compared by the keys of all names. */
function mainlyNamed(forms: readonly string[]): string {
  const keys = forms.map(lettersOf);
  const signed = forms.map(signedKey);
  const name = isIn('k_name', keys);
  return signed[0] === keys[0] ? name : `${name} AND ${isIn('k_exact', signed)}`;
}

function impurityTiers(form: string, alsoCalled: readonly string[]): Tier[] {
  const impurity = impurityOf(form);
  if (!impurity) return [];
  const { parent, label, book } = impurity;
  const parents = [parent, ...alsoCalled].flatMap(parentKeys);
  // A letter means different substances in different books. Without a book it only begins the names of those that
  // have one.
  const books = book === undefined ? ['unnamed', 'any'] : [book, 'unnamed'];
  return books.map((each) => ({
    name: each === 'any' ? 'impurity_of_book' : 'impurity',
    filter: isIn('k_exact', impurityKeys(label, parents, each)),
  }));
}

/** Beginnings of names: as typed, then without punctuation, then in pinyin. */
function nameStarts(form: string, key: string, han: boolean, saltKey: string): Tier[] {
  if (key.length < 2) return [];
  const compactly = [...new Set([key, saltKey])].map((each) => starts('k_name', capped(each))).join(' OR ');
  const aliases = aliasStarts(key).map((each) => starts('k_alias', capped(each)));
  const alias: Tier = { name: 'alias_start', filter: aliases.join(' OR ') };
  if (han) return [{ name: 'name_start', filter: compactly }, alias];
  return [
    ...(form === key ? [] : [{ name: 'name_start', filter: starts('s_en', capped(form)) } as const]),
    { name: 'name_start', filter: compactly },
    alias,
    ...(/^[a-z]+$/.test(key)
      ? [
          // 阿奇霉素 before its impurities.
          { name: 'sound', filter: equals('k_py', capped(key)), order: 'asked' } as const,
          { name: 'sound', filter: starts('k_py', capped(key)), order: 'asked' } as const,
        ]
      : []),
  ];
}

/** Names that end with the stem of a class of drugs: -prazole, -sartan. */
export function nameEnds(form: string): Tier[] {
  if (!/^[a-z]{5,40}$/.test(form)) return [];
  return [{ name: 'name_end', filter: starts('k_end', fromEnd(form)), order: 'asked', unless: 'named' }];
}

/**
 * Parts of Chinese names, names that sound the same, names with one character replaced, and names that share two
 * adjacent characters.
 */
function hanWords(form: string): Tier[] {
  const text = spaceHan(wordsOf(form).join(' '));
  const runs = form.replaceAll('"', ' ').match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? [];
  const [pinyin = ''] = pinyinOf(form);
  const pairs = pairsOf(form);
  return [
    { name: 'phrase', q: runs.map((run) => `"${spaceHan(run)}"`).join(' '), words: 'all' },
    { name: 'sound', filter: isIn('k_py', [pinyin]) },
    // Then synonyms and aliases.
    { name: 'sound', filter: isIn('k_exact', ONLY_HAN.test(form) ? [`%${pinyin}`] : []), unless: 'named' },
    { name: 'spelling', filter: isIn('k_exact', oneOff(form)), unless: 'named' },
    ...namedPartTiers(form),
    ...(pairs.length > 0 && runs.length === 1
      ? [{ name: 'sound', filter: starts('k_py', capped(pinyin)), unless: 'found' } as const]
      : []),
    // A single Han character is searched only if there is nothing else.
    /[a-z]{2}/.test(text) || pairs.length === 0
      ? { name: 'words', q: text, words: 'last', unless: 'found' }
      : { name: 'words', q: text, words: 'last', filter: isIn('k_pairs', pairs), unless: 'found' },
  ];
}

const ONLY_HAN = /^\p{Script=Han}{3,}$/u;

/**
 * The whole name with a typing error or other punctuation, then its words, then some of them. Words of four letters
 * are not corrected: "acid" does not mean Axid.
 */
function latinWords(form: string, key: string, words: 'all' | 'last'): Tier[] {
  const q = wordsOf(form).join(' ');
  const whole = `"${form.replaceAll('"', ' ')}"`;
  // The trailing space tells the engine that the word is complete.
  const spelling: Tier = {
    name: 'spelling',
    q: `${capped(key)} `,
    fields: WHOLE_NAMES,
    words: 'all',
    within: true,
    unless: 'named',
  };
  const all: Tier = { name: 'words', q, whole, words: 'all' };
  const literally: Tier = { name: 'phrase', q: whole, words: 'all', within: true, unless: 'named' };
  return [
    ...nameEnds(form),
    { name: 'spelling', filter: isIn('k_exact', [soundOf(form) ?? '']), unless: 'named' },
    // Literal matches first. Not for names of groups, which appear in many others.
    ...(form.includes(' ') && !/yl\b/.test(form) ? [literally] : []),
    ...(key.length < 5 ? [] : [spelling]),
    all,
    ...(words === 'last' ? namedPartTiers(form) : []),
    ...(words === 'last' && q.includes(' ') ? [{ ...all, words, unless: 'found' } as const] : []),
  ];
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

const WHOLE_NAMES = ['k_name', 'k_syn'];
