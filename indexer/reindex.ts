import { setTimeout as sleep } from 'node:timers/promises';
import type { Engines, IndexerContext } from './context.js';
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
 * Rebuilds the index of every engine, one after another, while the present ones serve searches. The leader does it where
 * one runs; otherwise this process becomes the leader. Where a rebuild is already open, waits for that one.
 * @returns the documents of an index, and the time of all engines together
 * @throws Unusable where an engine is not supported: its rebuild would wait until it is replaced
 */
export async function reindex(engines: Engines, options: Watching = {}): Promise<Reindexed> {
  const ids: number[] = [];
  await Promise.all(engines.map(refuseUnsupported));
  for (const context of engines) ids.push(await requestRebuild(context, 'command'));
  return withLeader(engines, options.signal, async () => {
    const steps = engines.map((): ReindexProgress | undefined => undefined);
    const built = await Promise.all(
      engines.map((context, i) => {
        const onProgress = (progress: ReindexProgress): void => {
          steps[i] = progress;
          options.onProgress?.(ofAll(progress, steps));
        };
        return watchRebuild(context, ids[i]!, { ...options, ...(options.onProgress && { onProgress }) });
      }),
    );
    const seconds = built.reduce((sum, each) => sum + each.seconds, 0);
    return { ok: true, documents: built[0]!.documents, seconds };
  });
}

/** The progress of all engines together, as far as it is known. */
function ofAll(latest: ReindexProgress, steps: (ReindexProgress | undefined)[]): ReindexProgress {
  const known = steps.map((each) => each ?? { done: 0, total: latest.total });
  const sum = (figure: 'done' | 'total'): number => known.reduce((all, each) => all + each[figure], 0);
  return { ...latest, done: sum('done'), total: sum('total') };
}

async function watchRebuild(
  context: IndexerContext,
  id: number,
  { onProgress, signal }: Watching,
): Promise<Reindexed> {
  let done = 0;
  for (;;) {
    const row = await readRebuild(context.db, id);
    if (!row) throw new Error('the rebuild is no longer recorded');
    if (row.step === 'failed') throw new Error(row.message ?? 'the rebuild failed');
    const { step, loaded, total } = row;
    if (onProgress) {
      // Never backwards: the engine only estimates its progress through a batch.
      done = Math.max(done, loaded + (step === 'load' ? await processing(context, row.target) : 0));
      onProgress({ step, done: step === 'done' ? loaded : done, total });
    }
    if (row.step === 'done') return { ok: true, documents: row.loaded, seconds: row.seconds };
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** Documents of the current batch that the engine has processed, by its own estimate; 0 where it gives none. */
async function processing({ engine }: IndexerContext, uid: string | null): Promise<number> {
  if (uid === null) return 0;
  const current = { statuses: ['processing' as const], indexUids: [uid], limit: 1 };
  const { results } = await engine.batches.getBatches(current).catch(() => ({ results: [] }));
  const [batch] = results;
  return Math.floor(((batch?.progress?.percentage ?? 0) / 100) * (batch?.details.receivedDocuments ?? 0));
}

/** What a repair of one engine found before, and what is left after it. */
interface Repaired {
  ok: boolean;
  found: Verified;
  left: Verified;
}

/**
 * Repairs every difference in every engine, and touches nothing else.
 * @returns one of each engine
 * @throws Unusable where an engine is not supported
 */
export async function repair(
  engines: Engines,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Repaired[]> {
  const repairOne = async (context: IndexerContext): Promise<Repaired> => {
    const found = await verify(context);
    if (found.ok) return { ok: true, found, left: found };
    const last = await requestRedelivery(context, [...found.missing, ...found.stale, ...found.extra]);
    while ((await redeliveriesUpTo(context, last)) > 0) await sleep(POLL_MS, undefined, { signal });
    const left = await verify(context);
    return { ok: left.ok, found, left };
  };
  await Promise.all(engines.map(refuseUnsupported));
  return withLeader(engines, signal, () => Promise.all(engines.map(repairOne)));
}

/** Does work while there is a leader: the indexer where one runs, this process otherwise. */
async function withLeader<T>(
  engines: Engines,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const leading = runIndexer(engines, { signal: done.signal });
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
