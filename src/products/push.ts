import type { Transaction } from '../database/connect.js';
import type { Writes } from '../database/writes.js';
import { isCas } from '../values/cas.js';
import { blankProduct, DEFAULT_CATEGORY, DEFAULT_STATUS, extCode, FIELD_NAMES } from './fields.js';
import type { FieldName, Status, WritableProduct } from './fields.js';
import { withChemistry } from '../structures/chemistry.js';
import type { Chemistry } from '../structures/chemistry.js';
import { hashesOf, writeStructures } from '../structures/store.js';
import type { StructureWish } from '../structures/store.js';
import { hashOfWish } from '../structures/wishes.js';
import { openCasFacts, structureWarnings, weightWarning } from './warnings.js';
import type { CasFacts, Warning, ItemWarning } from './warnings.js';
import { ignoredFields } from './ignored.js';
import type { IgnoredFields } from './ignored.js';
import { readItems, readStructures } from './item.js';
import type { Item, ItemError, Reading, ReadItems } from './item.js';
import { addNamed, namedBy, switchOffMissing } from './missing.js';
import type { FullList, Named } from './missing.js';
import * as store from './store.js';
import { ConcurrentWrite, undisturbed } from './undisturbed.js';

/** The most items of a call (a limit of this service). */
export const MAX_ITEMS = 50_000;
const MOST_REPORTED = 1_000;
const MAX_CHANGES = 1_000;
const MAX_EXT_CAS = 26; // 'EXT-' and this make the 30 characters of a code

/** The outcome of a push: every item counts once, as created, updated, unchanged or invalid. */
export interface PushOutcome extends IgnoredFields {
  created: number;
  updated: number;
  unchanged: number;
  invalid: number;
  /** accepted product numbers, in order of first appearance */
  codes: string[];
  errors: ItemError[];
  errors_truncated?: true;
  /** what is probably wrong with accepted items, in their order */
  warnings: ItemWarning[];
  warnings_truncated?: true;
  /** of a dry run: the products that would be written, with the fields that would change */
  changes?: { code: string; fields: string[] }[];
  changes_truncated?: true;
  /** of a full list */
  switched_off?: string[];
  switched_off_total?: number;
}

interface PushOptions {
  /** the source label of products created here */
  source: string;
  /** leaves rows alone that would not change, and counts their items as unchanged */
  skipUnchanged?: boolean;
  /** writes no product, and reports what would change */
  dryRun?: boolean;
  /** errors and warnings that are reported at most, each; 1,000 without it */
  most?: number;
  /** they are all that the source has: what it has beside them is switched off */
  fullList?: FullList | undefined;
  /** collects what the items name, where a list comes in several pushes */
  named?: Named | undefined;
  /** reads structures; without it a process is started for those of this push */
  chemistry?: Chemistry | undefined;
  /** runs in the push's transaction before it commits */
  record?: (tx: Transaction, outcome: PushOutcome) => Promise<void>;
}

/** The same for products that were not read yet. */
export function pushProducts(
  writes: Writes,
  rawItems: unknown[],
  { siteOrigin, isFile, ...options }: PushOptions & Reading,
): Promise<PushOutcome> {
  return pushItems(writes, readItems(rawItems, { siteOrigin, isFile }), options);
}

/**
 * Creates or updates products in bulk (API v1, section 4.2). All valid items are written in one transaction, all
 * or none; an invalid one never stops the others. Items for the same product apply in order.
 * @throws Problem as {@link switchOffMissing} does, for a full list
 */
