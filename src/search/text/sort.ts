import type { SearchSort } from '../engine/engine.js';

export { SORTS } from '../engine/engine.js';
export type { SearchSort } from '../engine/engine.js';

/**
 * The most hits that are sorted. The end of a search by words is vague, and sorting all of it would put vague hits
 * among the best.
 */
export const SORTED = 1_000;

/** How the database sorts. */
export const DATABASE_SORT: Record<SearchSort, string> = {
  code: 'code_key, id',
  mw: 'mw NULLS LAST, id',
  '-mw': 'mw DESC NULLS LAST, id',
  newest: 'id DESC',
};
