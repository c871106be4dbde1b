import { NO_CAS } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import {
  bearsOut,
  contradict,
  elementOfSalt,
  hasHan,
  impurityOf,
  isPart,
  lettersOf,
  nameKey,
  parentsOf,
  readable,
  saltForm,
  systematicKey,
} from '../../chemistry/index.js';
import { casWithin } from './cas.js';
import { codesWithin } from './list.js';
import type { MeantStructure } from './structure.js';
import {
  askedOf,
  candidateOf,
  hasLabel,
  lacksElement,
  mainNamesOf,
  namesOf,
  partsOf,
  saltKey,
} from './asked.js';
import type { Asked, AskedText, Candidate, Judged } from './asked.js';

/**
 * How surely a text means a product. `exact`: it names the product; `partial`: it begins one of its names or is part
 * of one; `similar`: neither.
 */
export const MATCHES = ['exact', 'partial', 'similar'] as const;
export type Match = (typeof MATCHES)[number];

/** The same for a text that may have found nothing. */
export const OUTCOMES = [...MATCHES, 'none'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How a text means a product. */
export interface Judgement {
  match: Match;
  /** if the text names the product: by its main name, or by a synonym or alias */
  by?: 'main' | 'other';
  /** the text is a supplier's name for another substance */
  isDoubted?: true;
  /** the product also has the name as an alias */
  isConfirmed?: true;
  /** the rule that decided */
  rule?: string;
}

const SIMILAR: Judgement = { match: 'similar' };
const DOUBTED: Judgement = { match: 'similar', isDoubted: true };
const EXACT: Judgement = { match: 'exact' };
const BY_MAIN: Judgement = { match: 'exact', by: 'main' };
const BY_OTHER: Judgement = { match: 'exact', by: 'other' };
const PARTIAL: Judgement = { match: 'partial' };

/** A rule by which a product that was found is judged. The first that applies decides. */
interface Rule {
  name: string;
  verdict: Judgement | ((found: Candidate, asked: Asked) => Judgement);
  applies: (found: Candidate, asked: Asked) => boolean;
}
const rule = (name: string, verdict: Rule['verdict'], applies: Rule['applies'] = () => true): Rule => {
  return { name, verdict, applies };
};

/** Rules for what one kind of readings finds. */
const of = (reading: Candidate['reading'], rules: readonly Rule[]): Rule[] =>
  rules.map(({ name, verdict, applies }) =>
    rule(name, verdict, (found, asked) => found.reading === reading && applies(found, asked)),
  );

/** Adds whether an alias confirms the name. Such a product comes before others with that name. */
const confirmed =
  (by: Judgement): Rule['verdict'] =>
  ({ aliases }, { isAmong }) =>
    isAmong(aliases) ? { ...by, isConfirmed: true } : by;

/**
 * Whether the text is a name of the product in its letters; or word by word, and other names have the same parts, or bear it out more
 * often than they contradict it: suppliers list wrong synonyms, but seldom the same mistake in two words.
 */
const isBorneOut: Rule['applies'] = ({ main, synonyms }, { isInOrder, keys, systematic }) => {
  const all = [...main(), ...synonyms()].map(saltForm);
  const alike = all.filter((name) => systematicKey(name) === systematic());
  if (alike.some((name) => keys.has(nameKey(name)))) return true;
  const one = alike.find(isInOrder);
  if (one === undefined) return false;
  if (new Set(alike.map(lettersOf)).size > 1) return true;
  const said = all.filter((name) => !alike.includes(name)).map((name) => bearsOut(one, name));
  const so = said.filter((each) => each === true).length;
  return so > 0 && so >= said.filter((each) => each === false).length;
};

/** What a text is not for one of these reasons. */
const unless = (
  others: readonly (keyof Asked['others'])[],
  verdict: Judgement,
  and: Rule['applies'] = () => true,
): Rule[] =>
  others.map((name) => rule(name, verdict, (found, asked) => and(found, asked) && asked.others[name](found)));
const OF_FORM = ['unlabelled', 'base', 'other_hydrate'] as const;

const RULES: readonly Rule[] = [
  // Suppliers list the CAS numbers of other forms among the synonyms.
  rule('number_of_another', SIMILAR, ({ tier, product }) => tier === 'cas_synonym' && product.cas !== NO_CAS),
  // The product may just have got another number, which its keys do not say yet.
  rule('number_changed', SIMILAR, ({ tier, product: { cas } }, { numbers }) => {
    return tier === 'cas' && cas !== NO_CAS && !numbers.includes(cas);
  }),
  ...of('number', [
    rule('form_of_the_number', SIMILAR, ({ product, tier }, { form }) => {
      return tier !== 'cas_synonym' && isFormOf(besideNumber(form, product), product);
    }),
    rule('number', EXACT),
  ]),
  ...of('alias', [
    ...unless(['compound'], DOUBTED),
    // Hits from the database have no aliases here: it has compared them literally.
    rule('alias_without_signs', SIMILAR, ({ aliases }, { isMarked, isAmong }) => {
      return aliases.length > 0 && isMarked() && !isAmong(aliases);
    }),
    rule('alias', confirmed(BY_OTHER)),
  ]),
  rule(
    'other_formula',
    SIMILAR,
    ({ tier, product }, asked) => tier === 'formula' && !asked.isFormula(product),
  ),
  ...of('main', [rule('main', BY_MAIN)]),
  ...MATCHES.flatMap((match) => of(match, [rule('reading', { match })])),
  ...of('other', [
    // 重硫酸奎宁 is not 硫酸奎宁, though it contains the name.
    rule('longer_name', PARTIAL, ({ main }, { form }) => {
      return main().some((name) => name !== form && name.includes(form));
    }),
    ...unless(['base', 'other_hydrate'], SIMILAR),
    rule('synonym', BY_OTHER),
  ]),
  rule('code', EXACT, ({ product }, { compact }) => lettersOf(readable(product.code)) === compact[0]),
  ...of('systematic', [
    rule('systematic_name', BY_MAIN, ({ main }, { isInOrder, systematic }) =>
      main().some((name) => systematicKey(saltForm(name)) === systematic() && isInOrder(name)),
    ),
    ...unless(OF_FORM, DOUBTED),
    rule('key_of_several', SIMILAR, ({ isOfSeveral }) => isOfSeveral),
    rule('systematic_synonym', BY_OTHER, isBorneOut),
    rule('systematic_parts', SIMILAR),
  ]),
  // The main names decide which stereoisomer a product is, whatever the synonyms say.
  rule('other_stereo', SIMILAR, ({ main }, { isSame, bare }) =>
    main().some((name) => isSame(name) && contradict(bare, name)),
  ),
  rule('other_isomer', SIMILAR, ({ main }, { isOtherIsomer }) => main().some(isOtherIsomer)),
  rule(
    'salt_by_its_name',
    confirmed(BY_OTHER),
    (found, asked) => found.isNamedMainly() && (asked.isSaltOf(found) || asked.isRespelled(found.nearMain())),
  ),
  rule('main_name', confirmed(BY_MAIN), ({ isNamedMainly }) => isNamedMainly()),
  ...of(
    'name',
    unless(
      [...OF_FORM, 'other_greek_letter', 'compound', 'mirror_image', 'disputed_stereo'],
      DOUBTED,
      ({ isNamed }) => isNamed(),
    ),
  ),
  rule('synonym', confirmed(BY_OTHER), ({ isNamed }) => isNamed()),
  rule('part', PARTIAL, ({ near, product }, { keys, hasText }) => {
    const others = near().filter((name) => !keys.has(nameKey(name)));
    others.push(...[...partsOf(product.tags), product.series ?? ''].map(readable).filter(hasText));
    return others.some((name) => [...keys].some((key) => isPart(key, name)));
  }),
  rule('alike', SIMILAR),
];

/** A systematic name means another skeleton than the product has, whatever its names say. */
const OTHER_STRUCTURE: Judgement = { match: 'similar', rule: 'other_structure' };

/**
 * Judges the hits of a search by the names of each product, regardless of what the engine tolerated: a name that
 * differs in a locant, a stereo sign, a syllable or a digit is `similar`. The time grows linearly with the names.
 */
export function matcher(typed: AskedText, structure?: MeantStructure | null): (hit: Judged) => Judgement {
  const asked = askedOf(
    typed,
    (form, product) => matcher({ form })({ tier: 'name', product }).match === 'exact',
  );
  return (hit) => {
    const found = candidateOf(hit, asked.hasText, asked.isNamed);
    const { name, verdict } = RULES.find(({ applies }) => applies(found, asked))!;
    const judged = { ...(typeof verdict === 'function' ? verdict(found, asked) : verdict), rule: name };
    const { inchikey = null, parent = null } = hit.form ?? {};
    if (!structure || parent === null) return judged;
    if (inchikey === structure.inchikey) return judged.by ? judged : { ...BY_MAIN, rule: 'read_name' };
    const isOther = judged.match === 'exact' && structure.parent !== null && parent !== structure.parent;
    return isOther && !found.main().includes(asked.form) ? OTHER_STRUCTURE : judged;
  };
}

/**
 * Whether a text is one of the product's names, as it is or with its salt in the usual spelling.
 * @param text `readable`
 */
export function hasName(product: Product, text: string): boolean {
  const keys = new Set([text, saltForm(text)].map(lettersOf));
  return namesOf(product).some((name) => keys.has(lettersOf(name)));
}

/** Whether a text is a main name of the product. */
export function isMainly(product: Product, text: string): boolean {
  const key = saltKey(readable(text));
  return mainNamesOf(product).some((name) => saltKey(name) === key);
}

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
    [PARENT, HAN_PARENT, ''].includes(parent) ||
    matcher({ form: parent })({ tier: 'name', product }).match === 'exact';
  const impurity = impurityOf(`${PARENT} ${name}`);
  if (impurity?.parent === PARENT) return !own.some((each) => impurityOf(each)?.label === impurity.label);
  if (impurity) return isProduct(impurityOf(name)?.parent ?? name);
  const plain = name.replace(LABEL, ' ').trim();
  if (plain !== name) return !hasLabel(product, mainNamesOf(product)) && isProduct(plain);
  const salt = saltsIn(name).find((form) => parentsOf(form).some(isProduct));
  if (salt !== undefined)
    return (
      lacksElement(product.formula, elementOfSalt(salt)) === true ||
      !own.some((each) => each === name || isSameKind(salt, each))
    );
  const [made = '', latin, han] = MADE.exec(name) ?? [];
  const word = latin ?? han;
  if (word === undefined) return false;
  return isProduct(name.slice(0, -made.length)) && !own.some((each) => each.includes(word));
}

