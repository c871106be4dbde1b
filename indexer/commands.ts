import { setTimeout as sleep } from 'node:timers/promises';
import { lagOf } from '../src/changes/log.js';
import { readDelivered } from '../src/changes/search-reader.js';
import { isMissingIndex } from './engine.js';
import { lead } from './lead.js';
import type { Parts } from './parts.js';
import { askRebuild, readRebuild } from './rebuilds.js';
import type { Rebuild } from './rebuilds.js';
import { askRedelivery, readReader, redeliveriesUpTo, setAside } from './store.js';
import { differences, sizeOf } from './verify.js';
import type { Differences } from './verify.js';

/** How far a rebuild is. */
export interface ReindexProgress {
  step: Rebuild['step'];
  done: number;
  total: number;
  /** documents a second since it began; 0 while unknown */
  rate: number;
  /** what the loading still takes; null while unknown */
  secondsLeft: number | null;
}

export interface Reindexed {
  ok: true;
  documents: number;
  seconds: number;
}

const LOOK_MS = 200;

/**
 * Rebuilds the index without a gap. The leading indexer does it where one runs; else this process, under the same
 * lock. One that is already under way is followed to its end.
 */
export async function reindex(
  parts: Parts,
  { onProgress, signal }: { onProgress?: (progress: ReindexProgress) => void; signal?: AbortSignal } = {},
): Promise<Reindexed> {
  const id = await askRebuild(parts.db, 'command');
  return ledMeanwhile(parts, signal, async () => {
    let before: { at: number; loaded: number } | undefined;
    let done = 0;
    for (;;) {
      const row = await readRebuild(parts.db, id);
      if (!row) throw new Error('the rebuild was forgotten');
      if (row.step === 'failed') throw new Error(row.message ?? 'the rebuild failed');
      // A rebuild that goes on after a crash has its rate measured from where it went on.
      if (row.step === 'load') before ??= { at: performance.now(), loaded: row.loaded };
      if (onProgress) {
        // Never backwards: the engine's own progress through a batch is a guess.
        done = Math.max(done, row.loaded + (row.step === 'load' ? await underway(parts, row.target) : 0));
        onProgress(progressOf({ ...row, loaded: row.step === 'done' ? row.loaded : done }, before));
      }
      if (row.step === 'done') return { ok: true, documents: row.loaded, seconds: row.seconds };
      await sleep(LOOK_MS, undefined, { signal });
    }
  });
}

/** Documents of a batch that the engine is working on, as far as it says it is; 0 where it says nothing. */
async function underway({ engine }: Parts, uid: string | null): Promise<number> {
  if (uid === null) return 0;
  const processing = { statuses: ['processing' as const], indexUids: [uid], limit: 1 };
  const { results } = await engine.batches.getBatches(processing).catch(() => ({ results: [] }));
  const [batch] = results;
  return Math.floor(((batch?.progress?.percentage ?? 0) / 100) * (batch?.details.receivedDocuments ?? 0));
}

function progressOf(row: Rebuild, before?: { at: number; loaded: number }): ReindexProgress {
  const { step, loaded: done, total } = row;
  const seconds = before ? (performance.now() - before.at) / 1000 : 0;
  const rate = before && seconds > 0 ? (done - before.loaded) / seconds : 0;
  const secondsLeft = rate > 0 ? Math.max(0, total - done) / rate : null;
  return { step, done, total, rate, secondsLeft };
}

/** How the index stands (the command line's `index status`). */
export interface IndexStatus {
  ok: boolean;
  documents: number;
  products: number;
  lag_changes: number;
  lag_seconds: number;
  generation: number;
  /** how many products the engine refuses, and which */
  set_aside: number;
  set_aside_products: { code: string; reason: string; at: string }[];
}

/** @throws where Postgres or the engine is away */
export async function status({ db, engine, uid }: Parts): Promise<IndexStatus> {
  const delivered = await readDelivered(db);
  const lag = delivered ? await lagOf(db, delivered.position) : { changes: 0, seconds: 0 };
  const { count: products } = await db.one<{ count: number }>('SELECT count(*) FROM products');
  const aside = await setAside(db, uid);
  const documents = await engine
    .index(uid)
    .getStats()
    .then((stats) => stats.numberOfDocuments)
    .catch((error: unknown) => {
      if (isMissingIndex(error)) return 0;
      throw error;
    });
  return {
    ok: delivered?.complete ?? false,
    documents,
    products,
    lag_changes: lag.changes,
    lag_seconds: Math.round(lag.seconds * 1000) / 1000,
    generation: delivered?.generation ?? 0,
    set_aside: aside.length,
    set_aside_products: aside.map(({ code, reason, at }) => ({ code, reason, at })),
  };
}

export interface Verified extends Differences {
  /** true where the index is equal to the table */
  ok: boolean;
}

/** Compares every document with its row, by id and version. */
export async function verify(parts: Parts): Promise<Verified> {
  const found = await differences(parts, parts.uid, async () => (await readReader(parts.db)).position);
  return { ok: sizeOf(found) === 0, ...found };
}

/** Has every difference mended, and nothing else touched. @returns what was found before and is left after */
export async function repair(
  parts: Parts,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ ok: boolean; found: Verified; left: Verified }> {
  return ledMeanwhile(parts, signal, async () => {
    const found = await verify(parts);
    if (found.ok) return { ok: true, found, left: found };
    const asked = await askRedelivery(parts.db, [...found.missing, ...found.stale, ...found.extra]);
    while ((await redeliveriesUpTo(parts.db, asked)) > 0) await sleep(LOOK_MS, undefined, { signal });
    const left = await verify(parts);
    return { ok: left.ok, found, left };
  });
}

/** Does work while somebody leads: the indexer where one runs, this process otherwise. */
async function ledMeanwhile<T>(
  parts: Parts,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const leading = lead(parts, { signal: done.signal });
  // Whichever ends first: a lead that ends by itself has failed.
  const failed = leading.then(() => new Promise<never>(() => {}));
  try {
    signal?.throwIfAborted();
    return await Promise.race([work(), failed]);
  } finally {
    done.abort();
    await leading.catch(() => {});
  }
}
