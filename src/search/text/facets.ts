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
