import { setTimeout as sleep } from 'node:timers/promises';
import { pruneLog } from '../src/access/store.js';
import { pruneAttempts } from '../src/back-office/store.js';
import { pruneChanges } from '../src/changes/log.js';
import { compactTotals } from '../src/products/list-store.js';
import { mergeSearchKeys } from '../src/search/store.js';
import { compactTagLedger } from '../src/tags/store.js';
import type { Parts } from './parts.js';
import { dropLeftovers } from './rebuild.js';
import { forgetSetAside, openRebuild, pruneRebuilds } from './rebuilds.js';
import { retrySetAside } from './store.js';

const EVERY_MS = 3_600_000;
const MERGE_EVERY_MS = 10_000;
const DAY_MS = 86_400_000;
/** Finished tasks are kept for whoever looks into a trouble of the last hours. */
const TASKS_KEPT_MS = 6 * 3_600_000;

/**
 * Once an hour: what would otherwise grow without end is cut back.
 * @param syncLogDays how long calls stay in the sync log; for ever without it
 */
export async function keepHouse(
  parts: Parts,
  signal: AbortSignal,
  { syncLogDays }: { syncLogDays?: number | undefined } = {},
): Promise<never> {
  const { db, uid, log } = parts;
  for (;;) {
    const changes = await pruneChanges(db);
    const calls =
      syncLogDays === undefined ? 0 : await pruneLog(db, new Date(Date.now() - syncLogDays * DAY_MS));
    await pruneAttempts(db);
    await compactTagLedger(db);
    await compactTotals(db);
    await pruneRebuilds(db);
    await pruneTasks(parts, new Date(Date.now() - TASKS_KEPT_MS));
    if (!(await openRebuild(db))) {
      await dropLeftovers(parts, signal);
      await forgetSetAside(db, [uid]);
    }
    await retrySetAside(db, uid);
    log.debug({ changes, calls }, 'house kept');
    await sleep(EVERY_MS, undefined, { signal });
  }
}

/** Every 10 s: what writes have left to be merged into the indexes of the degraded search, so that no search reads it. */
export async function mergeKeys({ db }: Parts, signal: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(MERGE_EVERY_MS, undefined, { signal });
    await mergeSearchKeys(db);
  }
}

/** Removes ended tasks of this index, and of the kinds that belong to none. Those of others stay. */
export async function pruneTasks({ engine, uid }: Parts, before: Date): Promise<void> {
  const ended = {
    statuses: ['succeeded', 'failed', 'canceled'],
    beforeFinishedAt: before.toISOString(),
  } satisfies Parameters<typeof engine.tasks.deleteTasks>[0];
  await engine.tasks.deleteTasks({ ...ended, indexUids: [uid] });
  await engine.tasks.deleteTasks({ ...ended, types: ['taskDeletion', 'indexSwap'] });
}
