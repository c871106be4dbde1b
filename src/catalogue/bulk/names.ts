import { renameCategory, restoreCategory, settleCategory, usesOfCategory } from '../categories/store.js';
import type { CategoriesBefore } from '../categories/store.js';
import type { Connection, Transaction } from '../../platform/index.js';
import { forgetTag, usesOfTag } from '../tags/store.js';
import { nameOfTerm, putTerms } from '../terms/store.js';
import type { TermKind } from '../terms/term.js';
import type { Rename } from './bulk.js';
import { usesOfSeries } from './products-store.js';

/** Which names there were before a rename. */
export interface NamesBefore {
  rename: Rename;
  /** the English names */
  from_en: string | null;
  to_en: string | null;
  /** whether the new name was known */
  to_known: boolean;
  /** of the list of categories */
  categories?: CategoriesBefore;
}

/** How many products have a value; null where it is no name of the kind at all: none has it, and no list. */
export async function usesOf(db: Connection, kind: TermKind, value: string): Promise<number | null> {
  if (kind === 'category') return usesOfCategory(db, value);
  if (kind === 'tag') return usesOfTag(db, value);
  return usesOfSeries(db, value);
}

/** Makes the new name known, before products get it: as a category, and with the English name of the old one. */
export async function beginRename(tx: Transaction, rename: Rename): Promise<NamesBefore> {
  const { kind, from, to } = rename;
  const before: NamesBefore = {
    rename,
    from_en: await nameOfTerm(tx, kind, from),
    to_en: await nameOfTerm(tx, kind, to),
    to_known: (await usesOf(tx, kind, to)) !== null,
    ...(kind === 'category' && { categories: await renameCategory(tx, from, to) }),
  };
  if (before.from_en !== null && before.to_en === null)
    await putTerms(tx, [{ kind, value: to, name_en: before.from_en }]);
  return before;
}

/** Forgets the old name once no product has it. */
export async function endRename(tx: Transaction, { rename: { kind, from } }: NamesBefore): Promise<void> {
  if (kind === 'tag') await forgetTag(tx, from);
  if (((await usesOf(tx, kind, from)) ?? 0) === 0) await putTerms(tx, [{ kind, value: from, name_en: null }]);
}

/** Makes the old name known again, before products get it back. */
export async function beginUndo(tx: Transaction, before: NamesBefore): Promise<void> {
  const { rename, from_en, categories } = before;
  if (categories) await restoreCategory(tx, rename.from, rename.to, categories);
  if (from_en !== null)
    await putTerms(tx, [{ kind: rename.kind, value: rename.from, name_en: from_en }], true);
}

/** Takes away what the rename gave the new name, unless others use that since. */
export async function endUndo(tx: Transaction, before: NamesBefore): Promise<void> {
  const { rename, from_en, to_en, to_known, categories } = before;
  const { kind, to } = rename;
  if (categories) await settleCategory(tx, to, categories);
  if (kind === 'tag' && !to_known) await forgetTag(tx, to);
  const isGiven = from_en !== null && to_en === null && (await nameOfTerm(tx, kind, to)) === from_en;
  if (isGiven && (to_known || ((await usesOf(tx, kind, to)) ?? 0) === 0))
    await putTerms(tx, [{ kind, value: to, name_en: null }]);
}
