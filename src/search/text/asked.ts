import type { Product, SubstanceForm } from '../../catalogue/index.js';
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
  inEnglish,
  isOneStereoisomer,
  lettersOf,
  MARKS,
  mirrorOf,
  nameKey,
  ordered,
  otherAmountThan,
  parentsOf,
  readable,
  readFormula,
  SALT_METALS,
  saltForm,
  statesStereo,
  symbolOfElement,
  systematicKey,
} from '../../chemistry/index.js';
import { casWithin, wholeCas } from './cas.js';
import { verdictOf } from './tier.js';
import type { TierName } from './tier.js';
import type { Typed } from './typed.js';

/** What is needed of a text. */
export type AskedText = Pick<Typed, 'form' | 'whole'> & Partial<Pick<Typed, 'formula'>>;

/** What is needed of a hit to judge it. */
export interface Judged {
  readonly tier: TierName;
  readonly product: Product;
  readonly aliases?: readonly string[];
  /** products of another skeleton have the key by which it was found */
  readonly isOfSeveral?: boolean;
  /** its structure, if it has one and keys found it */
  readonly form?: Pick<SubstanceForm, 'inchikey' | 'parent'> | undefined;
}

/**
 * A product that was found, with its names, which are read when they are needed.
 * @param hasText whether a name has the letters of the text; those of `near` and, of the main names, `nearMain` have
 * @param isText whether a name is the text
 */
export function candidateOf(
  { tier, product, aliases = [], isOfSeveral = false }: Judged,
  hasText: (name: string) => boolean,
  isText: (name: string) => boolean,
) {
  const main = once(() => mainNamesOf(product));
  const synonyms = once(() => partsOf(product.synonyms).map(readable));
  const nearOf = (names: readonly string[]): string[] =>
    [...new Set([...names, ...names.map(saltForm)])].filter(hasText);
  const nearMain = once(() => nearOf(main()));
  const near = once(() => [...nearMain(), ...nearOf(synonyms())]);
  const isNamedMainly = once(() => nearMain().some(isText));
  const isNamed = once(() => isNamedMainly() || near().slice(nearMain().length).some(isText));
  const names = { main, synonyms, nearMain, near, isNamedMainly, isNamed };
  return { tier, product, reading: verdictOf(tier), aliases, isOfSeveral, ...names };
}
export type Candidate = ReturnType<typeof candidateOf>;

/** A text in the forms in which it is compared. */
function textOf({ form, whole = form }: AskedText) {
  const salt = saltForm(form);
  return { form, whole, salt, bare: bareForm(salt), english: inEnglish(salt) };
}
type Text = ReturnType<typeof textOf>;

/**
 * Reads a text: what it says of names and products.
 * @param isNamedBy whether a `readable` text names a product
 */
export function askedOf(asked: AskedText, isNamedBy: (form: string, product: Product) => boolean) {
  const { form, formula } = asked;
  const text = textOf(asked);
  /**
   * Whether the product has the formula in the text. If a name stands beside it, the product must have that too:
   * “caffeine sulfate C8H10N4O2” is not caffeine.
   */
  const isFormula = (product: Product): boolean => {
    const key = formulaKey(product.formula ?? '');
    if (!formula || formula.keys.includes(key)) return true;
    const rest = besideFormula(form, key);
    return rest === '' || isNamedBy(rest, product);
  };
  const number = wholeCas(form);
  const numbers = number === undefined ? casWithin(form) : [number];
  const isLabelled = ISOTOPE.test(form);
  const spelling = spellingOf(text);
  const salts = saltsOf(text);
  const stereo = stereoOf(text, spelling.isSame);
  return {
    form,
    bare: text.bare,
    numbers,
    isFormula,
    ...spelling,
    ...salts,
    ...stereo,
    /** Why a product is not what the text names, though that is among its synonyms: suppliers list there what is akin. */
    others: {
      unlabelled: ({ product, main }: Candidate) => isLabelled && !hasLabel(product, main()),
      ...salts.others,
      ...stereo.others,
    },
  };
}

