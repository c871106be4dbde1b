import type { SearchFilters } from '../engine/engine.js';
import type { FacetCount } from '../engine/facet-keys.js';

export type { FacetCount } from '../engine/facet-keys.js';

/** How many of the found products have each value, by field. */
export type Facets = Record<FacetName, Counts>;
type FacetName = FacetCount['facet'] | 'in_stock';
type Counts = Record<string, number>;

// No prototype, as a tag may be called `constructor` or `__proto__`.
const noCounts = (): Counts => Object.create(null);

/** Sums up counts of values. Those of `in_stock` follow from the counts of the status. */
export function countFacets(counted: Iterable<FacetCount>): Facets {
  const facets: Facets = {
    category: noCounts(),
    series: noCounts(),
    tag: noCounts(),
    status: noCounts(),
    in_stock: noCounts(),
  };
  const add = (counts: Counts, value: string, n: number): void => {
    counts[value] = (counts[value] ?? 0) + n;
  };
  for (const { facet, value, n } of counted) {
    add(facets[facet], value, n);
    if (facet === 'status') add(facets.in_stock, String(value === 'in_stock'), n);
  }
  return facets;
}

/** Facets that one filter narrows. Whether a product is in stock follows from its status. */
const NARROWED = [['category'], ['series'], ['tag'], ['status', 'in_stock']] as const;

/**
 * Counts facets; one that is filtered by as if it were not, so that another value can be added.
 * @param found those of what was found
 * @param countWith counts with other filters; undefined where that takes too long
 */
export async function openFacets(
  found: Facets,
  filters: SearchFilters,
  countWith: (filters: SearchFilters) => Promise<Facets | undefined>,
): Promise<Facets> {
  const given = NARROWED.filter((names) => names.some((name) => filters[name] !== undefined));
  const opened = given.map(async (names) => {
    const none = Object.fromEntries(names.map((name) => [name, undefined]));
    const counts = (await countWith({ ...filters, ...none })) ?? found;
    return names.map((name) => [name, counts[name]] as const);
  });
  return { ...found, ...Object.fromEntries((await Promise.all(opened)).flat()) };
}
