import type { Asking, Dictionary } from './asking.js';
import { countFacets } from './facets.js';
import type { Facets } from './facets.js';
import { bestOfEach } from './find-each.js';
import { mendedBy } from './found.js';
import type { SearchRequest } from './find.js';
import type { Found, Hit } from './found.js';
import { MOST_ITEMS } from './list.js';
import { BY_NAME } from './tier.js';
import type { Typed } from './typed.js';

/**
 * The answer to a list: the best product of each item in order, each product once. Commas alone do not prove a list.
 * A text with commas is one if at least two of its parts, and half of them, name a product and the whole text names
 * none.
 * @returns undefined if the text is no list
 */
export async function findList(
  asking: Asking,
  { typed, filters, page, facets = false }: SearchRequest,
  dictionary: Dictionary,
): Promise<Found | undefined> {
  if (!typed.list) return undefined;
  const { items, sure } = typed.list;
  const within = items.flatMap(({ list }) => list?.items ?? []);
  const texts = [typed, ...items, ...within];
  const found = await bestOfEach(asking, texts, { filters, most: AMBIGUOUS, dictionary });
  const hitsOf = new Map(texts.map((text, at) => [text, found[at] ?? []]));
  const isNamed = (text: Typed): boolean => {
    const [best] = hitsOf.get(text)!;
    return best !== undefined && BY_NAME.has(best.tier) && best.match === 'exact';
  };
  const isList = (whole: Typed, parts: readonly Typed[]): boolean => {
    const exact = parts.filter((part) => hitsOf.get(part)![0]?.match === 'exact').length;
    return !isNamed(whole) && exact >= 2 && exact * 2 >= parts.length;
  };
  if (isNamed(typed) || !(sure || isList(typed, items))) return undefined;
  const all = items
    .flatMap((item) => (item.list && isList(item, item.list.items) ? item.list.items : item))
    .slice(0, MOST_ITEMS);
  return listed(
    all,
    all.map((item) => certain(hitsOf.get(item)!)),
    page,
    facets,
  );
}

/** Products per item: a second one shows that its name is ambiguous. */
const AMBIGUOUS = 2;

/** The best product of an item, downgraded if another substance has the same name: xylene is any of three. */
function certain([best, other]: readonly Hit[]): Hit | undefined {
  if (best?.namedBy === 'other' && other?.match === 'exact' && other.product.cas !== best.product.cas) {
    best.doubt();
    best.isShared = true;
  }
  return best;
}

/** The answer from the best products of the items, in their order. */
function listed(
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
    return { text, code, match: best?.match ?? ('none' as const), isShared: best?.isShared === true };
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
