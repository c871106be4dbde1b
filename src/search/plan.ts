import { abbreviated, abbreviationsFrom } from './abbreviations.js';
import { casNeighbours, casOfDate, isCas, withDashes } from '../values/cas.js';
import { casWithin, readCas } from './cas.js';
import type { CasReading } from './cas.js';
import { aliasKeysOfQuery } from './alias.js';
import { bareForm, chineseSaltOf, parentsOf, saltForm } from './chemistry.js';
import { translated } from './chinese-names.js';
import { readFormula } from './formula.js';
import type { FormulaReading } from './formula.js';
import { impurityKeys, impurityOf, parentKeys } from './impurity.js';
import { codesWithin } from './list.js';
import { pinyinOf } from './pinyin.js';
import { capBytes, hasHan, lettersOf, oneOff, pairsOf, readable, spaceHan } from './normalise.js';
import { flatForm, signedKey } from './stereo.js';
import { systematicKey } from './systematic.js';
import type { Typed } from './typed.js';
import { weightOf } from './weight.js';

/** One reading of what was typed. Products that an earlier tier finds come before those of a later one. */
export interface Tier {
  name: TierName;
  /** words for the engine to look for; without them the filter alone finds */
  q?: string;
  /** a condition on the index, in the engine's filter language */
  filter?: string;
  /** how many of the words must be there */
  words?: 'all' | 'last';
  /** the only fields to look in */
  fields?: readonly string[];
  /** the name whose length decides among equals */
  shorter?: 'en' | 'cn';
  /** the words to look for in place of `q` where the text names a product: whole texts only */
  whole?: string;
  /** left out where the text names a product; where anything at all was found */
  unless?: 'named' | 'found';
  /**
   * in place of stock and length: by stock, then what is asked for; or what is asked for, of which stock and length are
   * a part
   */
  order?: 'asked' | 'suggested';
  /** a later tier finds (nearly) all its products too: it changes their order and adds nothing to counts */
  within?: true;
}

export type TierName =
  | 'everything'
  | 'cas'
  | 'cas_synonym'
  | 'cas_start'
  | 'mended'
  | 'weight'
  | 'code'
  | 'code_start'
  | 'formula'
  | 'near_formula'
  | 'impurity'
  | 'name'
  | 'abbreviation'
  | 'both_names'
  | 'synonym'
  | 'alias'
  | 'systematic'
  | 'salt'
  | 'near_name'
  | 'parent'
  | 'name_start'
  | 'alias_start'
  | 'phrase'
  | 'sound'
  | 'spelling'
  | 'words';

/** Readings whose products the text names. */
export const NAMING: ReadonlySet<TierName> = new Set([
  'cas',
  'cas_synonym',
  'code',
  'name',
  'abbreviation',
  'synonym',
  'alias',
  'systematic',
  'salt',
  'impurity',
]);

/** The longest key that is searched; those of the index are no longer. */
const KEY_BYTES = 400;

/**
 * What a text may mean, as searches from the most exact to the vaguest. Pure: the same text gives the same tiers.
 * A text without a letter or digit lists everything.
 * @param alsoCalled other names of the substance whose impurity or salt the text names
 */
export function plan(typed: Typed, alsoCalled: readonly string[] = []): Tier[] {
  const tiers = disjoint(readings(typed, alsoCalled));
  return tiers.length > 0 ? tiers : [{ name: 'everything' }];
}

const NUMBERS = new Set<TierName>(['cas', 'cas_start', 'code', 'code_start', 'name']);
const WHOLE_NAMES_TOO = new Set<TierName>([...NUMBERS, 'abbreviation', 'synonym', 'alias']);
const WORDS = new Set<TierName>(['phrase', 'words']);

/**
 * The tiers that are worth their time while a text is still being typed; none where nothing was typed yet. Whatever it
 * begins is one tier, so that what is asked for comes first whichever of its names is being typed.
 */
export function planSuggestions(typed: Typed): Tier[] {
  const { form, name } = typed;
  const key = lettersOf(form);
  const all = readings(typed, []);
  // Two or three letters are rather the beginning of a name than a synonym.
  const known = key.length > 3 || hasHan(key) ? WHOLE_NAMES_TOO : NUMBERS;
  const capitals: Tier[] = /^[A-Z]{2,}$/.test(name)
    ? [{ name: 'abbreviation', filter: isIn('k_cas', abbreviationsFrom(key)) }]
    : [];
  const tiers = disjoint([
    ...capitals,
    ...all.filter((tier) => known.has(tier.name)),
    ...begun(form, key),
    ...all.filter((tier) => WORDS.has(tier.name)),
  ]);
  return tiers.map((tier) => ({ ...tier, order: 'suggested', ...(hasHan(form) && { shorter: 'cn' }) }));
}

