import {
  abbreviated,
  abbreviationsFrom,
  aliasKeysOfQuery,
  aliasStarts,
  casNeighbours,
  casOfDate,
  casOfOtherLength,
  derivedFrom,
  hasHan,
  impurityOf,
  isCas,
  lettersOf,
  losesSign,
  pinyinOf,
  readable,
  readFormula,
  saltForm,
  signedKey,
  translated,
  withDashes,
} from '../../chemistry/index.js';
import type { FormulaReading } from '../../chemistry/index.js';
import { casWithin, readCas } from './cas.js';
import type { CasReading } from './cas.js';
import { codeNeighbours } from './codes.js';
import { codesWithin } from './list.js';
import type { Values } from '../../catalogue/index.js';
import type { MeantStructure } from './structure.js';
import type { Typed } from './typed.js';
import { weightOf } from './weight.js';
import { begins, distinct, is, isWhole, reading } from './tier.js';
import type { Lookup, Plan, Tier, TierName } from './tier.js';
import { nameEnds, nameReadings, wholeName } from './name-tiers.js';

/**
 * Plans what a text may mean, as readings from the most exact to the vaguest. Pure: the same text gives the same
 * plan. Later tiers may find again what earlier ones find. A text without letters and digits lists everything.
 * @param alsoCalled other names of the substance whose impurity, salt, hydrate or isotope the text names
 * @param values categories, series and tags with this English name
 * @param structure what the text means as a systematic name
 */
export function plan(
  typed: Typed,
  alsoCalled: readonly string[] = [],
  values?: Values,
  structure?: MeantStructure | null,
): Plan {
  const { tiers, words, late } = readings(typed, alsoCalled, values);
  const drawn = structure
    ? (['read_name', 'skeleton'] as const).map((name) => ({ name, parts: [], structure }))
    : [];
  return { tiers: distinct([...drawn, ...tiers]), words, late: distinct(late), shorter: shorterIn(typed) };
}

/** Which name decides by its length between equals. */
const shorterIn = ({ form }: Typed): Plan['shorter'] => (hasHan(form) ? 'cn' : 'en');

type Readings = Omit<Plan, 'shorter'>;

/** A plan without words. */
const keysAlone = (tiers: Tier[]): Readings => ({ tiers, late: [] });

const NUMBERS = new Set<TierName>(['cas', 'cas_start', 'code', 'code_start', 'name']);
const WHOLE_NAMES_TOO = new Set<TierName>([...NUMBERS, 'abbreviation', 'synonym', 'alias']);

/**
 * The readings that are fast enough while a text is still being typed; none before anything is typed. Products are
 * ranked by fame, whichever of their names the text begins, but a little lower for an alias or pinyin.
 */
export function planSuggestions(typed: Typed): Plan {
  const { form, whole, name } = typed;
  const key = lettersOf(form);
  const all = readings(typed, []);
  // A few letters are more likely the beginning of a name than a whole synonym.
  const known = key.length > SHORT || hasHan(key) ? WHOLE_NAMES_TOO : NUMBERS;
  const capitals: Tier[] = /^[A-Z]{2,}$/.test(name)
    ? [reading('abbreviation', is(['cas'], abbreviationsFrom(key)))]
    : [];
  // Names that sound the same, if none is written so.
  const [pinyin = ''] = pinyinOf(form);
  const shorter = shorterIn(typed);
  const ranked = (tiers: readonly Tier[]): Tier[] =>
    distinct(tiers).map((tier) => ({ ...tier, order: 'suggested', shorter }));
  return {
    tiers: ranked([
      ...capitals,
      ...all.tiers
        .filter(({ name }) => known.has(name))
        // All beginnings of CAS numbers as one list, so that popular products come first.
        .map((tier) => (tier.name === 'cas_start' ? { ...tier, behind: 0 } : tier)),
      // What looks like a wish may be the beginning of a name.
      ...(whole === undefined ? [] : begun(whole, lettersOf(whole))),
      ...begun(form, key),
      ...nameEnds(form),
    ]),
    words: all.words && { ...all.words, match: 'all' },
    late: ranked([reading('sound', begins(['pinyin', 'initials'], [pinyin]))]),
    shorter,
  };
}

