import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexerContext } from './context.js';
import { areKeysMade, repairKeys, requestKeys } from './keys-reader.js';
import { runIndexer } from './leader.js';
import { requestRebuild, readRebuild } from './rebuild-store.js';
import type { Rebuild } from './rebuild-store.js';
import { requestRedelivery, redeliveriesUpTo } from './store.js';
import { verify } from './verify.js';
import type { Verified } from './verify.js';
import { refuseUnsupported } from './version.js';

/** How far a rebuild is. */
export interface ReindexProgress {
  step: Rebuild['step'];
  done: number;
  total: number;
}

/** The outcome of a rebuild. */
export interface Reindexed {
  ok: true;
  documents: number;
  seconds: number;
}

const POLL_MS = 200;

interface Watching {
  onProgress?: (progress: ReindexProgress) => void;
  signal?: AbortSignal;
}

/**
 * Rebuilds the index and the keys, while the present ones serve searches. The leader does it where one runs; otherwise this process
 * becomes the leader. Where a rebuild is already open, waits for that one.
 * @throws Unusable where the engine is not supported: the rebuild would wait until it is replaced
 */
export async function reindex(context: IndexerContext, options: Watching = {}): Promise<Reindexed> {
  await refuseUnsupported(context);
  const id = await requestRebuild(context, 'command');
  await requestKeys(context.db);
  return withLeader(context, options.signal, async () => {
    const built = await watchRebuild(context, id, options);
    while (!(await areKeysMade(context.db))) await sleep(POLL_MS, undefined, { signal: options.signal });
    return built;
  });
}

async function watchRebuild(
  context: IndexerContext,
  id: number,
  { onProgress, signal }: Watching,
): Promise<Reindexed> {
  for (;;) {
    const row = await readRebuild(context.db, id);
    if (!row) throw new Error('the rebuild is no longer recorded');
    const { step, loaded, total } = row;
    if (step === 'failed') throw new Error(row.message ?? 'the rebuild failed');
    onProgress?.({ step, done: loaded, total });
    if (row.step === 'done') return { ok: true, documents: row.loaded, seconds: row.seconds };
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** What a repair found before, and what is left after it. */
interface Repaired {
  ok: boolean;
  found: Verified;
  left: Verified;
}

/**
 * Repairs every difference in the index and the keys, and touches nothing else.
 * @throws Unusable where the engine is not supported
 */
export async function repair(
  context: IndexerContext,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Repaired> {
  await refuseUnsupported(context);
  return withLeader(context, signal, async () => {
    const found = await verify(context);
    if (found.ok) return { ok: true, found, left: found };
    const last = await requestRedelivery(context, [...found.missing, ...found.stale, ...found.extra]);
    await repairKeys(context.db, found.keys);
    while ((await redeliveriesUpTo(context, last)) > 0) await sleep(POLL_MS, undefined, { signal });
    const left = await verify(context);
    return { ok: left.ok, found, left };
  });
}

/** Does work while there is a leader: the indexer where one runs, this process otherwise. */
async function withLeader<T>(
  context: IndexerContext,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const leading = runIndexer(context, { signal: done.signal });
  // It ends by itself only where it fails.
  const failed = leading.then(() => new Promise<never>(() => {}));
  try {
    signal?.throwIfAborted();
    return await Promise.race([work(), failed]);
  } finally {
    done.abort();
    await leading.catch(() => {});
  }
}
