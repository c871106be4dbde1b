import { NO_CAS } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import { readCas, wholeCas } from '../text/cas.js';
import { mendedBy, MOST_MENDED } from '../text/found.js';
import type { Hit } from '../text/found.js';
import { formulaKey, isCas, readFormula } from '../../chemistry/index.js';
import { isFormOf, MATCHES } from '../text/match.js';
import type { Outcome } from '../text/match.js';
import { NEAR } from '../text/tier.js';
import type { TierName } from '../text/tier.js';
import type { Ask, Fact, Facts, Identifier } from './read.js';

/** What one text of an identifier found. */
export interface Finding {
  match: Outcome;
  /** best first; for `none`, the products that have the text as their formula */
  products: Product[];
  tier?: TierName;
  /** CAS numbers that may have been meant instead of a mistyped one */
  mended: string[];
}

/** The kinds of facts on which an identifier and a product may disagree. */
export const FACT_KINDS = ['code', 'cas', 'structure', 'name', 'formula'] as const;
type FactKind = (typeof FACT_KINDS)[number];

/** Why `product` is merely the first of those that fit equally: it has others beside it, or other substances have the name. */
export const REASONS = ['several_products', 'several_substances'] as const;
type Reason = (typeof REASONS)[number];

export interface Verdict {
  match: Outcome;
  /** beside `exact` */
  reason?: Reason | undefined;
  /** what the identifier says, by kind, as it was read */
  readAs: Partial<Record<FactKind, string>>;
  product: Product | null;
  /** numbers of other products that fit as well */
  others: string[];
  /** facts that belong to another substance than `product` */
  conflict: FactKind[];
  didYouMean: string[];
}

/** An identifier and its verdict. */
export interface Resolved extends Verdict {
  asked: Identifier;
  facts: Facts;
}

/** Whether something sure is found: a product, or those that have the formula. */
export const isFound = ({ match, others }: Pick<Verdict, 'match' | 'others'>): boolean =>
  match === 'exact' || match === 'partial' || (match === 'none' && others.length > 0);

/** Readings that correct the text and may still name a product. Those that only find similar words may not. */
const MENDING = new Set<TierName>(['cas', 'cas_synonym', 'name', 'synonym', ...NEAR]);
MENDING.delete('name_start');
/** The most products that are looked at for a text. One of them is the best, the others can be named beside it. */
export const MOST_FOUND = 10;

/** Sums up the hits of one text. A formula alone names no substance, as several may have it: it gives `none`. */
export function findingOf(hits: readonly Hit[]): Finding {
  const [best] = hits;
  if (best === undefined) return NOTHING;
  const { tier } = best;
  const mended = mendedBy(hits);
  const all = hits.map(({ product }) => product);
  if (tier === 'formula') return { match: 'none', products: all, tier, mended };
  for (const match of MATCHES) {
    const products = all.filter((_, at) => hits[at]!.match === match);
    if (products.length > 0 && (match !== 'similar' || MENDING.has(tier)))
      return { match, products, tier, mended };
  }
  return NOTHING;
}

const NOTHING: Finding = { match: 'none', products: [], mended: [] };

/** Whether no product has the given structure. An InChIKey may still be found as an alias. */
export const isNoStructure = ({ ask, tier }: { ask: Ask; tier?: TierName | undefined }): boolean =>
  ask.fact === 'structure' && tier !== 'structure';

interface FoundProduct extends Finding {
  ask: Ask;
  kind: FactKind;
}

/** What is known of the texts of identifiers, and of structures. */
interface Known {
  /** what each text found */
  findingOfAsk: (ask: Ask) => Finding;
  /** products whose number is exactly one of the texts */
  byCode: ReadonlyMap<string, Product>;
  /** the numbers of products that have a structure; it then differs from the given one, where no product has that */
  drawn: ReadonlySet<string>;
  /** false: structures could not be searched just now */
  areFound: boolean;
}

/**
 * Decides which product an identifier means. A product number decides before a CAS number, a CAS number before a
 * structure, a structure before a name; of several products of one number the
 * name chooses. The match is `exact` only if every fact fits the product, nothing was cut
 * off, and no unknown name stands beside the name that decided.
 */
export function judge(facts: Facts, { findingOfAsk, byCode, drawn, areFound }: Known): Verdict {
  const { whole = '', formula } = facts;
  const itself = byCode.get(whole);
  if (itself) return { ...NO_VERDICT, match: 'exact', readAs: { code: whole }, product: itself };
  const found = counted(facts.asks, (ask) => {
    const product = ask.fact === 'code' ? byCode.get(ask.given) : undefined;
    return product ? { ...NOTHING, match: 'exact', tier: 'code', products: [product] } : findingOfAsk(ask);
  });
  const verdict = decide(found, facts, { drawn, areFound });
  const mended = found.flatMap((each) => each.mended);
  const meant = verdict.product?.cas;
  return {
    ...NO_VERDICT,
    ...verdict,
    readAs: { ...readAs(found), ...(formula !== undefined && { formula }) },
    didYouMean: meant !== undefined && mended.includes(meant) ? [meant] : mended.slice(0, MOST_MENDED),
  };
}