/** Whether names are the text, in this or another spelling. */
function spellingOf({ form, whole, salt, bare, english }: Text) {
  const spellings = [...new Set([form, salt, bare, whole, ...english])];
  const keys = new Set(spellings.map(nameKey).filter(Boolean));
  const inLatin = (hasHan(form) ? english[0] : undefined) ?? salt;
  const systematic = once(() => systematicKey(inLatin));
  const inOrder = once(() => ordered(inLatin));
  const compact = [...new Set([form, salt, bare, ...english].map(lettersOf))];
  const flat = flatForm(bare);
  const flatLetters = lettersOf(flat);
  /** Whether only the other spelling of a dye, with or without “C.I.”, is among the names: it may be of its salt. */
  const isRespelled = (names: readonly string[]): boolean =>
    !hasHan(form) &&
    english.some((each) => each.endsWith(form) || form.endsWith(each)) &&
    !names.some((name) => nameKey(name) === nameKey(form));
  /** Whether a name says what the text says, but for its descriptors of stereo. */
  const isSame = (name: string): boolean =>
    lettersOf(name).includes(flatLetters) && flatForm(saltForm(name)) === flat;
  // Most names share nothing with the text. Comparing letters excludes them fast.
  const hasText = (name: string): boolean => {
    const letters = lettersOf(name);
    return compact.some((each) => letters.includes(each));
  };
  /** Whether a name is the text word by word: what names the same parts may put them together in another way. */
  const isInOrder = (name: string): boolean => {
    const own = inOrder();
    return own !== undefined && ordered(saltForm(name)) === own;
  };
  // “acetic acid, phenyl-, methyl ester” has the letters of another ester. The systematic keys tell them apart.
  const isNamed = (name: string): boolean => {
    if (name === form || name === salt || english.includes(name)) return true;
    const isKey = keys.has(nameKey(name));
    const asked = systematic();
    const own = asked === undefined ? undefined : systematicKey(name);
    return own === undefined ? isKey : own === asked && (isKey || isInOrder(name));
  };
  return { keys, compact, systematic, isRespelled, isSame, hasText, isInOrder, isNamed };
}

/** Whether products are salts, bases, hydrates or compounds of what the text names. */
function saltsOf({ form, salt, bare }: Text) {
  // A single K may be part of a name: captan is also Vangard K.
  const element = once(() => (/[ -]\d?k$/.test(form) ? undefined : elementOfSalt(bare)));
  const bases = once(() => new Set(parentsOf(bare).map(lettersOf)));
  const hasOtherAmount = otherAmountThan(form, bare);
  const named = symbolOfElement(salt);
  const isAcid = /acid$|酸$/.test(bare) && !SALT_METAL.test(bare);
  return {
    others: {
      /** It is the base of the named salt or hydrate. Its formula decides, or else its main names. */
      base: ({ product: { formula }, main }: Candidate): boolean => {
        return lacksElement(formula, element()) ?? main().some((name) => bases().has(saltKey(name)));
      },
      /** It has another amount of water, or of its acid: suppliers list one hydrate, or any (“carbonate hydrate”), among those of another. */
      other_hydrate: ({ main }: Candidate): boolean => main().some(hasOtherAmount),
      /** The text names an element: hydrogen sulfide is not sulfur, whatever suppliers call it. */
      compound: ({ product: { formula } }: Candidate): boolean =>
        named !== undefined &&
        [...(elementsOf(formula ?? '')?.keys() ?? [])].some((symbol) => symbol !== named),
    },
    /**
     * Whether the product is a salt, and the text names none but its acid, or in Chinese what its English name has: 妥布霉素 for
     * tobramycin sulfate.
     */
    isSaltOf: ({ product: { formula, name_en: name } }: Candidate): boolean =>
      (isAcid && IN_SALTS.some((symbol) => elementsOf(formula ?? '')?.has(symbol))) ||
      (hasHan(form) && bases().size === 0 && parentsOf(saltForm(readable(name ?? ''))).length > 0),
  };
}

