import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { ROOT } from '../process/root.js';
import { isDiskFull, withSession } from './connect.js';
import { LOCKS } from './locks.js';
import { databaseTrouble, refuseOldPostgres, SERVER_VERSION } from './server.js';
import { LOCK_WAIT, untilLocked } from './wait-for-locks.js';
import type { LockWait } from './wait-for-locks.js';

/** The folder of numbered SQL files. */
export const MIGRATIONS = join(ROOT, 'infra/migrations');

/** The database holds a schema that this version cannot run on. The message says what to do. */
export class UnknownSchema extends Error {}

/**
 * Brings the schema up to date. Several processes may call it at once: one migrates, the others wait for it.
 * @param folder of the migrations
 * @param log where a process starts: learns of other sessions that hold locks, which are waited for however long that takes
 * @param connectMs the longest wait for a connection: a frozen server accepts one and says nothing
 * @returns the names of the migrations that were applied now
 * @throws Unusable where the server cannot be reached or is too old; UnknownSchema where the database holds a migration
 *   that this version does not have; LockTimeout, without a log
 */
export async function migrate(
  databaseUrl: string,
  {
    folder = MIGRATIONS,
    lockWait = LOCK_WAIT,
    connectMs = 30_000,
    log,
  }: { folder?: string; lockWait?: LockWait; connectMs?: number; log?: Logger } = {},
): Promise<string[]> {
  const client = await connect(databaseUrl, connectMs);
  try {
    const { rows } = await client.query<{ version: string }>(
      `SELECT ${SERVER_VERSION} AS version, set_config('lock_timeout', $1, false)`,
      [String(lockWait.sliceMs)],
    );
    refuseOldPostgres('DATABASE_URL', databaseUrl, rows[0]!.version);
    const onBlocked =
      log &&
      ((reason: string) => log.warn({ reason }, 'the database cannot be brought up to date; trying again'));
    return await untilLocked(() => apply(client, folder), lockWait, onBlocked);
  } catch (error) {
    throw isDiskFull(error) ? databaseTrouble('DATABASE_URL', databaseUrl, error) : error;
  } finally {
    await client.end();
  }
}

/** @throws Unusable where the server cannot be reached */
async function connect(databaseUrl: string, connectMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: withSession(databaseUrl),
    application_name: 'catalogue migrate',
    connectionTimeoutMillis: connectMs,
  });
  client.on('error', () => {}); // its statements fail
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw databaseTrouble('DATABASE_URL', databaseUrl, error);
  }
}

/** Applies what a folder has and the database has not, once no other process does. @returns its names */
async function apply(client: pg.Client, folder: string): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migrate]);
  if ((await pending(client, folder)).length === 0) return [];
  // Most starts have nothing to apply, and are spared the loading of what would.
  const { runner } = await import('node-pg-migrate');
  const applied = await runner({
    dbClient: client,
    dir: folder,
    direction: 'up',
    migrationsTable: 'migrations',
    noLock: true,
    singleTransaction: true,
    log: () => {},
  });
  return applied.map((migration) => migration.name);
}

/** The migrations of a folder that are not applied yet, by name. @throws UnknownSchema */
async function pending(client: pg.Client, folder: string): Promise<string[]> {
  const known = (await readdir(folder)).map((file) => basename(file, '.sql'));
  const { rows: tables } = await client.query(`SELECT to_regclass('migrations') AS found`);
  if (tables[0].found === null) return known;
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const applied = rows.map((row) => row.name);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new UnknownSchema(
      `The database was migrated by another version of this service (${unknown.join(', ')}): start that version, or give this one another database or data folder.`,
    );
  return known.filter((name) => !applied.includes(name));
}
