import { setImmediate as turn } from 'node:timers/promises';
import {
  listenForChanges,
  PositionLost,
  productsById,
  readChanges,
  tip,
  versionsAfterId,
} from '../src/catalogue/index.js';
import { orAborted, unhurried } from '../src/platform/index.js';
import type { Database } from '../src/platform/index.js';
import type { IndexerContext } from './context.js';
import { formOfKeys } from './form.js';
import { keysOf } from './keys.js';
import type { KeyedProduct } from './keys.js';
import {
  beginKeys,
  differingKeys,
  idsAfter,
  KeysMoved,
  pendingAmong,
  readKeys,
  replaceKeys,
  stepKeys,
} from './keys-store.js';
import type { KeysReader } from './keys-store.js';

/** Changes, and products of a walk, that are written together. */
const BATCH = 2_000;
/** Products whose keys are made between two turns of the event loop. */
const SLICE = 50;

/**
 * Keeps the keys of products in step with the table: a reader of the log of its own, which waits for no engine. Where all
 * keys are to be made anew (at first, after a restore, by another version of the service) a walk through all products fills a
 * second table beside the log, which then takes the place of the first.
 */
export async function keepKeys(context: IndexerContext, signal: AbortSignal): Promise<never> {
  const { db, databaseUrl, log } = context;
  const changes = listenForChanges(databaseUrl, 'catalogue indexer: keys', log);
  try {
    for (;;) {
      signal.throwIfAborted();
      const isIdle = await stepOnce(db, (message) => log.info(message)).catch((error: unknown) => {
        if (!(error instanceof KeysMoved)) throw error;
        return undefined;
      });
      if (isIdle) await orAborted(changes.next(isIdle.blocked), signal);
    }
  } finally {
    await changes.stop();
  }
}

/** Takes the next step. @returns undefined where something was done */
export async function stepOnce(
  db: Database,
  report: (message: string) => void,
): Promise<{ blocked: boolean } | undefined> {
  const reader = await readKeys(db);
  if (!reader) {
    await beginKeys(db, await tip(db));
    return undefined;
  }
  const { position, state } = reader;
  const form = formOfKeys();
  if ((state.walk?.form ?? state.form) !== form) {
    await beginWalk(db, reader, report);
    return undefined;
  }
  try {
    const { changes, end, blocked } = await readChanges(db, position, BATCH);
    if (changes.length > 0) {
      const ids = [...new Set(changes.map((change) => change.product_id))];
      await writeKeys(db, reader, ids, { position: end });
    } else if (state.walk) await walkOn(db, reader, state.walk, report);
    else return { blocked };
  } catch (error) {
    if (!(error instanceof PositionLost)) throw error;
    report(`${error.message}: making the keys of all products anew`);
    await beginWalk(db, { ...reader, position: await tip(db) }, report);
  }
  return undefined;
}

async function beginWalk(db: Database, reader: KeysReader, report: (message: string) => void): Promise<void> {
  const walk = { form: formOfKeys(), last_id: 0 };
  report('making the keys of all products');
  await stepKeys(db, reader, { position: reader.position, state: { walk } }, (tx) =>
    tx.one('SELECT begin_product_keys()'),
  );
}

/** Writes the keys of the next products into the next table; behind the last one it takes its place. */
async function walkOn(
  db: Database,
  reader: KeysReader,
  walk: NonNullable<KeysReader['state']['walk']>,
  report: (message: string) => void,
): Promise<void> {
  const ids = (await versionsAfterId(db, walk.last_id, BATCH)).map(({ id }) => id);
  if (ids.length === 0) {
    const state = { walk: null, form: walk.form, complete: true };
    // Of a million products the indexes take a minute.
    await unhurried(db, (connection) =>
      stepKeys(connection, reader, { state }, (tx) => tx.one('SELECT swap_product_keys()')),
    );
    return report('all products have their keys');
  }
  const products = await makeKeys(db, ids);
  const state = { walk: { ...walk, last_id: ids.at(-1)! } };
  await stepKeys(db, reader, { state }, (tx) => replaceKeys(tx, 'product_keys_next', ids, products));
}

async function writeKeys(
  db: Database,
  reader: KeysReader,
  ids: readonly number[],
  step: Parameters<typeof stepKeys>[2],
): Promise<void> {
  const products = await makeKeys(db, ids);
  await stepKeys(db, reader, step, async (tx) => {
    await replaceKeys(tx, 'product_keys', ids, products);
    if (reader.state.walk) await replaceKeys(tx, 'product_keys_next', ids, products);
  });
}

/** The keys of these products as they now are; those that are gone are left out. */
async function makeKeys(db: Database, ids: readonly number[]): Promise<KeyedProduct[]> {
  const made: KeyedProduct[] = [];
  for (let start = 0; start < ids.length; start += SLICE) {
    made.push(...(await productsById(db, ids.slice(start, start + SLICE))).map(keysOf));
    await turn();
  }
  return made;
}

/** Has the keys of all products made anew, by the indexer that leads. */
export async function requestKeys(db: Database): Promise<void> {
  await withReader(db, (reader) => stepKeys(db, reader, { state: { form: '', walk: null } }));
}

/** Does this with the reader as it now is, again where another process has written keys meanwhile; nothing without keys. */
async function withReader(db: Database, work: (reader: KeysReader) => Promise<void>): Promise<void> {
  for (;;) {
    const reader = await readKeys(db);
    try {
      return reader ? await work(reader) : undefined;
    } catch (error) {
      if (!(error instanceof KeysMoved)) throw error;
    }
  }
}

/** Whether all keys are made by the present rules, and none are being made anew. */
export async function areKeysMade(db: Database): Promise<boolean> {
  const state = (await readKeys(db))?.state;
  return state?.complete === true && state.form === formOfKeys() && state.walk === null;
}

/**
 * Compares the keys of all products with what is made of the products now.
 * @returns the products whose keys differ, without those that changed so recently that their keys cannot be there yet
 */
export async function verifyKeys(db: Database): Promise<number[]> {
  const differing: number[] = [];
  for (let last = 0, more = true; more;) {
    // In this order: who differs and has no change after the position really differs.
    const reader = await readKeys(db);
    const ids = await idsAfter(db, last, BATCH);
    const found = await differingKeys(db, ids, await makeKeys(db, ids));
    const pending = reader && found.length > 0 ? await pendingAmong(db, found, reader) : [];
    differing.push(...found.filter((id) => !pending.includes(id)));
    last = ids.at(-1) ?? last;
    more = ids.length === BATCH;
  }
  return differing;
}

/** Writes the keys of these products anew. */
export async function repairKeys(db: Database, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    await withReader(db, (reader) => writeKeys(db, reader, ids.slice(start, start + BATCH), {}));
  }
}
