import { badField, Problem } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';
import type { Filters } from '../products/list.js';
import { categoriesAmong } from '../products/store.js';
import type { BulkCount, BulkChange, Rename } from './bulk.js';
import { beginRename, beginUndo } from './names.js';
import { changedBy, chooseProducts, countChanges } from './products-store.js';
import { findBulkEdit, insertBulkEdit, lockBulkEdits } from './store.js';
import type { Begun } from './run.js';
import { usesOf } from '../terms/store.js';

/** What is asked for: a change of products that filters or a list choose, or a rename of what has a name. */
export type BulkRequest =
  { change: BulkChange; products: { filters: Filters } | { codes: string[] } } | { rename: Rename };

/** The most products that one bulk edit may change: their ids are kept in memory. */
const MOST = 1_000_000;

const partsOf = (asked: BulkRequest) =>
  'rename' in asked
    ? { edit: asked.rename, selection: asked.rename }
    : { edit: asked.change, selection: asked.products };

/**
 * What a bulk edit would do.
 * @throws Problem 400 for an unknown category or name
 */
export async function countBulkEdit(db: Connection, asked: BulkRequest): Promise<BulkCount> {
  const merging = await checkNames(db, asked);
  const { edit, selection } = partsOf(asked);
  const count = await countChanges(db, edit, selection);
  if (count.total > MOST)
    throw new Problem('bad-request', `At most ${MOST} products can be changed at once: choose fewer.`);
  return { ...count, ...merging };
}

async function checkNames(db: Connection, asked: BulkRequest): Promise<Pick<BulkCount, 'merges'>> {
  if ('change' in asked) {
    const { category } = asked.change;
    if (category !== undefined && (await categoriesAmong(db, [category])).length === 0)
      throw badField('change.category', 'unknown_category', `there is no category ${category}`);
    return {};
  }
  const { kind, from, to } = asked.rename;
  if ((await usesOf(db, kind, from)) === null)
    throw badField('rename.from', 'unknown_name', 'is the name of nothing');
  const uses = await usesOf(db, kind, to);
  return uses === null ? {} : { merges: { products: uses } };
}

/**
 * Begins a bulk edit: chooses its products, and puts it on record.
 * @param confirmed how many products it may change at most, and whether it may merge two names
 * @throws Problem 409 where another one runs, or where it would do more than was confirmed
 */
export async function beginBulkEdit(
  tx: Transaction,
  by: string,
  asked: BulkRequest,
  confirmed: { total: number; merge: boolean },
): Promise<Begun> {
  await refuseSecond(tx);
  const { edit, selection } = partsOf(asked);
  const merging = await checkNames(tx, asked);
  // First: no push brings the old name of a category after it, so that no product is overlooked.
  if ('rename' in asked) await beginRename(tx, asked.rename);
  const { ids, too_long } = await chooseProducts(tx, edit, selection);
  if (ids.length > confirmed.total || (merging.merges && !confirmed.merge))
    throw new Problem('confirmation-needed', 'It would do more than was confirmed; nothing was changed.', {
      extra: { total: ids.length, too_long, ...merging },
    });
  const what = 'rename' in asked ? { rename: asked.rename } : { change: asked.change };
  const id = await insertBulkEdit(tx, { by, what, total: ids.length, left_out: too_long });
  return { id, by, what, edit, ids };
}

/**
 * Begins the undo of a bulk edit.
 * @throws Problem 404 without it, 409 where one runs, 410 where it cannot be undone (any more)
 */
export async function beginUndoOf(tx: Transaction, by: string, bulk: number): Promise<Begun> {
  await refuseSecond(tx);
  const found = await findBulkEdit(tx, bulk);
  if (!found) throw new Problem('not-found', 'There is no such bulk edit.');
  if (found.undo_seconds === 0)
    throw new Problem('gone', 'It was undone already, or ended more than ten minutes ago.');
  if ('rename' in found.what) await beginUndo(tx, found.what.rename);
  const codes = await changedBy(tx, bulk);
  const id = await insertBulkEdit(tx, { by, what: { undo: bulk }, total: codes.length, left_out: 0 });
  return { id, by, what: found.what, undo: bulk, codes };
}

async function refuseSecond(tx: Transaction): Promise<void> {
  const running = await lockBulkEdits(tx);
  if (running)
    throw new Problem(
      'bulk-edit-running',
      `A bulk edit of ${running.by} runs (${running.done} of ${running.total}). Wait until it has ended.`,
    );
}
