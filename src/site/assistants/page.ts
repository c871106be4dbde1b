import { z } from 'zod';
import { badField, pageAt } from '../../platform/index.js';
import type { Database, Page } from '../../platform/index.js';
import { readable } from '../../chemistry/index.js';
import { MAX_HITS } from '../../search/index.js';
import { nearestTerms, STATUSES, TERM_KINDS } from '../../catalogue/index.js';
import type { TermKind } from '../../catalogue/index.js';
import { firstThatFit } from './fit.js';
import { filterText } from './tool.js';
import type { ToolContext } from './tool.js';
import { explained, TEXTS } from './texts.js';

// What the tools have in common that list products page by page.

export const FILTER_INPUTS = explained(TEXTS.filters, {
  category: filterText,
  in_stock: z.boolean().optional(),
  status: z.enum(STATUSES).optional(),
  series: filterText,
  tag: filterText,
});

/**
 * Filters with the values that products have, where one is given by the English name that answers show beside it.
 * @throws Problem 400 where several values have that name
 */
export function filtersByName<F extends { [K in TermKind]?: string | undefined }>(
  terms: ToolContext['terms'],
  filters: F,
): F {
  const named = TERM_KINDS.flatMap((kind) => {
    const given = filters[kind];
    if (given === undefined || terms.nameOf(kind, given) !== undefined) return [];
    const [value, ...others] = terms.meant(readable(given))?.[kind] ?? [];
    if (value === undefined) return [];
    if (others.length > 0)
      throw badField(kind, 'ambiguous', `is the name of ${[value, ...others].join(', ')}`);
    return [[kind, value]];
  });
  return { ...filters, ...Object.fromEntries(named) };
}

/**
 * Tells a filter by a word that no product has from one that leaves nothing: asked where nothing was found.
 * @throws Problem 400 that names the nearest values
 */
export async function refuseUnknown(
  db: Database,
  filters: { [K in TermKind]?: string | undefined },
): Promise<void> {
  for (const kind of TERM_KINDS) {
    const given = filters[kind];
    if (given === undefined) continue;
    const { isKnown, nearest } = await nearestTerms(db, kind, given);
    if (isKnown) continue;
    const names = nearest.map(({ value, name_en: name }) => (name === null ? value : `${value} (${name})`));
    const near = names.length > 0 ? `; the nearest: ${names.join(', ')}` : '';
    throw badField(kind, 'unknown_value', `no product has "${given}"${near}`);
  }
}

export const PAGING = explained(TEXTS.paging, {
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(20).default(10),
});

export const omittedOutput = z.int().min(1).optional().meta({ description: TEXTS.shared.omitted });

/** @throws Problem 400 where it reaches beyond all hits */
export function hitsOfPage(page: number, size: number): Page {
  const place = pageAt(page, size);
  if (place.offset < MAX_HITS) return place;
  throw badField('page', 'too_deep', `reaches beyond ${MAX_HITS} hits; narrow the search`);
}

/** An answer with as many products of a page as fit between what comes before and after them. */
export function pageThatFits<T extends object, B extends object, A extends object>(
  before: B,
  products: T[],
  after: A,
) {
  const data = firstThatFit(products, { ...before, data: [], omitted: products.length, ...after });
  const omitted = products.length - data.length;
  return { ...before, data, ...(omitted > 0 && { omitted }), ...after };
}
