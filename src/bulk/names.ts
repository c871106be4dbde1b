import { renameCategory, restoreCategory, settleCategory, usesOfCategory } from '../categories/store.js';
import type { CategoriesBefore } from '../categories/store.js';
import type { Connection, Transaction } from '../database/connect.js';
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
  await forget(tx, kind, from);
}

/** Makes the old name known again, before products get it back. */
export async function beginUndo(tx: Transaction, before: NamesBefore): Promise<void> {
  const { rename, from_en, categories } = before;
  if (categories) await restoreCategory(tx, rename.from, rename.to, categories);
  if (from_en !== null)
    await putTerms(tx, [{ kind: rename.kind, value: rename.from, name_en: from_en }], true);
}

/** Forgets the new name where the rename had made it, unless a product still has it. */
export async function endUndo(tx: Transaction, before: NamesBefore): Promise<void> {
  const { rename, to_en, to_known, categories } = before;
  if (categories) await settleCategory(tx, rename.to, categories);
  if (!to_known) await forget(tx, rename.kind, rename.to, to_en);
}

/** Takes away the English name that a value has but had not before, and a tag from the dictionary, where no product has it. */
async function forget(
  tx: Transaction,
  kind: TermKind,
  value: string,
  nameBefore: string | null = null,
): Promise<void> {
  if (kind === 'tag') await forgetTag(tx, value);
  if (nameBefore !== null || ((await usesOf(tx, kind, value)) ?? 0) > 0) return;
  await putTerms(tx, [{ kind, value, name_en: null }]);
}
