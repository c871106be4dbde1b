import { createWriteStream } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import type { CopyToStreamQuery } from 'pg-copy-streams';
import { isoTime, makeFolders, ofFile } from '../../platform/index.js';
import type { BorrowedConnection, Database } from '../../platform/index.js';
import { DamagedImage, openFolderStore, readImage } from '../../catalogue/index.js';
import type { ObjectStore } from '../../catalogue/index.js';
import { placesOf, refuseFilled } from './manifest.js';
import type { Manifest } from './manifest.js';
import { identitiesOf, migrationsOf, recordBackup, tableSql, tablesToKeep } from './tables.js';
import type { Table } from './tables.js';

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
  try {
    return await write(db, objects, folder, options);
  } catch (error) {
    throw ofFile(folder, error);
  }
}

async function write(
  db: Database,
  objects: ObjectStore,
  folder: string,
  options: CopyOptions,
): Promise<Manifest> {
  await refuseFilled(folder);
  const places = placesOf(folder);
  // It contains hashes of passwords and the secrets of webhooks.
  makeFolders(places.tables, 0o700);
  const snapshot = await copySnapshot(db, places.table, options.signal);
  const images = await copyImages(objects, openFolderStore(places.images), snapshot.images, options);
  const manifest: Manifest = { format: 1, ...snapshot, ...images };
  const draft = `${places.manifest}.new`;
  await writeFile(draft, JSON.stringify(manifest, null, 2), { flag: 'wx', mode: 0o600, flush: true });
  await rename(draft, places.manifest);
  if (images.missing.length === 0) await recordBackup(db, manifest.made_at);
  return manifest;
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
      tables.push({ ...table, rows: await copyTable(connection, table, fileOf(table.name), signal) });
    }
    // Last: sequences are not part of the snapshot, and no number may be given twice.
    const identities = await identitiesOf(connection, kept);
    await connection.none('COMMIT');
    void connection.done();
    return { made_at, migrations, tables, identities, images };
  } catch (error) {
    await connection.done(true);
    throw error;
  }
}

async function copyTable(
  connection: BorrowedConnection,
  table: Table,
  file: string,
  signal: AbortSignal,
): Promise<number> {
  const rows = connection.client.query(
    copyTo(`COPY ${tableSql(table)} TO STDOUT`) as never,
  ) as unknown as CopyToStreamQuery;
  await pipeline(rows, createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600, flush: true }), {
    signal,
  });
  return rows.rowCount;
}

async function copyImages(
  from: ObjectStore,
  to: ObjectStore,
  images: Manifest['images'],
  { onProgress, signal }: CopyOptions,
): Promise<Pick<Manifest, 'image_bytes' | 'missing'>> {
  const missing: string[] = [];
  let bytes = 0;
  let done = 0;
  await each(images, async ({ sha256, mime }) => {
    signal.throwIfAborted();
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
    onProgress?.(++done, images.length);
  });
  return { image_bytes: bytes, missing: missing.sort() };
}

/** Runs `work` for each item, a few concurrently. */
export async function each<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
