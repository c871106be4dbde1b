import type { Product } from '../../catalogue/index.js';
import { aliasMeant, compact, hasHan, lettersOf, pinyinOf } from '../../chemistry/index.js';
import type { Hit } from './found.js';
import type { TierName } from './tier.js';
import type { Typed } from './typed.js';

const KINDS: Partial<Record<TierName, 'code' | 'cas'>> = {
  cas: 'cas',
  cas_start: 'cas',
  code: 'code',
  code_start: 'code',
};

export const MAX_SUGGESTIONS = 10;

/** Products that are withdrawn come last, but for the one whose whole number is typed. */
const isLast = ({ product, tier }: Hit): boolean =>
  product.status === 'off' && tier !== 'code' && tier !== 'cas';

/** The suggestions for the hits of a search, each text once: the name, code or number that is being typed. */
export function suggestionsOf({ form }: Typed, hits: readonly Hit[]) {
  const key = lettersOf(form);
  const han = hasHan(form);
  const inScript = han ? (['name_cn', 'name_en'] as const) : (['name_en', 'name_cn'] as const);
  const offered = new Map<string, { text: string; kind: keyof Product | 'alias'; code: string }>();
  for (const { product, tier, aliases } of hits.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    // Which name contains the text. If both do, the one in its script.
    const kind = KINDS[tier] ?? inScript.find((name) => compact(product[name] ?? '').includes(key));
    const alias = kind === undefined ? aliasMeant(form, aliases) : undefined;
    const field = kind ?? otherKind(product, key, han);
    const text = alias ?? product[field];
    if (text === null || offered.has(text)) continue;
    offered.set(text, { text, kind: alias === undefined ? field : 'alias', code: product.code });
    if (offered.size === MAX_SUGGESTIONS) break;
  }
  return [...offered.values()];
}

/**
 * Which name to offer if neither contains the typed text: the Chinese one for its pinyin, otherwise the one in the
 * script of the query.
 */
function otherKind({ name_en, name_cn }: Product, key: string, han: boolean): 'name_cn' | 'name_en' {
  if (han || name_en === null || pinyinOf(name_cn).some((pinyin) => pinyin.startsWith(key))) return 'name_cn';
  return 'name_en';
}
