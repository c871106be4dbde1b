import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import type { CopyStreamQuery } from 'pg-copy-streams';
import { CHANGES_CHANNEL, openFolderStore, putImage, readImage } from '../../catalogue/index.js';
import type { ObjectStore } from '../../catalogue/index.js';
import { codeOf, LOCK_WAIT, messageOf, ofFile, untilLocked } from '../../platform/index.js';
import type { BorrowedConnection, Connection, Database, LockWait } from '../../platform/index.js';
import { eachImage } from './backup.js';
import type { CopyOptions } from './backup.js';
import { placesOf, readManifest } from './manifest.js';
import type { Manifest } from './manifest.js';
import { tablesSql, EMPTIED, migrationsOf, recordBackup, tableSql, tablesToKeep } from './tables.js';

/** The catalogue is not empty, and overwriting it was not asked for. */
export class NotEmpty extends Error {}

interface RestoreOptions extends CopyOptions {
  /** true: overwrites what is in the catalogue */
  replace: boolean;
  /** how long to wait for locks of other sessions */
  lockWait?: LockWait;
}

/**
 * Restores a back-up: first the images, then all tables in one transaction, so that readers see the old catalogue or the
 * restored one and nothing between. Readers of the change log find a new epoch and take a full read.
 * @throws NotEmpty; LockTimeout; Error where the back-up is damaged, incomplete, or of another version of the database
 */
export async function restore(
  db: Database,
  objects: ObjectStore,
  folder: string,
  { replace, lockWait = LOCK_WAIT, ...options }: RestoreOptions,
): Promise<Manifest> {
  const places = placesOf(folder);
  const manifest = await readManifest(folder);
  for (const { name } of manifest.tables)
    await access(places.table(name)).catch((error: NodeJS.ErrnoException) => {
      throw new Error(`The back-up is incomplete: ${places.table(name)} cannot be read (${error.code}).`, {
        cause: error,
      });
    });

  const connection = await db.connect();
  try {
    await connection.one(
      `SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', '0', false)`,
      [String(lockWait.sliceMs)],
    );
    const refuse = async (): Promise<void> => {
      await refuseOtherForm(connection, manifest);
      if (!replace) await refuseLoss(connection);
    };
    await untilLocked(refuse, lockWait);
    await restoreImages(manifest, places.images, objects, options);
    await untilLocked(() => beginLocked(connection, manifest, lockWait), lockWait);
    await refuse(); // the catalogue may have been written to while the images were copied
    await load(connection, manifest, places.table, options.signal);
    // Where the disk was lost, what was known of this back-up went with it.
    if (manifest.missing.length === 0) await recordBackup(connection, manifest.made_at);
    await connection.none('COMMIT');
  } finally {
    await connection.done(true); // closed: its settings were changed
  }
  // A table that is locked just now is left to autovacuum.
  await db.none(`ANALYZE (SKIP_LOCKED) ${tablesSql(manifest.tables.map(({ name }) => name))}`);
  return manifest;
}

async function restoreImages(
  { images, missing }: Manifest,
  folder: string,
  to: ObjectStore,
  options: CopyOptions,
): Promise<void> {
  const from = openFolderStore(folder);
  const there = images.filter(({ sha256 }) => !missing.includes(sha256));
  await eachImage(there, options, async ({ sha256, mime }) => {
    const body = await readImage(from, sha256).catch((error: Error) => {
      throw ofFile(folder, error.cause ?? error); // it is no store of images that cannot be read here
    });
    if (!body) throw new Error(`The back-up is incomplete: the image ${sha256} is not in it.`);
    await putImage(to, { sha256, content: body, mime });
  });
}

/**
 * Begins a transaction that locks every table of the restore: all by one statement, in one order (products first, as
 * every write does), and within one time slice.
 */
