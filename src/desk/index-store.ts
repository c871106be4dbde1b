import { requestedBy } from '../catalogue/index.js';
import { isoTime } from '../platform/index.js';
import type { Connection } from '../platform/index.js';
import type { CheckInfo, DeadLetterInfo, RebuildInfo } from './index-overview.js';

// The state that the indexer, another process, records (12_keys_reads_index.sql), and requests to it.

/** The latest rebuilds, newest first. */
export async function latestRebuilds(db: Connection): Promise<RebuildInfo[]> {
  return db.any(
    `SELECT id, reason, step, loaded, total, message, ${isoTime('requested_at')} AS requested_at,
            ${isoTime('finished_at')} AS finished_at,
            extract(epoch FROM coalesce(finished_at, clock_timestamp()) - coalesce(started_at, requested_at))::float8 AS seconds
       FROM index_rebuilds ORDER BY id DESC LIMIT 10`,
  );
}

/**
 * Requests a rebuild in the name of a member of staff.
 * @returns its id, or that of one that is already open
 */
export async function requestRebuildBy(db: Connection, name: string): Promise<number> {
  await db.none('INSERT INTO index_rebuilds (reason) VALUES ($1) ON CONFLICT DO NOTHING', [
    requestedBy(name),
  ]);
  return db.one('SELECT max(id) AS id FROM index_rebuilds', [], (row: { id: number }) => row.id);
}

/** The latest dead letters of an index, at most 200. */
export async function listDeadLetters(db: Connection, index: string): Promise<DeadLetterInfo[]> {
  return db.any(
    `SELECT code, reason, ${isoTime('at')} AS at FROM index_dead_letters WHERE index_uid = $1 ORDER BY index_dead_letters.at DESC LIMIT 200`,
    [index],
  );
}

export async function countProducts(db: Connection): Promise<number> {
  return db.one('SELECT count(*) AS count FROM products', [], (row: { count: number }) => row.count);
}

/** Requests a comparison, unless one is already open. */
export async function requestCheck(db: Connection): Promise<void> {
  await db.none('INSERT INTO index_checks DEFAULT VALUES ON CONFLICT DO NOTHING');
}

/** The latest comparison. */
export async function latestCheck(db: Connection): Promise<CheckInfo | null> {
  return db.oneOrNone(
    `SELECT id, ${isoTime('requested_at')} AS requested_at, ${isoTime('finished_at')} AS finished_at, outcome, message
       FROM index_checks ORDER BY id DESC LIMIT 1`,
  );
}