export async function pushItems(writes: Writes, read: ReadItems, options: PushOptions): Promise<PushOutcome> {
  await withChemistry(options.chemistry, (chemistry) => readStructures(read.items, chemistry));
  const { source, dryRun, fullList } = options;
  const { outcome, named } = await undisturbed(writes, async (tx) => {
    const plan = await planPush(lockedSight(tx), read.items, options);
    const named = namedBy(read, plan.outcome.codes, plan.refused);
    const missing = fullList && (await switchOffMissing(tx, named, { source, dryRun, ...fullList }));
    if (!dryRun) await writePlan(tx, plan);
    const outcome = {
      ...plan.outcome,
      ...ignoredFields(read.ignored),
      ...missing,
      ...(dryRun && changesOf(plan)),
    };
    await options.record?.(tx, outcome);
    return { outcome, named };
  });
  if (options.named) addNamed(options.named, named); // of the attempt that was committed alone
  return outcome;
}

type Plan = Awaited<ReturnType<typeof planPush>>;

async function writePlan(tx: Transaction, { created, updated, structures }: Plan): Promise<void> {
  const inserted = await store.insertProducts(tx, created);
  if (inserted < created.length) throw new ConcurrentWrite('a code was taken meanwhile');
  await store.updateProducts(tx, updated);
  await writeStructures(tx, structures);
}

function changesOf({
  created,
  updated,
  structures,
  stored,
}: Plan): Pick<PushOutcome, 'changes' | 'changes_truncated'> {
  const products = [...created, ...updated];
  const changes = products.slice(0, MAX_CHANGES).map((product) => {
    const before = stored.get(product.code) ?? { ...blankProduct(product.code, product.source), code: '' };
    const fields: string[] = FIELD_NAMES.filter((name) => isChanged(name, before, product));
    const structure = structures.get(product.code);
    if (structure !== undefined) fields.push(structure?.source ?? 'smiles');
    return { code: product.code, fields };
  });
  return { changes, ...(products.length > MAX_CHANGES && { changes_truncated: true }) };
}

const isChanged = (name: FieldName, before: WritableProduct, after: WritableProduct): boolean =>
  name in after && before[name as keyof WritableProduct] !== after[name as keyof WritableProduct];

/** What a push sees of the catalogue. */
export interface Sight {
  /** called before anything is read, where an item has no code */
  beginCodeless(): Promise<void>;
  holdersOfCas(casNumbers: string[]): Promise<{ code: string; cas: string }[]>;
  products(codes: string[]): Promise<WritableProduct[]>;
  /** those of the names that are categories */
  categories(names: string[]): Promise<string[]>;
  anyProduct(codes: string[]): Promise<boolean>;
  /** the hashes of the structures that these have, by their codes */
  structures(codes: string[]): Promise<Map<string, string>>;
  /** the names of the products with these CAS numbers, except those with these codes */
  factsOfCas(casNumbers: string[], exceptCodes: string[]): Promise<CasFacts[]>;
}

/** What it reads stays unchanged until the transaction ends. */
const lockedSight = (tx: Transaction): Sight => ({
  beginCodeless: () => store.lockCodelessPushes(tx),
  holdersOfCas: (casNumbers) => store.holdersOfCas(tx, casNumbers),
  products: (codes) => store.lockProducts(tx, codes),
  categories: (names) => store.lockCategories(tx, names),
  anyProduct: (codes) => store.anyProduct(tx, codes),
  structures: (codes) => hashesOf(tx, codes),
  factsOfCas: (casNumbers, exceptCodes) => store.factsOfCas(tx, casNumbers, exceptCodes),
});

/**
 * Applies the items in memory to the products that they touch.
 *
 * Pushes are serializable: products are locked in order of code, and pushes with code-less items hold one advisory lock.
 * What these locks do not cover (the categories, the products that have a CAS number) is read after they are taken. The
 * attempt is made again in three cases: a product that has one of the CAS numbers was not locked; another transaction has
 * inserted one of the new codes; an item was refused because its product did not exist, and now it does.
 */
