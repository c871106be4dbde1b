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
  spaceHan,
  translated,
  withDashes,
} from '../../chemistry/index.js';
import type { FormulaReading } from '../../chemistry/index.js';
import { casWithin, readCas } from './cas.js';
import type { CasReading } from './cas.js';
import { codeNeighbours } from './codes.js';
import { codesWithin } from './list.js';
import type { Values } from '../../catalogue/index.js';
import type { Typed } from './typed.js';
import { weightOf } from './weight.js';
import { exactKey } from './filters.js';
import { anyOf, capped, equals, isIn, NOTHING, starts } from './tier.js';
import type { Tier, TierName } from './tier.js';
import { nameEnds, nameTiers } from './name-tiers.js';

/**
 * Plans what a text may mean, as searches from the most exact to the vaguest. Pure: the same text gives the same
 * tiers. Later tiers may find again what earlier ones find. A text without letters and digits lists everything.
 * @param alsoCalled other names of the substance whose impurity, salt, hydrate or isotope the text names
 * @param values categories, series and tags with this English name
 */
export function plan(typed: Typed, alsoCalled: readonly string[] = [], values?: Values): Tier[] {
  const tiers = distinct(readings(typed, alsoCalled, values));
  return tiers.length > 0 ? tiers : [{ name: 'everything' }];
}

const NUMBERS = new Set<TierName>(['cas', 'cas_start', 'code', 'code_start', 'name']);
const WHOLE_NAMES_TOO = new Set<TierName>([...NUMBERS, 'abbreviation', 'synonym', 'alias']);
const WORDS = new Set<TierName>(['phrase', 'words']);

/**
 * The tiers that are fast enough while a text is still being typed; none before anything is typed. Products are
 * ranked by how often they are probably asked for, whichever of their names the text begins, but a little lower for an alias or pinyin.
 */
export function planSuggestions(typed: Typed): Tier[] {
  const { form, whole, name } = typed;
  const key = lettersOf(form);
  const all = readings(typed, []);
  // A few letters are more likely the beginning of a name than a whole synonym.
  const known = key.length > SHORT || hasHan(key) ? WHOLE_NAMES_TOO : NUMBERS;
  const capitals: Tier[] = /^[A-Z]{2,}$/.test(name)
    ? [{ name: 'abbreviation', filter: isIn('k_cas', abbreviationsFrom(key)) }]
    : [];
  // Names that sound the same, if none is written so.
  const [pinyin = ''] = pinyinOf(form);
  const tiers = distinct([
    ...capitals,
    ...numbersTogether(all.filter((tier) => known.has(tier.name))),
    // What looks like a wish may be the beginning of a name.
    ...(whole === undefined ? [] : begun(whole, lettersOf(whole))),
    ...begun(form, key),
    ...nameEnds(form),
    ...all.filter((tier) => WORDS.has(tier.name)),
    { name: 'sound', filter: pinyin === '' ? NOTHING : starts('k_py', pinyin), unless: 'found' },
  ]);
  return tiers.map((tier) => ({ ...tier, order: 'suggested', ...(hasHan(form) && { shorter: 'cn' }) }));
}

/** Merges all tiers for beginnings of CAS numbers into one, so that products that are asked for more come first. */
function numbersTogether(tiers: readonly Tier[]): Tier[] {
  const begun = tiers.filter(({ name }) => name === 'cas_start');
  const [first] = begun;
  if (first === undefined) return [...tiers];
  const together = { ...first, filter: anyOf(...begun.map(({ filter }) => filter ?? NOTHING)) };
  return tiers.flatMap((tier) => (tier === first ? together : tier.name === 'cas_start' ? [] : tier));
}

/** Up to so many letters are more likely a beginning than a whole name. */
const SHORT = 4;
/** How much more a product must be asked for to come first by an alias or pinyin; it equals twice as many aliases. */
const OF_ALIAS = 300;

/** What a text begins: names with and without punctuation, and codes; then aliases, pinyin, abbreviations. */
function begun(form: string, key: string): Tier[] {
  if (key === '' || readCas(form)) return [];
  const letters = /^[a-z]{2,}$/.test(key);
  const names = [
    starts('k_name', capped(key)),
    // “jdg-aml”
    ...(/^[a-z]{2,10}[-_.][a-z-]*$/.test(form) ? [starts('k_code', capped(key))] : []),
    ...(form === key || hasHan(form) ? [] : [starts('s_en', capped(form))]),
  ];
  const others = [
    ...aliasStarts(key).map((each) => starts('k_alias', capped(each))),
    ...(letters ? [starts('k_py', capped(key)), isIn('k_cas', abbreviationsFrom(key))] : []),
    ...(letters && key.length <= SHORT ? [equals('k_exact', key)] : []),
  ];
  return [
    { name: 'name_start', filter: anyOf(...names), behind: 0 },
    { name: 'alias_start', filter: anyOf(...others), behind: OF_ALIAS },
  ];
}