/** What the text says of stereo, and whether names and aliases say the same. */
function stereoOf({ form, whole, bare, english }: Text, isSame: (name: string) => boolean) {
  const greek = GREEK.exec(bare);
  const isSigned = SIGNED.test(bare);
  const key = once(() => nameKey(bare));
  const isStereo = once(() => isOneStereoisomer(bare));
  const isMarked = once(() => isSigned || MARKS.some((has) => has(bare)));
  /**
   * Whether an alias has the signs and marks of the text, which keys of aliases leave out: salbutamol says less than
   * (-)-salbutamol.
   */
  const saysAll = (alias: string): boolean => {
    const name = readable(alias);
    if (nameKey(saltForm(name)) === key()) return true;
    if (contradict(bare, name) || (isSigned && !statesStereo(name))) return false;
    return MARKS.every((has) => has(name) || !has(bare));
  };
  /** Whether an alias of the product says what the text says. */
  const isAmong = (aliases: readonly string[]): boolean => {
    const said = aliases.length > 0 && isMarked() ? aliases.filter(saysAll) : aliases;
    return (aliasNamed(whole, said) ?? aliasNamed(form, said)) !== undefined;
  };
  const mirror = mirrorOf(bare);
  const isOtherGreek = (name: string): boolean => {
    const [, letter, rest = ''] = GREEK.exec(name) ?? [];
    return letter !== undefined && letter !== greek![1] && lettersOf(rest) === lettersOf(greek![2]!);
  };
  return {
    isMarked,
    isAmong,
    /** Whether a name is that of another stereoisomer than the codes of amino acids mean: Gly-Leu has L-leucine. */
    isOtherIsomer: (name: string): boolean =>
      !hasHan(form) &&
      english.some((each) => flatForm(each) === flatForm(saltForm(name)) && contradict(each, name)),
    others: {
      /** Another Greek letter is also among the names: suppliers list alpha-HCH and gamma-HCH for the same product. */
      other_greek_letter: ({ main, synonyms, aliases }: Candidate): boolean =>
        greek !== null && [...main(), ...synonyms()].some(isOtherGreek) && !isAmong(aliases),
      mirror_image: ({ main }: Candidate): boolean => mirror !== undefined && main().includes(mirror),
      /** The synonyms disagree on stereo: at least as many contradict the text as agree with it. */
      disputed_stereo: ({ synonyms }: Candidate): boolean => {
        if (!isStereo()) return false;
        const votes = synonyms()
          .filter(isSame)
          .map((name) => Math.sign(agreement(bare, name)));
        return votes.includes(-1) && votes.reduce((sum, vote) => sum + vote, 0) <= 0;
      },
    },
  };
}

/** A text, and what it says of names and products. */
export type Asked = ReturnType<typeof askedOf>;

export const saltKey = (form: string): string => lettersOf(saltForm(form));

/** The text without a formula and the numbers beside it. */
const besideFormula = (form: string, key: string): string =>
  form
    .split(' ')
    .filter((word) => !FIGURES.test(word) && !readFormula(word.replace(EDGES, '')).keys.includes(key))
    .join(' ');
const FIGURES = /^(?:mf|mw|formula|molecular|weight|分子式|分子量|g\/mol|[\d.,%()]+)?[:：=,;]?$/;
const EDGES = /^(?:mf|formula|分子式)?[:：=,;(]*|[,;)]+$/g;

/** Whether a formula lacks the element of a salt. That of an ion lacks the counter-ion, so that it tells nothing. */
export function lacksElement(formula: string | null, symbol: string | undefined): boolean | undefined {
  if (symbol === undefined || formula === null || /[+-]\d*$/.test(formula)) return undefined;
  const elements = elementsOf(formula);
  return elements && !elements.has(symbol);
}

export const mainNamesOf = ({ name_en, name_cn }: Product): string[] =>
  [name_en, name_cn].flatMap((name) => (name === null ? [] : readable(name)));

/** All names of a product, `readable`, the main ones first. */
export const namesOf = (product: Product): string[] => [
  ...mainNamesOf(product),
  ...partsOf(product.synonyms).map(readable),
];

/** Certainly isotopes. “vitamin D3” and “2(3H)-furanone” have none. */
const ISOTOPE =
  /(?<!vitamin|prostaglandin|维生素)[-(](?:d\d{1,2}|1[345][cn]\d{0,2})(?![\p{L}\p{N}])|\b1[345][cn]\d{0,2}[-)]|氘/u;

/** Whether a product is labelled. Suppliers list the names of labelled products among the synonyms of the plain one. */
export const hasLabel = ({ formula }: Product, main: readonly string[]): boolean =>
  /D(?![a-z])|\[\d/.test(formula ?? '') ||
  main.some((name) => ISOTOPE.test(name) || /deuter|tritia|\bd\d/.test(name));

/** Makes a value when it is first needed. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The metals of salts, by symbol; and how a text names one. */
const IN_SALTS = Object.values(SALT_METALS).flatMap((name) => symbolOfElement(name) ?? []);
const SALT_METAL = new RegExp(Object.entries(SALT_METALS).flat().join('|'));

const GREEK = /^\.?(alpha|beta|gamma|delta|epsilon)[. -]*(.{3,})$/;

/** A sign of rotation or a charge. “NAD+” is often written for NAD. */
const SIGNED = /±|\((?:\d*[+-]|\+\/?-)\)|^\+\/?-|\d\+$|\+\d$/;

export function partsOf(list: string | null): string[] {
  return list === null ? [] : list.split(';');
}