/** Up to so many letters are more likely a beginning than a whole name. */
const SHORT = 4;
/** How much more popular a product must be to come first by an alias or pinyin; it equals twice as many aliases. */
const OF_ALIAS = 300;

/** What a text begins: names with and without punctuation, and codes; then aliases, pinyin, abbreviations. */
function begun(form: string, key: string): Tier[] {
  if (key === '' || readCas(form)) return [];
  const letters = /^[a-z]{2,}$/.test(key);
  const names = [
    ...begins(['name'], [key]),
    // “jdg-aml”
    ...begins(['number'], /^[a-z]{2,10}[-_.][a-z-]*$/.test(form) ? [key] : []),
    ...begins(['spelled'], form === key || hasHan(form) ? [] : [form]),
  ];
  const others = [
    ...begins(['alias'], aliasStarts(key)),
    ...(letters ? [...begins(['pinyin', 'initials'], [key]), ...is(['cas'], abbreviationsFrom(key))] : []),
    ...isWhole(letters && key.length <= SHORT ? [key] : []),
  ];
  return [reading('name_start', names, { behind: 0 }), reading('alias_start', others, { behind: OF_ALIAS })];
}

/** Products that have this very name, synonym or alias, or this formula. */
export function namedExactly(name: string): Tier {
  const form = readable(name);
  const named = isWhole([signedKey(form), signedKey(saltForm(form))]);
  const alias = is(['alias'], aliasKeysOfQuery(form));
  const formula = is(['formula'], /\d/.test(name) ? readFormula(name).keys : []);
  return reading('synonym', [...named, ...alias, ...formula]);
}

/**
 * A text that is equal for all queries that {@link plan} reads alike. Capitals matter in what may be a formula or a
 * structure.
 */
export function meaningOf({ text, form, whole, formula, list, structure }: Typed): string {
  return JSON.stringify([
    form,
    whole ?? null,
    ...(structure || formula.keys.length > 0 || /\d/.test(text) ? [structure?.text ?? text] : []),
    // “CO” is a name, but a SMILES if the caller says so.
    ...(structure ? [structure.kind] : []),
    ...(list ? [list.items.map((item) => item.text)] : []),
  ]);
}

/**
 * The substance whose impurity, salt, hydrate, isotope or stereoisomer a text names, to look up its other names; that of a hydrate
 * as a formula, with its capitals.
 */
export function parentIn({ form, name, formula }: Typed): string | undefined {
  const parent = impurityOf(form)?.parent ?? derivedFrom(saltForm(form))?.base;
  return parent !== undefined && formula.keys.length > 0 ? name.slice(0, parent.length) : parent;
}

function readings(typed: Typed, alsoCalled: readonly string[], values?: Values): Readings {
  const { form, whole } = typed;
  if (lettersOf(form) === '') return { ...keysAlone([]), words: { q: '', match: 'all' } };
  const weights = weightOf(whole ?? form);
  if (weights) return keysAlone([{ name: 'weight', parts: [], weights, order: 'asked' }]);
  const cas = readCas(form);
  const plan =
    cas && cas.kind !== 'miscounted' ? casReadings(cas, form) : textReadings(typed, alsoCalled, values);
  // Searching its digits as words is useless.
  if (cas?.kind === 'miscounted')
    return {
      ...plan,
      tiers: [number(lettersOf(form)), ...plan.tiers],
      words: undefined,
      late: [mended(casOfOtherLength(cas.cas))],
    };
  return { ...plan, tiers: [...ahead(typed, cas !== undefined), ...plan.tiers] };
}

/** What looks like a wish may be part of a name; and two names may stand side by side. */
const ahead = ({ form, whole }: Typed, isCas: boolean): Tier[] => [
  ...(whole === undefined ? [] : wholly([whole, saltForm(whole)].map(lettersOf))),
  ...(isCas ? [] : bothNames(form)),
];

