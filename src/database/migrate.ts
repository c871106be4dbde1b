import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { ROOT } from '../root.js';
import { LOCKS } from './locks.js';

/** The folder of numbered SQL files. */
export const MIGRATIONS = join(ROOT, 'infra/migrations');

/** The database was migrated by a newer version of this service: running on would damage it. */
export class DatabaseTooNew extends Error {}

/**
 * Brings the schema up to date. Several processes may call it at once: one migrates, the others wait for it.
 * @returns the names of the migrations that were applied now
 * @throws DatabaseTooNew where the database knows a migration that this code does not
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'catalogue migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migrate]);
    await refuseNewer(client);
    const applied = await runner({
      dbClient: client,
      dir: MIGRATIONS,
      direction: 'up',
      migrationsTable: 'migrations',
      noLock: true,
      singleTransaction: true,
      log: () => {},
    });
    return applied.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** True where every migration of this code is applied. */
export async function isMigrated(client: {
  query(sql: string): Promise<{ rows: { name: string }[] }>;
}): Promise<boolean> {
  const { rows } = await client.query('SELECT name FROM migrations');
  const applied = new Set(rows.map((row) => row.name));
  return (await known()).every((name) => applied.has(name));
}

async function known(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4));
}

async function refuseNewer(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`SELECT to_regclass('migrations') AS found`);
  if (tables[0].found === null) return;
  const names = new Set(await known());
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY run_on');
  const unknown = rows.map((row) => row.name).filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new DatabaseTooNew(
      `The database was migrated by a newer version of this service (${unknown.join(', ')}). Start that version, or restore a back-up from before.`,
    );
  }
}