const NO_VERDICT: Verdict = {
  match: 'none',
  readAs: {},
  product: null,
  others: [],
  conflict: [],
  didYouMean: [],
};

/**
 * The texts that count. Numbers and structures always do. In a column with a known product number, the name without
 * that number does. In any other column the whole text does, and the name without its quantity only if the whole text
 * names no product.
 */
function counted(asks: readonly Ask[], findingOfAsk: (ask: Ask) => Finding): FoundProduct[] {
  const all = asks.map((ask): FoundProduct => {
    const finding = findingOfAsk(ask);
    return { ...finding, ask, kind: kindOf(ask, finding) };
  });
  const exactOf = (fact: Fact): FoundProduct[] =>
    all.filter(({ ask, match }) => ask.fact === fact && match === 'exact');
  const columnsOf = (found: readonly FoundProduct[]): Set<number> =>
    new Set(found.map(({ ask }) => ask.column));
  const whole = columnsOf(exactOf('text'));
  /** PEG400 looks like a product number, but “PEG400 distearate” is a name. */
  const isInName = ({ ask, kind }: FoundProduct): boolean => kind === 'name' && whole.has(ask.column);
  const coded = columnsOf(exactOf('code').filter((each) => !isInName(each)));
  return all.filter((each) => {
    const { fact, column, besideCode = false } = each.ask;
    if (fact === 'code') return !isInName(each);
    if (fact === 'cas' || fact === 'structure') return true;
    return besideCode === coded.has(column) && (besideCode || fact === 'text' || !whole.has(column));
  });
}

function kindOf({ fact, typed }: Ask, { tier, match }: Finding): FactKind {
  // What looks like a product number may have been found as a CAS number or a name.
  if (fact === 'code' && match === 'exact' && tier !== 'code') return OF_CAS.has(tier!) ? 'cas' : 'name';
  if (fact !== 'text' && fact !== 'name') return fact;
  if (tier === 'code' || tier === 'code_start' || tier === 'mended_code') return 'code';
  if (OF_CAS.has(tier!) || tier === 'mended' || readCas(typed.form)?.kind === 'whole') return 'cas';
  return tier === 'formula' && match === 'none' ? 'formula' : 'name';
}

const OF_CAS = new Set<TierName>(['cas', 'cas_synonym']);

type Decision = Pick<Verdict, 'match' | 'reason' | 'product' | 'others' | 'conflict'>;

function decide(
  found: readonly FoundProduct[],
  { formula, isCut }: Facts,
  { drawn, areFound }: Pick<Known, 'drawn' | 'areFound'>,
): Decision {
  const exact = found.filter(({ match }) => match === 'exact');
  const near = found.filter(({ match }) => match === 'partial' || match === 'similar');
  const [deciding, ...more] = exact.length > 0 ? exact : near;
  if (deciding === undefined) {
    const products = found.find(({ kind }) => kind === 'formula')?.products ?? [];
    return { match: 'none', product: null, others: codesOf(products), conflict: [] };
  }
  const { fitting, others, conflict } = shared(deciding, more);
  const named = namedAmong(fitting, deciding, found);
  const [product, ...rest] = [...named, ...fitting] as [Product, ...Product[]];
  for (const kind of contradicting(product, found, deciding)) conflict.add(kind);
  if (contradictsFormula(formula, product)) conflict.add('formula');
  const isOther = found.some(isNoStructure) && drawn.has(product.code);
  if (isOther && areFound) conflict.add('structure');
  // A valid CAS number that no product has names a substance that is not sold: a similar name does not replace it.
  if (exact.length === 0 && found.some((each) => isUnknownNumber(each) && isOtherNumber(each, product)))
    return { match: 'none', product: null, others: [], conflict: [] };
  const isSure =
    exact.length === 0 || (!isOther && !isCut && !isSharedKey(fitting, deciding) && isWhole(found, deciding));
  const match = isSure && conflict.size === 0 ? deciding.match : 'similar';
  return {
    match,
    reason: match === 'exact' ? reasonFor(named.length > 0 ? named : fitting) : undefined,
    product,
    others: codesOf([...rest, ...others].filter(({ code }) => code !== product.code)),
    conflict: FACT_KINDS.filter((kind) => conflict.has(kind)),
  };
}