/** What a text begins: names with and without their punctuation, aliases, pinyin, abbreviations. */
function begun(form: string, key: string): Tier[] {
  if (key === '' || readCas(form)) return [];
  const letters = /^[a-z]{2,}$/.test(key);
  const conditions = [
    starts('k_name', capped(key)),
    ...(form === key || hasHan(form) ? [] : [starts('s_en', capped(form))]),
    starts('k_alias', capped(key)),
    ...(letters ? [starts('k_py', capped(key)), isIn('k_cas', abbreviationsFrom(key))] : []),
    ...(letters && key.length <= 3 ? [equals('k_exact', key)] : []),
  ];
  return [{ name: 'name_start', filter: conditions.filter((each) => each !== NOTHING).join(' OR ') }];
}

/** Products that have this very name, synonym or alias. */
export function namedExactly(name: string): Tier {
  const form = readable(name);
  const named = isIn('k_exact', [signedKey(form), signedKey(saltForm(form))]);
  const alias = isIn('k_alias', aliasKeysOfQuery(form));
  return { name: 'synonym', filter: [named, alias].filter((filter) => filter !== NOTHING).join(' OR ') };
}

/** A text that is equal for queries that {@link plan} reads alike: capitals matter in what may be a formula. */
export function meaningOf({ text, form, whole, formula, list }: Typed): string {
  return JSON.stringify([
    whole ?? form,
    ...(formula.keys.length > 0 || /\d/.test(text) ? [text] : []),
    ...(list ? [list.items.map((item) => item.text)] : []),
  ]);
}

/** The substance whose impurity or Chinese salt a text names, to look up its other names. */
export function parentIn({ form }: Typed): string | undefined {
  return impurityOf(form)?.parent ?? chineseSaltOf(saltForm(form))?.base;
}

function readings(typed: Typed, alsoCalled: readonly string[]): Tier[] {
  const { form, whole } = typed;
  if (lettersOf(form) === '') return [];
  const weight = weightOf(whole ?? form);
  if (weight)
    return [{ name: 'weight', filter: `mw >= ${weight.least} AND mw <= ${weight.most}`, order: 'asked' }];
  const cas = readCas(form);
  const tiers = cas ? casTiers(cas, form) : textTiers(typed, alsoCalled);
  // What looks like a wish may be a part of a name.
  return [
    ...(whole === undefined
      ? []
      : [{ name: 'name', filter: isIn('k_exact', [whole, saltForm(whole)].map(lettersOf)) } as const]),
    ...bothNames(form),
    ...tiers,
  ];
}

/** The Chinese and the English name of one product, side by side. */
function bothNames(form: string): Tier[] {
  if (!hasHan(form) || impurityOf(form)) return [];
  const chinese = form.match(/\p{Script=Han}/gu)!.join('');
  const english = lettersOf(form.replace(/\p{Script=Han}+/gu, ' '));
  if (chinese.length < 2 || english.length < 3) return [];
  return [
    {
      name: 'both_names',
      filter: `${equals('k_exact', capped(chinese))} AND ${equals('k_exact', capped(english))}`,
    },
  ];
}

