import type { Product } from '../products/fields.js';
import { EngineAway } from './engine.js';
import type { Engine, EngineQuery, EngineResult } from './engine.js';
import { joinFacets } from './facets.js';
import type { Facets } from './facets.js';
import { engineFilter, FACETS } from './filters.js';
import type { SearchFilters } from './filters.js';
import { hasName, matcher } from './match.js';
import type { Judgement, Match } from './match.js';
import { saltForm } from './chemistry.js';
import { nearestFirst } from './nearest.js';
import { lettersOf, readable } from './normalise.js';
import { namedExactly } from './plan.js';
import { signedKey } from './stereo.js';
import { NAMING } from './tier.js';
import { ENGINE_SORT } from './sort.js';
import type { Sort } from './sort.js';
import type { Tier, TierName } from './tier.js';
import type { Typed } from './typed.js';

/** Hits that can be paged to. Deeper reads are what the export is for. */
export const MAX_HITS = 10_000;

export interface Page {
  offset: number;
  limit: number;
}

export interface SearchRequest {
  typed: Typed;
  filters: SearchFilters;
  page: Page;
  facets?: boolean;
  /** absent: the best first */
  sort?: Sort | undefined;
  /** false: the total may leave out what is not on the page */
  counted?: boolean;
}

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
    return this.#judged.match;
  }

  /** by which of its names the text names this product; undefined where by none */
  get namedBy(): Judgement['by'] {
    return this.#judged.by;
  }

  get #judged(): Judgement {
    return (this.#judgement ??= this.#judge(this));
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
  match: Match | 'none';
}

/** The most numbers that are offered in place of one. */
const MOST_MENDED = 5;

