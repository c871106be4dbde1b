import { FACETED_FIELDS, NO_CAS } from '../src/catalogue/index.js';
import type { FacetedName, Product, StoredProduct } from '../src/catalogue/index.js';
import { codePoints } from '../src/platform/index.js';
import {
  aliasKeys,
  bookOf,
  capBytes,
  flatForm,
  formulaKey,
  fromEnd,
  hasHan,
  impurityKeys,
  impurityOf,
  isOpaque,
  lettersOf,
  oneOff,
  pairsOf,
  parentKeys,
  pinyinOf,
  readable,
  saltForm,
  signedKey,
  soundOf,
  spaceHan,
  systematicKey,
  withoutPlaces,
} from '../src/chemistry/index.js';
import { exactKey } from '../src/search/index.js';

/** A product as the search engine holds it: what is shown, what is searched in, and what is filtered by. */
export type SearchDocument = Searched & FacetKeys;

/** Exact keys for filters and facets: of a field's value, or of each part of a list. */
type FacetKeys = { [Name in FacetedName as `f_${Name}`]: string | string[] | null };

interface Searched {
  /** the product's id in Postgres: a code may hold what the engine refuses in an id */
  id: number;
  /** the row's version, to check whether the index is in step */
  v: string;
  /** the product as JSON, as answers carry it: one field is cheaper for engine and gateway than many */
  product: string;
  /** as they are stored */
  code: string;
  cas: string;
  status: Product['status'];
  /** its aliases, to show which one was found */
  aliases: string[];
  /** words: English name, Chinese name (each Han character apart), synonyms, tags and series, aliases */
  s_en: string;
  s_cn: string;
  s_syn: string[];
  s_tags: string[];
  s_alias: string[];
  /** keys of every text that names the product: a query that equals one of them surely means it */
  k_exact: string[];
  /** whole names, each as one word: for their beginnings, and for typing errors */
  k_name: string[];
  /** the key of the English name from its end, to find names by their stem; empty where that is no word */
  k_end: string;
  /** keys of its aliases: they are found after products of that name */
  k_alias: string[];
  /** short synonyms and aliases, each as one word, for typing errors */
  k_syn: string[];
  k_code: string;
  k_cas: string;
  k_formula: string;
  mw: number | null;
  /** each two neighbouring Han characters of the names */
  k_pairs: string[];
  /** the pinyin of the Chinese name: in full, and its initials */
  k_py: string[];
  /** 0 in stock, then futures, made to order, withdrawn */
  stock_rank: number;
  /** by stock, then the shorter name: one number, as the engine sorts by one attribute faster than by two */
  stock_en: number;
  stock_cn: number;
  /** by stock, then by how often it is probably asked for ({@link rarity}): the lower, the earlier */
  stock_asked: number;
  /** the order of suggestions: that by inquiries too, by the length of the English or the Chinese name */
  asked_en: number;
  asked_cn: number;
  /** what rarity was told by beside the product's own row, which others change: see {@link Ranked} */
  ranked: number[];
}

/** How many products are of its series and inquired about it, as far as it was known when the document was made. */
type Ranked = Pick<StoredProduct, (typeof RANKED)[number]>;
const RANKED = ['series_size', 'inquiries'] as const;

/** What a document was ranked by; nothing where it does not say. @param ranked the field of that name */
export function rankedBy(ranked: unknown): Partial<Ranked> {
  if (!Array.isArray(ranked)) return {};
  return Object.fromEntries(RANKED.map((name, at) => [name, Number(ranked[at])]));
}

/** The engine cuts filter values at 468 bytes, and one that is longer never matches. */
const KEY_BYTES = 400;
/** Longer synonyms are seldom typed in full, and their words are found anyway. */
const TYPED_SYNONYM = { least: 4, most: 24 };

const STOCK_RANK = { in_stock: 0, futures: 1, custom: 2, off: 3 } as const;
/** More than the characters of any name. */
const LENGTHS = 1_000_000;

/** Makes the search document of a product, for the follower and rebuilds alike. */
export function documentOf(product: StoredProduct): SearchDocument {
  const { id, version, aliases, series_size: _size, inquiries: _asked, ...shown } = product;
  const keysOfAliases = unique(...aliases.map(({ text, lang }) => aliasKeys(text, lang)));
  const tags = parts(product.tags);
  const parents = product.series === null ? [] : parentKeys(readable(product.series));
  const context = { series: parents, book: bookOf(tags) };
  const nameEn = formsOf(product.name_en ?? '', context);
  const nameCn = formsOf(product.name_cn, context);
  const synonyms = parts(product.synonyms).map((synonym) => formsOf(synonym, context));
  const cas = product.cas === NO_CAS ? '' : readable(product.cas);
  const code = lettersOf(readable(product.code));
  const pinyin = unique(pinyinOf(product.name_cn));
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
    aliases: aliases.map(({ text }) => text),
    s_en: nameEn.words,
    s_cn: nameCn.key === nameEn.key ? '' : nameCn.words,
    s_syn: synonyms.map(({ words }) => words),
    s_tags: [...new Set([...tags, product.series ?? ''].map(tagWords))].filter(Boolean),
    s_alias: aliases.flatMap(({ text }) => (isOpaque(text) ? [] : spaceHan(readable(text)))),
    k_exact: unique(
      [code, lettersOf(cas)],
      pinyin.slice(0, -1),
      pinyinOfOthers(product),
      aliases.flatMap(({ text }) => oneOff(saltForm(readable(text)))),
      nameEn.keys,
      nameCn.keys,
      ...synonyms.map(({ keys }) => keys),
    ),
    k_name: unique([nameEn.key, nameCn.key]),
    k_end: /^[a-z]+$/.test(nameEn.key) ? fromEnd(nameEn.key) : '',
    k_alias: keysOfAliases,
    k_syn: unique([...synonyms.map(({ key }) => key), ...keysOfAliases].filter(isTyped)),
    k_code: capBytes(code, KEY_BYTES),
    k_cas: cas,
    k_formula: product.formula === null ? '' : formulaKey(product.formula),
    mw: product.mw,
    k_pairs: unique(pairsOf([nameCn, ...synonyms].map(({ form }) => form).join(' '))),
    k_py: pinyin,
    stock_rank: stock,
    stock_en: stock * LENGTHS + lengthEn,
    stock_cn: stock * LENGTHS + lengthCn,
    asked_en: rarity(product, lengthEn / 6, product.inquiries),
    asked_cn: rarity(product, lengthCn / 3, product.inquiries),
    stock_asked: stock * LENGTHS + rarity(product, lengthEn / 6),
    ranked: RANKED.map((name) => product[name]),
    ...facetsOf(product),
  };
}

