import { clockAhead, MOST_APART } from '../../platform/index.js';
import { imageOf, stateOfImage } from './objects.js';
import type { Media } from './open.js';
import { refuseForeign } from './owner.js';
import { countNamedObjects, namedObjects, releaseObject, unusedObjects } from './store.js';

const DAY_MS = 24 * 3_600_000;
const BATCH = 500;
/** Objects that are read at a time: each may have 10 MB. */
const AT_ONCE = 8;

type Lost = { sha256: string; ids: number[] }[];

/**
 * Removes objects that no image uses and that are older than a day, and finds images whose object is missing or damaged.
 * Uploads may continue meanwhile: an object is removed under the lock of its claim (infra/migrations/08_media.sql).
 * @param options.dryRun only report what would be removed
 * @param options.onProgress how many of all images were looked at
 * @returns what was removed, or is to be; images whose object is not in the store, and those whose object has other bytes than
 *   they had, which the same image uploaded again mends
 * @throws Problem 503 where the store or the database is away; Error where objects are to be removed and the store is
 *   not this catalogue's alone, or the clocks differ
 */
export async function collectMedia(
  { db, objects, log }: Pick<Media, 'db' | 'objects' | 'log'>,
  { dryRun = true, onProgress }: { dryRun?: boolean; onProgress?: (done: number, all: number) => void } = {},
) {
  if (!dryRun) {
    await refuseForeign({ db, objects });
    // The age of an object is told by the clock of its store.
    if (Math.abs(await clockAhead(db)) > MOST_APART)
      throw new Error('The clock of this host is not that of the database. Nothing was removed.');
  }
  const removed: { key: string; bytes: number }[] = [];

  const removeUnused = async (old: { key: string; bytes: number }[]): Promise<void> => {
    const images = await unusedObjects(db, [...new Set(old.map(({ key }) => imageOf(key)!))]);
    for (const { key, bytes } of old) {
      const sha256 = imageOf(key)!;
      if (!images.has(sha256)) continue;
      const done =
        dryRun ||
        (await db.tx(async (tx) => {
          if (!(await releaseObject(tx, sha256))) return false;
          await objects.delete(key);
          return true;
        }));
      if (!done) continue;
      removed.push({ key, bytes });
      if (!dryRun) log.info({ key, bytes }, 'unused object removed');
    }
  };

  const batch: { key: string; bytes: number }[] = [];
  for await (const { key, bytes, modified } of objects.list()) {
    if (Date.now() - modified.getTime() < DAY_MS) continue;
    batch.push({ key, bytes });
    if (batch.length === BATCH) await removeUnused(batch.splice(0));
  }
  await removeUnused(batch);

  return {
    dry_run: dryRun,
    removed,
    removed_bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0),
    ...(await findLost({ db, objects }, onProgress)),
  };
}

/** Reads each object by its name: a list of them would lack those that are uploaded meanwhile. */
async function findLost(
  { db, objects }: Pick<Media, 'db' | 'objects'>,
  onProgress?: (done: number, all: number) => void,
): Promise<Record<'missing' | 'damaged', Lost>> {
  const lost: Record<'missing' | 'damaged', Lost> = { missing: [], damaged: [] };
  const all = await countNamedObjects(db);
  let done = 0;
  let after = '';
  for (;;) {
    const named = await namedObjects(db, after, BATCH);
    for (let i = 0; i < named.length; i += AT_ONCE) {
      const some = named.slice(i, i + AT_ONCE);
      const states = await Promise.all(some.map(({ sha256 }) => stateOfImage(objects, sha256)));
      for (const [j, state] of states.entries()) if (state !== 'whole') lost[state].push(some[j]!);
      onProgress?.((done += some.length), all);
    }
    if (named.length < BATCH) return lost;
    after = named.at(-1)!.sha256;
  }
}
