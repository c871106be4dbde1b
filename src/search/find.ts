import type { Product } from '../products/fields.js';
import { EngineAway } from './engine.js';
import type { Engine, EngineQuery, EngineResult } from './engine.js';
import { engineFilter, exactText, FACETS } from './filters.js';
import type { SearchFilters } from './filters.js';
import { readable } from './normalise.js';
import { namedExactly } from './plan.js';
import type { Tier, TierName } from './plan.js';

/** Hits that can be paged to. Deeper reads are what the export is for. */
export const MAX_HITS = 10_000;

export interface Page {
  offset: number;
  limit: number;
}

export interface SearchRequest {
  /** what was typed */
  text: string;
  filters: SearchFilters;
  page: Page;
  facets?: boolean;
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

/** How many of the found products carry which value, by field. */
export type Facets = Record<string, Record<string, number>>;

const IDS = ['id'] as const;
const SHOWN = ['id', 'product'] as const;

/**
 * Runs a plan on the engine and joins the tiers into one page: products of earlier tiers first, none twice.
 * The first page is one request. A deeper one asks each tier for the ids of all hits up to the page's end, so
 * that the pages of a search neither overlap nor leave a gap, and then for the documents of the page.
 * @param until when it is given up, on the clock of `performance.now()`
 * @throws EngineAway
 */
export async function find(
  engine: Engine,
  tiers: readonly Tier[],
  { filters, page, facets = false }: SearchRequest,
  until: number,
): Promise<Found> {
  const end = Math.min(page.offset + page.limit, MAX_HITS);
  const first = page.offset === 0;
  const narrowed = engineFilter(filters);
  const results = await engine.search(
    tiers.map((tier) => engineQuery(tier, narrowed, end, first ? SHOWN : IDS, facets)),
    until,
  );
  const merged = merge(tiers, results);
  const wanted = merged.slice(page.offset, end);
  return {
    hits: first
      ? wanted.map(({ hit, tier }) => new Hit(shownBy(hit), tier))
      : await load(engine, wanted, until),
    ...count(tiers, results, merged, end),
    ...(facets && { facets: joinFacets(tiers, results) }),
  };
}

/** Among equals those in stock come first, then those with the shorter name. */
function orderOf({ name, shorter = 'len_en', shortestFirst }: Tier): string[] {
  if (name === 'everything') return ['stock_rank:asc', 'k_code:asc'];
  const order = ['stock_rank:asc', `${shorter}:asc`];
  return shortestFirst ? order.reverse() : order;
}

function engineQuery(
  tier: Tier,
  narrowed: string,
  limit: number,
  fields: readonly string[],
  facets: boolean,
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
    ...(facets && !tier.within && { facets: Object.values(FACETS) }),
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
  return engineQuery(namedExactly(name), '', 3, SHOWN, false);
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
function merge(tiers: readonly Tier[], results: readonly EngineResult[]): RankedHit[] {
  const hits: RankedHit[] = [];
  const seen = new Set<unknown>();
  for (const [at, tier] of tiers.entries()) {
    for (const hit of results[at]?.hits ?? []) {
      if (seen.has(hit['id'])) continue;
      seen.add(hit['id']);
      hits.push({ hit, tier: tier.name, byWords: tier.q !== undefined });
    }
  }
  return hits;
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

/** The engine counts exactly what a filter finds and estimates what words find, unless it gave all of it. */
function count(
  tiers: readonly Tier[],
  results: readonly EngineResult[],
  merged: readonly RankedHit[],
  end: number,
): { total: number; totalIsEstimate: boolean } {
  let byFilter = 0;
  let byWords = 0;
  let totalIsEstimate = false;
  for (const [at, tier] of tiers.entries()) {
    const { hits = [], estimatedTotalHits = 0 } = results[at] ?? {};
    if (tier.q === undefined) byFilter += estimatedTotalHits;
    else {
      if (hits.length >= end) totalIsEstimate = true;
      if (!tier.within) byWords += estimatedTotalHits;
    }
  }
  const shown = merged.filter(({ byWords: vague }) => vague).length;
  return { total: byFilter + (totalIsEstimate ? Math.max(byWords, shown) : shown), totalIsEstimate };
}

/** Tiers hold different products, but for those within another, so their counts add up. */
function joinFacets(tiers: readonly Tier[], results: readonly EngineResult[]): Facets {
  const joined: Facets = { category: {}, series: {}, tag: {}, status: {}, in_stock: {} };
  for (const [at, tier] of tiers.entries()) {
    if (tier.within) continue;
    const given = results[at]?.facetDistribution ?? {};
    for (const [name, field] of Object.entries(FACETS)) {
      for (const [key, n] of Object.entries(given[field] ?? {})) {
        const value = name === 'status' ? key : exactText(key);
        if (value !== undefined) joined[name]![value] = (joined[name]![value] ?? 0) + n;
      }
    }
  }
  for (const [status, n] of Object.entries(joined['status']!)) {
    const inStock = String(status === 'in_stock');
    joined['in_stock']![inStock] = (joined['in_stock']![inStock] ?? 0) + n;
  }
  return joined;
}
