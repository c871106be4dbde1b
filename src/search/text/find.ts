import { EngineAway } from '../engine/engine.js';
import type { Engine, EngineQuery, EngineResult } from '../engine/engine.js';
import { joinFacets } from './facets.js';
import { engineFilter, FACETS } from './filters.js';
import type { SearchFilters } from './filters.js';
import { BEST, Hit, judgeInTurns, MAX_HITS, mendedBy } from './found.js';
import type { Found } from './found.js';
import type { Page } from '../../platform/index.js';
import { hasName, matcher } from './match.js';
import type { Judgement } from './match.js';
import { nearestFirst } from './nearest.js';
import { lettersOf, readable } from '../../chemistry/index.js';
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
  /** absent: best first */
  sort?: SearchSort | undefined;
  /** false: the total may leave out products that are not on the page */
  counted?: boolean;
}

const IDS = ['id'] as const;
const SHOWN = ['id', 'product'] as const;
const SHOWN_WITH_ALIASES = [...SHOWN, 'aliases'] as const;
const SUGGESTED = [...SHOWN_WITH_ALIASES, 'asked_en', 'asked_cn'] as const;
/** Readings whose hits are judged by the product's aliases, too. */
const OF_ALIASES = new Set<TierName>(['name', 'synonym', 'alias', 'alias_start']);

/**
 * Runs a plan on the engine and merges the tiers into one page: products of earlier tiers first, each once.
 *
 * The first tiers are filters and go in one request. Searching words takes most of the time, so that those tiers go
 * in a second request and only for the room left on the page, and the vaguest in a third if nothing was found. For a
 * deeper page each tier returns the ids of its hits up to the end of the page, so that pages neither overlap nor
 * leave gaps; then the documents of the page are fetched.
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
    // No product is in two tiers, except where one contains another, so that counts add up.
    ...(facets && { facets: joinFacets(ranked.counts) }),
  };
}

const NAMES = new Set<TierName>(['name', 'synonym', 'alias', 'abbreviation']);
const NUMBERS = new Set<TierName>(['cas', 'code']);

/**
 * Downgrades hits of a less likely reading. If the whole text names a product, what only the text without its wishes
 * names: “Rhodamine 6G” is not 6 g of rhodamine. If the text is a name, products that have it as a formula in other
 * capitals: tin is not TiN.
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

/** The ids that a plan finds, in the order of {@link find}, at most {@link MAX_HITS}. @throws EngineAway */
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
interface Ranking {
  results: TierResult[];
  /** all hits in order, each once */
  merged: RankedHit[];
  /** the results from which facets are counted */
  counts: EngineResult[];
  /** no tier was skipped */
  isWhole: boolean;
}

/** Runs the tiers. @param wanted at most `end` hits of each tier, with the fields it names */
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
): Promise<Ranking> {
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
  // On a full page the others are run only for the total, to which tiers within another add nothing.
  const needed = left > 0 ? second : second.filter(({ within }) => counted && !within);
  let results = [...byFilter, ...(await run(needed, left))];
  const lastResort = others.filter(({ unless }) => unless === 'found');
  if (results.every(({ estimatedTotalHits }) => estimatedTotalHits === 0))
    results = await run(lastResort, end);
  return { results, merged: merge(results), counts, isWhole: needed.length === second.length };
}

/** The fields that are needed of a tier's hits. */
export const shownOf = ({ name, order }: Tier): readonly string[] =>
  order === 'suggested' ? SUGGESTED : OF_ALIASES.has(name) ? SHOWN_WITH_ALIASES : SHOWN;

/** What the engine found for a tier, at most `limit` hits. */
interface TierResult extends EngineResult {
  tier: Tier;
  limit: number;
}

/** The index of the first tier that is not run at once: it searches words, or depends on earlier ones. */
function firstByWords(tiers: readonly Tier[]): number {
  const at = tiers.findIndex(({ q, unless }) => q !== undefined || unless !== undefined);
  return at === -1 ? tiers.length : at;
}

/** The tiers that remain if the text names a product: only hits with the whole text matter. */
function wholeOnly(tiers: readonly Tier[]): Tier[] {
  return tiers
    .filter(({ unless }) => unless === undefined)
    .map((tier) => (tier.whole === undefined ? tier : { ...tier, q: tier.whole }));
}

const WITH_FACETS = { facets: Object.values(FACETS) };

/**
 * One tier for what several filters find together. Facets are then counted once: for each count the engine visits
 * every value of a field, however few products there are.
 */
export function together(tiers: readonly Tier[]): Tier {
  if (tiers.some(({ filter }) => filter === undefined)) return { name: 'everything' };
  return { name: 'everything', filter: `(${anyOf(...tiers.map(({ filter }) => `(${filter})`))})` };
}

/** The order within a tier: in stock first, then the shorter name, unless the tier says otherwise. */
function orderOf({ name, shorter = 'en', order }: Tier): string[] {
  if (name === 'everything') return ['stock_rank:asc', 'k_code:asc'];
  if (order === 'asked') return ['stock_asked:asc'];
  return [`${order === 'suggested' ? 'asked' : 'stock'}_${shorter}:asc`];
}

/** What the engine is asked for a tier. @param narrowed the filters of the search, as those of the engine */
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

/** A hit from the engine, with the fields of {@link shownOf}. @throws EngineAway if the index has an older form */
export function hitOf(hit: Record<string, unknown>, tier: TierName, judge: (hit: Hit) => Judgement): Hit {
  const stored = { id: hit['id'] as number, json: shownBy(hit) };
  return new Hit(stored, tier, judge, hit['aliases'] as string[] | undefined);
}

/** The product as JSON. @throws EngineAway if the index has an older form: it is being rebuilt */
export function shownBy({ product }: Record<string, unknown>): string {
  if (typeof product === 'string') return product;
  throw new EngineAway('The index is of another form.', { refused: true });
}

interface RankedHit {
  hit: Record<string, unknown>;
  tier: TierName;
  byWords: boolean;
}

/**
 * The results, with tiers that form one list interleaved: each of their hits becomes a result of its own, in the
 * order of the list.
 */
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

/** Fetches the hits of a deeper page, and the best ones of all pages. */
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
  // Products deleted in the meantime are missing here.
  const loaded = (ranked: RankedHit[]): Hit[] =>
    ranked.flatMap(({ hit, tier }) => {
      const document = byId.get(hit['id']);
      if (document === undefined) return [];
      // Judged as on page 1, where only these tiers have aliases.
      return hitOf(OF_ALIASES.has(tier) ? document : { ...document, aliases: undefined }, tier, judge);
    });
  return { hits: loaded(wanted), best: nearestFirst(loaded(best), form) };
}

/** The engine counts filtered hits exactly. For words it only estimates, unless it returned all hits. */
function count({ results, merged, isWhole }: Ranking): { total: number; totalIsEstimate: boolean } {
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
