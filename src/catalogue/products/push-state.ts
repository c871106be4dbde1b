import { ConcurrentWrite } from '../../platform/index.js';
import type { Names } from './lookalikes.js';
import type { CasFacts } from '../quality/checks.js';
import type { NewStructure } from '../structures/store.js';
import { hashOfNew } from '../structures/new-structure.js';
import { blankProduct, DEFAULT_CATEGORY, DEFAULT_STATUS, extCode } from './fields.js';
import type { Status, WritableProduct } from './fields.js';
import type { Item, ItemError } from './item.js';

const MAX_EXT_CAS = 26; // 'EXT-' and this make the 30 characters of a code

/** What a push reads of the catalogue: with locks where it writes, without where it is only judged. */
export interface CatalogueView {
  /** called before anything is read, where an item has no code */
  beginCodeless(): Promise<void>;
  holdersOfCas(casNumbers: string[]): Promise<{ code: string; cas: string }[]>;
  products(codes: string[]): Promise<WritableProduct[]>;
  /** those of the names that are categories */
  categories(names: string[]): Promise<string[]>;
  anyProduct(codes: string[]): Promise<boolean>;
  /** the hashes of the structures that these have, by their codes */
  structures(codes: string[]): Promise<Map<string, string>>;
  /** the names and formulas of the products with these CAS numbers, except those with these codes */
  factsOfCas(casNumbers: string[], exceptCodes: string[]): Promise<CasFacts[]>;
  /** other names that look like these */
  lookalikes(names: Names): Promise<Names>;
}

/** Reads what items can change. @throws ConcurrentWrite */
export async function openState(
  view: CatalogueView,
  items: Item[],
  { source, ownAlone = false }: { source: string; ownAlone?: boolean | undefined },
): Promise<PushState> {
  const casNumbers = distinct(items.flatMap(({ code, values }) => (code === undefined ? values.cas : null)));
  if (casNumbers.length > 0) await view.beginCodeless();

  const codes = new Set(items.flatMap((item) => item.code ?? []));
  for (const { code } of await view.holdersOfCas(casNumbers)) codes.add(code);
  for (const cas of casNumbers) codes.add(extCode(cas));
  const locked = await view.products([...codes]);
  const holders = await view.holdersOfCas(casNumbers);
  if (holders.some(({ code }) => !codes.has(code)))
    throw new ConcurrentWrite('a CAS number found another holder');
  const hasStructures = items.some(({ newStructure }) => newStructure !== undefined);
  return new PushState({
    locked,
    holders,
    casNumbers,
    categories: await view.categories(distinct(items.map(({ values }) => values.category))),
    hashes: hasStructures ? await view.structures([...codes]) : new Map(),
    source,
    ownAlone,
  });
}

/** The texts among some values, each once. */
const distinct = (values: unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];

/** A product that a push touches. */
export interface TouchedProduct {
  product: WritableProduct;
  isNew: boolean;
  touched: boolean;
  /** the structure that it is to have, where an item says so */
  newStructure?: NewStructure;
}

/** What is read for a push before its items are applied. */
interface Known {
  /** the products that items may mean */
  locked: WritableProduct[];
  /** the CAS numbers of code-less items, and the products that have them */
  casNumbers: string[];
  holders: { code: string; cas: string }[];
  /** those of the items that exist */
  categories: string[];
  /** of the structures before this push, by product number */
  hashes: ReadonlyMap<string, string>;
  /** the source label of new products */
  source: string;
  /** whether items for products of other sources are invalid */
  ownAlone: boolean;
}

/** The products that a push touches, as they are after the items so far. */
class PushState {
  /** the products before the push, by their numbers */
  readonly stored: ReadonlyMap<string, WritableProduct>;
  /** codes of items that were refused because they would have to create their product */
  readonly missed = new Set<string>();
  private readonly byCode = new Map<string, TouchedProduct>();
  /** codes by CAS number, for the numbers that code-less items carry */
  private readonly byCas: Map<string, Set<string>>;
  private readonly categories: Set<string>;
  private readonly hashes: Known['hashes'];
  private readonly source: string;
  private readonly ownAlone: boolean;

