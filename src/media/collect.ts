import { imageOf } from './objects.js';
import type { Media } from './open.js';
import { namedObjects, releaseObject, unusedObjects } from './store.js';

const DAY_MS = 24 * 3_600_000;
const BATCH = 500;

interface Collected {
  dry_run: boolean;
  /** objects that no image uses: removed, or with `dry_run` to be removed */
  removed: { key: string; bytes: number }[];
  removed_bytes: number;
  /** images whose object is not in the store */
  missing: { sha256: string; ids: number[] }[];
}

/**
 * Removes objects that no image uses and that are older than a day, and finds images whose object is missing.
 * Uploads may continue meanwhile: an object is removed under the lock of its claim (infra/migrations/08_media.sql).
 * @param options.dryRun only report what would be removed
 * @throws Problem 503 where the store or the database is away
 */
export async function collectMedia(
  { db, objects, log }: Pick<Media, 'db' | 'objects' | 'log'>,
  { dryRun = true }: { dryRun?: boolean } = {},
): Promise<Collected> {
  const removed: Collected['removed'] = [];

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
    missing: await findMissing({ db, objects }),
  };
}

/** Asks for each object by name: a list of them would lack those that are uploaded meanwhile. */
async function findMissing({ db, objects }: Pick<Media, 'db' | 'objects'>): Promise<Collected['missing']> {
  const missing: Collected['missing'] = [];
  let after = '';
  for (;;) {
    const named = await namedObjects(db, after, BATCH);
    for (let i = 0; i < named.length; i += 16) {
      const some = named.slice(i, i + 16);
      const found = await Promise.all(some.map(({ sha256 }) => objects.head(sha256)));
      missing.push(...some.filter((_, j) => found[j] === null));
    }
    if (named.length < BATCH) return missing;
    after = named.at(-1)!.sha256;
  }
}
