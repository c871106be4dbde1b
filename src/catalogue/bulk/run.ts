import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isLocked, isOverload } from '../../platform/index.js';
import type { Database, Transaction, Writes } from '../../platform/index.js';
import { lockCategories } from '../products/store.js';
import type { BulkChange, BulkFailure, Rename } from './bulk.js';
import { endRename, endUndo } from './names.js';
import type { NamesBefore } from './names.js';
import { changeProducts } from './products-store.js';
import { addProgress, endBulkEdit, touchBulkEdit } from './store.js';
import { bringBackChanged, changedAfter } from './undo-store.js';

/** Products a transaction: their rows are locked for a fraction of a second, so that pushes can proceed. */
const BATCH = 1_000;
/** How often a batch is tried that waited too long. */
const TRIES = 2;
const PAUSE_MS = 500;
/** A sign of life, ms. */
const BEAT_MS = 5_000;

interface RunParts {
  db: Database;
  writes: Writes;
  log: Logger;
}

/** A bulk edit that was begun, and what is left to do. */
export type Begun = { id: number; by: string; names: NamesBefore | null } & (
  { edit: BulkChange | Rename; ids: number[] } | { undo: number }
);

/** Some products are worked on: how many, of these changed, and left as they were. */
interface Done {
  done: number;
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
  const beat = setInterval(() => void touchBulkEdit(db, id).catch(() => {}), BEAT_MS).unref();
  try {
    for (const batch of 'undo' in begun ? undoing(begun.undo) : changing(begun.edit, begun.ids)) {
      const { done } = await tx(async (tx) => {
        const did = await batch(tx);
        if (!(await addProgress(tx, id, did))) throw new Ended();
        return did;
      });
      if (done === 0) break;
    }
    await tx(async (tx) => {
      if (!(await endBulkEdit(tx, id, 'done'))) throw new Ended();
      if (begun.names) await ('undo' in begun ? endUndo : endRename)(tx, begun.names);
    });
  } catch (error) {
    if (error instanceof Ended) return;
    log.error({ err: error, bulk_edit: id }, 'a bulk edit was broken off');
    await endBulkEdit(db, id, 'failed', failureOf(error)).catch(() => {}); // silent, it counts as broken off soon
  } finally {
    clearInterval(beat);
  }
}

type Batch = (tx: Transaction) => Promise<Done>;

function* changing(edit: BulkChange | Rename, ids: number[]): Generator<Batch> {
  const category = 'kind' in edit ? undefined : edit.category;
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    yield async (tx) => {
      if (category !== undefined && (await lockCategories(tx, [category])).length === 0)
        throw new CategoryGone(`there is no category ${category}`);
      const changed = await changeProducts(tx, edit, batch);
      return { done: batch.length, changed, left_out: batch.length - changed };
    };
  }
}

/** Ends with a batch that finds nothing more. */
function* undoing(bulk: number): Generator<Batch> {
  for (let last = ''; ;) {
    const from = last;
    yield async (tx) => {
      const codes = await changedAfter(tx, bulk, from, BATCH);
      last = codes.at(-1) ?? from;
      return { done: codes.length, ...(await bringBackChanged(tx, bulk, codes)) };
    };
  }
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
