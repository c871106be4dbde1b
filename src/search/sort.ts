/** Orders of a search other than best first; products without the value come last. */
export const SORTS = ['code', 'mw', '-mw', 'newest'] as const;
export type SearchSort = (typeof SORTS)[number];

/**
 * The hits of a text that are put in order. Of what is found by words the vaguest is at the end: with all of it in order,
 * that would stand among the best.
 */
export const SORTED = 1_000;

/** How the engine puts all products of a filter in order. */
export const ENGINE_SORT: Record<SearchSort, string> = {
  code: 'k_code:asc',
  mw: 'mw:asc',
  '-mw': 'mw:desc',
  newest: 'id:desc',
};

/** The same of the database. */
export const DATABASE_SORT: Record<SearchSort, string> = {
  code: 'code_key, id',
  mw: 'mw NULLS LAST, id',
  '-mw': 'mw DESC NULLS LAST, id',
  newest: 'id DESC',
};