  constructor({ locked, casNumbers, holders, categories, hashes, source, ownAlone }: Known) {
    this.stored = new Map(locked.map((product) => [product.code, product]));
    for (const product of locked) this.byCode.set(product.code, { product, isNew: false, touched: false });
    this.byCas = new Map(casNumbers.map((cas) => [cas, new Set()]));
    for (const { code, cas } of holders) this.byCas.get(cas)?.add(code);
    this.categories = new Set([DEFAULT_CATEGORY, ...categories]);
    this.hashes = hashes;
    this.source = source;
    this.ownAlone = ownAlone;
  }

  /** Applies one item. @returns the product after and before it (null: created), or why it is invalid */
  apply(
    item: Item,
  ): { entry: TouchedProduct; before: WritableProduct | null; isOtherStructure: boolean } | ItemError {
    const found = item.code === undefined ? this.codeForCas(item.values.cas as string) : { code: item.code };
    if ('reason' in found) return { index: item.index, code: null, ...found };
    const { code } = found;
    const entry = this.byCode.get(code);
    const refusal = this.refusalOf(item, entry?.product);
    if (refusal) {
      if (!entry) this.missed.add(code);
      return { index: item.index, code, ...refusal };
    }
    const before = entry?.product ?? null;
    const product = overlay(
      before ? listedAgain(before, this.source) : blankProduct(code, this.source),
      item,
    );
    const next = entry ?? { product, isNew: true, touched: true };
    next.product = product;
    this.byCode.set(code, next);
    if (before?.cas !== product.cas) {
      if (before) this.byCas.get(before.cas)?.delete(code);
      this.byCas.get(product.cas)?.add(code);
    }
    const isOtherStructure =
      item.newStructure !== undefined && this.hashIn(next) !== hashOfNew(item.newStructure);
    if (item.newStructure !== undefined) next.newStructure = item.newStructure;
    return { entry: next, before, isOtherStructure };
  }

  /** Why an item may not be applied to the product that it means; undefined where it may. */
  private refusalOf(
    { values }: Item,
    product: WritableProduct | undefined,
  ): { field: string; reason: string; message: string } | undefined {
    if (this.ownAlone && product && product.source !== this.source)
      return {
        field: 'code',
        reason: 'other_source',
        message: 'is a product of another source, which this key may not write',
      };
    if (!product && values.name_cn === undefined)
      return { field: 'name_cn', reason: 'required', message: 'a new product needs a Chinese name' };
    const category = values.category as string | null | undefined;
    if (category != null && !this.categories.has(category) && category !== product?.category)
      return { field: 'category', reason: 'unknown_category', message: `there is no category ${category}` };
    return undefined;
  }

  /** The hash of the structure that a product has after the items so far; null where none. */
  private hashIn({ product, newStructure }: TouchedProduct): string | null {
    return newStructure === undefined ? (this.hashes.get(product.code) ?? null) : hashOfNew(newStructure);
  }

  /** The product of a code-less item: the only holder of the CAS number, or `EXT-<cas>`. */
  private codeForCas(cas: string): { code: string } | { field: string; reason: string; message: string } {
    const own = extCode(cas);
    const holders = this.byCas.get(cas)!;
    if (holders.size === 1) return { code: [...holders][0]! };
    if (holders.has(own)) return { code: own };
    if (holders.size > 1)
      return {
        field: 'cas',
        reason: 'ambiguous_cas',
        message: `${holders.size} products have the CAS number ${cas}; give a code`,
      };
    if (this.byCode.has(own))
      return {
        field: 'code',
        reason: 'code_taken',
        message: `${own} is a product with another CAS number; give a code`,
      };
    if (cas.length > MAX_EXT_CAS && [...cas].length > MAX_EXT_CAS) {
      return {
        field: 'code',
        reason: 'code_too_long',
        message: 'a code made from this CAS number would be too long; give a code',
      };
    }
    return { code: own };
  }

  /** What to write: new products, and existing ones that an item touched. */
  written(): {
    created: WritableProduct[];
    updated: WritableProduct[];
    /** those that differ from the stored ones, by product number */
    structures: Map<string, NewStructure>;
  } {
    const entries = [...this.byCode.values()];
    const structures = entries.flatMap(({ product: { code }, newStructure }): [string, NewStructure][] =>
      newStructure === undefined || hashOfNew(newStructure) === (this.hashes.get(code) ?? null)
        ? []
        : [[code, newStructure]],
    );
    return {
      structures: new Map(structures),
      created: entries.filter((entry) => entry.isNew).map((entry) => entry.product),
      updated: entries.filter((entry) => !entry.isNew && entry.touched).map((entry) => entry.product),
    };
  }
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