async function beginLocked(
  connection: BorrowedConnection,
  { tables }: Manifest,
  { sliceMs, totalMs }: LockWait,
): Promise<void> {
  const all = [...tables.map(({ name }) => name), ...EMPTIED, 'change_log'].sort();
  await connection.none('BEGIN');
  try {
    await limit(connection, 'statement_timeout', sliceMs);
    await connection.none(`LOCK TABLE ${tablesSql(['products', ...all])} IN ACCESS EXCLUSIVE MODE`);
    await limit(connection, 'statement_timeout', 0);
    await limit(connection, 'lock_timeout', totalMs);
  } catch (error) {
    await connection.none('ROLLBACK');
    throw error;
  }
}

/** Sets a time limit for the rest of the transaction. */
async function limit(connection: Connection, name: string, ms: number): Promise<void> {
  await connection.one('SELECT set_config($1, $2, true)', [name, String(ms)]);
}

/** Rows of another schema would be stored without what later migrations make of them. */
async function refuseOtherForm(db: Connection, { migrations }: Manifest): Promise<void> {
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

async function refuseLoss(db: Connection): Promise<void> {
  // Every database has the default categories; names that come with the service are there before anything else.
  const withDefaults = new Set(['categories', 'terms']);
  for (const table of (await tablesToKeep(db)).filter(({ name }) => !withDefaults.has(name))) {
    const { found } = await db.one<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM ${tablesSql(table.name)} ${table.name === 'aliases' ? `WHERE source <> 'starter'` : ''}) AS found`,
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
  // What the triggers would write is restored (the counts) or begins again (the log).
  const triggers = (turn: 'DISABLE' | 'ENABLE'): string =>
    ['products', 'product_structures', 'aliases', 'inquiries']
      .map((name) => `ALTER TABLE ${name} ${turn} TRIGGER USER`)
      .join(';');
  await connection.none(triggers('DISABLE'));
  await connection.none(`TRUNCATE ${tablesSql([...tables.map(({ name }) => name), ...EMPTIED])}`);
  for (const table of tables) {
    signal.throwIfAborted();
    await loadTable(connection, table, fileOf(table.name), signal);
  }
  await connection.none(triggers('ENABLE'));
  await continueNumbers(connection, identities);
  await connection.one(CONTINUE_CLOCK);
  await connection.none(
    `UPDATE change_log SET epoch = gen_random_uuid(), fingerprint = change_log_fingerprint(),
            pruned_xid = '0', pruned_seq = 0, pruned_mark = 0`,
  );
  await connection.none(`NOTIFY ${CHANGES_CHANNEL}`);
}

async function loadTable(
  connection: BorrowedConnection,
  table: Manifest['tables'][number],
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const rows = connection.client.query(
    copyFrom(`COPY ${tableSql(table)} FROM STDIN`) as never,
  ) as unknown as CopyStreamQuery;
  try {
    await pipeline(createReadStream(file), createGunzip(), rows, { signal });
  } catch (error) {
    signal.throwIfAborted();
    // Of zlib, or of Postgres about a value or a constraint; a full disk or a server that stops is no damage.
    if (!/^(Z_|22|23)/.test(codeOf(error) ?? '')) throw ofFile(file, error);
    throw new Error(`The back-up is damaged: ${table.name} cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (rows.rowCount !== table.rows)
    throw new Error(`The back-up is damaged: ${table.name} is not what was written.`);
}

/** Products that come back keep their times: what is written from now on is later. */
const CONTINUE_CLOCK = `
  SELECT setval('product_clock', greatest(last_value, (SELECT extract(epoch FROM max(updated_at)) * 1000000 FROM products))::bigint)
    FROM product_clock`;

/** No number is given twice, not even that of an image which was uploaded after the back-up and is still in caches. */
async function continueNumbers(connection: Connection, identities: Manifest['identities']): Promise<void> {
  for (const { table, column, last } of identities)
    await connection.one(
      `SELECT setval(sequence, greatest($3::bigint, coalesce(pg_sequence_last_value(sequence), 0), 1),
                     greatest($3::bigint, coalesce(pg_sequence_last_value(sequence), 0)) > 0)
         FROM (SELECT pg_get_serial_sequence(quote_ident($1), $2)::regclass AS sequence) AS found`,
      [table, column, last],
    );
}
