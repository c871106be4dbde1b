import { aliasMeant } from './alias.js';
import type { Hit } from './find.js';
import { compact, hasHan, lettersOf } from './normalise.js';
import type { TierName } from './plan.js';
import type { Typed } from './typed.js';

export type SuggestionKind = 'name_cn' | 'name_en' | 'code' | 'cas' | 'alias';

/** A completion of what is being typed, and the product it stands for. */
export interface Suggestion {
  text: string;
  kind: SuggestionKind;
  code: string;
}

const KINDS: Partial<Record<TierName, 'name_cn' | 'code' | 'cas'>> = {
  cas: 'cas',
  cas_start: 'cas',
  code: 'code',
  code_start: 'code',
  sound: 'name_cn',
};

export const MAX_SUGGESTIONS = 10;

/** What to offer for the hits of a search, each text once: the name, code or number that was being typed. */
export function suggestionsOf({ form }: Typed, hits: readonly Hit[]): Suggestion[] {
  const key = lettersOf(form);
  const han = hasHan(form);
  const offered = new Map<string, Suggestion>();
  for (const { product, tier, aliases } of hits) {
    const alias = aliasMeant(form, aliases);
    const field = KINDS[tier] ?? nameKind(product, key, han);
    const text = alias ?? product[field];
    if (text === null || offered.has(text)) continue;
    offered.set(text, { text, kind: alias === undefined ? field : 'alias', code: product.code });
    if (offered.size === MAX_SUGGESTIONS) break;
  }
  return [...offered.values()];
}

/** The name that contains what was typed; where neither or both do (a synonym, pinyin), the one in the script of the query. */
function nameKind(product: Hit['product'], key: string, han: boolean): 'name_cn' | 'name_en' {
  const inEnglish = product.name_en !== null && compact(product.name_en).includes(key);
  const inChinese = compact(product.name_cn).includes(key);
  if (han || product.name_en === null) return inEnglish && !inChinese ? 'name_en' : 'name_cn';
  return inChinese && !inEnglish ? 'name_cn' : 'name_en';
}
