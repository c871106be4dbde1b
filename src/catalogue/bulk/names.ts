import { addCategories, deleteCategories, renameCategory } from '../categories/store.js';
import type { Transaction } from '../../platform/index.js';
import { DEFAULT_CATEGORY } from '../products/fields.js';
import { forgetTag } from '../tags/store.js';
import { nameOfTerm, putTerms, usesOf } from '../terms/store.js';
import type { TermKind } from '../terms/term.js';
import type { Rename } from './bulk.js';

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
  if (kind === 'category' && value !== DEFAULT_CATEGORY && (await usesOf(tx, 'category', value)) === 0)
    await deleteCategories(tx, [value]);
}
