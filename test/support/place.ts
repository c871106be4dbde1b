import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/platform/database/connect.js';
import { freshDatabase } from './database.js';
import { engineEnvironment, freshIndexUid } from './engine.js';

/** A database, an index and a data folder that no other test uses. */
export interface Place {
  db: Database;
  databaseUrl: string;
  indexUid: string;
  /** where images lie, unless they lie in S3 */
  dataDir: string;
  /** the environment of a gateway that works there, on a free port and without limits */
  env: Record<string, string>;
  /** removes it; whoever used it has ended */
  close(): Promise<void>;
}

/** @param env what configures the gateway besides */
export async function openPlace(env: Record<string, string>): Promise<Place> {
  const database = await freshDatabase();
  const { db, url: databaseUrl } = database;
  const indexUid = freshIndexUid();
  const dataDir = await mkdtemp(join(tmpdir(), 'catalogue-service-'));
  return {
    db,
    databaseUrl,
    indexUid,
    dataDir,
    env: {
      DATABASE_URL: databaseUrl,
      ...engineEnvironment(),
      MEILI_INDEX: indexUid,
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      // A process of Java for each gateway would take half of the run; its suite has one.
      OPSIN_JAR: 'off',
      ...env,
    },
    async close() {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
