import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import type { CopyStreamQuery } from 'pg-copy-streams';
import { CHANGES_CHANNEL } from '../changes/log.js';
import type { BorrowedConnection, Connection, Database } from '../database/connect.js';
import { openFolderStore } from '../media/folder-store.js';
import type { ObjectStore } from '../media/objects.js';
import { each, readImage } from './backup.js';
import type { Watch } from './backup.js';
import { placesOf, readManifest } from './manifest.js';
import type { Manifest } from './manifest.js';
import { listed, MEANINGLESS, migrationsOf, named, tablesToKeep } from './tables.js';

/** The catalogue that is to be overwritten holds something. */
export class NotEmpty extends Error {}

/**
 * Brings a back-up back: first the images, then all tables in one transaction, so that the catalogue is the old one or
 * the restored one and nothing between. Readers of the change log find a new epoch and take a full read.
 * @param replace true: whatever the catalogue holds goes
 * @throws NotEmpty; Error where the back-up is damaged, incomplete, or of another version of the database
 */
export async function restore(
  db: Database,
  objects: ObjectStore,
  folder: string,
  { replace, onProgress, signal }: Watch & { replace: boolean },
): Promise<Manifest> {
  const places = placesOf(folder);
  const manifest = await readManifest(folder);
  await refuseOtherForm(db, manifest);
  for (const { name } of manifest.tables) await access(places.table(name));
  if (!replace) await refuseLoss(db);

  const images = openFolderStore(places.images);
  const there = manifest.images.filter(({ sha256 }) => !manifest.missing.includes(sha256));
  let done = 0;
  await each(there, async ({ sha256, mime }) => {
    signal.throwIfAborted();
    const body = await readImage(images, sha256);
    if (!body) throw new Error(`The back-up is incomplete: the image ${sha256} is not in it.`);
    if ((await objects.head(sha256))?.bytes !== body.length) await objects.put(sha256, body, mime);
    onProgress?.(++done, there.length);
  });

  const connection = await db.connect();
  try {
    await connection.none('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await load(connection, manifest, places.table, signal);
    await connection.none('COMMIT');
    void connection.done();
  } catch (error) {
    await connection.done(true);
    throw error;
  }
  await db.none(`ANALYZE ${listed(manifest.tables.map(({ name }) => name))}`);
  return manifest;
}

/** Rows of another form would be stored without what later migrations make of them. */
async function refuseOtherForm(db: Database, { migrations }: Manifest): Promise<void> {
  const here = await migrationsOf(db);
  const more = migrations.filter((name) => !here.includes(name));
  const fewer = here.filter((name) => !migrations.includes(name));
  if (more.length > 0)
    throw new Error(`The back-up is of a newer version of this service (${more.join(', ')}): use that one.`);
  if (fewer.length > 0)
    throw new Error(
      `The back-up is of an older version of this service, before ${fewer.join(', ')}: restore it with that one into an empty database, then start this one, which brings it up to date.`,
    );
}

async function refuseLoss(db: Database): Promise<void> {
  // Every database has the default categories.
  for (const table of (await tablesToKeep(db)).filter(({ name }) => name !== 'categories')) {
    const { found } = await db.one<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM ${listed([table.name])}) AS found`,
    );
    if (found) throw new NotEmpty(`The catalogue is not empty (${table.name}): --replace overwrites it.`);
  }
}

async function load(
  connection: BorrowedConnection,
  { tables, identities }: Manifest,
  fileOf: (table: string) => string,
  signal: AbortSignal,
): Promise<void> {
  // What the triggers of products would write (the log, the counts of tags) is restored with them or started anew.
  await connection.none('ALTER TABLE products DISABLE TRIGGER USER');
  await connection.none(`TRUNCATE ${listed([...tables.map(({ name }) => name), ...MEANINGLESS])}`);
  for (const table of tables) {
    signal.throwIfAborted();
    await loadTable(connection, table, fileOf(table.name), signal);
  }
  await connection.none('ALTER TABLE products ENABLE TRIGGER USER');
  await continueNumbers(connection, identities);
  await connection.none(
    `UPDATE change_log SET epoch = gen_random_uuid(), fingerprint = change_log_fingerprint(),
            pruned_xid = '0', pruned_seq = 0`,
  );
  await connection.none(`NOTIFY ${CHANGES_CHANNEL}`);
}

async function loadTable(
  connection: BorrowedConnection,
  table: Manifest['tables'][number],
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const rows = connection.client.query(
    copyFrom(`COPY ${named(table)} FROM STDIN`) as never,
  ) as unknown as CopyStreamQuery;
  try {
    await pipeline(createReadStream(file), createGunzip(), hashing, rows, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`The back-up is damaged: ${table.name} cannot be read: ${String(error)}`, {
      cause: error,
    });
  }
  if (hash.digest('hex') !== table.sha256 || rows.rowCount !== table.rows)
    throw new Error(`The back-up is damaged: ${table.name} is not what was written.`);
}

/** No number is given a second time, not even that of an image that came after the back-up and is in caches still. */
async function continueNumbers(connection: Connection, identities: Manifest['identities']): Promise<void> {
  for (const { table, column, last } of identities)
    await connection.one(
      `SELECT setval(sequence, greatest($3::bigint, coalesce(pg_sequence_last_value(sequence), 0), 1),
                     greatest($3::bigint, coalesce(pg_sequence_last_value(sequence), 0)) > 0)
         FROM (SELECT pg_get_serial_sequence(quote_ident($1), $2)::regclass AS sequence) AS found`,
      [table, column, last],
    );
}
