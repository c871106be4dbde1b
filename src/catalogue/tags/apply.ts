import { isLonger } from '../../platform/index.js';
import type { Transaction } from '../../platform/index.js';
import { lockProducts, updateProducts } from '../products/store.js';
import { splitList } from '../products/values.js';

/** The longest that a product's tags may be together, in code points (API v1, section 2.1). */
export const TAGS_LENGTH = 300;

/**
 * Adds tags to products, without repeats, or replaces theirs (API v1, section 4.5).
 * @param bound the source whose products alone are tagged
 * @returns how many were; codes that are no product; products that may not be tagged or whose tags would be too long
 */
export async function applyTags(
  tx: Transaction,
  codes: string[],
  tags: string[],
  mode: 'append' | 'replace',
  bound?: string,
) {
  const distinct = [...new Set(codes)];
  const products = await lockProducts(tx, distinct);
  const found = new Set(products.map(({ code }) => code));
  const failed: { code: string; reason: 'too_long' | 'other_source' }[] = [];
  const given = [...new Set(tags)];
  // Tags that are too long by themselves fail for every product, without joining them for each.
  const fits = !isLonger(given.join(';'), TAGS_LENGTH);
  const tagged = products.flatMap((product) => {
    const { code, tags: before, source } = product;
    if (bound !== undefined && source !== bound) {
      failed.push({ code, reason: 'other_source' });
      return [];
    }
    const kept = mode === 'append' && fits ? splitList(before ?? '') : [];
    const after = fits ? [...new Set([...kept, ...given])].join(';') : null;
    if (after !== null && !isLonger(after, TAGS_LENGTH)) return { ...product, tags: after || null };
    failed.push({ code, reason: 'too_long' });
    return [];
  });
  await updateProducts(tx, tagged);
  return { done: tagged.length, not_found: distinct.filter((code) => !found.has(code)), failed };
}
