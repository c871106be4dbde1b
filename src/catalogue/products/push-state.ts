import { ConcurrentWrite, isLonger } from '../../platform/index.js';
import type { NewStructure } from '../structures/store.js';
import { hashOfNew } from '../structures/new-structure.js';
import { blankProduct, DEFAULT_CATEGORY, DEFAULT_STATUS, extCode } from './fields.js';
import type { Status, WritableProduct } from './fields.js';
import type { Item, ItemError } from './item.js';
import type { CatalogueView } from './view.js';

const MAX_EXT_CAS = 26; // 'EXT-' and this make the 30 characters of a code

/** The products that a push may touch, as they are after the items so far. */
type PushState = Awaited<ReturnType<typeof openState>>;

/** A product that a push touches. */
export interface TouchedProduct {
  product: WritableProduct;
  isNew: boolean;
  touched: boolean;
  /** the structure that it is to have, where an item says so */
  newStructure?: NewStructure;
}

/** Reads what items can change. @throws ConcurrentWrite */
export async function openState(
  view: CatalogueView,
  items: Item[],
  { source, ownAlone = false }: { source: string; ownAlone?: boolean | undefined },
) {
  const casNumbers = distinct(items.flatMap(({ code, values }) => (code === undefined ? values.cas : null)));
  if (casNumbers.length > 0) await view.beginCodeless();

  const codes = new Set(items.flatMap((item) => item.code ?? []));
  for (const { code } of await view.holdersOfCas(casNumbers)) codes.add(code);
  for (const cas of casNumbers) codes.add(extCode(cas));
  const locked = await view.products([...codes]);
  const byCas = new Map(casNumbers.map((cas) => [cas, new Set<string>()]));
  for (const { code, cas } of await view.holdersOfCas(casNumbers)) {
    if (!codes.has(code)) throw new ConcurrentWrite('a CAS number found another holder');
    byCas.get(cas)?.add(code);
  }
  const named = distinct(items.map(({ values }) => values.category));
  const categories = new Set([DEFAULT_CATEGORY, ...(await view.categories(named))]);
  const unknown = named.filter((name) => !categories.has(name));
  const hasStructures = items.some(({ newStructure }) => newStructure !== undefined);
  return {
    /** the products before the push, by their numbers */
    stored: new Map(locked.map((product) => [product.code, product])),
    byCode: new Map(
      locked.map((product): [string, TouchedProduct] => [
        product.code,
        { product, isNew: false, touched: false },
      ]),
    ),
    /** codes by CAS number, for the numbers that code-less items carry */
    byCas,
    /** codes of items that were refused because they would have to create their product */
    missed: new Set<string>(),
    /** those of the items that exist */
    categories,
    /** those that are spelt most like the first others, by these */
    nearest: new Map(await view.nearestCategories(unknown)),
    /** of the structures before this push, by product number */
    hashes: hasStructures ? await view.structures([...codes]) : new Map<string, string>(),
    /** the source label of new products */
    source,
    /** whether items for products of other sources are invalid */
    ownAlone,
  };
}

/** The texts among some values, each once. */
const distinct = (values: unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];

type Refused = Omit<ItemError, 'index' | 'code' | 'others'>;
const refused = (field: string, reason: string, message: string): Refused => ({ field, reason, message });

/** What is wrong with a category that is not there. @param nearest the ones that it may mean */
export const unknownCategory = (value: string, nearest: string[] = []) => {
  const near = nearest.length > 0 ? `; the nearest: ${nearest.join(', ')}` : '';
  const message = `there is no category ${value}: POST /categories creates one${near}`;
  return { field: 'category', reason: 'unknown_category' as const, message, value, nearest };
};

/** Applies one item. @returns the product after and before it (null: created), or why it is invalid */
export function applyItem(
  state: PushState,
  item: Item,
): { entry: TouchedProduct; before: WritableProduct | null; isOtherStructure: boolean } | ItemError {
  const found = item.code ?? codeForCas(state, item.values.cas as string);
  if (typeof found === 'object') return { index: item.index, code: null, ...found };
  const entry = state.byCode.get(found);
  const refusal = refusalOf(state, item, entry?.product);
  if (refusal) {
    if (!entry) state.missed.add(found);
    return { index: item.index, code: found, ...refusal };
  }
  const before = entry?.product ?? null;
  const held = before ? listedAgain(before, state.source) : blankProduct(found, state.source);
  const product = overlay(held, item);
  const next = entry ?? { product, isNew: true, touched: true };
  next.product = product;
  state.byCode.set(found, next);
  if (before?.cas !== product.cas) {
    if (before) state.byCas.get(before.cas)?.delete(found);
    state.byCas.get(product.cas)?.add(found);
  }
  const isOtherStructure =
    item.newStructure !== undefined && hashAfter(state, next) !== hashOfNew(item.newStructure);
  if (item.newStructure !== undefined) next.newStructure = item.newStructure;
  return { entry: next, before, isOtherStructure };
}

