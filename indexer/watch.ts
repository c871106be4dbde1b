import { setTimeout as sleep } from 'node:timers/promises';
import { ensureEpoch } from '../src/changes/log.js';
import { REBUILD_REASONS } from '../src/changes/rebuild-reasons.js';
import type { RebuildReason } from '../src/changes/rebuild-reasons.js';
import { createIndex, indexState, settingsSeen } from './engine.js';
import type { Follower } from './follow.js';
import type { Parts } from './parts.js';
import { askRebuild, failedLately, openRebuild } from './rebuilds.js';
import { askRedelivery, confirm, expectedDocuments, readReader } from './store.js';
import { differences, sizeOf } from './verify.js';

const LOOK_MS = 2_000;
const COUNT_MS = 30_000;

/**
 * Looks whether the live index still is what it is taken for: every 2 s whether it is there, is the same one and
 * has the same settings; every 30 s whether it holds as many documents as it must; after a start and then once in
 * a while document by document. What it finds wrong it has mended.
 */
export async function watchIndex(
  parts: Parts,
  leader: string,
  follower: Follower,
  signal: AbortSignal,
): Promise<never> {
  const { db, verifyEvery } = parts;
  let counted = -Infinity;
  let verified = -Infinity;
  for (;;) {
    await ensureEpoch(db);
    const fault = await faultOf(parts);
    const due = verifyEvery > 0 && performance.now() - verified > verifyEvery;
    // What looked wrong while a swap was being recorded is right at rest.
    if (fault) await follower.atRest(() => haveMended(parts, leader, signal), signal);
    else if (due || performance.now() - counted > COUNT_MS || (await isEmpty(parts))) {
      const differs = await follower.atRest(() => countDiffers(parts), signal);
      counted = performance.now();
      if (differs === 'empty') await haveRebuilt(parts, leader, 'emptied');
      else if (differs || due) {
        await verifyAndRepair(parts);
        verified = performance.now();
      }
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
}

/** What is wrong with the live index itself; undefined where nothing is. */
async function faultOf({ db, engine, uid, settingsHash }: Parts): Promise<RebuildReason | undefined> {
  const { state } = await readReader(db);
  const live = await indexState(engine, uid);
  if (!live) return 'missing';
  if (state.index === undefined) return 'never_built';
  if (live.identity !== state.index) return 'replaced';
  if (state.settings !== settingsHash) return 'new_form';
  if ((await settingsSeen(engine, uid)) !== state.seen) return 'settings_changed';
  return undefined;
}

/** To be called while nothing is delivered or swapped. */
async function haveMended(parts: Parts, leader: string, signal: AbortSignal): Promise<void> {
  const fault = await faultOf(parts);
  if (!fault) return;
  // Searches must find an index that understands their filters, and new products must get somewhere.
  if (fault === 'missing') await createIndex(parts.engine, parts.uid, parts.settings, signal);
  await haveRebuilt(parts, leader, fault);
}

async function haveRebuilt({ db, uid, log }: Parts, leader: string, fault: RebuildReason): Promise<void> {
  // With older settings it is complete all the same.
  if (fault !== 'new_form' && (await readReader(db)).state.complete)
    await confirm(db, leader, uid, { state: { complete: false } });
  if ((await openRebuild(db)) || (await failedLately(db))) return;
  log.warn(`${REBUILD_REASONS[fault]}: having it rebuilt`);
  await askRebuild(db, fault);
}

async function isEmpty({ engine, uid }: Parts): Promise<boolean> {
  return (await engine.index(uid).getStats()).numberOfDocuments === 0;
}

/** Whether the number of documents is wrong, or none is there where there must be some. Only while nothing is on its way. */
async function countDiffers({ db, engine, uid }: Parts): Promise<boolean | 'empty'> {
  const { position } = await readReader(db);
  const { numberOfDocuments } = await engine.index(uid).getStats();
  const { products, set_aside, pending } = await expectedDocuments(db, uid, position);
  if (pending || numberOfDocuments === products - set_aside) return false;
  return numberOfDocuments === 0 ? 'empty' : true;
}

async function verifyAndRepair(parts: Parts): Promise<void> {
  const { db, uid, log } = parts;
  const found = await differences(parts, uid, async () => (await readReader(db)).position);
  if (sizeOf(found) === 0) return;
  const { missing, stale, extra } = found;
  log.warn(
    { missing: missing.length, stale: stale.length, extra: extra.length },
    'the index differed from the table: mending it',
  );
  await askRedelivery(db, [...missing, ...stale, ...extra]);
}
