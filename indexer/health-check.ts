import { ensureEpoch, REBUILD_REASONS } from '../src/catalogue/index.js';
import type { RebuildReason } from '../src/catalogue/index.js';
import { every } from './every.js';
import type { Follower } from './follow.js';
import type { IndexerContext, Leading } from './context.js';
import { hashOf } from './form.js';
import { endHistory, endIfUnknown } from './history.js';
import { requestRebuild, failedRecently, currentRebuild } from './rebuild-store.js';
import { requestRedelivery, acknowledge, expectedDocuments, readReader } from './store.js';
import { differing, verify } from './verify.js';

const CHECK_MS = 2_000;
const COUNT_MS = 30_000;

/**
 * The index health check. Every 2 s: does the live index exist, is it the same one, and are its settings unchanged?
 * Every 30 s: does it have as many documents as it must? After a start and then every `verifyEvery`: is every document
 * of the version of its row? Differences are repaired; for other faults the index is rebuilt.
 */
export async function checkHealth(context: Leading, follower: Follower, signal: AbortSignal): Promise<never> {
  const { db, verifyEvery } = context;
  let counted = -Infinity;
  let verified = -Infinity;
  // At once, beside following and rebuilding: each write brings the ids nearer to those that were lost.
  await endIfUnknown(context);
  return every(CHECK_MS, signal, async () => {
    await ensureEpoch(db);
    const fault = await faultOf(context);
    const due = verifyEvery > 0 && performance.now() - verified > verifyEvery;
    // Until a swap is recorded the index looks faulty: only a fault while nothing is in flight counts.
    if (fault) await follower.whileDrained(() => resolveFault(context, signal), signal);
    else if (
      due ||
      performance.now() - counted > COUNT_MS ||
      (await context.indexes.count(context.uid)) === 0
    ) {
      const differs = await follower.whileDrained(() => countDiffers(context), signal);
      counted = performance.now();
      if (differs === 'empty') await triggerRebuild(context, 'emptied');
      else if (differs || due) {
        await verifyAndRepair(context);
        verified = performance.now();
      }
    }
  });
}

/** What is wrong with the live index itself; undefined where nothing is. */
async function faultOf(context: IndexerContext): Promise<RebuildReason | undefined> {
  const { indexes, uid, form } = context;
  const { state } = await readReader(context);
  const live = await indexes.identity(uid);
  if (live === undefined) return 'missing';
  if (state.index === undefined) return 'never_built';
  if (live !== state.index) return 'replaced';
  if (state.form !== form) return 'new_form';
  if (hashOf(await indexes.settingsOf(uid)) !== state.settings_seen) return 'settings_changed';
  // A rebuild that was to put it right has failed, or was nearly done when more was lost.
  if (!state.complete && !(await currentRebuild(context))) return 'incomplete';
  return undefined;
}

/** To be called while nothing is in flight. */
async function resolveFault(context: Leading, signal: AbortSignal): Promise<void> {
  const fault = await faultOf(context);
  if (!fault) return;
  // First, so that no gateway takes the empty index for the catalogue.
  await triggerRebuild(context, fault);
  // Until it is rebuilt, searches need an index with its filters set up, and new products one to be delivered to.
  if (fault === 'missing') await context.indexes.create(context.uid, signal);
}

async function triggerRebuild(context: Leading, fault: RebuildReason): Promise<void> {
  // An index of an older form is complete nevertheless.
  if (fault !== 'new_form' && (await readReader(context)).state.complete)
    await acknowledge(context, { state: { complete: false } });
  if ((await currentRebuild(context)) || (await failedRecently(context))) return;
  context.log.warn(`${REBUILD_REASONS[fault]}: rebuilding it`);
  await requestRebuild(context, fault);
}

/** Whether the number of documents is wrong, or it is 0 and should not be. Only while nothing is in flight. */
async function countDiffers(context: IndexerContext): Promise<boolean | 'empty'> {
  const { indexes, uid } = context;
  const { position } = await readReader(context);
  const documents = (await indexes.count(uid)) ?? 0;
  const { products, dead_letters, pending } = await expectedDocuments(context, position);
  if (pending || documents === products - dead_letters) return false;
  return documents === 0 ? 'empty' : true;
}

async function verifyAndRepair(context: Leading): Promise<void> {
  const found = await verify(context, 'versions');
  if (found.of_other_history) return endHistory(context);
  if (found.ok) return;
  const ids = differing(found);
  context.log.warn({ products: ids.length }, 'the index differed from the table: repairing it');
  await requestRedelivery(context, ids);
}
