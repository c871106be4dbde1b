/** Orders of a search other than best first. Products without the value come last. */
export const SORTS = ['code', 'mw', '-mw', 'newest'] as const;
export type SearchSort = (typeof SORTS)[number];

/**
 * The most hits that are sorted. The end of a search by words is vague, and sorting all of it would put vague hits
 * among the best.
 */
export const SORTED = 1_000;

/** The engine's sorting of all products that pass the filters. */
export const ENGINE_SORT: Record<SearchSort, string> = {
  code: 'k_code:asc',
  mw: 'mw:asc',
  '-mw': 'mw:desc',
  newest: 'id:desc',
};

/** The database's. */
export const DATABASE_SORT: Record<SearchSort, string> = {
  code: 'code_key, id',
  mw: 'mw NULLS LAST, id',
  '-mw': 'mw DESC NULLS LAST, id',
  newest: 'id DESC',
};
