import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connect, disconnect } from '../../src/platform/database/connect.js';
import type { Database } from '../../src/platform/database/connect.js';
import { atEnd } from './with-own.js';

export interface TestDatabase {
  url: string;
  db: Database;
  /** closes `db` and removes the database, whoever is still connected to it */
  close(): Promise<void>;
}

/** A migrated database of one's own on the shared server. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${process.env['TEST_DATABASE_TEMPLATE']}`);
  const url = new URL(process.env['TEST_DATABASE_URL']!);
  url.pathname = name;
  const db = connect(url.href, { name: 'test' });
  return {
    url: url.href,
    db,
    close: async () => {
      await disconnect(db);
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** A connection of one's own, until the last test of the file is over. */
export function connected(...given: Parameters<typeof connect>): Database {
  const db = connect(...given);
  atEnd(() => disconnect(db));
  return db;
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