/** Products that have this very name, synonym or alias, or this formula. */
export function namedExactly(name: string): Tier {
  const form = readable(name);
  const named = isIn('k_exact', [signedKey(form), signedKey(saltForm(form))]);
  const alias = isIn('k_alias', aliasKeysOfQuery(form));
  const formula = isIn('k_formula', /\d/.test(name) ? readFormula(name).keys : []);
  return { name: 'synonym', filter: anyOf(named, alias, formula) };
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

function readings(typed: Typed, alsoCalled: readonly string[], values?: Values): Tier[] {
  const { form, whole } = typed;
  if (lettersOf(form) === '') return [];
  const weight = weightOf(whole ?? form);
  if (weight)
    return [{ name: 'weight', filter: `mw >= ${weight.least} AND mw <= ${weight.most}`, order: 'asked' }];
  const cas = readCas(form);
  const tiers =
    cas && cas.kind !== 'miscounted'
      ? casTiers(cas, form)
      : textTiers(typed, alsoCalled, values && termTier(values));
  // Searching its digits as words is useless.
  if (cas?.kind === 'miscounted')
    return [
      { name: 'code', filter: equals('k_code', lettersOf(form)) },
      ...tiers.filter(({ q }) => q === undefined),
      ...otherLength(cas.cas),
    ];
  // What looks like a wish may be part of a name.
  return [
    ...(whole === undefined ? [] : wholly([whole, saltForm(whole)].map(lettersOf))),
    ...(cas ? [] : bothNames(form)),
    ...tiers,
  ];
}

/** Products with one of these keys as a name or an alias. */
const wholly = (keys: readonly string[]): Tier[] => [
  { name: 'name', filter: isIn('k_exact', keys) },
  { name: 'alias', filter: isIn('k_alias', keys) },
];

/** A name with another one behind it: “DMF (N,N-dimethylformamide)”, “DMF/dimethylformamide”. */
const IN_BRACKETS = /^(.{2,}?) ?(?<=[ \p{Script=Han}]) ?[([](.{2,})[)\]]$/u;
const BEHIND_SLASH = /^(.{2,}?) ?\/ ?(.{2,})$/u;

/** Two names of one product side by side: in Chinese and English, or one of them in brackets. */
function bothNames(form: string): Tier[] {
  if (impurityOf(form)) return [];
  const [, name, other] = IN_BRACKETS.exec(form) ?? BEHIND_SLASH.exec(form) ?? [];
  if (name !== undefined && other !== undefined) return namedBoth(name, other);
  if (!hasHan(form)) return [];
  // “阿司匹林(aspirin)”, “阿司匹林aspirin”
  const words = form.replace(/(?<=\p{Script=Han})\(?(?=[a-z]{3})/u, ' ').split(' ');
  const isApart = words.some((word) => !hasHan(word));
  return isApart
    ? namedBoth(words.filter(hasHan).join(' '), words.filter((word) => !hasHan(word)).join(' '))
    : namedBoth(form.match(/\p{Script=Han}/gu)!.join(''), form.replace(/\p{Script=Han}+/gu, ' '));
}

/** Products with both names. Not if the keys lose signs: (-)-naproxen (naproxen) would find the wrong enantiomer. */
function namedBoth(...names: [string, string]): Tier[] {
  const keys = names.map(lettersOf);
  if (keys[0] === keys[1] || !keys.every((key) => /\p{L}{2}/u.test(key))) return [];
  if (names.some(losesSign)) return [];
  const named = (name: string): string => {
    const key = lettersOf(name);
    const english = hasHan(name) ? signedKey(translated(name) ?? '') : '';
    return `(${anyOf(isIn('k_exact', [key, english]), isIn('k_alias', [key]), isIn('k_cas', abbreviated(key)))})`;
  };
  return [{ name: 'both_names', filter: names.map(named).join(' AND ') }];
}

function casTiers(reading: Exclude<CasReading, { kind: 'miscounted' }>, form: string): Tier[] {
  if (reading.kind === 'whole') return [...wholeCas(reading.cas), ...neighbours(reading.cas)];
  if (reading.kind === 'date')
    return [
      { name: 'code', filter: equals('k_code', lettersOf(form)) },
      { name: 'synonym', filter: equals('k_exact', lettersOf(form)) },
      mended(reading.mended),
    ];
  if (reading.kind === 'start')
    return [{ name: 'cas_start', filter: starts('k_cas', reading.start) }, ...nameTiers(form)];
  const { digits, whole } = reading;
  const dashed = [`${digits.slice(0, -2)}-${digits.slice(-2)}`, withDashes(digits)];
  return [
    ...(whole === undefined ? [] : wholeCas(whole)),
    { name: 'code', filter: equals('k_code', digits) },
    mended(casOfDate(digits)),
    { name: 'cas_start', filter: starts('k_cas', `${digits}-`) },
    { name: 'cas_start', filter: starts('k_cas', digits) },
    { name: 'code_start', filter: starts('k_code', digits) },
    { name: 'cas_start', filter: dashed.map((start) => starts('k_cas', start)).join(' OR ') },
    ...nameTiers(digits),
  ];
}

function wholeCas(cas: string): Tier[] {
  return [
    { name: 'cas', filter: equals('k_cas', cas) },
    { name: 'cas_synonym', filter: equals('k_exact', lettersOf(cas)) },
  ];
}

/** Products whose numbers a spreadsheet or a typing error may have turned into the typed one. */
function mended(numbers: readonly string[]): Tier {
  return { name: 'mended', filter: isIn('k_cas', numbers), order: 'asked' };
}

/** Corrections of a CAS number. One with a valid check digit is not corrected, even if no product has it. */
function neighbours(cas: string): Tier[] {
  if (isCas(cas)) return [];
  return [{ ...mended(casNeighbours(cas)), unless: 'found' }, ...otherLength(cas)];
}

const otherLength = (cas: string): Tier[] => [{ ...mended(casOfOtherLength(cas)), unless: 'found' }];

/** `ab-1234`, `pds000100`: letters, then digits. */
const LIKE_A_CODE = /^(?=.*\d)[a-z]{1,10}[-_./]?[a-z0-9]*(?:[-_./][a-z0-9]+)*$/;

/** Products in these categories, series and tags. */
function termTier({ category, series, tag }: Values): Tier {
  const keyed = (field: string, values: readonly string[]): string => isIn(field, values.map(exactKey));
  const filters = [keyed('f_category', category), keyed('f_series', series), keyed('f_tags', tag)];
  return { name: 'term', filter: anyOf(...filters), order: 'asked' };
}

function textTiers({ name: text, form, formula }: Typed, alsoCalled: readonly string[], term?: Tier): Tier[] {
  const key = lettersOf(form);
  const terms = term === undefined ? [] : [term];
  const formulas = formulaTiers(formula);
  if (!/\d/.test(key)) {
    // Capitals inside a word (`NiS`) make it a formula. In capitals only (`HF`) or as a symbol (`Pb`) it comes before
    // synonyms, unless it is a known abbreviation (`NIS`).
    const isFormula = /[a-z].*[A-Z]/.test(text);
    if (isFormula || (/^(?:[A-Z]+|[A-Z][a-z])$/.test(text) && abbreviated(key, text).length === 0))
      return [...formulas, ...nameTiers(form, { typed: text, between: terms, alsoCalled })];
    return nameTiers(form, { typed: text, between: [...terms, ...formulas], alsoCalled });
  }
  const cas = casWithin(form);
  const code = LIKE_A_CODE.test(form);
  // The formula comes before names, unless it is a known abbreviation: VB2 is a vitamin, not a boride.
  const ahead = abbreviated(key, text).length > 0 ? 0 : 1;
  // The substance without its water comes behind hydrates of that name.
  const isHydrate = saltForm(form).endsWith('hydrate');
  const names = nameTiers(form, {
    typed: text,
    between: [
      ...formulas.slice(ahead, isHydrate ? 1 : 2),
      ...terms,
      ...(code ? [{ name: 'code_start', filter: starts('k_code', capped(key)) } as const] : []),
    ],
    alsoCalled,
    words: code ? 'all' : 'last',
  });
  const byWords = names.findIndex(({ q }) => q !== undefined);
  return [
    { name: 'code', filter: isIn('k_code', code ? [key] : codesWithin(form).map(lettersOf)) },
    { name: 'cas', filter: isIn('k_cas', cas) },
    ...formulas.slice(0, ahead),
    ...formulaAndName(text),
    ...names.slice(0, byWords),
    ...(isHydrate ? formulas.slice(1) : []),
    { name: 'mended_code', filter: isIn('k_code', code ? codeNeighbours(form) : []), unless: 'named' },
    ...names.slice(byWords),
  ];
}

function formulaTiers({ keys, near }: FormulaReading): Tier[] {
  return [
    { name: 'formula', filter: isIn('k_formula', keys), order: 'asked' },
    { name: 'near_formula', filter: isIn('k_formula', near), order: 'asked' },
  ];
}

/** A formula among words: products with it, those that match the other words first. */
function formulaAndName(text: string): Tier[] {
  const words = text.split(' ');
  const formula = words.find((word) => /[A-Z].*\d/.test(word) && readFormula(word).keys.length > 0);
  if (formula === undefined || words.length === 1) return [];
  const others = readable(words.filter((word) => word !== formula).join(' '));
  const [tier] = formulaTiers(readFormula(formula));
  return [{ ...tier!, q: spaceHan(others), words: 'last', within: true }];
}

/** Removes tiers that find nothing, or only what an earlier filter finds. */
function distinct(tiers: readonly Tier[]): Tier[] {
  const before = new Set<string>();
  return tiers.filter(({ filter, q }) => {
    if (filter === undefined) return true;
    if (filter === NOTHING || before.has(filter)) return false;
    if (q === undefined) before.add(filter);
    return true;
  });
}
