import { createHash } from 'node:crypto';
import type { Status } from '../products/fields.js';

/** What a search may be narrowed to. */
export interface SearchFilters {
  category?: string | undefined;
  in_stock?: boolean | undefined;
  status?: Status | undefined;
  series?: string | undefined;
  tag?: string | undefined;
}

/**
 * A key that the engine compares exactly: it compares filter values without regard to case, width and accents, and cuts
 * them at 468 bytes. {@link exactText} gives the text of a key, unless it was too long.
 */
export function exactKey(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= 200 ? bytes.toString('hex') : `=${createHash('sha256').update(bytes).digest('hex')}`;
}

/** The text of a key; undefined where it was too long for one. */
export function exactText(key: string): string | undefined {
  return key.startsWith('=') ? undefined : Buffer.from(key, 'hex').toString();
}

/** The filters in the engine's language; empty where there are none. */
export function engineFilter(filters: SearchFilters): string {
  const { category, in_stock: inStock, status, series, tag } = filters;
  return [
    category !== undefined && `f_category = "${exactKey(category)}"`,
    series !== undefined && `f_series = "${exactKey(series)}"`,
    tag !== undefined && `f_tags = "${exactKey(tag)}"`,
    status !== undefined && `status = ${status}`,
    inStock !== undefined && `status ${inStock ? '=' : '!='} in_stock`,
  ]
    .filter(Boolean)
    .join(' AND ');
}

/** The facets that a search can count, and the index field of each. */
export const FACETS = {
  category: 'f_category',
  series: 'f_series',
  tag: 'f_tags',
  status: 'status',
} as const;
