import type { Engine } from './engine.js';
import { countFacets } from './facets.js';
import type { Facets } from './facets.js';
import { engineFilter } from './filters.js';
import type { SearchFilters } from './filters.js';
import { engineQuery, hitOf, mendedBy, otherNames, shownOf } from './find.js';
import type { Found, Hit, SearchRequest } from './find.js';
import { matcher } from './match.js';
import { parentIn, plan } from './plan.js';
import { NAMING } from './tier.js';
import type { Tier, TierName } from './tier.js';
import type { Typed } from './typed.js';

/** Readings that name a product, or its formula; where they find nothing, those that come near to a name. */
const SURE: ReadonlySet<TierName> = new Set([...NAMING, 'both_names', 'formula']);
const NEAR = new Set<TierName>([
  'mended',
  'near_name',
  'parent',
  'name_start',
  'phrase',
  'sound',
  'spelling',
]);

const NAMES = new Set<TierName>(['name', 'synonym', 'alias']);

/**
 * The products that each of several texts means best, in one request to the engine and a second one for those that the
 * first leaves; none where it finds none.
 * @param most so many for each text
 * @param until the deadline, on the clock of `performance.now()`
 * @throws EngineAway
 */
export async function bestOfEach(
  engine: Engine,
  texts: readonly Typed[],
  { filters, most }: { filters: SearchFilters; most: number },
  until: number,
): Promise<Hit[][]> {
  const narrowed = engineFilter(filters);
  const plans = await Promise.all(
    texts.map(async (typed) => {
      const parent = parentIn(typed);
      return plan(typed, parent === undefined ? [] : await otherNames(engine, parent, until));
    }),
  );
  const found: Hit[][] = texts.map(() => []);
  for (const kind of [SURE, NEAR]) {
    const asked = plans.flatMap((tiers, of) =>
      found[of]!.length > 0 ? [] : tiers.filter(({ name }) => kind.has(name)).map((tier) => ({ of, tier })),
    );
    if (asked.length === 0) continue;
    const queries = asked.map(({ tier }) => engineQuery(tier, narrowed, most, shownOf(tier)));
    const results = await engine.search(queries, until);
    for (const [at, { of, tier }] of asked.entries()) {
      // What an earlier reading found is surer.
      if (found[of]!.length > 0) continue;
      found[of] = hitsOf(results[at]!.hits, tier, texts[of]!);
    }
  }
  return found;
}

function hitsOf(hits: readonly Record<string, unknown>[], { name }: Tier, typed: Typed): Hit[] {
  const judge = matcher(typed);
  return hits.map((hit) => hitOf(hit, name, judge));
}

/**
 * The answer to a list: the best product of each item, in their order, each product once. Where only commas make a list
 * of a text, it is one if at least two of its parts, and half of them, name a product, and the whole text names none.
 * @returns undefined where the text is no list
 * @throws EngineAway
 */
export async function findList(
  engine: Engine,
  { typed, filters, page, facets = false }: SearchRequest,
  until: number,
): Promise<Found | undefined> {
  if (!typed.list) return undefined;
  const { items, sure } = typed.list;
  const [whole = [], ...parts] = await bestOfEach(engine, [typed, ...items], { filters, most: 1 }, until);
  if (whole.some(({ tier, match }) => NAMES.has(tier) && match === 'exact')) return undefined;
  const exact = parts.filter(([best]) => best?.match === 'exact').length;
  if (!sure && (exact < 2 || exact * 2 < items.length)) return undefined;
  return listed(
    items,
    parts.map(([best]) => best),
    page,
    facets,
  );
}

/** The answer for the best products of the items of a list, in their order. */
export function listed(
  items: readonly Typed[],
  bests: readonly (Hit | undefined)[],
  page: SearchRequest['page'],
  facets: boolean,
): Found {
  const byCode = new Map<string, Hit>();
  const answered = items.map(({ text }, at) => {
    const best = bests[at];
    const code = best?.product.code ?? null;
    if (best && code !== null && !byCode.has(code)) byCode.set(code, best);
    return { text, code, match: best?.match ?? ('none' as const) };
  });
  const hits = [...byCode.values()];
  return {
    hits: hits.slice(page.offset, page.offset + page.limit),
    best: hits,
    total: hits.length,
    totalIsEstimate: false,
    didYouMean: mendedBy(hits),
    items: answered,
    ...(facets && { facets: facetsOf(hits) }),
  };
}

function facetsOf(hits: readonly Hit[]): Facets {
  return countFacets(
    hits.flatMap(({ product: { category, series, status, tags } }) => [
      { facet: 'category' as const, value: category, n: 1 },
      { facet: 'status' as const, value: status, n: 1 },
      ...(series === null ? [] : [{ facet: 'series' as const, value: series, n: 1 }]),
      ...(tags ?? '')
        .split(';')
        .flatMap((tag) => (tag === '' ? [] : { facet: 'tag' as const, value: tag, n: 1 })),
    ]),
  );
}
