import { pinyin } from 'pinyin-pro';
import { NO_CAS } from '../src/products/fields.js';
import type { Product } from '../src/products/fields.js';
import type { StoredProduct } from '../src/products/store.js';
import { formulaKey } from '../src/search/formula.js';
import { capBytes, compact, hasHan, readable, spaced } from '../src/search/normalise.js';

/** A product as the search engine holds it: what is shown, and what is searched in. */
export interface SearchDocument extends Product {
  /** the product's id in Postgres: a code may hold what the engine refuses in an id */
  id: number;
  /** the row's version, for telling whether the index is in step */
  v: string;
  /** words: English name, Chinese name (each Han character apart), synonyms, tags and series */
  s_en: string;
  s_cn: string;
  s_syn: string[];
  s_tags: string[];
  /** exact keys of every text that names the product */
  k_exact: string[];
  /** compact names, for beginnings of names and names with other punctuation */
  k_name: string[];
  k_code: string;
  k_cas: string;
  k_formula: string;
  /** pinyin of the Chinese name: whole, and first letters */
  k_py: string[];
  len_en: number;
  len_cn: number;
  /** 0 in stock, then futures, made to order, withdrawn */
  stock_rank: number;
  tag_list: string[];
}

/** The engine cuts filter values at 468 bytes, and one that is longer never matches. */
const KEY_BYTES = 400;

const STOCK_RANK = { in_stock: 0, futures: 1, custom: 2, off: 3 } as const;

/** The search document of a product. The one function that makes it: the follower and every rebuild call it. */
export function documentOf(product: StoredProduct): SearchDocument {
  const { id, version, ...shown } = product;
  const synonyms = parts(product.synonyms);
  const tags = parts(product.tags);
  const nameEn = product.name_en ?? '';
  const names = unique([compact(nameEn), compact(product.name_cn)]);
  const cas = product.cas === NO_CAS ? '' : product.cas;
  return {
    id,
    v: version,
    ...shown,
    s_en: readable(nameEn),
    s_cn: compact(nameEn) === compact(product.name_cn) ? '' : spaced(product.name_cn),
    s_syn: synonyms.map(spaced),
    s_tags: unique([...tags, product.series ?? ''].map(spaced)),
    k_exact: unique([compact(product.code), compact(cas), ...names, ...synonyms.map(compact)]),
    k_name: names,
    k_code: capBytes(compact(product.code), KEY_BYTES),
    k_cas: readable(cas),
    k_formula: product.formula === null ? '' : formulaKey(product.formula),
    k_py: pinyinOf(product.name_cn),
    len_en: Array.from(product.name_en ?? product.name_cn).length,
    len_cn: Array.from(product.name_cn).length,
    stock_rank: STOCK_RANK[product.status],
    tag_list: tags,
  };
}

function parts(list: string | null): string[] {
  return list === null ? [] : list.split(';').filter(Boolean);
}

function unique(keys: string[]): string[] {
  return [...new Set(keys.map((key) => capBytes(key, KEY_BYTES)))].filter(Boolean);
}

function pinyinOf(name: string): string[] {
  if (!hasHan(name)) return [];
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'removed', v: true });
  const whole = syllables.join('');
  return unique([whole, whole.replaceAll('v', 'u'), syllables.map((syllable) => syllable[0]).join('')]);
}
