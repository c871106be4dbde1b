import type { Engine } from './engine.js';
import { countFacets } from './facets.js';
import type { Facets } from './facets.js';
import { bestOfEach } from './find-each.js';
import { mendedBy } from './found.js';
import type { SearchRequest } from './find.js';
import type { Found, Hit } from './found.js';
import { BY_NAME } from './tier.js';
import type { Typed } from './typed.js';

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
  if (whole.some(({ tier, match }) => BY_NAME.has(tier) && match === 'exact')) return undefined;
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
