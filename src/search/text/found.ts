import { setImmediate as turn } from 'node:timers/promises';
import { badField } from '../../platform/index.js';
import type { Page, Problem } from '../../platform/index.js';
import { NO_CAS } from '../../catalogue/index.js';
import type { Product, SubstanceForm } from '../../catalogue/index.js';
import type { SearchSort } from '../engine/engine.js';
import type { Facets } from './facets.js';
import type { Judgement, Match, Outcome } from './match.js';
import type { MeantStructure } from './structure.js';
import { BY_NAME } from './tier.js';
import type { TierName } from './tier.js';

/** The most hits that pages reach. For more there is the export. */
export const MAX_HITS = 10_000;
/** Refuses a page behind them. */
export const tooDeep = (): Problem =>
  badField('page', 'too_deep', `reaches beyond ${MAX_HITS} hits; the whole catalogue is at /api/v1/export`);

/** A product as Postgres or the engine gives it. */
type FoundProduct = Pick<Hit, 'id' | 'json'> & Partial<Pick<Hit, 'aliases' | 'form' | 'isOfSeveral'>>;

/**
 * A product that was found, and by which tier. A class, because object literals with a getter would keep the strings
 * of a search in memory until the next full garbage collection (V8 makes a hidden class for each).
 */
export class Hit {
  /** the product's id in the database: newer products have higher ones */
  readonly id: number;
  /** the product as answers carry it; it is often passed on without parsing */
  readonly json: string;
  /** set once more, before anything judges the hit, where the words of the engine found it */
  tier: TierName;
  /** aliases of the product, if the tier searches them */
  readonly aliases: readonly string[];
  /** its structure, if it has one and keys found it */
  readonly form: SubstanceForm | undefined;
  /** products of another skeleton have the key by which it was found */
  readonly isOfSeveral: boolean;
  /** it is doubted only because another substance has the name, too */
  isShared = false;
  readonly #judge: (hit: Hit) => Judgement;
  #judgement: Judgement | undefined;
  #product: Product | undefined;

  constructor(
    { id, json, aliases = [], form, isOfSeveral = false }: FoundProduct,
    tier: TierName,
    judge: (hit: Hit) => Judgement,
  ) {
    this.id = id;
    this.json = json;
    this.tier = tier;
    this.#judge = judge;
    this.aliases = aliases;
    this.form = form;
    this.isOfSeveral = isOfSeveral;
  }

  /** how surely the text means this product */
  get match(): Match {
    return this.judge().match;
  }

  /** by which kind of name the text names this product; undefined if by none */
  get namedBy(): Judgement['by'] {
    return this.judge().by;
  }

  /** whether the text is a supplier's name for another substance */
  get isDoubted(): boolean {
    return this.judge().isDoubted === true;
  }

