import { FACETED_FIELDS, NO_CAS } from '../src/catalogue/index.js';
import type { FacetedName, StoredProduct } from '../src/catalogue/index.js';
import { codePoints } from '../src/platform/index.js';
import { exactKey } from '../src/search/index.js';
import {
  capBytes,
  hasHan,
  isOpaque,
  lettersOf,
  readable,
  saltForm,
  spaceHan,
} from '../src/chemistry/index.js';

/** A product as the search engine holds it: what is shown, what is searched in, and what is filtered by. */
export type SearchDocument = ReturnType<typeof documentOf>;

/** Longer words are cut. */
const MOST_BYTES = 400;

export const STOCK_RANK = { in_stock: 0, futures: 1, custom: 2, off: 3 } as const;
/** More than the characters of any name. */
const LENGTHS = 1_000_000;

/** Makes the search document of a product, for the follower and rebuilds alike. */
export function documentOf(product: StoredProduct) {
  const { id, version, aliases, series_size: _size, inquiries: _asked, ...shown } = product;
  const [english, chinese] = [product.name_en ?? '', product.name_cn].map(readable) as [string, string];
  const stock = STOCK_RANK[product.status];
  const lengthCn = codePoints(product.name_cn);
  const lengthEn = product.name_en === null ? lengthCn : codePoints(product.name_en);
  return {
    // The id in Postgres: a code may hold what the engine refuses in an id.
    id,
    // The row's version, to check whether the index is in step.
    v: version,
    // As JSON, as answers carry it: one field is cheaper for engine and gateway than many.
    product: JSON.stringify(shown),
    code: product.code,
    cas: product.cas === NO_CAS ? '' : product.cas,
    formula: product.formula ?? '',
    status: product.status,
    // To show which one was found.
    aliases: aliases.map(({ text }) => text),
    // Words: English name, Chinese name (each Han character apart), synonyms, tags and series, aliases.
    s_en: wordsOf(english),
    s_cn: lettersOf(chinese) === lettersOf(english) ? '' : wordsOf(chinese),
    s_syn: parts(product.synonyms).map((synonym) => wordsOf(readable(synonym))),
    s_tags: [...new Set([...parts(product.tags), product.series ?? ''].map(tagWords))].filter(Boolean),
    s_alias: aliases.flatMap(({ text }) => (isOpaque(text) ? [] : spaceHan(readable(text)))),
    mw: product.mw,
    // To sort by product number.
    k_code: capBytes(lettersOf(readable(product.code)), MOST_BYTES),
    stock_rank: stock,
    // By stock, then the shorter name: one number, as the engine sorts by one attribute faster than by two.
    stock_en: stock * LENGTHS + lengthEn,
    stock_cn: stock * LENGTHS + lengthCn,
    ...facetsOf(product),
  };
}

/** Parts of Chinese names are searched as they are written, so Chinese salts keep their spelling. */
const wordsOf = (form: string): string => (hasHan(form) ? spaceHan(form) : saltForm(form));

/** Exact keys for filters and facets: of a field's value, or of each part of a list. */
function facetsOf(product: StoredProduct): Record<`f_${FacetedName}`, string | string[] | null> {
  const keyOf = (kind: string, text: string | null) =>
    kind === 'list' ? parts(text).map(exactKey) : text === null ? null : exactKey(text);
  const keys = FACETED_FIELDS.map(({ name, kind }) => [`f_${name}`, keyOf(kind, product[name])]);
  return Object.fromEntries(keys) as ReturnType<typeof facetsOf>;
}

const tagWords = (tag: string): string => spaceHan(capBytes(readable(tag), MOST_BYTES));

function parts(list: string | null): string[] {
  return list === null ? [] : list.split(';').filter(Boolean);
}
