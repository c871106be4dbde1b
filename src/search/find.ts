import { EngineAway } from './engine.js';
import type { Engine, EngineQuery, EngineResult } from './engine.js';
import { joinFacets } from './facets.js';
import { engineFilter, FACETS } from './filters.js';
import type { SearchFilters } from './filters.js';
import { BEST, Hit, judgeInTurns, MAX_HITS, mendedBy } from './found.js';
import type { Found } from './found.js';
import type { Page } from '../database/page.js';
import { hasName, matcher } from './match.js';
import type { Judgement } from './match.js';
import { nearestFirst } from './nearest.js';
import { lettersOf, readable } from './normalise.js';
import { anyOf, disjoint, NAMING } from './tier.js';
import { ENGINE_SORT } from './sort.js';
import type { SearchSort } from './sort.js';
import type { Tier, TierName } from './tier.js';
import type { Typed } from './typed.js';

export interface SearchRequest {
  typed: Typed;
  filters: SearchFilters;
  page: Page;
  facets?: boolean;
  /** absent: the best first */
  sort?: SearchSort | undefined;
  /** false: the total may leave out what is not on the page */
  counted?: boolean;
}

const IDS = ['id'] as const;
const SHOWN = ['id', 'product'] as const;
const SHOWN_WITH_ALIASES = [...SHOWN, 'aliases'] as const;
const SUGGESTED = [...SHOWN_WITH_ALIASES, 'asked_en', 'asked_cn'] as const;
/** Readings whose hits are judged by the aliases of the product as well. */
const OF_ALIASES = new Set<TierName>(['name', 'synonym', 'alias', 'alias_start']);

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
  await judgeInTurns([...new Set([...best, ...hits])]);
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
    sort?: SearchSort | undefined;
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
      queries.push({ ...engineQuery(together(onlyFilter), narrowed, 0, []), ...WITH_FACETS });
    const results = await engine.search(queries, until);
    counts.push(...results);
    return some.map((tier, at) => ({ tier, limit, ...results[at]! }));
  };
  const byWords = firstByWords(tiers);
  const atOnce = tiers.slice(0, byWords);
  const byFilter = await run(disjoint(atOnce), end);
  const isNamed = byFilter.some(({ tier, hits }) => NAMING.has(tier.name) && hits.length > 0);
  const left = Math.max(0, end - byFilter.flatMap(({ hits }) => hits).length);
  const later = isNamed ? wholeOnly(tiers.slice(byWords)) : tiers.slice(byWords);
  const others = disjoint([...atOnce, ...later]).slice(byWords);
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
  order === 'suggested' ? SUGGESTED : OF_ALIASES.has(name) ? SHOWN_WITH_ALIASES : SHOWN;

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
export function together(tiers: readonly Tier[]): Tier {
  if (tiers.some(({ filter }) => filter === undefined)) return { name: 'everything' };
  return { name: 'everything', filter: `(${anyOf(...tiers.map(({ filter }) => `(${filter})`))})` };
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

/** A hit of the engine with the fields of {@link shownOf}. @throws EngineAway */
export function hitOf(hit: Record<string, unknown>, tier: TierName, judge: (hit: Hit) => Judgement): Hit {
  const stored = { id: hit['id'] as number, json: shownBy(hit) };
  return new Hit(stored, tier, judge, hit['aliases'] as string[] | undefined);
}

/** @throws EngineAway where the index is of an older form: it is being rebuilt */
export function shownBy({ product }: Record<string, unknown>): string {
  if (typeof product === 'string') return product;
  throw new EngineAway('The index is of another form.', { refused: true });
}

interface RankedHit {
  hit: Record<string, unknown>;
  tier: TierName;
  byWords: boolean;
}

/** The results with those of tiers that are one list as if each hit were that of a tier. */
function inOneList(results: readonly TierResult[]): Pick<TierResult, 'tier' | 'hits'>[] {
  const listed = ({ tier }: { tier: Tier }): boolean => tier.behind !== undefined;
  const from = results.findIndex(listed);
  if (from === -1) return [...results];
  const rest = results.slice(from);
  const end = rest.findIndex((result) => !listed(result));
  const joined = end === -1 ? rest : rest.slice(0, end);
  const placed = joined.flatMap(({ tier, hits }) =>
    hits.map((hit) => ({
      tier,
      hits: [hit],
      place: Number(hit[`asked_${tier.shorter ?? 'en'}`]) + tier.behind!,
    })),
  );
  return [
    ...results.slice(0, from),
    ...placed.toSorted((a, b) => a.place - b.place),
    ...(end === -1 ? [] : rest.slice(end)),
  ];
}

/** The hits of all tiers in order, each once. */
function merge(results: readonly TierResult[]): RankedHit[] {
  const ranked: RankedHit[] = [];
  const seen = new Set<unknown>();
  for (const { tier, hits } of inOneList(results)) {
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
      if (document === undefined) return [];
      // Judged as on page 1, which has aliases of these tiers alone.
      return hitOf(OF_ALIASES.has(tier) ? document : { ...document, aliases: undefined }, tier, judge);
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