/**
 * An estimate of how rare a product is, from 0. Many aliases, its own series, names in both languages, a short name and
 * stock make it less rare.
 */
function rarity(product: StoredProduct, length: number, inquiries = 0): number {
  const { aliases, series_size: mates, name_en: nameEn, name_cn: nameCn, status } = product;
  const asked =
    3 * Math.log2(1 + aliases.length) +
    2 * Math.log2(1 + mates) +
    2 * Math.log2(1 + inquiries) +
    (nameEn !== null && nameEn !== nameCn ? 2 : 0) -
    2 * STOCK_RANK[status];
  return Math.round(100 * Math.max(0, MOST_ASKED - asked + length));
}

/** The pinyin of synonyms and aliases in full, with a mark in front: names that are mainly pronounced so come before. */
const pinyinOfOthers = ({ synonyms, aliases }: StoredProduct): string[] =>
  [...parts(synonyms), ...aliases.map(({ text }) => text)]
    .filter(hasHan)
    .flatMap((name) => pinyinOf(name).slice(0, -1))
    .map((pinyin) => `%${pinyin}`);

/** More than any product reaches. */
const MOST_ASKED = 60;

function facetsOf(product: StoredProduct): FacetKeys {
  const keyOf = (kind: string, text: string | null) =>
    kind === 'list' ? parts(text).map(exactKey) : text === null ? null : exactKey(text);
  return Object.fromEntries(
    FACETED_FIELDS.map(({ name, kind }) => [`f_${name}`, keyOf(kind, product[name])]),
  ) as FacetKeys;
}

const tagWords = (tag: string): string => spaceHan(capBytes(readable(tag), KEY_BYTES));

interface Forms {
  /** `readable` */
  form: string;
  /** for looking up words */
  words: string;
  /** as written, letters and digits alone */
  key: string;
  /**
   * with its signs; then with the salt in its usual spelling, by its parts (`=`), without stereo descriptors (`~`), without
   * the places of its groups (`*`), as it sounds (`^`), and as an impurity
   */
  keys: string[];
}

function formsOf(name: string, { series, book }: { series: string[]; book: string | undefined }): Forms {
  const form = readable(name);
  const salt = saltForm(form);
  const key = lettersOf(form);
  // Mostly the forms are equal, and so are their keys.
  const keys = [signedKey(form)];
  if (salt !== form) keys.push(signedKey(salt));
  const han = hasHan(form);
  if (han) keys.push(...oneOff(salt));
  const systematic = han ? undefined : systematicKey(salt);
  if (systematic !== undefined) keys.push(systematic);
  const flat = flatForm(salt);
  const flatKey = flat === form ? key : lettersOf(flat);
  if (flatKey !== '' && !keys.includes(flatKey)) keys.push(`~${flatKey}`);
  const flatSystematic = han || flat === salt ? undefined : systematicKey(flat);
  if (flatSystematic !== undefined) keys.push(`~${flatSystematic}`);
  const sound = soundOf(salt);
  if (sound !== undefined) keys.push(sound);
  const anywhere = withoutPlaces(flat);
  if (anywhere !== undefined) keys.push(`*${lettersOf(anywhere)}`);
  const impurity = impurityOf(form);
  if (impurity) {
    const parents = [...parentKeys(impurity.parent), ...series];
    for (const each of [impurity.book ?? book ?? 'unnamed', 'any'])
      keys.push(...impurityKeys(impurity.label, parents, each));
  }
  // Parts of Chinese names are searched as they are written, so Chinese salts keep their spelling.
  return { form, words: han ? spaceHan(form) : salt, key, keys };
}

function isTyped(key: string): boolean {
  return (
    !key.startsWith('#') &&
    key.length >= TYPED_SYNONYM.least &&
    key.length <= TYPED_SYNONYM.most &&
    !hasHan(key)
  );
}

function parts(list: string | null): string[] {
  return list === null ? [] : list.split(';').filter(Boolean);
}

function unique(...lists: string[][]): string[] {
  const distinct = new Set<string>();
  for (const keys of lists) for (const key of keys) if (key !== '') distinct.add(capBytes(key, KEY_BYTES));
  return [...distinct];
}