  /** How surely the text means this product; worked out once. */
  judge(): Judgement {
    return (this.#judgement ??= this.#judge(this));
  }

  /** whether the product also has the name as an alias */
  get isConfirmed(): boolean {
    return this.judge().isConfirmed === true;
  }

  /** Downgrades the hit: the text means another product, whatever the names say. */
  doubt(): void {
    this.#judgement = { match: 'similar', rule: 'another_is_meant' };
  }

  get product(): Product {
    return (this.#product ??= JSON.parse(this.json) as Product);
  }
}

export interface Found {
  hits: Hit[];
  /** the best hits of all pages, for {@link hasExact} */
  best: Hit[];
  total: number;
  totalIsEstimate: boolean;
  facets?: Facets;
  /** CAS numbers that may have been meant by a mistyped one */
  didYouMean: string[];
  /** what each item of a list found */
  items?: ListItem[];
}

/** An item of a list, and the product that it found. */
export interface ListItem {
  text: string;
  code: string | null;
  match: Outcome;
  /** it is similar only because several substances have the name */
  isShared?: boolean;
}

/** An item of a list as answers tell it. */
export const toldItem = ({ text, code, match }: ListItem): ListItem => ({ text, code, match });

/** The most corrections offered for a number. */
export const MOST_MENDED = 5;

/** The CAS numbers of products that were found by correcting the typed one. */
export function mendedBy(hits: readonly Hit[]): string[] {
  const mended = hits.filter(({ tier }) => tier === 'mended').map(({ product }) => product.cas);
  return [...new Set(mended)].slice(0, MOST_MENDED);
}

/**
 * If some named hits also have the name as an alias, downgrades those with another CAS number and moves them behind:
 * 氧化铜 is CuO, even if a supplier uses it for Cu2O as well. A hit named by its main name is downgraded only in favour
 * of another main name.
 */
export function confirmedFirst(hits: readonly Hit[]): Hit[] {
  const named = hits.filter(({ match }) => match === 'exact');
  const confirmed = named.filter(({ isConfirmed }) => isConfirmed);
  if (confirmed.length === 0) return [...hits];
  const [first] = confirmed;
  const numbers = new Set([NO_CAS, ...confirmed.map(({ product }) => product.cas)]);
  const isRival = ({ namedBy }: Hit): boolean =>
    namedBy === 'other' || (namedBy === 'main' && first!.namedBy === 'main');
  for (const hit of named) if (isRival(hit) && !numbers.has(hit.product.cas)) hit.doubt();
  const rank = ({ match, isConfirmed }: Hit): number => (match === 'exact' ? (isConfirmed ? 0 : 1) : 2);
  return hits.toSorted((a, b) => rank(a) - rank(b));
}

/** How many products are judged or highlighted in one turn of the event loop, which all running pages share. */
export const SLICE = 10;

/** Judges hits, and lets other requests in between, as long names take long. */
export async function judgeInTurns(hits: readonly Hit[]): Promise<void> {
  for (const [at, hit] of hits.entries()) {
    if (at > 0 && at % SLICE === 0) await turn();
    hit.judge();
  }
}

/** Whether the text names a product, on whichever page. */
export function hasExact({ best }: Pick<Found, 'best'>): boolean {
  return best.some(({ match }) => match === 'exact');
}

/**
 * What is uncertain about a search that names no product: a number was corrected, or names only contain the text or
 * resemble it. Undefined if it names one, or asks for none by name.
 */
export function doubtAbout(found: Found): 'mended' | 'partial' | 'similar' | undefined {
  if (found.didYouMean.length > 0) return 'mended';
  const [first] = found.best;
  if (!first || NAMES_NONE.has(first.tier) || hasExact(found)) return undefined;
  return first.match === 'partial' ? 'partial' : 'similar';
}

/** Readings that do not search by name. */
const NAMES_NONE = new Set<TierName>(['everything', 'weight', 'term']);

/**
 * Whether it makes no difference what the text means as a systematic name: it is a number, an abbreviation or an alias of a
 * product, or a main name as it is typed.
 */
export const isSettled = (hits: readonly Hit[]): boolean =>
  hits.some(
    ({ match, tier, namedBy, isConfirmed }) =>
      match === 'exact' &&
      (!BY_NAME.has(tier) || tier === 'alias' || isConfirmed || (tier === 'name' && namedBy === 'main')),
  );

/** Whether what a text means as a structure changes nothing: what it names has that structure, and nothing else is named. */
export function agrees(hits: readonly Hit[], { inchikey }: MeantStructure): boolean {
  const named = hits.filter(({ match }) => match === 'exact');
  return named.length > 0 && named.every(({ form }) => form?.inchikey === inchikey);
}

/** How many of the first hits are checked for products that the text names. Those come first, so that a few suffice. */
export const BEST = 10;

/**
 * A page with the first {@link BEST} hits of all pages in their final order. Structures may change late which of them
 * the text names. Named ones come first: those that an alias confirms, and last those named only by a supplier's synonym.
 * Among partial matches, those with a supplier's wrong name come last. Every page reorders the same first hits, so that
 * pages neither overlap nor leave gaps.
 */
export function namedFirst<F extends Found>(found: F, { offset, limit }: Page): F {
  const rank = ({ match, namedBy, isConfirmed }: Hit): number =>
    match !== 'exact' ? 3 : isConfirmed ? 0 : namedBy === 'other' ? 2 : 1;
  const first = found.best.slice(0, BEST).sort((a, b) => rank(a) - rank(b));
  const parts = 1 + first.findLastIndex(({ match }) => match === 'partial');
  first.splice(0, parts, ...first.slice(0, parts).sort((a, b) => Number(a.isDoubted) - Number(b.isDoubted)));
  const best = [...first, ...found.best.slice(BEST)];
  if (offset >= BEST) return { ...found, best };
  const among = new Set(first.map(({ id }) => id));
  const others = found.hits.filter(({ id }) => !among.has(id));
  return { ...found, best, hits: [...first.slice(offset), ...others].slice(0, limit) };
}

/**
 * The most hits that are sorted. The end of a search by words is vague, and sorting all of it would put vague hits
 * among the best.
 */
export const SORTED = 1_000;

/** A page of the best hits, sorted. @param found the first {@link SORTED} hits */
export function sorted<F extends Found>(found: F, sort: SearchSort, { offset, limit }: Page): F {
  const keyed = found.hits.map((hit) => ({ hit, ...keyOf(hit, sort) }));
  keyed.sort((a, b) => a.number - b.number || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  return {
    ...found,
    hits: keyed.slice(offset, offset + limit).map(({ hit }) => hit),
    total: Math.min(found.total, SORTED),
  };
}

function keyOf(hit: Hit, sort: SearchSort): { number: number; text: string } {
  if (sort === 'newest') return { number: -hit.id, text: '' };
  const { code, mw } = hit.product;
  const text = code.toLowerCase();
  if (sort === 'code') return { number: 0, text };
  return { number: mw === null ? Number.POSITIVE_INFINITY : sort === 'mw' ? mw : -mw, text };
}
