import { pinyin } from 'pinyin-pro';
import { NO_CAS } from '../src/products/fields.js';
import type { Product } from '../src/products/fields.js';
import type { StoredProduct } from '../src/products/store.js';
import { flatForm, saltForm } from '../src/search/chemistry.js';
import { exactKey } from '../src/search/filters.js';
import { formulaKey } from '../src/search/formula.js';
import { bookOf, impurityKeys, impurityOf } from '../src/search/impurity.js';
import { capBytes, compact, hasHan, readable, spaced, spaceHan } from '../src/search/normalise.js';

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
  /** exact keys for filters and facets */
  f_category: string;
  f_series: string | null;
  f_tags: string[];
}

/** The engine cuts filter values at 468 bytes, and one that is longer never matches. */
const KEY_BYTES = 400;

const STOCK_RANK = { in_stock: 0, futures: 1, custom: 2, off: 3 } as const;

/** The search document of a product. The one function that makes it: the follower and every rebuild call it. */
export function documentOf(product: StoredProduct): SearchDocument {
  const { id, version, ...shown } = product;
  const synonyms = parts(product.synonyms);
  const tags = parts(product.tags);
  const taggedBook = bookOf(tags);
  const nameEn = product.name_en ?? '';
  const pinyin = pinyinOf(product.name_cn);
  const names = unique([compact(nameEn), compact(product.name_cn)]);
  const cas = product.cas === NO_CAS ? '' : product.cas;
  return {
    id,
    v: version,
    ...shown,
    s_en: saltForm(readable(nameEn)),
    s_cn: compact(nameEn) === compact(product.name_cn) ? '' : wordsOf(product.name_cn),
    s_syn: synonyms.map(wordsOf),
    s_tags: unique([...tags, product.series ?? ''].map(spaced)),
    k_exact: unique([
      ...pinyin.slice(0, -1),
      compact(product.code),
      compact(cas),
      ...[nameEn, product.name_cn, ...synonyms].flatMap((name) => keysOf(name, product.series, taggedBook)),
    ]),
    k_name: names,
    k_code: capBytes(compact(product.code), KEY_BYTES),
    k_cas: readable(cas),
    k_formula: product.formula === null ? '' : formulaKey(product.formula),
    k_py: pinyin,
    len_en: Array.from(product.name_en ?? product.name_cn).length,
    len_cn: Array.from(product.name_cn).length,
    stock_rank: STOCK_RANK[product.status],
    f_category: exactKey(product.category),
    f_series: product.series === null ? null : exactKey(product.series),
    f_tags: tags.map(exactKey),
  };
}

function wordsOf(name: string): string {
  return spaceHan(saltForm(readable(name)));
}

/** Exact keys of a name: as written, its salt spelt in the one way, without stereo, and as an impurity. */
function keysOf(name: string, series: string | null, taggedBook: string | undefined): string[] {
  const form = readable(name);
  const salt = saltForm(form);
  const keys = [compact(form), compact(salt)];
  const flat = compact(flatForm(salt));
  if (flat !== '' && !keys.includes(flat)) keys.push(`~${flat}`);
  const impurity = impurityOf(form);
  if (impurity) {
    const parents = [impurity.parent, readable(series ?? '')];
    const book = impurity.book ?? taggedBook ?? 'unnamed';
    keys.push(
      ...impurityKeys(impurity.label, parents, book),
      ...impurityKeys(impurity.label, parents, 'any'),
    );
  }
  return keys;
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
