import { isLonger } from '../../platform/index.js';
import type { Transaction } from '../../platform/index.js';
import { lockTags, updateTags } from '../products/store.js';
import { splitList } from '../products/values.js';

/** The longest that a product's tags may be together, in code points (API v1, section 2.1). */
export const TAGS_LENGTH = 300;

/** The outcome: products tagged, codes that are no product, products that may not be tagged or whose tags would be too long. */
interface Tagging {
  done: number;
  not_found: string[];
  failed: { code: string; reason: 'too_long' | 'other_source' }[];
}

/**
 * Adds tags to products, without repeats, or replaces theirs (API v1, section 4.5).
 * @param bound the source whose products alone are tagged
 */
export async function applyTags(
  tx: Transaction,
  codes: string[],
  tags: string[],
  mode: 'append' | 'replace',
  bound?: string,
): Promise<Tagging> {
  const distinct = [...new Set(codes)];
  const products = await lockTags(tx, distinct);
  const found = new Set(products.map(({ code }) => code));
  const failed: Tagging['failed'] = [];
  const given = [...new Set(tags)];
  // Tags that are too long by themselves fail for every product, without joining them for each.
  const fits = !isLonger(given.join(';'), TAGS_LENGTH);
  const tagged = products.flatMap(({ code, tags: before, source }) => {
    if (bound !== undefined && source !== bound) {
      failed.push({ code, reason: 'other_source' });
      return [];
    }
    const kept = mode === 'append' && fits ? splitList(before ?? '') : [];
    const after = fits ? [...new Set([...kept, ...given])].join(';') : null;
    if (after !== null && !isLonger(after, TAGS_LENGTH)) return { code, tags: after || null };
    failed.push({ code, reason: 'too_long' });
    return [];
  });
  await updateTags(tx, tagged);
  return { done: tagged.length, not_found: distinct.filter((code) => !found.has(code)), failed };
}
