import type { Product } from '../products/fields.js';
import { EngineAway } from './engine.js';
import type { Engine, EngineQuery, EngineResult } from './engine.js';
import { joinFacets } from './facets.js';
import type { Facets } from './facets.js';
import { engineFilter, FACETS } from './filters.js';
import type { SearchFilters } from './filters.js';
import { readable } from './normalise.js';
import { namedExactly } from './plan.js';
import type { Tier, TierName } from './plan.js';
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
  /** false: the total may leave out what is not on the page */
  counted?: boolean;
}

/**
 * A product that was found, and by which reading of the query. A class, since a literal with a getter makes V8 a
 * hidden class for each object, which outlives it: a search's strings then stayed until the next full collection.
 */
export class Hit {
  /** the product as answers carry it: what is only passed on is not read and written again */
  readonly json: string;
  readonly tier: TierName;

  constructor(json: string, tier: TierName) {
    this.json = json;
    this.tier = tier;
  }

  /** read anew each time */
  get product(): Product {
    return JSON.parse(this.json) as Product;
  }
}

export interface Found {
  hits: Hit[];
  total: number;
  totalIsEstimate: boolean;
  facets?: Facets;
}

const IDS = ['id'] as const;
const SHOWN = ['id', 'product'] as const;

/**
 * Runs a plan on the engine and joins the tiers into one page: products of earlier tiers first, none twice.
 * The first tiers, those that only filter, are one request, and the others another, for what the first left open:
 * to rank what words find takes most of a search's time, to count it a quarter of that. A deeper page asks each tier
 * for the ids of all hits up to the page's end, so that the pages of a search neither overlap nor leave a gap, and
 * then for the documents of the page.
 * @param until when it is given up, on the clock of `performance.now()`
 * @throws EngineAway
 */
export async function find(
  engine: Engine,
  tiers: readonly Tier[],
  { filters, page, facets = false, counted = true }: SearchRequest,
  until: number,
): Promise<Found> {
  const end = Math.min(page.offset + page.limit, MAX_HITS);
  const first = page.offset === 0;
  const narrowed = engineFilter(filters);
  const counts: EngineResult[] = [];
  const ask = async (asked: readonly Tier[], limit: number): Promise<TierResult[]> => {
    if (asked.length === 0) return [];
    const queries = asked.map((tier) => ({
      ...engineQuery(tier, narrowed, limit, first ? SHOWN : IDS),
      ...(facets && tier.q !== undefined && !tier.within && WITH_FACETS),
    }));
    const onlyFilter = asked.filter(({ q }) => q === undefined);
    if (facets && onlyFilter.length > 0)
      queries.push({ ...engineQuery(anyOf(onlyFilter), narrowed, 0, []), ...WITH_FACETS });
    const results = await engine.search(queries, until);
    counts.push(...results);
    return asked.map((tier, at) => ({ tier, limit, ...results[at]! }));
  };
  const vague = firstVague(tiers);
  // A full page needs the others for the total alone, which those within another do not add up to.
  const forTotal = tiers.slice(vague).filter(({ within }) => counted && !within);
  const byFilter = await ask(tiers.slice(0, vague), end);
  const left = Math.max(0, end - byFilter.flatMap(({ hits }) => hits).length);
  const others = othersThan(byFilter, tiers);
  const needed = left > 0 ? others : forTotal;
  const results = [...byFilter, ...(await ask(needed, left))];
  const merged = merge(results);
  const wanted = merged.slice(page.offset, end);
  return {
    hits: first
      ? wanted.map(({ hit, tier }) => new Hit(shownBy(hit), tier))
      : await load(engine, wanted, until),
    ...count(results, merged, needed.length === others.length),
    // Tiers hold different products, but for those within another, so their counts add up.
    ...(facets && { facets: joinFacets(counts) }),
  };
}

/** What the engine found for a tier, of at most so many hits. */
interface TierResult extends EngineResult {
  tier: Tier;
  limit: number;
}

/** Where in a plan the tiers that look for words begin: those before it only filter. */
function firstVague(tiers: readonly Tier[]): number {
  const at = tiers.findIndex(({ q }) => q !== undefined);
  return at === -1 ? tiers.length : at;
}

const AS_TYPED = new Set<TierName>(['cas', 'code']);

/** The other tiers; where a product has the very number or code that was typed, no reading of it as a name with an error. */
function othersThan(byFilter: readonly TierResult[], tiers: readonly Tier[]): Tier[] {
  const spelt = byFilter.some(({ tier, hits }) => AS_TYPED.has(tier.name) && hits.length > 0);
  return tiers.slice(byFilter.length).filter(({ name }) => !(spelt && name === 'spelling'));
}

const WITH_FACETS = { facets: Object.values(FACETS) };

/**
 * What tiers that only filter find, as one, for counting the values of facets: however few products there are to
 * count, the engine looks at every value of a field each time.
 */
function anyOf(tiers: readonly Tier[]): Tier {
  const filters = tiers.map(({ filter }) => `(${filter})`);
  return tiers.some(({ filter }) => filter === undefined)
    ? { name: 'everything' }
    : { name: 'everything', filter: `(${filters.join(' OR ')})` };
}

/** Among equals those in stock come first, then those with the shorter name. */
function orderOf({ name, shorter = 'en', shortestFirst }: Tier): string[] {
  if (name === 'everything') return ['stock_rank:asc', 'k_code:asc'];
  return [`${shortestFirst ? 'short' : 'stock'}_${shorter}:asc`];
}

function engineQuery(tier: Tier, narrowed: string, limit: number, fields: readonly string[]): EngineQuery {
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
 * The other names of a substance, for finding its impurities under each of them: who lists "Paracetamol impurity K"
 * is asked for "acetaminophen impurity K" too.
 * @throws EngineAway
 */
export async function otherNames(engine: Engine, name: string, until: number): Promise<string[]> {
  const [result] = await engine.search([nameQuery(name)], until);
  const names = new Set<string>();
  for (const hit of result?.hits ?? []) {
    const { name_cn, name_en, synonyms } = JSON.parse(shownBy(hit)) as Product;
    const listed = [name_cn, name_en ?? '', synonyms ?? ''].join(';');
    for (const each of listed.split(';')) names.add(readable(each));
  }
  return [...names].filter(Boolean).slice(0, MOST_NAMES);
}

const MOST_NAMES = 40;

function nameQuery(name: string): EngineQuery {
  return engineQuery(namedExactly(name), '', 3, SHOWN);
}

/** @throws EngineAway where the index is of an older form: it is being rebuilt, and the others of its kind are no better */
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

async function load(engine: Engine, wanted: RankedHit[], until: number): Promise<Hit[]> {
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ hit }) => hit['id'] as number);
  const documents = await engine.documents(ids, SHOWN, until);
  const byId = new Map(documents.map((document) => [document['id'], shownBy(document)]));
  // One that was deleted since is left out.
  return wanted.flatMap(({ hit, tier }) => {
    const json = byId.get(hit['id']);
    return json === undefined ? [] : new Hit(json, tier);
  });
}

/**
 * The engine counts exactly what a filter finds and estimates what words find, unless it gave all of it.
 * @param isWhole no tier was left out
 */
function count(
  results: readonly TierResult[],
  merged: readonly RankedHit[],
  isWhole: boolean,
): { total: number; totalIsEstimate: boolean } {
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
  const shown = merged.filter(({ byWords: vague }) => vague).length;
  return { total: byFilter + (totalIsEstimate ? Math.max(byWords, shown) : shown), totalIsEstimate };
}