export async function planPush(
  sight: Sight,
  read: (Item | ItemError)[],
  options: Pick<PushOptions, 'source' | 'skipUnchanged' | 'most'>,
) {
  const { most = MOST_REPORTED } = options;
  const items = read.filter((each): each is Item => 'values' in each);
  const casNumbers = [
    ...new Set(items.flatMap((item) => (item.code === undefined ? (item.values.cas as string) : []))),
  ];
  if (casNumbers.length > 0) await sight.beginCodeless();

  const codes = new Set(items.flatMap((item) => item.code ?? []));
  for (const { code } of await sight.holdersOfCas(casNumbers)) codes.add(code);
  for (const cas of casNumbers) codes.add(extCode(cas));
  const locked = await sight.products([...codes]);
  const stored = new Map(locked.map((product) => [product.code, product]));
  const holders = await sight.holdersOfCas(casNumbers);
  if (holders.some(({ code }) => !codes.has(code)))
    throw new ConcurrentWrite('a CAS number found another holder');
  const categories = await sight.categories([
    ...new Set(items.flatMap((item) => (item.values.category as string | undefined) ?? [])),
  ]);
  const hasStructures = items.some(({ wish }) => wish !== undefined);
  const hashes = hasStructures ? await sight.structures([...codes]) : new Map<string, string>();
  const state = new PushState(locked, holders, casNumbers, categories, hashes, options.source);
  const outcome: PushOutcome = {
    created: 0,
    updated: 0,
    unchanged: 0,
    invalid: 0,
    codes: [],
    errors: [],
    warnings: [],
    ignored_fields: [],
  };
  const warn = ({ index }: Item, code: string, warnings: Warning[]): void => {
    for (const warning of warnings)
      if (outcome.warnings.length < most) outcome.warnings.push({ index, code, ...warning });
      else outcome.warnings_truncated = true;
  };
  const seen = new Set<string>();
  const refused: number[] = [];
  const accepted: { item: Item; entry: Entry }[] = [];
  for (const each of read) {
    const result = 'values' in each ? state.apply(each) : each;
    if ('reason' in result) {
      outcome.invalid++;
      refused.push(result.index);
      if (outcome.errors.length < most) outcome.errors.push(result);
      else outcome.errors_truncated = true;
      continue;
    }
    const { entry, before, isOtherStructure } = result;
    const { code } = entry.product;
    accepted.push({ item: each as Item, entry });
    warn(each as Item, code, itemWarnings(each as Item, entry.product, seen.has(code)));
    if (before === null) outcome.created++;
    else if (options.skipUnchanged && sameValues(before, entry.product) && !isOtherStructure)
      outcome.unchanged++;
    else {
      outcome.updated++;
      entry.touched = true;
    }
    if (!seen.has(code)) outcome.codes.push(code);
    seen.add(code);
  }
  const known = [...new Set(accepted.map(({ entry }) => entry.product))];
  const numbers = [...new Set(known.map(({ cas }) => cas))].filter(isCas);
  const casWarnings = openCasFacts(known, await sight.factsOfCas(numbers, [...seen]));
  for (const { item, entry } of accepted)
    warn(item, entry.product.code, casWarnings(entry.product, item.values));
  outcome.warnings.sort((a, b) => a.index - b.index);
  if (await sight.anyProduct([...state.missed])) throw new ConcurrentWrite('a missing product was made');
  return { ...state.written(), stored, outcome, refused };
}

function itemWarnings(item: Item, product: WritableProduct, isRepeated: boolean): Warning[] {
  const warnings = [...(item.warnings ?? [])];
  const weight = 'mw' in item.values || 'formula' in item.values ? weightWarning(product) : undefined;
  if (weight) warnings.push(weight);
  if (item.wish) warnings.push(...structureWarnings(product, item.wish));
  if (isRepeated)
    warnings.push({
      field: 'code',
      reason: 'repeated',
      message: 'an item before it is for the same product',
      value: product.code,
    });
  return warnings;
}

interface Entry {
  product: WritableProduct;
  isNew: boolean;
  touched: boolean;
  /** the structure that it is to have, where an item says so */
  wish?: StructureWish;
}

