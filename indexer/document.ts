import { LRUCache } from 'lru-cache';
import { FACETED_FIELDS, NO_CAS } from '../src/products/fields.js';
import type { FacetedName, Product } from '../src/products/fields.js';
import type { StoredProduct } from '../src/products/store.js';
import { codePoints } from '../src/code-points.js';
import { flatForm, saltForm } from '../src/search/chemistry.js';
import { exactKey } from '../src/search/filters.js';
import { formulaKey } from '../src/search/formula.js';
import { bookOf, impurityKeys, impurityOf, parentKeys } from '../src/search/impurity.js';
import { capBytes, hasHan, lettersOf, readable, spaceHan } from '../src/search/normalise.js';
import { pinyinOf } from '../src/search/pinyin.js';

/** A product as the search engine holds it: what is shown, what is searched in, and what is filtered by. */
export type SearchDocument = Searched & FacetKeys;

/** For filters and facets, to the letter: a field's value, or each part of a list. */
type FacetKeys = { [Name in FacetedName as `f_${Name}`]: string | string[] | null };

interface Searched {
  /** the product's id in Postgres: a code may hold what the engine refuses in an id */
  id: number;
  /** the row's version, for telling whether the index is in step */
  v: string;
  /** the product as JSON, as answers carry it: one field costs the engine and the gateway less than its nineteen */
  product: string;
  /** to the letter */
  code: string;
  cas: string;
  status: Product['status'];
  /** words: English name, Chinese name (each Han character apart), synonyms, tags and series */
  s_en: string;
  s_cn: string;
  s_syn: string[];
  s_tags: string[];
  /** keys of every text that names the product: equal to one of them is a sure hit */
  k_exact: string[];
  /** whole names in one piece: for their beginnings, and for typing errors in them */
  k_name: string[];
  /** short synonyms in one piece, for typing errors in them */
  k_syn: string[];
  k_code: string;
  k_cas: string;
  k_formula: string;
  /** how the Chinese name is said: in full, and its first letters */
  k_py: string[];
  /** 0 in stock, then futures, made to order, withdrawn */
  stock_rank: number;
  /**
   * for sorting: by stock, then the shorter name; by the shorter name, then stock. As one number, since sorting by two
   * takes the engine twice the time
   */
  stock_en: number;
  stock_cn: number;
  short_en: number;
  short_cn: number;
}

/** The engine cuts filter values at 468 bytes, and one that is longer never matches. */
const KEY_BYTES = 400;
/** Longer synonyms are seldom typed from memory, and their words are found anyway. */
const TYPED_SYNONYM = { least: 4, most: 24 };

const STOCK_RANK = { in_stock: 0, futures: 1, custom: 2, off: 3 } as const;
const STOCK_RANKS = Object.keys(STOCK_RANK).length;
/** No name has as many characters. */
const LENGTHS = 1_000_000;

/** The search document of a product. The one function that makes it: the follower and every rebuild call it. */
export function documentOf(product: StoredProduct): SearchDocument {
  const { id, version, ...shown } = product;
  const tags = parts(product.tags);
  const series = product.series === null ? undefined : seriesForms(product.series);
  const context = { series: series?.parents ?? [], book: bookOf(tags) };
  const nameEn = formsOf(product.name_en ?? '', context);
  const nameCn = formsOf(product.name_cn, context);
  const synonyms = parts(product.synonyms).map((synonym) => formsOf(synonym, context));
  const cas = product.cas === NO_CAS ? '' : readable(product.cas);
  const code = lettersOf(readable(product.code));
  const said = unique(pinyinOf(product.name_cn));
  const stock = STOCK_RANK[product.status];
  const lengthCn = codePoints(product.name_cn);
  const lengthEn = product.name_en === null ? lengthCn : codePoints(product.name_en);
  return {
    id,
    v: version,
    product: JSON.stringify(shown),
    code: product.code,
    cas: product.cas,
    status: product.status,
    s_en: nameEn.words,
    s_cn: nameCn.key === nameEn.key ? '' : nameCn.words,
    s_syn: synonyms.map(({ words }) => words),
    s_tags: [...new Set([...tags.map(tagWords), series?.words ?? ''])].filter(Boolean),
    k_exact: unique(
      [code, lettersOf(cas)],
      said.slice(0, -1),
      nameEn.keys,
      nameCn.keys,
      ...synonyms.map(({ keys }) => keys),
    ),
    k_name: unique([nameEn.key, nameCn.key]),
    k_syn: unique(synonyms.map(({ key }) => key).filter(isTyped)),
    k_code: capBytes(code, KEY_BYTES),
    k_cas: cas,
    k_formula: product.formula === null ? '' : formulaKey(product.formula),
    k_py: said,
    stock_rank: stock,
    stock_en: stock * LENGTHS + lengthEn,
    stock_cn: stock * LENGTHS + lengthCn,
    short_en: lengthEn * STOCK_RANKS + stock,
    short_cn: lengthCn * STOCK_RANKS + stock,
    ...facetsOf(product),
  };
}

function facetsOf(product: StoredProduct): FacetKeys {
  const keyOf = (kind: string, text: string | null) =>
    kind === 'list' ? parts(text).map(sharedKey) : text === null ? null : sharedKey(text);
  return Object.fromEntries(
    FACETED_FIELDS.map(({ name, kind }) => [`f_${name}`, keyOf(kind, product[name])]),
  ) as FacetKeys;
}

/** Caches the forms of what many products share: categories, tags, series. */
function shared<T extends object | string>(make: (text: string) => T): (text: string) => T {
  const made = new LRUCache<string, T>({ max: 10_000, memoMethod: make });
  return (text) => made.memo(text);
}

const sharedKey = shared(exactKey);
const tagWords = shared((tag) => spaceHan(capBytes(readable(tag), KEY_BYTES)));
const seriesForms = shared((series) => ({
  words: tagWords(series),
  parents: parentKeys(readable(series)),
}));

interface Forms {
  /** for looking up words */
  words: string;
  /** as written, letters and digits alone */
  key: string;
  /** `key`, the salt spelt in the one way, without stereo, and as an impurity */
  keys: string[];
}

function formsOf(name: string, { series, book }: { series: string[]; book: string | undefined }): Forms {
  const form = readable(name);
  const salt = saltForm(form);
  const key = lettersOf(form);
  // Most names are spelt in one way: what is equal is not made again.
  const saltKey = salt === form ? key : lettersOf(salt);
  const keys = [key, saltKey];
  const flat = flatForm(salt);
  const flatKey = flat === salt ? saltKey : lettersOf(flat);
  if (flatKey !== '' && !keys.includes(flatKey)) keys.push(`~${flatKey}`);
  const impurity = impurityOf(form);
  if (impurity) {
    const parents = [...parentKeys(impurity.parent), ...series];
    for (const each of [impurity.book ?? book ?? 'unnamed', 'any'])
      keys.push(...impurityKeys(impurity.label, parents, each));
  }
  // Parts of Chinese names are looked for as they are written, so these stay as they are.
  return { words: hasHan(form) ? spaceHan(form) : salt, key, keys };
}

function isTyped(key: string): boolean {
  return key.length >= TYPED_SYNONYM.least && key.length <= TYPED_SYNONYM.most && !hasHan(key);
}

function parts(list: string | null): string[] {
  return list === null ? [] : list.split(';').filter(Boolean);
}

function unique(...lists: string[][]): string[] {
  const distinct = new Set<string>();
  for (const keys of lists) for (const key of keys) if (key !== '') distinct.add(capBytes(key, KEY_BYTES));
  return [...distinct];
}
