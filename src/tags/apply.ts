import type { Transaction } from '../database/connect.js';
import { lockTags, updateTags } from '../products/store.js';
import { splitList } from '../products/values.js';

const MAX_LENGTH = 300; // of a product's tags, in code points (API v1, section 2.1)

/** What became of a tagging: products done, codes that are no product, products whose tags would grow too long. */
export interface Tagging {
  done: number;
  not_found: string[];
  failed: { code: string; reason: string }[];
}

/** Adds tags to products, without repeats, or replaces theirs (API v1, section 4.5). */
export async function applyTags(
  tx: Transaction,
  codes: string[],
  tags: string[],
  mode: 'append' | 'replace',
): Promise<Tagging> {
  const distinct = [...new Set(codes)];
  const products = await lockTags(tx, distinct);
  const found = new Set(products.map(({ code }) => code));
  const failed: Tagging['failed'] = [];
  const tagged = products.flatMap(({ code, tags: before }) => {
    const kept = mode === 'append' ? splitList(before ?? '') : [];
    const after = [...new Set([...kept, ...tags])].join(';');
    if ([...after].length <= MAX_LENGTH) return { code, tags: after || null };
    failed.push({ code, reason: 'too_long' });
    return [];
  });
  await updateTags(tx, tagged);
  return { done: tagged.length, not_found: distinct.filter((code) => !found.has(code)), failed };
}