/** The products that a push touches, as they are after the items so far. */
class PushState {
  /** codes of items that were refused because they would have to create their product */
  readonly missed = new Set<string>();
  private readonly byCode = new Map<string, Entry>();
  /** codes by CAS number, for the numbers that code-less items carry */
  private readonly byCas: Map<string, Set<string>>;
  private readonly categories: Set<string>;
  /** of the structures before this push */
  private readonly hashes: ReadonlyMap<string, string>;
  private readonly source: string;

  constructor(
    locked: WritableProduct[],
    holders: { code: string; cas: string }[],
    casNumbers: string[],
    categories: string[],
    hashes: ReadonlyMap<string, string>,
    source: string,
  ) {
    for (const product of locked) this.byCode.set(product.code, { product, isNew: false, touched: false });
    this.byCas = new Map(casNumbers.map((cas) => [cas, new Set()]));
    for (const { code, cas } of holders) this.byCas.get(cas)?.add(code);
    this.categories = new Set([DEFAULT_CATEGORY, ...categories]);
    this.hashes = hashes;
    this.source = source;
  }

  /** Applies one item. @returns the product after and before it (null: created), or why it is invalid */
  apply(item: Item): { entry: Entry; before: WritableProduct | null; isOtherStructure: boolean } | ItemError {
    const found = item.code === undefined ? this.codeForCas(item.values.cas as string) : { code: item.code };
    if ('reason' in found) return { index: item.index, code: null, ...found };
    const { code } = found;
    const entry = this.byCode.get(code);
    const refuse = (field: string, reason: string, message: string): ItemError => {
      if (!entry) this.missed.add(code);
      return { index: item.index, code, field, reason, message };
    };
    if (!entry && item.values.name_cn === undefined)
      return refuse('name_cn', 'required', 'a new product needs a Chinese name');
    const category = item.values.category as string | null | undefined;
    if (category != null && !this.categories.has(category) && category !== entry?.product.category)
      return refuse('category', 'unknown_category', `there is no category ${category}`);

    const before = entry?.product ?? null;
    const product = overlay(before ?? blankProduct(code, this.source), item);
    const next = entry ?? { product, isNew: true, touched: true };
    next.product = product;
    this.byCode.set(code, next);
    if (before?.cas !== product.cas) {
      if (before) this.byCas.get(before.cas)?.delete(code);
      this.byCas.get(product.cas)?.add(code);
    }
    const isOtherStructure = item.wish !== undefined && this.hashIn(next) !== hashOfWish(item.wish);
    if (item.wish !== undefined) next.wish = item.wish;
    return { entry: next, before, isOtherStructure };
  }

  /** The hash of the structure that a product has after the items so far; null where none. */
  private hashIn({ product, wish }: Entry): string | null {
    return wish === undefined ? (this.hashes.get(product.code) ?? null) : hashOfWish(wish);
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
    structures: Map<string, StructureWish>;
  } {
    const entries = [...this.byCode.values()];
    const structures = entries.flatMap(({ product: { code }, wish }): [string, StructureWish][] =>
      wish === undefined || hashOfWish(wish) === (this.hashes.get(code) ?? null) ? [] : [[code, wish]],
    );
    return {
      structures: new Map(structures),
      created: entries.filter((entry) => entry.isNew).map((entry) => entry.product),
      updated: entries.filter((entry) => !entry.isNew && entry.touched).map((entry) => entry.product),
    };
  }
}

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
  if (values.status == null && stock !== undefined) next.status = statusOfStock(next.status, stock);
  return next;
}

/** Without stock a product is `futures`, unless it is made to order or withdrawn. */
function statusOfStock(status: Status, stock: number): Status {
  if (stock > 0) return 'in_stock';
  return status === 'in_stock' ? 'futures' : status;
}

function sameValues(a: WritableProduct, b: WritableProduct): boolean {
  return (Object.keys(b) as (keyof WritableProduct)[]).every((field) => a[field] === b[field]);
}
