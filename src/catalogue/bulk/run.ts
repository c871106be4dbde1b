import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isLocked, isOverload } from '../../platform/index.js';
import type { Database, Transaction, Writes } from '../../platform/index.js';
import { lockCategories } from '../products/store.js';
import type { BulkChange, BulkFailure, Rename, What } from './bulk.js';
import { forget } from './names.js';
import { bringBackChanged, changeProducts } from './products-store.js';
import { addProgress, endBulkEdit } from './store.js';

/** Products a transaction: their rows are locked for a fraction of a second, so that pushes can proceed. */
const BATCH = 1_000;
/** How often a batch is tried that waited too long. */
const TRIES = 2;
const PAUSE_MS = 500;
/** A sign of life, ms. */
const BEAT_MS = 5_000;
const NOTHING = { done: 0, changed: 0, left_out: 0 };

interface RunParts {
  db: Database;
  writes: Writes;
  log: Logger;
}

/** A bulk edit that was begun, what it does or undoes, and what is left to do. */
export type Begun = { id: number; by: string; what: What } & (
  { edit: BulkChange | Rename; ids: number[] } | { undo: number; codes: string[] }
);

/** What became of some products: how many have changed, and are left as they were. */
interface Done {
  changed: number;
  left_out: number;
}

/** The edit no longer runs: it was stopped, or taken for broken off. */
class Ended extends Error {}
class CategoryGone extends Error {}

/**
 * Works on a bulk edit until its end, batch after batch. What a batch does and that it is done is one transaction, so
 * that nothing is half done wherever the process ends. Never throws.
 */
export async function runBulkEdit({ db, writes, log }: RunParts, begun: Begun): Promise<void> {
  const { id, by } = begun;
  const tx = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    patiently(() => writes.tx(work, { by: { kind: 'staff', name: by, bulk: id } }));
  const inBatches = async <T>(
    all: T[],
    work: (tx: Transaction, batch: T[]) => Promise<Done>,
  ): Promise<void> => {
    for (let at = 0; at < all.length; at += BATCH) {
      const batch = all.slice(at, at + BATCH);
      await tx(async (tx) => {
        const did = { done: batch.length, ...(await work(tx, batch)) };
        if (!(await addProgress(tx, id, did))) throw new Ended();
      });
    }
  };
  const beat = setInterval(() => void addProgress(db, id, NOTHING).catch(() => {}), BEAT_MS).unref();
  try {
    await ('undo' in begun
      ? inBatches(begun.codes, (tx, codes) => bringBackChanged(tx, begun.undo, codes))
      : inBatches(begun.ids, (tx, ids) => change(tx, begun.edit, ids)));
    await tx(async (tx) => {
      if (!(await endBulkEdit(tx, id, 'done'))) throw new Ended();
      if (!('rename' in begun.what)) return;
      const { kind, from, to } = begun.what.rename;
      await forget(tx, kind, 'undo' in begun ? to : from);
    });
  } catch (error) {
    if (error instanceof Ended) return;
    log.error({ err: error, bulk_edit: id }, 'a bulk edit was broken off');
    await endBulkEdit(db, id, 'failed', failureOf(error)).catch(() => {}); // silent, it counts as broken off soon
  } finally {
    clearInterval(beat);
  }
}

async function change(tx: Transaction, edit: BulkChange | Rename, ids: number[]): Promise<Done> {
  const category = 'kind' in edit ? undefined : edit.category;
  if (category !== undefined && (await lockCategories(tx, [category])).length === 0)
    throw new CategoryGone(`there is no category ${category}`);
  const changed = await changeProducts(tx, edit, ids);
  return { changed, left_out: ids.length - changed };
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === TRIES || !(isLocked(error) || isOverload(error))) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

function failureOf(error: unknown): BulkFailure {
  if (error instanceof CategoryGone) return 'category_gone';
  return isLocked(error) ? 'locked' : 'unavailable';
}
