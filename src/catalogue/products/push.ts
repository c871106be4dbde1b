import type { z } from 'zod';
import { ConcurrentWrite } from '../../platform/index.js';
import type { Transaction, Writes } from '../../platform/index.js';
import { isCas, withChemistry } from '../../chemistry/index.js';
import type { Chemistry, NameReader } from '../../chemistry/index.js';
import { blankProduct, FIELD_NAMES } from './fields.js';
import type { FieldName, WritableProduct } from './fields.js';
import { warnOfNames } from '../quality/read-names.js';
import { readBefore, writeStructures } from '../structures/store.js';
import { about, openCasFacts, structureWarnings, weightWarnings } from './warnings.js';
import type { Warning, ItemWarning } from './warnings.js';
import { namesOf, openLookalikes } from './lookalikes.js';
import type { pushAnswer } from './docs.js';
import { ignoredFields } from './ignored.js';
import type { IgnoredFields } from './ignored.js';
import { readStructures } from './item.js';
import type { Item, ItemError, ReadItems } from './item.js';
import { addNamed, namedBy, switchOffMissing } from './missing.js';
import type { FullList, NamedProducts, SwitchedOff } from './missing.js';
import { applyItem, openState, written } from './push-state.js';
import type { TouchedProduct } from './push-state.js';
import * as store from './store.js';
import { lockedView } from './view.js';
import type { CatalogueView } from './view.js';

const MOST_REPORTED = 1_000;
const MAX_CHANGES = 1_000;

/** The outcome of a push: every item counts once, as created, updated, unchanged or invalid. */
export type PushOutcome = Omit<z.infer<typeof pushAnswer>, 'ok' | 'import_id' | 'errors' | 'warnings'> &
  IgnoredFields &
  Partial<SwitchedOff> & {
    errors: ItemError[];
    /** what is probably wrong with accepted items, in their order */
    warnings: ItemWarning[];
    /** of a full list in parts: the numbers of those that have come */
    parts?: number[];
  };

export interface PushOptions {
  /** the source label of products created here */
  source: string;
  /** whether items for products of other sources are invalid */
  ownAlone?: boolean | undefined;
  /** leaves rows alone that would not change, and counts their items as unchanged */
  skipUnchanged?: boolean;
  /** writes no product, and reports what would change */
  dryRun?: boolean;
  /** errors and warnings that are reported at most, each; 1,000 without it */
  most?: number;
  /** they are all that the source has: what it has beside them is switched off */
  fullList?: FullList | undefined;
  /** collects what the items name, where a list comes in several pushes */
  named?: NamedProducts | undefined;
  /** reads structures; without it a process is started for those of this push */
  chemistry?: Chemistry | undefined;
  /** reads the names of a few items, to warn of those that mean another structure */
  nameReader?: NameReader | undefined;
  /** runs in the push's transaction before it commits; gets all that were refused, also those beyond `most` */
  record?: (tx: Transaction, outcome: PushOutcome, refused: ItemError[]) => Promise<void>;
}

/**
 * Creates or updates products in bulk (API v1, section 4.2). All valid items are written in one transaction, all
 * or none; an invalid one never stops the others. Items for the same product apply in order.
 * @throws Problem as {@link switchOffMissing} does, for a full list
 */
export async function pushItems(writes: Writes, read: ReadItems, options: PushOptions): Promise<PushOutcome> {
  await withChemistry(options.chemistry, async (chemistry) => {
    await readStructures(read.items, chemistry, (codes) => writes.tx((tx) => readBefore(tx, codes)));
    await warnOfNames(read.items, options.nameReader, chemistry);
  });
  const { source, dryRun, fullList } = options;
  const isSwitching = fullList !== undefined && fullList.part?.isLast !== false && !dryRun;
  const { outcome, named } = await writes.tx(async (tx) => {
    const plan = await planPush(lockedView(tx, isSwitching ? source : undefined), read.items, options);
    const named = namedBy(
      read,
      plan.outcome.codes,
      plan.refused.map(({ index }) => index),
    );
    const missing = fullList && (await switchOffMissing(tx, named, { source, dryRun, ...fullList }));
    if (!dryRun) await writePlan(tx, plan);
    const outcome = {
      ...plan.outcome,
      ...ignoredFields(read.ignored),
      ...missing,
      ...(dryRun && changesOf(plan)),
    };
    await options.record?.(tx, outcome, plan.refused);
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

/**
 * Applies the items in memory to the products that they touch.
 *
 * Pushes are serializable: products are locked in order of code, and pushes with code-less items hold one advisory lock.
 * What these locks do not cover (the categories, the products that have a CAS number) is read after they are taken. The
 * attempt is made again in three cases: a product that has one of the CAS numbers was not locked; another transaction has
 * inserted one of the new codes; an item was refused because its product did not exist, and now it does.
 */
export async function planPush(
  view: CatalogueView,
  read: (Item | ItemError)[],
  options: Pick<PushOptions, 'source' | 'ownAlone' | 'skipUnchanged' | 'most'>,
) {
  const items = read.filter((each): each is Item => 'values' in each);
  const state = await openState(view, items, options);
  const { outcome, warn, refuse } = openOutcome(options.most ?? MOST_REPORTED);
  const seen = new Set<string>();
  const refused: ItemError[] = [];
  const accepted: { item: Item; entry: TouchedProduct }[] = [];
  for (const each of read) {
    const result = 'values' in each ? applyItem(state, each) : each;
    if ('reason' in result) {
      refused.push(result);
      refuse(result);
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
  const casWarnings = openCasFacts(known, await view.factsOfCas(numbers, [...seen]));
  const names = namesOf(known);
  const lookalikeWarnings = openLookalikes(names, await view.lookalikes(names));
  for (const { item, entry } of accepted)
    for (const warningsOf of [casWarnings, lookalikeWarnings])
      warn(item, entry.product.code, warningsOf(entry.product, item.values));
  outcome.warnings.sort((a, b) => a.index - b.index);
  if (await view.anyProduct([...state.missed])) throw new ConcurrentWrite('a missing product was made');
  const writing = written(state);
  const on = new Set(writing.updated.flatMap(({ code, status }) => (status === 'off' ? [] : code)));
  const switchedOn = outcome.codes.filter((code) => on.has(code) && state.stored.get(code)!.listed_status);
  if (switchedOn.length > 0) {
    outcome.switched_on = switchedOn.slice(0, MAX_CHANGES);
    outcome.switched_on_total = switchedOn.length;
  }
  return { ...writing, stored: state.stored, outcome, refused };
}

/** What is told of a push. @param most errors, and warnings, that are told */
function openOutcome(most: number) {
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
  const refuse = (error: ItemError): void => {
    outcome.invalid++;
    if (outcome.errors.length < most) outcome.errors.push(error);
    else outcome.errors_truncated = true;
  };
  return { outcome, warn, refuse };
}

const REPEATED = 'an item before it is for the same product';

function itemWarnings(item: Item, product: WritableProduct, isRepeated: boolean): Warning[] {
  const isWeighed = 'mw' in item.values || 'formula' in item.values;
  return [
    ...(item.warnings ?? []),
    ...(isWeighed ? weightWarnings(product) : []),
    ...(item.newStructure ? structureWarnings(product, item.newStructure) : []),
    ...(isRepeated ? [about('code', 'repeated', REPEATED, product.code)] : []),
  ];
}

function sameValues(a: WritableProduct, b: WritableProduct): boolean {
  return (Object.keys(b) as (keyof WritableProduct)[]).every((field) => a[field] === b[field]);
}
