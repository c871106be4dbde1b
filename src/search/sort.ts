import type { Found, Hit, Page } from './find.js';

/** Orders of a search beside the best first; products without the value come last. */
export const SORTS = ['code', 'mw', '-mw', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * The hits of a text that are put in order. Of what is found by words the vaguest is at the end: with all of it in order,
 * that would stand among the best.
 */
export const SORTED = 1_000;

/** How the engine puts all products of a filter in order. */
export const ENGINE_SORT: Record<Sort, string> = {
  code: 'k_code:asc',
  mw: 'mw:asc',
  '-mw': 'mw:desc',
  newest: 'id:desc',
};

/** The same of the database. */
export const DATABASE_SORT: Record<Sort, string> = {
  code: 'code_key, id',
  mw: 'mw NULLS LAST, id',
  '-mw': 'mw DESC NULLS LAST, id',
  newest: 'id DESC',
};

/** A page of the best hits of a search, put in order. @param found the first {@link SORTED} of them */
export function sorted<F extends Found>(found: F, sort: Sort, { offset, limit }: Page): F {
  const keyed = found.hits.map((hit) => ({ hit, ...keyOf(hit, sort) }));
  keyed.sort((a, b) => a.number - b.number || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  return {
    ...found,
    hits: keyed.slice(offset, offset + limit).map(({ hit }) => hit),
    total: Math.min(found.total, SORTED),
  };
}

function keyOf(hit: Hit, sort: Sort): { number: number; text: string } {
  const { code, mw } = hit.product;
  const text = code.toLowerCase();
  if (sort === 'newest') return { number: -hit.id, text };
  if (sort === 'code') return { number: 0, text };
  return { number: mw === null ? Number.POSITIVE_INFINITY : sort === 'mw' ? mw : -mw, text };
}