/**
 * The first readings of {@link plan}: those of the text as it stands, before its parts are read. They find most lines of lists, and
 * take a fifth of its time.
 */
export function planAsItStands(typed: Typed): Tier[] {
  const { form, whole } = typed;
  if (readCas(form) || weightOf(whole ?? form)) return plan(typed).tiers;
  return distinct([...ahead(typed, false), ...ordered(typed, asItStands(typed).tiers)]);
}

/** Products with one of these keys as a name or an alias. */
const wholly = (keys: readonly string[]): Tier[] => [
  reading('name', isWhole(keys)),
  reading('alias', is(['alias'], keys)),
];

const number = (key: string): Tier => reading('code', is(['number'], [key]));

/** A name with another one behind it: “DMF (N,N-dimethylformamide)”, “DMF/dimethylformamide”. */
const IN_BRACKETS = /^(.{2,}?|\p{Script=Han}) ?(?<=[ \p{Script=Han}]) ?[([](.{2,}|\p{Script=Han})[)\]]$/u;
const BEHIND_SLASH = /^(.{2,}?|\p{Script=Han}) ?\/ ?(.{2,}|\p{Script=Han})$/u;

/** Two names of one product side by side: in Chinese and English, or one of them in brackets. */
function bothNames(form: string): Tier[] {
  if (impurityOf(form)) return [];
  const [, name, other] = IN_BRACKETS.exec(form) ?? BEHIND_SLASH.exec(form) ?? [];
  if (name !== undefined && other !== undefined) return namedBoth(name, other);
  if (!hasHan(form)) return [];
  // “阿司匹林(aspirin)”, “阿司匹林aspirin”
  const words = form.replace(/(?<=\p{Script=Han})\(?(?=[a-z]{3})/u, ' ').split(' ');
  return namedBoth(words.filter(hasHan).join(' '), words.filter((word) => !hasHan(word)).join(' '));
}

/** Products with both names. Not if the keys lose signs: (-)-naproxen (naproxen) would find the wrong enantiomer. */
function namedBoth(...names: [string, string]): Tier[] {
  const keys = names.map(lettersOf);
  if (keys[0] === keys[1] || !keys.every((key) => /\p{L}{2}|\p{Script=Han}/u.test(key))) return [];
  if (names.some(losesSign)) return [];
  const named = (name: string): Lookup[] => {
    const key = lettersOf(name);
    const english = hasHan(name) ? signedKey(translated(name) ?? '') : '';
    return [...isWhole([key, english]), ...is(['alias'], [key]), ...is(['cas'], abbreviated(key))];
  };
  return [{ name: 'both_names', parts: names.map(named) }];
}

function casReadings(read: Exclude<CasReading, { kind: 'miscounted' }>, form: string): Readings {
  if (read.kind === 'whole') {
    const { cas } = read;
    // A number with a valid check digit is not corrected, even if no product has it.
    const late = isCas(cas) ? [] : [mended(casNeighbours(cas)), mended(casOfOtherLength(cas))];
    return { ...keysAlone(casTiers(cas)), late };
  }
  if (read.kind === 'date')
    return keysAlone([
      number(lettersOf(form)),
      reading('synonym', isWhole([lettersOf(form)])),
      mended(read.mended),
    ]);
  const casStart = (...starts: string[]): Tier => reading('cas_start', begins(['cas'], starts));
  if (read.kind === 'start') {
    const names = nameReadings(form);
    return { ...names, tiers: [casStart(read.start), ...wholeName(form), ...names.tiers] };
  }
  const { digits, whole } = read;
  const names = nameReadings(digits);
  return {
    ...names,
    tiers: [
      ...(whole === undefined ? [] : casTiers(whole)),
      number(digits),
      mended(casOfDate(digits)),
      casStart(`${digits}-`),
      casStart(digits),
      casStart(`${digits.slice(0, -2)}-${digits.slice(-2)}`, withDashes(digits)),
      reading('code_start', begins(['number'], [digits])),
      ...wholeName(digits),
      ...names.tiers,
    ],
  };
}

const casTiers = (cas: string): Tier[] => [
  reading('cas', is(['cas'], [cas])),
  reading('cas_synonym', isWhole([lettersOf(cas)])),
];

/** Products whose numbers a spreadsheet or a typing error may have turned into the typed one. */
const mended = (numbers: readonly string[]): Tier =>
  reading('mended', is(['cas'], numbers), { order: 'asked' });

/** `ab-1234`, `pds000100`: letters, then digits. */
const LIKE_A_CODE = /^(?=.*\d)[a-z]{1,10}[-_./]?[a-z0-9]*(?:[-_./][a-z0-9]+)*$/;

/** The readings of a text as it stands: a number, a formula, a whole name. What else it may be comes `between` or behind. */
function asItStands({ name: text, form, formula }: Typed): { tiers: Tier[]; between: Tier[] } {
  const key = lettersOf(form);
  const formulas = formulaTiers(formula);
  const named = wholeName(form, text);
  if (!/\d/.test(key)) {
    // Capitals inside a word (`NiS`) make it a formula. In capitals only (`HF`) or as a symbol (`Pb`) it comes before
    // synonyms, unless it is a known abbreviation (`NIS`).
    const isFormula = /[a-z].*[A-Z]/.test(text);
    const isFirst =
      isFormula || (/^(?:[A-Z]+|[A-Z][a-z])$/.test(text) && abbreviated(key, text).length === 0);
    return isFirst ? { tiers: [...formulas, ...named], between: [] } : { tiers: named, between: formulas };
  }
  // The formula comes before names, unless it is a known abbreviation: VB2 is a vitamin, not a boride.
  const ahead = abbreviated(key, text).length > 0 ? 0 : 1;
  const numbers = LIKE_A_CODE.test(form) ? [key] : codesWithin(form).map(lettersOf);
  return {
    tiers: [
      reading('code', is(['number'], numbers)),
      reading('cas', is(['cas'], casWithin(form))),
      ...formulas.slice(0, ahead),
      ...named,
      ...formulaAndName(text),
    ],
    between: formulas.slice(ahead),
  };
}

function textReadings(typed: Typed, alsoCalled: readonly string[], values: Values | undefined): Readings {
  const { form } = typed;
  const key = lettersOf(form);
  const isCode = LIKE_A_CODE.test(form);
  const { tiers, between } = asItStands(typed);
  const terms: Tier[] = values ? [{ name: 'term', parts: [], values, order: 'asked' }] : [];
  const starts: Tier[] = isCode ? [reading('code_start', begins(['number'], [key]))] : [];
  const names = nameReadings(form, alsoCalled, isCode ? 'all' : 'some');
  const all: Tier[] = [
    ...tiers,
    ...(/\d/.test(key) ? [...between, ...terms] : [...terms, ...between]),
    ...starts,
    ...names.tiers,
    reading('mended_code', is(['number'], isCode ? codeNeighbours(form) : []), { unless: 'named' }),
  ];
  return { words: names.words, tiers: ordered(typed, all), late: ordered(typed, names.late) };
}

const ordered = (typed: Typed, tiers: readonly Tier[]): Tier[] => {
  const shorter = shorterIn(typed);
  return tiers.map((tier) => ({ ...tier, shorter }));
};

function formulaTiers({ keys, near }: FormulaReading): Tier[] {
  return [
    reading('formula', is(['formula'], keys), { order: 'asked' }),
    reading('near_formula', is(['formula'], near), { order: 'asked' }),
  ];
}

/** “B2” behind a name is one of a series, and no boron: alone an element has the atoms of its molecules. */
const AMONG_WORDS = /^(?=.*\d)(?:.*[A-Z].*[A-Z]|(?:[HNOFI]|Cl|Br)2$|O3$|P4$|S8$|C[6-9]\d$)/;
/** A formula among words: products with it. */
function formulaAndName(text: string): Tier[] {
  const words = text.split(' ');
  const formula = words.find((word) => AMONG_WORDS.test(word) && readFormula(word).keys.length > 0);
  if (formula === undefined || words.length === 1) return [];
  return formulaTiers(readFormula(formula)).slice(0, 1);
}
