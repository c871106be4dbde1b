import { setTimeout as sleep } from 'node:timers/promises';
import { refuseUnsupported } from './context.js';
import type { IndexerContext } from './context.js';
import { areKeysMade, repairKeys, requestKeys } from './keys-reader.js';
import { runIndexer } from './leader.js';
import { requestRebuild, readRebuild } from './rebuild-store.js';
import type { Rebuild } from './rebuild-store.js';
import { requestRedelivery, redeliveriesUpTo } from './store.js';
import { differing, verify } from './verify.js';

const POLL_MS = 200;

interface Watching {
  /** called with the rebuild, again and again */
  onProgress?: (rebuild: Rebuild) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Rebuilds the index and the keys, while the present ones serve searches. The leader does it where one runs; otherwise this process
 * becomes the leader. Where a rebuild is already open, waits for that one.
 * @throws Unusable where the engine is not supported: the rebuild would wait until it is replaced
 */
export async function reindex(context: IndexerContext, { onProgress, signal }: Watching = {}) {
  await refuseUnsupported(context);
  const id = await requestRebuild(context, 'command');
  await requestKeys(context.db);
  return withLeader(context, signal, async () => {
    for (;;) {
      const rebuild = await readRebuild(context.db, id);
      if (!rebuild) throw new Error('the rebuild is no longer recorded');
      const { step, loaded: documents, seconds, message } = rebuild;
      if (step === 'failed') throw new Error(message ?? 'the rebuild failed');
      onProgress?.(rebuild);
      if (step === 'done' && (await areKeysMade(context.db))) return { ok: true, documents, seconds };
      await sleep(POLL_MS, undefined, { signal });
    }
  });
}

/**
 * Repairs every difference in the index and the keys, and touches nothing else.
 * @returns what was found before, and what is left
 * @throws Unusable where the engine is not supported
 */
export async function repair(context: IndexerContext, { signal }: Pick<Watching, 'signal'> = {}) {
  await refuseUnsupported(context);
  return withLeader(context, signal, async () => {
    const found = await verify(context);
    if (found.ok) return { ok: true, found, left: found };
    const last = await requestRedelivery(context, differing(found));
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