/** The numbers of products that were found by mending the one that was typed. */
export function mendedBy(hits: readonly Hit[]): string[] {
  const mended = hits.filter(({ tier }) => tier === 'mended').map(({ product }) => product.cas);
  return [...new Set(mended)].slice(0, MOST_MENDED);
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
 * A page on which, of the first {@link BEST} of all pages, those that the text names come first: which ones they are, their
 * structures may have told only now. These few are known on each page, so that pages neither overlap nor leave gaps.
 */
export function namedFirst<F extends Found>(found: F, { offset, limit }: SearchRequest['page']): F {
  const first = found.best
    .slice(0, BEST)
    .sort((a, b) => Number(b.match === 'exact') - Number(a.match === 'exact'));
  const best = [...first, ...found.best.slice(BEST)];
  if (offset >= BEST) return { ...found, best };
  const among = new Set(first.map(({ id }) => id));
  const others = found.hits.filter(({ id }) => !among.has(id));
  return { ...found, best, hits: [...first.slice(offset), ...others].slice(0, limit) };
}

const IDS = ['id'] as const;
const SHOWN = ['id', 'product'] as const;
const SHOWN_WITH_ALIASES = [...SHOWN, 'aliases'] as const;
const OF_ALIASES = new Set<TierName>(['alias', 'alias_start']);

/**
 * Runs a plan on the engine and merges the tiers into one page: products of earlier tiers first, each once.
 *
 * The first tiers, which only filter, go in one request. The others look for words, which takes most of a search's time:
 * they go in another one, for the room that is left on the page, and the vaguest in a third, where nothing was found. For
 * a deeper page each tier gives the ids of all hits up to the page's end, so that pages neither overlap nor leave gaps;
 * then the documents of the page are fetched.
 * @param until the deadline, on the clock of `performance.now()`
 * @throws EngineAway
 */
export async function find(
  engine: Engine,
  tiers: readonly Tier[],
  { typed, filters, page, facets = false, sort, counted = true }: SearchRequest,
  until: number,
): Promise<Found> {
  const end = Math.min(Math.max(page.offset + page.limit, BEST), MAX_HITS);
  const first = page.offset === 0;
  const fields = first ? shownOf : () => IDS;
  const ranked = await rank(engine, tiers, { filters, end, fields, facets, sort, counted }, until);
  const judge = matcher(typed);
  const wanted = ranked.merged.slice(page.offset, end);
  const { hits, best } = first
    ? firstPage(wanted, typed, judge)
    : await load(engine, { wanted, best: ranked.merged.slice(0, BEST), form: typed.form }, judge, until);
  doubtLesserReadings(typed, hits, best);
  return {
    hits: hits.slice(0, page.limit),
    best,
    didYouMean: mendedBy(hits),
    ...count(ranked),
    // No product is in two tiers, except where one tier contains another, so their counts add up.
    ...(facets && { facets: joinFacets(ranked.counts) }),
  };
}

const NAMES = new Set<TierName>(['name', 'synonym', 'alias', 'abbreviation']);
const NUMBERS = new Set<TierName>(['cas', 'code']);

/**
 * Where the whole text names a product, doubts what only the text without its wishes names: “Rhodamine 6G” is not 6 g of
 * rhodamine. Where a text names one, doubts what has it for a formula by other capitals: tin is not TiN.
 */
function doubtLesserReadings({ whole, formula }: Typed, hits: readonly Hit[], known: readonly Hit[]): void {
  const best = known.slice(0, BEST); // the same ones on each page
  const isNamed = (hit: Hit): boolean => NAMES.has(hit.tier) && hit.match === 'exact';
  const all = new Set([...known, ...hits]);
  if (formula.guessed && best.some(isNamed)) for (const hit of all) if (hit.tier === 'formula') hit.doubt();
  if (whole === undefined) return;
  const key = lettersOf(whole);
  const isWholly = ({ product, aliases }: Hit): boolean =>
    hasName(product, whole) || aliases.some((alias) => lettersOf(readable(alias)) === key);
  if (best.some(isWholly)) for (const hit of all) if (!NUMBERS.has(hit.tier) && !isWholly(hit)) hit.doubt();
}

/** The ids of what a plan finds, in the order of {@link find}, {@link MAX_HITS} at most. @throws EngineAway */
export async function findIds(
  engine: Engine,
  tiers: readonly Tier[],
  filters: SearchFilters,
  until: number,
): Promise<number[]> {
  const wanted = { filters, end: MAX_HITS, fields: () => IDS, facets: false, counted: false };
  const { merged } = await rank(engine, tiers, wanted, until);
  return merged.slice(0, MAX_HITS).map(({ hit }) => hit['id'] as number);
}

/** What the tiers of a plan found. */
interface Ranked {
  results: TierResult[];
  /** the hits of all tiers in order, each once */
  merged: RankedHit[];
  /** all that was asked, for its facets */
  counts: EngineResult[];
  /** no tier was left out */
  isWhole: boolean;
}

/** @param wanted `end` hits at most of each tier, with the fields that it names */
async function rank(
  engine: Engine,
  tiers: readonly Tier[],
  wanted: {
    filters: SearchFilters;
    end: number;
    fields: (tier: Tier) => readonly string[];
    facets: boolean;
    sort?: Sort | undefined;
    counted: boolean;
  },
  until: number,
): Promise<Ranked> {
  const { end, fields, facets, sort, counted } = wanted;
  const narrowed = engineFilter(wanted.filters);
  const counts: EngineResult[] = [];
  const run = async (some: readonly Tier[], limit: number): Promise<TierResult[]> => {
    if (some.length === 0) return [];
    const queries = some.map((tier) => ({
      ...engineQuery(tier, narrowed, limit, fields(tier)),
      ...(sort && { sort: [ENGINE_SORT[sort]] }),
      ...(facets && tier.q !== undefined && !tier.within && WITH_FACETS),
    }));
    const onlyFilter = some.filter(({ q }) => q === undefined);
    if (facets && onlyFilter.length > 0)
      queries.push({ ...engineQuery(anyOf(onlyFilter), narrowed, 0, []), ...WITH_FACETS });
    const results = await engine.search(queries, until);
    counts.push(...results);
    return some.map((tier, at) => ({ tier, limit, ...results[at]! }));
  };
  const byWords = firstByWords(tiers);
  const byFilter = await run(tiers.slice(0, byWords), end);
  const isNamed = byFilter.some(({ tier, hits }) => NAMING.has(tier.name) && hits.length > 0);
  const left = Math.max(0, end - byFilter.flatMap(({ hits }) => hits).length);
  const others = isNamed ? wholeOnly(tiers.slice(byWords)) : tiers.slice(byWords);
  const second = others.filter(({ unless }) => unless !== 'found');
  // With a full page the others only count for the total, to which those within another add nothing.
  const needed = left > 0 ? second : second.filter(({ within }) => counted && !within);
  let results = [...byFilter, ...(await run(needed, left))];
  const lastResort = others.filter(({ unless }) => unless === 'found');
  if (results.every(({ estimatedTotalHits }) => estimatedTotalHits === 0))
    results = await run(lastResort, end);
  return { results, merged: merge(results), counts, isWhole: needed.length === second.length };
}

/** The fields that a tier's hits must have. */
export const shownOf = ({ name, order }: Tier): readonly string[] =>
  OF_ALIASES.has(name) || order === 'suggested' ? SHOWN_WITH_ALIASES : SHOWN;

/** What the engine found for a tier; `limit` hits at most. */
interface TierResult extends EngineResult {
  tier: Tier;
  limit: number;
}

/** The index of the first tier that is not asked at once: it looks for words, or is left out after others. */
function firstByWords(tiers: readonly Tier[]): number {
  const at = tiers.findIndex(({ q, unless }) => q !== undefined || unless !== undefined);
  return at === -1 ? tiers.length : at;
}

/** Tiers for a text that names a product: what is like it does not matter, only what has all of it. */
function wholeOnly(tiers: readonly Tier[]): Tier[] {
  return tiers
    .filter(({ unless }) => unless === undefined)
    .map((tier) => (tier.whole === undefined ? tier : { ...tier, q: tier.whole }));
}

const WITH_FACETS = { facets: Object.values(FACETS) };

/**
 * One tier that finds what several filtering tiers find, to count facets once: each time, the engine visits every value
 * of a field, however few products there are to count.
 */
export function anyOf(tiers: readonly Tier[]): Tier {
  const filters = tiers.map(({ filter }) => `(${filter})`);
  return tiers.some(({ filter }) => filter === undefined)
    ? { name: 'everything' }
    : { name: 'everything', filter: `(${filters.join(' OR ')})` };
}

/** Among equals those in stock come first, then those with the shorter name, unless a tier says otherwise. */
function orderOf({ name, shorter = 'en', order }: Tier): string[] {
  if (name === 'everything') return ['stock_rank:asc', 'k_code:asc'];
  if (order === 'asked') return ['stock_asked:asc'];
  return [`${order === 'suggested' ? 'asked' : 'stock'}_${shorter}:asc`];
}

export function engineQuery(
  tier: Tier,
  narrowed: string,
  limit: number,
  fields: readonly string[],
): EngineQuery {
  const filter = [tier.filter, narrowed].filter(Boolean).join(' AND ');
  return {
    q: tier.q ?? '',
    ...(filter !== '' && { filter }),
    ...(tier.words && { matchingStrategy: tier.words }),
    ...(tier.fields && { attributesToSearchOn: tier.fields }),
    sort: orderOf(tier),
    attributesToRetrieve: fields,
    limit,
  };
}

/**
 * The other names of substances, to find their impurities under each of them: "acetaminophen impurity K" must find
 * "Paracetamol impurity K".
 * @throws EngineAway
 */
export async function otherNamesOfEach(
  engine: Engine,
  substances: readonly string[],
  until: number,
): Promise<string[][]> {
  if (substances.length === 0) return [];
  const results = await engine.search(substances.map(nameQuery), until);
  return results.map(({ hits }, at) => {
    const names = new Set<string>();
    const products = hits.map((hit): Product => JSON.parse(shownBy(hit)));
    // Dexibuprofen is no ibuprofen, though suppliers call it so too: where something is mainly called so, that is meant.
    const key = lettersOf(saltForm(readable(substances[at]!)));
    const main = products.filter(({ name_cn, name_en }) =>
      [name_cn, name_en ?? ''].some((name) => lettersOf(saltForm(readable(name))) === key),
    );
    for (const { name_cn, name_en, synonyms } of main.length > 0 ? main : products) {
      const listed = [name_cn, name_en ?? '', synonyms ?? ''].join(';');
      for (const each of listed.split(';')) names.add(readable(each));
    }
    // Its key would lose the sign: (+)-quinidine, which suppliers call quinine too, is another base.
    return [...names]
      .filter((each) => each !== '' && signedKey(each) === lettersOf(each))
      .slice(0, MOST_NAMES);
  });
}

/** The other names of one substance. @throws EngineAway */
export async function otherNames(engine: Engine, substance: string, until: number): Promise<string[]> {
  const [names = []] = await otherNamesOfEach(engine, [substance], until);
  return names;
}

const MOST_NAMES = 40;

function nameQuery(name: string): EngineQuery {
  return engineQuery(namedExactly(name), '', 3, SHOWN);
}

/** A hit of the engine with the fields of {@link shownOf}. @throws EngineAway */
export function hitOf(hit: Record<string, unknown>, tier: TierName, judge: (hit: Hit) => Judgement): Hit {
  const stored = { id: hit['id'] as number, json: shownBy(hit) };
  return new Hit(stored, tier, judge, hit['aliases'] as string[] | undefined);
}

/** @throws EngineAway where the index is of an older form: it is being rebuilt */
function shownBy({ product }: Record<string, unknown>): string {
  if (typeof product === 'string') return product;
  throw new EngineAway('The index is of another form.', { refused: true });
}

interface RankedHit {
  hit: Record<string, unknown>;
  tier: TierName;
  byWords: boolean;
}

/** The hits of all tiers in order, each once. */
function merge(results: readonly TierResult[]): RankedHit[] {
  const ranked: RankedHit[] = [];
  const seen = new Set<unknown>();
  for (const { tier, hits } of results) {
    for (const hit of hits) {
      if (seen.has(hit['id'])) continue;
      seen.add(hit['id']);
      ranked.push({ hit, tier: tier.name, byWords: tier.q !== undefined });
    }
  }
  return ranked;
}

function firstPage(
  ranked: RankedHit[],
  { form }: Typed,
  judge: (hit: Hit) => Judgement,
): Pick<Found, 'hits' | 'best'> {
  const found = ranked.map(({ hit, tier }) => hitOf(hit, tier, judge));
  const hits = [...nearestFirst(found.slice(0, BEST), form), ...found.slice(BEST)];
  return { hits, best: hits };
}

/** Fetches the hits of a deeper page, and with them the best of all pages. */
async function load(
  engine: Engine,
  { wanted, best, form }: { wanted: RankedHit[]; best: RankedHit[]; form: string },
  judge: (hit: Hit) => Judgement,
  until: number,
): Promise<Pick<Found, 'hits' | 'best'>> {
  const ids = [...new Set([...wanted, ...best].map(({ hit }) => hit['id'] as number))];
  if (ids.length === 0) return { hits: [], best: [] };
  const documents = await engine.documents(ids, SHOWN_WITH_ALIASES, until);
  const byId = new Map(documents.map((document) => [document['id'], document]));
  // A product that was deleted meanwhile is left out.
  const loaded = (ranked: RankedHit[]): Hit[] =>
    ranked.flatMap(({ hit, tier }) => {
      const document = byId.get(hit['id']);
      return document === undefined ? [] : hitOf(document, tier, judge);
    });
  return { hits: loaded(wanted), best: nearestFirst(loaded(best), form) };
}

/** The engine counts exactly what a filter finds, and estimates what words find unless it returned all of it. */
function count({ results, merged, isWhole }: Ranked): { total: number; totalIsEstimate: boolean } {
  let byFilter = 0;
  let byWords = 0;
  let totalIsEstimate = !isWhole;
  for (const { tier, hits, limit, estimatedTotalHits } of results) {
    if (tier.q === undefined) byFilter += estimatedTotalHits;
    else {
      if (hits.length === limit && estimatedTotalHits > 0) totalIsEstimate = true;
      if (!tier.within) byWords += estimatedTotalHits;
    }
  }
  const shown = merged.filter((hit) => hit.byWords).length;
  return { total: byFilter + (totalIsEstimate ? Math.max(byWords, shown) : shown), totalIsEstimate };
}
