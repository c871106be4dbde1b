import { setImmediate as turn } from 'node:timers/promises';
import type { Page } from '../database/page.js';
import { NO_CAS } from '../products/fields.js';
import type { Product } from '../products/fields.js';
import type { Facets } from './facets.js';
import type { Judgement, Match, Outcome } from './match.js';
import type { TierName } from './tier.js';

/** Hits that can be paged to. Deeper reads are what the export is for. */
export const MAX_HITS = 10_000;

/**
 * A product that was found, and the tier that found it. A class, since V8 makes a hidden class for each object literal
 * with a getter, which keeps the strings of a search in memory until the next full garbage collection.
 */
export class Hit {
  /** the product's in the database: the later it was made, the higher */
  readonly id: number;
  /** the product as answers carry it; it is not parsed where it is only passed on */
  readonly json: string;
  readonly tier: TierName;
  /** the aliases of the product, where the tier looks for them */
  readonly aliases: readonly string[];
  readonly #judge: (hit: Hit) => Judgement;
  #judgement: Judgement | undefined;

  constructor(
    { id, json }: { id: number; json: string },
    tier: TierName,
    judge: (hit: Hit) => Judgement,
    aliases: readonly string[] = [],
  ) {
    this.id = id;
    this.json = json;
    this.tier = tier;
    this.#judge = judge;
    this.aliases = aliases;
  }

  /** how surely the text means this product */
  get match(): Match {
    return this.judge().match;
  }

  /** by which of its names the text names this product; undefined where by none */
  get namedBy(): Judgement['by'] {
    return this.judge().by;
  }

  /** whether a supplier calls another substance by this text */
  get isDoubted(): boolean {
    return this.judge().isDoubted === true;
  }

  /** How the text means this product; worked out once. */
  judge(): Judgement {
    return (this.#judgement ??= this.#judge(this));
  }

  /** whether the product has the name by which the text names it as an alias as well */
  get isConfirmed(): boolean {
    return this.judge().isConfirmed === true;
  }

  /** Says that the text means another product, whatever the names of this one say. */
  doubt(): void {
    this.#judgement = { match: 'similar' };
  }

  /** parsed again each time */
  get product(): Product {
    return JSON.parse(this.json);
  }
}

export interface Found {
  hits: Hit[];
  /** the best hits of all pages, for {@link hasExact} */
  best: Hit[];
  total: number;
  totalIsEstimate: boolean;
  facets?: Facets;
  /** numbers that may have been meant in place of the one that was typed */
  didYouMean: string[];
  /** what each part of a list found */
  items?: ListItem[];
}

/** A part of a list, and the product that it found. */
export interface ListItem {
  text: string;
  code: string | null;
  match: Outcome;
}

/** The most numbers that are offered in place of one. */
export const MOST_MENDED = 5;

/** The numbers of products that were found by mending the one that was typed. */
export function mendedBy(hits: readonly Hit[]): string[] {
  const mended = hits.filter(({ tier }) => tier === 'mended').map(({ product }) => product.cas);
  return [...new Set(mended)].slice(0, MOST_MENDED);
}

/**
 * Of hits that a text names, doubts those with another CAS number than those that have the name as an alias as well, and puts
 * them behind: 氧化铜, as a supplier has it of Cu2O too, is CuO. What it mainly names is doubted only for what it mainly names.
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
  return hits.toSorted((a, b) => Number(b.match === 'exact') - Number(a.match === 'exact'));
}

/** So many products of a page are judged, or marked, in one turn of the event loop, where each page under way has its slice. */
export const SLICE = 10;

/** Judges hits, which takes long where names are long: other requests come in between. */
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
 * What is to be said of a search that names no product: that a number was mended, or that names contain the text or are
 * merely like it. Undefined where it names one, or asks for none by name.
 */
export function doubtAbout(found: Found): 'mended' | 'partial' | 'similar' | undefined {
  if (found.didYouMean.length > 0) return 'mended';
  const [first] = found.best;
  if (!first || NAMES_NONE.has(first.tier) || hasExact(found)) return undefined;
  return first.match === 'partial' ? 'partial' : 'similar';
}

/** Readings that ask for no product by its name. */
const NAMES_NONE = new Set<TierName>(['everything', 'weight', 'term']);

/** Products that the text names come first, so a few suffice to see whether there is one. */
export const BEST = 10;

/**
 * A page with the first {@link BEST} hits of all pages in their final order, for structures may tell late which of them the
 * text names. Those come first, and last among them what a supplier's synonym alone names and no alias confirms. What a
 * supplier wrongly calls so comes behind what has the text in its names. Each page knows these first hits, so that pages
 * neither overlap nor leave gaps.
 */
export function namedFirst<F extends Found>(found: F, { offset, limit }: Page): F {
  const rank = ({ match, namedBy, isConfirmed }: Hit): number =>
    match !== 'exact' ? 2 : namedBy === 'other' && !isConfirmed ? 1 : 0;
  const first = found.best.slice(0, BEST).sort((a, b) => rank(a) - rank(b));
  const parts = 1 + first.findLastIndex(({ match }) => match === 'partial');
  first.splice(0, parts, ...first.slice(0, parts).sort((a, b) => Number(a.isDoubted) - Number(b.isDoubted)));
  const best = [...first, ...found.best.slice(BEST)];
  if (offset >= BEST) return { ...found, best };
  const among = new Set(first.map(({ id }) => id));
  const others = found.hits.filter(({ id }) => !among.has(id));
  return { ...found, best, hits: [...first.slice(offset), ...others].slice(0, limit) };
}