function casTiers(reading: CasReading, form: string): Tier[] {
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

/** Products whose numbers a spreadsheet, or a slip of the hand, may have changed to what was typed. */
function mended(numbers: readonly string[]): Tier {
  return { name: 'mended', filter: isIn('k_cas', numbers), order: 'asked' };
}

/** A number with a right check digit is meant as it is, even where no product has it. */
function neighbours(cas: string): Tier[] {
  return isCas(cas) ? [] : [{ ...mended(casNeighbours(cas)), unless: 'found' }];
}

/** `ab-1234`, `pds000100`: letters, then digits. */
const LIKE_A_CODE = /^(?=.*\d)[a-z]{1,10}[-_./]?[a-z0-9]*(?:[-_./][a-z0-9]+)*$/;

function textTiers({ name: text, form, formula }: Typed, alsoCalled: readonly string[]): Tier[] {
  const key = lettersOf(form);
  const formulas = formulaTiers(formula);
  if (!/\d/.test(key)) {
    // Capitals within tell a formula (`NiS`) from a word; written in capitals (`HF`) it comes before the synonyms of
    // others, unless it is a known abbreviation (`NIS`).
    if (/[a-z].*[A-Z]/.test(text) || (/^[A-Z]+$/.test(text) && abbreviated(key).length === 0))
      return [...formulas, ...nameTiers(form, { alsoCalled })];
    return nameTiers(form, { between: formulas, alsoCalled });
  }
  const cas = casWithin(form);
  const code = LIKE_A_CODE.test(form);
  return [
    { name: 'code', filter: isIn('k_code', code ? [key] : codesWithin(form).map(lettersOf)) },
    { name: 'cas', filter: isIn('k_cas', cas) },
    ...formulas,
    ...formulaAndName(text),
    ...nameTiers(form, {
      between: code ? [{ name: 'code_start', filter: starts('k_code', capped(key)) }] : [],
      alsoCalled,
      words: code ? 'all' : 'last',
    }),
  ];
}

function formulaTiers({ keys, near }: FormulaReading): Tier[] {
  return [
    { name: 'formula', filter: isIn('k_formula', keys), order: 'asked' },
    { name: 'near_formula', filter: isIn('k_formula', near), order: 'asked' },
  ];
}

/** A formula among words: products with it, those that the other words name first. */
function formulaAndName(text: string): Tier[] {
  const words = text.split(' ');
  const formula = words.find((word) => /[A-Z].*\d/.test(word) && readFormula(word).keys.length > 0);
  if (formula === undefined || words.length === 1) return [];
  const others = readable(words.filter((word) => word !== formula).join(' '));
  const [tier] = formulaTiers(readFormula(formula));
  return [{ ...tier!, q: spaceHan(others), words: 'last', within: true }];
}

interface NameOptions {
  /** tiers to put after the exact ones */
  between?: Tier[];
  alsoCalled?: readonly string[];
  words?: 'all' | 'last';
}

function nameTiers(
  form: string,
  { between = [], alsoCalled = [], words = 'last' }: NameOptions = {},
): Tier[] {
  const key = lettersOf(form);
  const han = hasHan(form);
  const salt = saltForm(form);
  const flat = flatForm(bareForm(salt));
  const exact = [signedKey(form), signedKey(salt)];
  const named = isIn('k_exact', exact);
  const shortFor = abbreviated(key);
  const parents = parentsOf(flat);
  const english = han ? translated(salt) : undefined;
  const systematic = [systematicKey(salt) ?? '', english === undefined ? '' : lettersOf(english)];
  const acid = chineseSaltOf(salt)?.acid;
  // The base may be sold by the name of its salt, and a salt with two acids by that of one.
  const salts =
    acid === undefined
      ? []
      : alsoCalled.flatMap((base) => [acid, acid.replace(/^di/, '')].map((each) => lettersOf(base) + each));
  const name = isIn('k_name', [key, lettersOf(salt)]);
  const tiers: Tier[] = [
    // With its punctuation first.
    ...(han || form === key ? [] : [{ name: 'name', filter: equals('s_en', capped(salt)) } as const]),
    // Whole names are indexed without their signs: (+)- and (-)- are told apart by the other keys.
    { name: 'name', filter: exact[0] === key ? name : `${name} AND ${named}` },
    ...(shortFor.length > 0 ? [{ name: 'abbreviation', filter: isIn('k_cas', shortFor) } as const] : []),
    { name: 'synonym', filter: named },
    { name: 'alias', filter: isIn('k_alias', aliasKeysOfQuery(form)) },
    ...between,
    { name: 'systematic', filter: isIn('k_exact', systematic) },
    { name: 'salt', filter: isIn('k_name', salts) },
    { name: 'salt', filter: isIn('k_exact', salts) },
    ...impurityTiers(form, alsoCalled),
    ...[flat, ...parents].map((near, at): Tier => {
      const nearKey = lettersOf(near);
      const names = [nearKey, `~${nearKey}`].filter((each) => nearKey.length > 1 && !exact.includes(each));
      return { name: at === 0 ? 'near_name' : 'parent', filter: isIn('k_exact', names) };
    }),
    { name: 'parent', filter: isIn('k_alias', parents.flatMap(aliasKeysOfQuery)) },
    ...nameStarts(form, key, han),
  ];
  tiers.push(...(han ? hanWords(form) : latinWords(salt, key, words)));
  if (han) for (const tier of tiers) tier.shorter = 'cn';
  return tiers;
}

function impurityTiers(form: string, alsoCalled: readonly string[]): Tier[] {
  const impurity = impurityOf(form);
  if (!impurity) return [];
  const { parent, label, book } = impurity;
  const parents = [parent, ...alsoCalled].flatMap(parentKeys);
  const books = book === undefined ? ['any'] : [book, 'unnamed'];
  return books.map((each) => ({
    name: 'impurity',
    filter: isIn('k_exact', impurityKeys(label, parents, each)),
  }));
}

/** Beginnings of names: with the punctuation as typed, then without any; then of their pinyin. */
function nameStarts(form: string, key: string, han: boolean): Tier[] {
  if (key.length < 2) return [];
  const compactly = starts('k_name', capped(key));
  const alias: Tier = { name: 'alias_start', filter: starts('k_alias', capped(key)) };
  if (han) return [{ name: 'name_start', filter: compactly }, alias];
  return [
    ...(form === key ? [] : [{ name: 'name_start', filter: starts('s_en', capped(form)) } as const]),
    { name: 'name_start', filter: compactly },
    alias,
    ...(/^[a-z]+$/.test(key) ? [{ name: 'sound', filter: starts('k_py', capped(key)) } as const] : []),
  ];
}

/** Parts of names; names that sound the same; those with another character; those that share two neighbours. */
function hanWords(form: string): Tier[] {
  const text = spaceHan(wordsOf(form).join(' '));
  const runs = form.replaceAll('"', ' ').match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? [];
  const [pinyin = ''] = pinyinOf(form);
  const pairs = pairsOf(form);
  return [
    { name: 'phrase', q: runs.map((run) => `"${spaceHan(run)}"`).join(' '), words: 'all' },
    { name: 'sound', filter: isIn('k_py', [pinyin]) },
    { name: 'spelling', filter: isIn('k_exact', oneOff(form)), unless: 'named' },
    ...(pairs.length > 0 && runs.length === 1
      ? [{ name: 'sound', filter: starts('k_py', capped(pinyin)), unless: 'found' } as const]
      : []),
    // A single Han character is no word, unless it is all there is.
    /[a-z]{2}/.test(text) || pairs.length === 0
      ? { name: 'words', q: text, words: 'last', unless: 'found' }
      : { name: 'words', q: text, words: 'last', filter: isIn('k_pairs', pairs), unless: 'found' },
  ];
}

/**
 * A whole name with a typing error or other punctuation; then its words; then some of them. Four letters with an error
 * are another word: "acid" does not mean Axid.
 */
function latinWords(form: string, key: string, words: 'all' | 'last'): Tier[] {
  const q = wordsOf(form).join(' ');
  const whole = `"${form.replaceAll('"', ' ')}"`;
  // The space at the end tells the engine that the word is whole, not the beginning of one.
  const spelling: Tier = {
    name: 'spelling',
    q: `${capped(key)} `,
    fields: WHOLE_NAMES,
    words: 'all',
    within: true,
    unless: 'named',
  };
  const all: Tier = { name: 'words', q, whole, words: 'all' };
  return [
    ...(key.length < 5 ? [] : [spelling]),
    all,
    ...(words === 'last' && q.includes(' ') ? [{ ...all, words, unless: 'found' } as const] : []),
  ];
}

/** Locants, and single letters before a hyphen: they tell names apart, but are no words to look for. */
const LOCANT = /(?<![a-z\d])(?:\d+[a-h]?|[a-z]|[nos]\d+)'*(?=[-,\])])/g;
/** The engine reads the first ten words of a text. */
const MOST_WORDS = 10;

/** The words of a text, of many the longest ones. */
function wordsOf(form: string): string[] {
  const named = form.replace(LOCANT, ' ');
  const words = (/\p{L}{2}/u.test(named) ? named : form).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length <= MOST_WORDS) return words;
  const least = words.map(({ length }) => length).toSorted((a, b) => b - a)[MOST_WORDS - 1]!;
  return words.filter(({ length }) => length >= least).slice(0, MOST_WORDS);
}