/** Of the products of the text that decides those that the other texts fit; and what those that fit none say. */
function shared({ products }: FoundProduct, more: readonly FoundProduct[]) {
  let fitting = products;
  const [conflict, others] = [new Set<FactKind>(), [] as Product[]];
  for (const { products, kind, match } of more) {
    const both = fitting.filter((product) => products.some((other) => isSame(product, other)));
    if (both.length > 0) fitting = both;
    else if (match === 'exact') {
      conflict.add(kind);
      others.push(products[0]!);
    }
  }
  return { fitting, others, conflict };
}

/** What the texts beside the one that decides say against a product: another number, or the name of another form of it. */
const contradicting = (
  product: Product,
  found: readonly FoundProduct[],
  deciding: FoundProduct,
): FactKind[] =>
  found.flatMap((each): FactKind[] => {
    if (each !== deciding && isOtherNumber(each, product)) return ['cas'];
    const { kind, match, ask } = each;
    return kind === 'name' && match !== 'exact' && isFormOf(ask.typed.form, product) ? ['name'] : [];
  });

/**
 * Of the products of one number those that a name beside it means, the surest name first. There may be more of them than
 * were looked at for the number.
 */
function namedAmong(
  fitting: readonly Product[],
  { kind }: FoundProduct,
  found: readonly FoundProduct[],
): Product[] {
  if (kind !== 'cas' && kind !== 'structure') return [];
  for (const wanted of MATCHES) {
    const named = found
      .filter((each) => each.kind === 'name' && each.match === wanted)
      .flatMap(({ products }) => products.filter((each) => fitting.some((other) => isSame(each, other))));
    if (named.length > 0) return named;
  }
  return [];
}

/** A product without a CAS number counts as a substance of its own. */
function reasonFor(equals: readonly Product[]): Reason | undefined {
  if (new Set(equals.map(({ code }) => code)).size < 2) return undefined;
  const substances = new Set(equals.map(({ cas, code }) => (cas === NO_CAS ? code : cas)));
  return substances.size > 1 ? 'several_substances' : 'several_products';
}

/** The product numbers, each once. */
const codesOf = (products: readonly Product[]): string[] =>
  [...new Set(products.map(({ code }) => code))].slice(0, MOST_FOUND - 1);

const isSame = (one: Product, other: Product): boolean =>
  one.code === other.code || (one.cas !== NO_CAS && one.cas === other.cas);

/** Whether the text is a CAS number, or the beginning of one, that is not the product's. */
function isOtherNumber({ ask, kind, match, products }: FoundProduct, product: Product): boolean {
  if (kind !== 'cas' || product.cas === NO_CAS) return false;
  const read = readCas(ask.typed.form);
  const isOwn =
    read?.kind === 'start' ? product.cas.startsWith(read.start) : wholeCas(ask.typed.form) === product.cas;
  if (isOwn) return false;
  return !(match === 'exact' && products.some((other) => isSame(other, product)));
}

const isUnknownNumber = ({ ask, match }: FoundProduct): boolean =>
  match === 'none' && isCas(wholeCas(ask.typed.form) ?? '');

function contradictsFormula(formula: string | undefined, product: Product): boolean {
  if (formula === undefined || product.formula === null) return false;
  const { keys } = readFormula(formula);
  return keys.length > 0 && !keys.includes(formulaKey(product.formula));
}

/** Whether several substances have the InChIKey that decides: tautomers share one, and so do cisplatin and transplatin. */
function isSharedKey(fitting: readonly Product[], { ask }: FoundProduct): boolean {
  const numbers = new Set(fitting.map(({ cas }) => cas).filter((cas) => cas !== NO_CAS));
  return ask.typed.structure?.kind === 'inchikey' && numbers.size > 1;
}

/**
 * Whether each column with a name names a product. “Impurity A” in the next column makes another substance. The same
 * is asked of digits that happen to be a CAS number, as they may be a number of the customer's own.
 */
function isWhole(found: readonly FoundProduct[], { kind, ask }: FoundProduct): boolean {
  const isDigits = kind === 'cas' && ask.fact !== 'cas' && /^\d+$/.test(ask.typed.form);
  if (kind !== 'name' && !isDigits) return true;
  const exact = found.filter(({ match }) => match === 'exact');
  const known = new Set(exact.filter(({ ask }) => ask.fact !== 'code').map(({ ask }) => ask.column));
  return found.every((each) => each.kind !== 'name' || exact.includes(each) || known.has(each.ask.column));
}

/** The first text of each kind, preferring one that named a product. */
function readAs(found: readonly FoundProduct[]): Verdict['readAs'] {
  const exactFirst = [
    ...found.filter(({ match }) => match === 'exact'),
    ...found.filter(({ match }) => match !== 'exact'),
  ];
  const read: Verdict['readAs'] = {};
  for (const { ask, kind } of exactFirst)
    read[kind] ??=
      kind === 'structure' ? ask.given : (kind === 'cas' && wholeCas(ask.typed.form)) || ask.typed.name;
  return read;
}
