import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { copyOut, isoTime, makeFolders, ofFile, writeWhole } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { DamagedImage, openFolderStore, readImage } from '../../catalogue/index.js';
import type { ObjectStore } from '../../catalogue/index.js';
import { placesOf, refuseFilled } from './manifest.js';
import type { Manifest } from './manifest.js';
import { identitiesOf, migrationsOf, recordBackup, tableSql, tablesToKeep } from './tables.js';

export interface CopyOptions {
  onProgress?: (done: number, all: number) => void;
  signal: AbortSignal;
}

/** Images that are copied at a time. */
const AT_ONCE = 8;

/**
 * Writes the whole catalogue into a folder: every table as of one instant, and the images that its rows use. The
 * service may run meanwhile.
 * @param objects the store of images
 * @throws where the folder is not empty
 */
export async function backUp(
  db: Database,
  objects: ObjectStore,
  folder: string,
  options: CopyOptions,
): Promise<Manifest> {
  const places = placesOf(folder);
  try {
    await refuseFilled(folder);
    // It contains hashes of passwords and the secrets of webhooks.
    makeFolders(places.tables, 0o700);
    const snapshot = await copySnapshot(db, places.table, options.signal);
    const images = await copyImages(objects, openFolderStore(places.images), snapshot.images, options);
    const manifest: Manifest = { format: 1, ...snapshot, ...images };
    await writeWhole([JSON.stringify(manifest, null, 2)], places.manifest, { mode: 0o600 });
    if (images.missing.length === 0) await recordBackup(db, manifest.made_at);
    return manifest;
  } catch (error) {
    throw ofFile(folder, error);
  }
}

async function copySnapshot(
  db: Database,
  fileOf: (table: string) => string,
  signal: AbortSignal,
): Promise<Pick<Manifest, 'made_at' | 'migrations' | 'tables' | 'identities' | 'images'>> {
  const connection = await db.connect();
  try {
    await connection.none('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const { made_at } = await connection.one<{ made_at: string }>(`SELECT ${isoTime('now()')} AS made_at`);
    const migrations = await migrationsOf(connection);
    const kept = await tablesToKeep(connection);
    const images = await connection.any<{ sha256: string; mime: string }>(
      `SELECT encode(sha256, 'hex') AS sha256, min(mime) AS mime FROM media GROUP BY media.sha256 ORDER BY 1`,
    );
    const tables: Manifest['tables'] = [];
    for (const table of kept) {
      signal.throwIfAborted();
      const rows = copyOut(connection, `COPY ${tableSql(table)} TO STDOUT`);
      const to = createWriteStream(fileOf(table.name), { mode: 0o600, flush: true });
      await pipeline(rows, createGzip({ level: 1 }), to, { signal });
      tables.push({ ...table, rows: rows.rowCount });
    }
    // Last: sequences are not part of the snapshot, and no number may be given twice.
    const identities = await identitiesOf(connection, kept);
    return { made_at, migrations, tables, identities, images };
  } finally {
    await connection.done(true);
  }
}

async function copyImages(
  from: ObjectStore,
  to: ObjectStore,
  images: Manifest['images'],
  options: CopyOptions,
): Promise<Pick<Manifest, 'image_bytes' | 'missing'>> {
  const missing: string[] = [];
  let bytes = 0;
  await eachImage(images, options, async ({ sha256, mime }) => {
    const body = await readImage(from, sha256).catch((error: unknown) => {
      if (!(error instanceof DamagedImage)) throw error;
      return null; // everything else is worth keeping
    });
    if (body) {
      await to.put(sha256, body, mime).catch((error: Error) => {
        throw error.cause ?? error; // it is no store of images that is full here
      });
      bytes += body.length;
    } else missing.push(sha256);
  });
  return { image_bytes: bytes, missing: missing.sort() };
}

/** Does some work for each image, a few at a time. */
export async function eachImage(
  images: Manifest['images'],
  { onProgress, signal }: CopyOptions,
  work: (image: Manifest['images'][number]) => Promise<void>,
): Promise<void> {
  const waiting = images.values();
  let done = 0;
  const worker = async (): Promise<void> => {
    for (const image of waiting) {
      signal.throwIfAborted();
      await work(image);
      onProgress?.(++done, images.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