const WHOLE_NAMES = ['k_name', 'k_syn'];

/** Excludes from each tier what earlier filters find, so that no product is counted twice. */
function disjoint(tiers: Tier[]): Tier[] {
  const before = new Set<string>();
  let apart = '';
  const kept: Tier[] = [];
  for (const tier of tiers) {
    const { filter, q } = tier;
    if (filter === NOTHING || (filter !== undefined && before.has(filter))) continue;
    const own = filter === undefined ? '' : `(${filter})`;
    const all = own === '' ? apart : apart === '' ? own : `${own} AND ${apart}`;
    kept.push(all === '' ? tier : { ...tier, filter: all });
    if (filter === undefined || q !== undefined) continue;
    before.add(filter);
    apart += `${apart === '' ? '' : ' AND '}NOT ${own}`;
  }
  return kept;
}

function equals(field: string, value: string): string {
  return `${field} = ${quoted(value)}`;
}

function starts(field: string, value: string): string {
  return `${field} STARTS WITH ${quoted(value)}`;
}

const NOTHING = '';

function isIn(field: string, values: readonly string[]): string {
  const distinct = [...new Set(values.map(capped))].filter(Boolean);
  const [only] = distinct;
  if (only === undefined) return NOTHING;
  return distinct.length === 1 ? equals(field, only) : `${field} IN [${distinct.map(quoted).join(', ')}]`;
}

function capped(key: string): string {
  return capBytes(key, KEY_BYTES);
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
