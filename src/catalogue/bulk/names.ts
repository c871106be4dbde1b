import { addCategories, deleteCategories, renameCategory, usesOfCategory } from '../categories/store.js';
import type { Connection, Transaction } from '../../platform/index.js';
import { DEFAULT_CATEGORY } from '../products/fields.js';
import { forgetTag, usesOfTag } from '../tags/store.js';
import { nameOfTerm, putTerms } from '../terms/store.js';
import type { TermKind } from '../terms/term.js';
import type { Rename } from './bulk.js';
import { usesOfSeries } from './products-store.js';

/** How many products have a value; null where it is no name of the kind at all: none has it, and no list. */
export async function usesOf(db: Connection, kind: TermKind, value: string): Promise<number | null> {
  if (kind === 'category') return usesOfCategory(db, value);
  if (kind === 'tag') return usesOfTag(db, value);
  return usesOfSeries(db, value);
}

/** Makes the new name known, before products get it: as a category, and with the English name of the old one, which that keeps. */
export async function beginRename(tx: Transaction, { kind, from, to }: Rename): Promise<void> {
  if (kind === 'category') await renameCategory(tx, from, to);
  const name_en = await nameOfTerm(tx, kind, from);
  if (name_en !== null) await putTerms(tx, [{ kind, value: to, name_en }], true);
}

/** Makes the old name known again, before products get it back. */
export async function beginUndo(tx: Transaction, { kind, from }: Rename): Promise<void> {
  if (kind === 'category') await addCategories(tx, [from]);
}

/** Takes a name out of its list once no product has it. */
export async function forget(tx: Transaction, kind: TermKind, value: string): Promise<void> {
  if (kind === 'tag') await forgetTag(tx, value);
  if (kind === 'category' && value !== DEFAULT_CATEGORY && (await usesOfCategory(tx, value)) === 0)
    await deleteCategories(tx, [value]);
}
