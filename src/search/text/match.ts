import { NO_CAS } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import {
  agreement,
  aliasNamed,
  bareForm,
  contradict,
  elementOfSalt,
  elementsOf,
  flatForm,
  formulaKey,
  hasHan,
  impurityOf,
  inEnglish,
  isOneStereoisomer,
  isPart,
  lettersOf,
  MARKS,
  mirrorOf,
  nameKey,
  parentsOf,
  readable,
  readFormula,
  SALT_METALS,
  saltForm,
  statesStereo,
  symbolOfElement,
  systematicKey,
  waterOf,
} from '../../chemistry/index.js';
import { casWithin, readCas } from './cas.js';
import { codesWithin } from './list.js';
import type { TierName } from './tier.js';
import type { Typed } from './typed.js';

/**
 * How surely a text means a product. `exact`: it names the product; `partial`: it begins one of its names or is part
 * of one; `similar`: neither.
 */
export const MATCHES = ['exact', 'partial', 'similar'] as const;
export type Match = (typeof MATCHES)[number];

/** The same for a text that may have found nothing. */
export const OUTCOMES = [...MATCHES, 'none'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * The verdict that follows from the reading that found a product. `main`, `other`: exact, by its main name or by
 * another one. `name`, `systematic`, `alias`, `number`: depends on the product.
 */
const READINGS: Record<TierName, Match | 'main' | 'other' | 'name' | 'systematic' | 'alias' | 'number'> = {
  everything: 'partial',
  structure: 'exact',
  cas: 'number',
  cas_synonym: 'number',
  cas_start: 'partial',
  mended: 'similar',
  weight: 'similar',
  code: 'number',
  code_start: 'partial',
  mended_code: 'similar',
  formula: 'main',
  near_formula: 'similar',
  impurity: 'exact',
  impurity_of_book: 'partial',
  name: 'name',
  abbreviation: 'exact',
  both_names: 'exact',
  synonym: 'name',
  alias: 'alias',
  term: 'partial',
  systematic: 'systematic',
  translated: 'name',
  salt: 'main',
  salt_synonym: 'other',
  near_name: 'name',
  deuterated: 'similar',
  parent: 'name',
  name_start: 'name',
  alias_start: 'partial',
  name_end: 'similar',
  phrase: 'name',
  sound: 'name',
  spelling: 'name',
  named_part: 'similar',
  words: 'name',
};

/** How a text means a product. */
export interface Judgement {
  match: Match;
  /** if the text names the product: by its main name, or by a synonym or alias */
  by?: 'main' | 'other';
  /** the text is a supplier's name for another substance */
  isDoubted?: true;
  /** the product also has the name as an alias */
  isConfirmed?: true;
}

/** What is needed of a hit to judge it. */
interface Judged {
  readonly tier: TierName;
  readonly product: Product;
  readonly aliases?: readonly string[];
}

/**
 * Judges the hits of a search by the names of each product, regardless of what the engine tolerated: a name that
 * differs in a locant, a stereo sign, a syllable or a digit is `similar`. The time grows linearly with the names.
 */
export function matcher({
  form,
  whole = form,
  formula,
}: Pick<Typed, 'form' | 'whole'> & Partial<Pick<Typed, 'formula'>>): (hit: Judged) => Judgement {
  const salt = saltForm(form);
  const bare = bareForm(salt);
  const english = inEnglish(salt);
  /** Whether only the other spelling of a dye, with or without “C.I.”, is among the names: it may be of its salt. */
  const isRespelled = (names: readonly string[]): boolean =>
    !hasHan(form) &&
    english.some((each) => each.endsWith(form) || form.endsWith(each)) &&
    !names.some((name) => nameKey(name) === nameKey(form));
  const keys = new Set([form, salt, bare, whole, ...english].map(nameKey).filter(Boolean));
  const systematic = once(() => systematicKey((hasHan(form) ? english[0] : undefined) ?? salt));
  const compact = [...new Set([form, salt, bare, ...english].map(lettersOf))];
  const flat = flatForm(bare);
  const flatLetters = lettersOf(flat);
  const isLabelled = ISOTOPE.test(form);
  // A single K may be part of a name: captan is also Vangard K.
  const element = once(() => (/[ -]\d?k$/.test(form) ? undefined : elementOfSalt(bare)));
  const bases = once(() => new Set(parentsOf(bare).map(lettersOf)));
  /**
   * Whether the product is the base of the named salt or hydrate, as suppliers list those among the synonyms of the
   * base. Its formula decides, or else its main names.
   */
  const isBase = ({ formula, name_en, name_cn }: Product): boolean => {
    const symbol = element();
    const isWhole = symbol !== undefined && formula !== null && !ION.test(formula);
    const holds = isWhole ? elementsOf(formula)?.has(symbol) : undefined;
    if (holds !== undefined) return !holds;
    return [name_en ?? '', name_cn].some((name) => bases().has(saltKey(name)));
  };
  const water = waterOf(bare);
  /**
   * Whether the product has another amount of water: suppliers list one hydrate, or any (“carbonate hydrate”), among
   * the synonyms of another.
   */
  const isOtherHydrate = (main: readonly string[]): boolean =>
    water !== undefined && main.some((name) => ![water, undefined].includes(waterOf(saltForm(name))));
  const byFormula = new Map<string, (hit: Judged) => Judgement>();
  /**
   * Whether the product has the formula in the text. If a name stands beside it, the product must have that too:
   * “caffeine sulfate C8H10N4O2” is not caffeine.
   */
  const isFormula = (product: Product): boolean => {
    const key = formulaKey(product.formula ?? '');
    if (!formula || formula.keys.includes(key)) return true;
    const rest = besideFormula(form, key);
    if (rest === '') return true;
    if (!byFormula.has(key)) byFormula.set(key, matcher({ form: rest }));
    return byFormula.get(key)!({ tier: 'name', product }).match === 'exact';
  };
  const named = symbolOfElement(salt);
  /**
   * Whether the text names an element and the product is a compound: hydrogen sulfide is not sulfur, whatever
   * suppliers call it.
   */
  const isCompoundOf = ({ formula }: Product): boolean =>
    named !== undefined && [...(elementsOf(formula ?? '')?.keys() ?? [])].some((symbol) => symbol !== named);
  const isAcid = /acid$|酸$/.test(bare) && !SALT_METAL.test(bare);
  /** Whether the text names no salt, and the English name of the product does: 妥布霉素 for tobramycin sulfate. */
  const isSaltOfNamed = ({ name_en: name }: Product): boolean =>
    hasHan(form) && bases().size === 0 && parentsOf(saltForm(readable(name ?? ''))).length > 0;
  /** Whether the text names an acid and the product is a salt that has its name. */
  const isSaltOfAcid = ({ formula }: Product): boolean =>
    isAcid && IN_SALTS.some((symbol) => elementsOf(formula ?? '')?.has(symbol));
  const isStereo = isOneStereoisomer(bare);
  /** Whether a name is that of another stereoisomer than the codes of amino acids mean: Gly-Leu has L-leucine. */
  const isOtherIsomer = (name: string): boolean =>
    !hasHan(form) &&
    english.some((each) => flatForm(each) === flatForm(saltForm(name)) && contradict(each, name));
  const mirror = mirrorOf(bare);
  /** Whether the synonyms disagree on stereo: at least as many contradict the text as agree with it. */
  const isDisputed = (synonyms: readonly string[]): boolean => {
    const votes = synonyms.map((name) => Math.sign(agreement(bare, name)));
    return votes.includes(-1) && votes.reduce((sum, vote) => sum + vote, 0) <= 0;
  };
  const greek = GREEK.exec(bare);
  /**
   * Whether another Greek letter is also among the names: suppliers list alpha-HCH and gamma-HCH as synonyms of the
   * same product.
   */
  const isOfOtherGreek = (names: readonly string[]): boolean =>
    greek !== null &&
    names.some((name) => {
      const [, letter, rest = ''] = GREEK.exec(name) ?? [];
      return letter !== undefined && letter !== greek[1] && lettersOf(rest) === lettersOf(greek[2]!);
    });
  const key = nameKey(bare);
  const isSigned = SIGNED.test(bare);
  const isMarked = isSigned || MARKS.some((has) => has(bare));
  /**
   * Whether an alias has the signs and marks of the text, which keys of aliases leave out: salbutamol says less than
   * (-)-salbutamol.
   */
  const saysAll = (alias: string): boolean => {
    const name = readable(alias);
    if (nameKey(saltForm(name)) === key) return true;
    if (contradict(bare, name) || (isSigned && !statesStereo(name))) return false;
    return MARKS.every((has) => has(name) || !has(bare));
  };
  /** Whether an alias of the product says what the text says. */
  const isAmong = (aliases: readonly string[]): boolean => {
    const said = isMarked ? aliases.filter(saysAll) : aliases;
    return (aliasNamed(whole, said) ?? aliasNamed(form, said)) !== undefined;
  };
  /** Adds whether an alias confirms the name. Such a product comes before others with that name. */
  const asConfirmed = (by: Judgement, aliases: readonly string[]): Judgement =>
    isAmong(aliases) ? { ...by, isConfirmed: true } : by;
  const read = readCas(form);
  const numbers =
    read?.kind === 'whole' ? [read.cas] : read?.kind === 'digits' ? [read.whole] : casWithin(form);
  return ({ tier, product, aliases = [] }) => {
    const reading = READINGS[tier];
    if (reading === 'number') {
      // Suppliers list the CAS numbers of other forms among the synonyms.
      if (tier === 'cas_synonym') return product.cas === NO_CAS ? { match: 'exact' } : SIMILAR;
      // The product may just have got another number, which its keys do not say yet.
      if (tier === 'cas' && product.cas !== NO_CAS && !numbers.includes(product.cas)) return SIMILAR;
      return isFormOf(besideNumber(form, product), product) ? SIMILAR : { match: 'exact' };
    }
    if (reading === 'alias') {
      if (isCompoundOf(product)) return DOUBTED;
      // Hits from the database have no aliases here: it has compared them literally.
      return isMarked && aliases.length > 0 && !isAmong(aliases) ? SIMILAR : asConfirmed(BY_OTHER, aliases);
    }
    if (tier === 'formula') return isFormula(product) ? BY_MAIN : SIMILAR;
    if (reading === 'main') return BY_MAIN;
    if (reading !== 'name' && reading !== 'systematic' && reading !== 'other') return { match: reading };
    const main = mainNamesOf(product);
    if (reading === 'other') {
      // 重硫酸奎宁 is not 硫酸奎宁, though it contains the name.
      if (main.some((name) => name !== form && name.includes(form))) return { match: 'partial' };
      return isBase(product) || isOtherHydrate(main) ? SIMILAR : BY_OTHER;
    }
    if (lettersOf(readable(product.code)) === compact[0]) return { match: 'exact' };
    if (reading === 'systematic') {
      if (main.some((name) => systematicKey(saltForm(name)) === systematic())) return BY_MAIN;
      return isBase(product) || isOtherHydrate(main) || (isLabelled && !hasLabel(product, main))
        ? DOUBTED
        : BY_OTHER;
    }
    // The main names decide which stereoisomer a product is, whatever the synonyms say.
    const isSame = (name: string): boolean =>
      lettersOf(name).includes(flatLetters) && flatForm(saltForm(name)) === flat;
    if (main.some((name) => isSame(name) && contradict(bare, name))) return SIMILAR;
    if (main.some((name) => isOtherIsomer(name))) return SIMILAR;
    // Most names share nothing with the text. Comparing letters excludes them fast.
    const hasText = (name: string): boolean => {
      const letters = lettersOf(name);
      return compact.some((each) => letters.includes(each));
    };
    const nearOf = (names: readonly string[]): string[] =>
      [...new Set([...names, ...names.map(saltForm)])].filter(hasText);
    // “acetic acid, phenyl-, methyl ester” has the letters of another ester. The systematic keys tell them apart.
    const isNamed = (name: string): boolean => {
      if (name === form || name === salt || english.includes(name)) return true;
      const asked = systematic();
      if (asked === undefined) return keys.has(nameKey(name));
      const own = systematicKey(name);
      return own === undefined ? keys.has(nameKey(name)) : own === asked;
    };
    const near = nearOf(main);
    if (near.some(isNamed)) {
      const isOther = isSaltOfAcid(product) || isSaltOfNamed(product) || isRespelled(near);
      return asConfirmed(isOther ? BY_OTHER : BY_MAIN, aliases);
    }
    const synonyms = partsOf(product.synonyms).map(readable);
    near.push(...nearOf(synonyms));
    if (near.some(isNamed)) {
      const isDoubtful =
        (isLabelled && !hasLabel(product, main)) ||
        isBase(product) ||
        isOtherHydrate(main) ||
        (isOfOtherGreek([...main, ...synonyms]) && !isAmong(aliases)) ||
        isCompoundOf(product) ||
        (mirror !== undefined && main.includes(mirror)) ||
        (isStereo && isDisputed(synonyms.filter(isSame)));
      return isDoubtful ? DOUBTED : asConfirmed(BY_OTHER, aliases);
    }
    const others = near.filter((name) => !keys.has(nameKey(name)));
    others.push(...[...partsOf(product.tags), product.series ?? ''].map(readable).filter(hasText));
    return others.some((name) => [...keys].some((key) => isPart(key, name))) ? { match: 'partial' } : SIMILAR;
  };
}

/**
 * Whether a text is one of the product's names, as it is or with its salt in the usual spelling.
 * @param text `readable`
 */
export function hasName({ name_en: en, name_cn: cn, synonyms }: Product, text: string): boolean {
  const keys = new Set([text, saltForm(text)].map(lettersOf));
  return [cn, en ?? '', ...partsOf(synonyms)].some((name) => keys.has(lettersOf(readable(name))));
}

/** Whether a text is a main name of the product. */
export function isMainly({ name_en: en, name_cn: cn }: Product, text: string): boolean {
  const key = saltKey(text);
  return [cn, en ?? ''].some((name) => saltKey(name) === key);
}

const saltKey = (text: string): string => lettersOf(saltForm(readable(text)));

/** The text without a formula and the numbers beside it. */
const besideFormula = (form: string, key: string): string =>
  form
    .split(' ')
    .filter((word) => !FIGURES.test(word) && !readFormula(word.replace(EDGES, '')).keys.includes(key))
    .join(' ');
const FIGURES = /^(?:mf|mw|formula|molecular|weight|分子式|分子量|g\/mol|[\d.,%()]+)?[:：=,;]?$/;
const EDGES = /^(?:mf|formula|分子式)?[:：=,;(]*|[,;)]+$/g;

/** The text without the number by which the product was found. @param form `readable` */
export function besideNumber(form: string, { code }: Product): string {
  const key = lettersOf(readable(code));
  const numbers = codesWithin(form).filter((word) => lettersOf(word) === key);
  const all = [...casWithin(form).slice(0, 1), ...numbers];
  if (all.length === 0) return '';
  const rest = all.reduce((text, number) => text.replace(number, ' '), form);
  return rest.replace(/\bcas\b/, ' ').trim();
}

/**
 * Whether a name is that of another form of a product: an impurity, a labelled form, a salt or hydrate that neither
 * its formula nor its names show, or a derivative. Buyers write the number of the parent beside such names.
 * @param name `readable`; if it names only the form (“sodium salt”), the product is taken as the parent
 */
export function isFormOf(name: string, product: Product): boolean {
  if (mainNamesOf(product).includes(name)) return false;
  const own = namesOf(product);
  const isProduct = (parent: string): boolean =>
    parent === '' || matcher({ form: parent })({ tier: 'name', product }).match === 'exact';
  const impurity = impurityOf(`${PARENT} ${name}`);
  if (impurity?.parent === PARENT) return !own.some((each) => impurityOf(each)?.label === impurity.label);
  if (impurity) return isProduct(impurityOf(name)?.parent ?? name);
  const plain = name.replace(LABEL, ' ').trim();
  if (plain !== name) return !hasLabel(product, mainNamesOf(product)) && isProduct(plain);
  const salt = saltsOf(name).find(({ parents }) => parents.some(isProduct));
  if (salt) {
    const symbol = elementOfSalt(salt.form);
    const isWhole = product.formula !== null && !ION.test(product.formula);
    if (symbol !== undefined && isWhole && !elementsOf(product.formula!)?.has(symbol)) return true;
    const isSalt = HYDRATE.test(salt.form)
      ? (each: string) => HYDRATE.test(each)
      : (each: string) => parentsOf(each).length > 0;
    return !own.some((each) => each === name || isSalt(saltForm(each)));
  }
  const [made = '', latin, han] = MADE.exec(name) ?? [];
  const word = latin ?? han;
  if (word === undefined) return false;
  return isProduct(name.slice(0, -made.length)) && !own.some((each) => each.includes(word));
}

/**
 * The salts and hydrates that a name may mean, each with what it is made of (empty if the name says only “sodium
 * salt”).
 */
function saltsOf(name: string): { form: string; parents: string[] }[] {
  const forms = hasHan(name)
    ? [name, `${HAN_PARENT}${name}`, `${name}${HAN_PARENT}`]
    : [name, `${PARENT} ${name}`];
  return forms.map(saltForm).map((form) => ({
    form,
    parents: parentsOf(form).map((parent) => (parent === PARENT || parent === HAN_PARENT ? '' : parent)),
  }));
}

const HYDRATE = /hydrate$|水合物$/;
/** An ion. Its formula lacks the counter-ion, so that elements missing in it prove nothing. */
const ION = /[+-]\d*$/;
/** Words for what is made from another substance. */
const MADE =
  /(?:^|[ -])((?:di)?(?:lithium|zinc|aluminum|ammonium|barium|meglumine)(?: salt)?|[a-z]+yl ester|(?:n-)?oxide|sulfoxide|sulfone|dimer|trimer|glucuronide|enantiomer|epimer|isomer|racemate|metabolite|derivative|analog(?:ue)?|conjugate)$|([锂锌铝铵钡]盐?|[甲乙丙丁苄]酯|氧化物|[二三]聚体|异构体|消旋体|衍生物|类似物|代谢物|葡萄?糖?醛酸苷)$/u;

/** Placeholders for the parent, if a text names only the impurity or the salt. */
const PARENT = 'xx';
const HAN_PARENT = '甲乙丙';

const mainNamesOf = ({ name_en, name_cn }: Product): string[] =>
  [name_en, name_cn].flatMap((name) => (name === null ? [] : readable(name)));

const namesOf = (product: Product): string[] => [
  ...mainNamesOf(product),
  ...partsOf(product.synonyms).map(readable),
];

/** Isotopes in a name: aspirin-d4, 13C6-caffeine, 氘代甲醇. The 2H of 2H-pyran is plain hydrogen. */
const LABEL = /[-( ]*(?:\b(?:d\d{1,2}|1[345][cn]\d{0,2}|[23]h\d{1,2})\b|\[[23]h\d{0,2}\])[-) ]*|氘代?/g;

/** Whether a `readable` text consists of isotopes: “d9”, “13c6”. */
export const isLabel = (text: string): boolean => text !== '' && text.replace(LABEL, '') === '';

/** Certainly isotopes. “vitamin D3” and “2(3H)-furanone” have none. */
const ISOTOPE =
  /(?<!vitamin|prostaglandin|维生素)[-(](?:d\d{1,2}|1[345][cn]\d{0,2})(?![\p{L}\p{N}])|\b1[345][cn]\d{0,2}[-)]|氘/u;

/** Whether a product is labelled. Suppliers list the names of labelled products among the synonyms of the plain one. */
const hasLabel = ({ formula }: Product, main: readonly string[]): boolean =>
  /D(?![a-z])|\[\d/.test(formula ?? '') ||
  main.some((name) => ISOTOPE.test(name) || /deuter|tritia|\bd\d/.test(name));

/** Makes a value when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The metals of salts, by symbol; and how a text names one. */
const IN_SALTS = Object.values(SALT_METALS).flatMap((name) => symbolOfElement(name) ?? []);
const SALT_METAL = new RegExp(Object.entries(SALT_METALS).flat().join('|'));

const GREEK = /^\.?(alpha|beta|gamma|delta|epsilon)[. -]*(.{3,})$/;

/** A sign of rotation or a charge. “NAD+” is often written for NAD. */
const SIGNED = /±|\((?:\d*[+-]|\+\/?-)\)|^\+\/?-|\d\+$|\+\d$/;

const SIMILAR: Judgement = { match: 'similar' };
const DOUBTED: Judgement = { match: 'similar', isDoubted: true };
const BY_MAIN: Judgement = { match: 'exact', by: 'main' };
const BY_OTHER: Judgement = { match: 'exact', by: 'other' };

function partsOf(list: string | null): string[] {
  return list === null ? [] : list.split(';');
}
