import { z } from 'zod';
import { wholeNumber } from '../../platform/index.js';
import type { Language } from '../../platform/index.js';
import { FILTER_PARAMETERS, filtersOf, parameterOf, partRead, SORTS, valueList } from '../../search/index.js';
import type { SearchFilters, SearchSort } from '../../search/index.js';
import { address } from './layout.js';
import { pageQuery } from './page-route.js';

/** What a page of the catalogue shows: text, filters, order and page, as in its address. */
export interface View {
  lang: Language;
  q: string;
  filters: Omit<SearchFilters, 'in_stock'>;
  /** absent: the best first */
  sort?: SearchSort | undefined;
  page: number;
}

/** Filters are cut, because each link of the page repeats them. */
const LONGEST = { value: 601, list: 2_000 };
const cutTo = (most: number) => z.string().transform((text) => text.slice(0, most));
const value = cutTo(LONGEST.value).optional();
const list = cutTo(LONGEST.list).pipe(valueList).optional();

export const viewQuery = pageQuery.extend({
  ...FILTER_PARAMETERS,
  category: value,
  series: value,
  tag: value,
  category_in: list,
  series_in: list,
  tag_in: list,
  q: z.string().default('').transform(partRead),
  sort: z.enum(['best', ...SORTS]).optional(),
  page: wholeNumber(1, 1_000_000).default(1),
});

/** The view that an address asks for. */
export function viewOf({ lang }: { lang: Language }, query: z.infer<typeof viewQuery>): View {
  const { in_stock: inStock, status, ...filters } = filtersOf(query);
  return {
    lang,
    q: query.q,
    filters: {
      ...filters,
      status: inStock === true ? [...new Set([...(status ?? []), 'in_stock' as const])] : status,
    },
    sort: query.sort === 'best' ? undefined : query.sort,
    page: query.page,
  };
}

/** Whether a view shows products. The start page, which shows none of this, costs no search. */
export const isSearch = ({ q, filters, sort, page }: View): boolean =>
  q !== '' || sort !== undefined || page > 1 || Object.values(filters).some((filter) => filter !== undefined);

/** The facets whose values are chosen by hand. */
export const FACET_NAMES = ['status', 'category', 'series', 'tag'] as const;
export type FacetName = (typeof FACET_NAMES)[number];

/** Filters and order as parameters of an address: what another text keeps. */
export function keptOf({ filters, sort }: Pick<View, 'filters' | 'sort'>): [string, string][] {
  const range = (['mw_min', 'mw_max'] as const).flatMap((name): [string, string][] =>
    filters[name] === undefined ? [] : [[name, String(filters[name])]],
  );
  return [
    ...FACET_NAMES.flatMap((name) => parameterOf(name, filters[name])),
    ...range,
    ...(sort === undefined ? [] : [['sort', sort] satisfies [string, string]]),
  ];
}

/** The address of a view. */
export function hrefOf(view: View): string {
  const { q, page } = view;
  return address('/', view, {
    q,
    ...Object.fromEntries(keptOf(view)),
    page: page > 1 ? String(page) : undefined,
  });
}

/** The view with a value of a facet chosen, or no longer chosen; from its first page. */
export function toggled(view: View, facet: FacetName, value: string): View {
  const chosen: readonly string[] = view.filters[facet] ?? [];
  const left = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return { ...view, page: 1, filters: { ...view.filters, [facet]: left.length > 0 ? left : undefined } };
}
