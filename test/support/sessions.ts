import pg from 'pg';
import type { Database } from '../../src/platform/database/connect.js';
import { until } from './until.js';
import { atEnd } from './with-own.js';

/** A session of somebody else's: `psql`, a report, a client that has frozen. */
export interface Foreign {
  pid: number;
  run(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A connection of nobody's pool, until the last test of the file is over. */
export async function connection(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'a monthly report' });
  client.on('error', () => {}); // its database may go first
  await client.connect();
  atEnd(() => client.end());
  return client;
}

/** Opens one, that does what it is told at its beginning and then nothing, until the last test of the file is over. */
export async function foreignSession(databaseUrl: string, sql: string): Promise<Foreign> {
  const client = await connection(databaseUrl);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query(sql);
  return { pid: rows[0]!.pid, run: (more) => client.query(more), close: () => client.end() };
}

/** Waits until so many statements of other sessions of a database wait for a lock. */
export function untilBlocked(db: Pick<Database, 'one'>, count = 1): Promise<void> {
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return until(async () => (await db.one<{ n: number }>(waiting)).n >= count);
}