/** Whether a name is that of a hydrate, as a form is, or of a salt. */
const isSameKind = (form: string, name: string): boolean =>
  HYDRATE.test(form) ? HYDRATE.test(saltForm(name)) : parentsOf(saltForm(name)).length > 0;

/** The salts and hydrates that a name may mean; if it says only “sodium salt”, those of a placeholder. */
const saltsIn = (name: string): string[] =>
  (hasHan(name) ? [name, HAN_PARENT + name, name + HAN_PARENT] : [name, `${PARENT} ${name}`]).map(saltForm);

const HYDRATE = /hydrate$|水合物$/;
/** Words for what is made from another substance. */
const MADE =
  /(?:^|[ -])((?:di)?(?:lithium|zinc|aluminum|ammonium|barium|meglumine)(?: salt)?|[a-z]+yl ester|(?:n-)?oxide|sulfoxide|sulfone|dimer|trimer|glucuronide|(?:(?:[dlrsez]|cis|trans|\([rsez]\))-)?(?:enantiomer|isomer|form)|epimer|racemate|anhydride|nitrile|labell?ed|cis|trans|metabolite|derivative|analog(?:ue)?|conjugate)$|([锂锌铝铵钡]盐?|[甲乙丙丁苄]酯|氧化物|[二三]聚体|异构体|消旋体|衍生物|类似物|代谢物|酸酐|葡萄?糖?醛酸苷)$/u;

/** Placeholders for the parent, if a text names only the impurity or the salt. */
const PARENT = 'xx';
const HAN_PARENT = '甲乙丙';

/** Isotopes in a name: aspirin-d4, 13C6-caffeine, 氘代甲醇. The 2H of 2H-pyran is plain hydrogen. */
const LABEL = /[-( ]*(?:\b(?:d\d{1,2}|1[3-8][cno]\d{0,2}|[23]h\d{1,2})\b|\[[23]h\d{0,2}\])[-) ]*|氘代?/g;

/** Whether a `readable` text consists of isotopes: “d9”, “13c6”. */
export const isLabel = (text: string): boolean => text !== '' && text.replace(LABEL, '') === '';
