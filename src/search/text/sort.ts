import type { Page } from '../../platform/index.js';
import type { SearchSort } from '../engine/engine.js';
import type { Found, Hit } from './found.js';

/**
 * The most hits that are sorted. The end of a search by words is vague, and sorting all of it would put vague hits
 * among the best.
 */
export const SORTED = 1_000;

/** A page of the best hits, sorted. @param found the first {@link SORTED} hits */
export function sorted<F extends Found>(found: F, sort: SearchSort, { offset, limit }: Page): F {
  const keyed = found.hits.map((hit) => ({ hit, ...keyOf(hit, sort) }));
  keyed.sort((a, b) => a.number - b.number || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  return {
    ...found,
    hits: keyed.slice(offset, offset + limit).map(({ hit }) => hit),
    total: Math.min(found.total, SORTED),
  };
}

function keyOf(hit: Hit, sort: SearchSort): { number: number; text: string } {
  if (sort === 'newest') return { number: -hit.id, text: '' };
  const { code, mw } = hit.product;
  const text = code.toLowerCase();
  if (sort === 'code') return { number: 0, text };
  return { number: mw === null ? Number.POSITIVE_INFINITY : sort === 'mw' ? mw : -mw, text };
}