const OTHER_SOURCE =
  'is a product of another source, which this key may not write; an item without a code means that of its CAS number';

/** Why an item may not be applied to the product that it means; undefined where it may. */
function refusalOf(
  { ownAlone, source, categories, nearest }: PushState,
  { values }: Item,
  product: WritableProduct | undefined,
): Refused | undefined {
  if (ownAlone && product && product.source !== source) return refused('code', 'other_source', OTHER_SOURCE);
  if (!product && values.name_cn === undefined)
    return refused('name_cn', 'required', 'a new product needs a Chinese name');
  const category = values.category as string | null | undefined;
  if (category != null && !categories.has(category) && category !== product?.category)
    return unknownCategory(category, nearest.get(category));
  return undefined;
}

/** The hash of the structure that a product has before the push; null where none. */
const hashBefore = ({ hashes }: PushState, { product }: TouchedProduct): string | null =>
  hashes.get(product.code) ?? null;
/** The same after the items so far. */
const hashAfter = (state: PushState, entry: TouchedProduct): string | null =>
  entry.newStructure === undefined ? hashBefore(state, entry) : hashOfNew(entry.newStructure);

/** The product of a code-less item: the only holder of the CAS number, or `EXT-<cas>`. */
function codeForCas({ byCas, byCode }: PushState, cas: string): string | Refused {
  const own = extCode(cas);
  const holders = byCas.get(cas)!;
  if (holders.size === 1) return [...holders][0]!;
  if (holders.has(own)) return own;
  const message = `${holders.size} products have the CAS number ${cas}; give a code`;
  if (holders.size > 1) return refused('cas', 'ambiguous_cas', message);
  if (byCode.has(own))
    return refused('code', 'code_taken', `${own} is a product with another CAS number; give a code`);
  if (isLonger(cas, MAX_EXT_CAS))
    return refused(
      'code',
      'code_too_long',
      'a code made from this CAS number would be too long; give a code',
    );
  return own;
}

/** What to write: new products, and existing ones that an item touched. */
export function written(state: PushState): {
  created: WritableProduct[];
  updated: WritableProduct[];
  /** those that differ from the stored ones, by product number */
  structures: Map<string, NewStructure>;
} {
  const entries = [...state.byCode.values()];
  const drawn = entries.filter((entry) => hashAfter(state, entry) !== hashBefore(state, entry));
  return {
    structures: new Map(drawn.map(({ product, newStructure }) => [product.code, newStructure!])),
    created: entries.filter((entry) => entry.isNew).map((entry) => entry.product),
    updated: entries.filter((entry) => !entry.isNew && entry.touched).map((entry) => entry.product),
  };
}

/** What a full list of the source switched off has its former status again, before what the item says. */
const listedAgain = (product: WritableProduct, source: string): WritableProduct =>
  product.listed_status && product.source === source
    ? { ...product, status: product.listed_status, listed_status: null }
    : product;

/**
 * Only what was supplied is overwritten. A given status wins over what stock implies; a cleared status
 * or category is the default one.
 */
export function overlay(
  product: WritableProduct,
  { values, stock }: Pick<Item, 'values' | 'stock'>,
): WritableProduct {
  const next = { ...product, ...values } as WritableProduct;
  next.category = values.category === null ? DEFAULT_CATEGORY : next.category;
  if (values.status === null) next.status = DEFAULT_STATUS;
  if (values.status !== undefined && next.listed_status) next.listed_status = null;
  if (values.status == null && stock !== undefined) next.status = statusOfStock(next.status, stock);
  return next;
}

/** Without stock a product is `futures`, unless it is made to order or withdrawn. */
function statusOfStock(status: Status, stock: number): Status {
  if (stock > 0) return 'in_stock';
  return status === 'in_stock' ? 'futures' : status;
}
