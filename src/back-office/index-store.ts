import { askedBy } from '../changes/rebuild-reasons.js';
import type { Connection } from '../database/connect.js';
import { isoTime } from '../database/connect.js';

// What the indexer, another process, writes down of itself (08_index.sql), and what it can be asked for.

/** A rebuild of the search index. */
export interface RebuildInfo {
  id: number;
  reason: string;
  step: string;
  loaded: number;
  total: number;
  message: string | null;
  asked_at: string;
  finished_at: string | null;
  /** s since it was begun, or it took */
  seconds: number;
}

/** The latest rebuilds, newest first. */
export async function latestRebuilds(db: Connection): Promise<RebuildInfo[]> {
  return db.any(
    `SELECT id, reason, step, loaded, total, message, ${isoTime('asked_at')} AS asked_at,
            ${isoTime('finished_at')} AS finished_at,
            extract(epoch FROM coalesce(finished_at, clock_timestamp()) - coalesce(started_at, asked_at))::float8 AS seconds
       FROM index_rebuilds ORDER BY id DESC LIMIT 10`,
  );
}

/** Asks the indexer for a rebuild, in somebody's name. @returns its number; that of the open one where there is one */
export async function askRebuild(db: Connection, name: string): Promise<number> {
  await db.none('INSERT INTO index_rebuilds (reason) VALUES ($1) ON CONFLICT DO NOTHING', [askedBy(name)]);
  return db.one('SELECT max(id) AS id FROM index_rebuilds', [], (row: { id: number }) => row.id);
}

/** A product that the search engine refused. */
export interface DeadLetter {
  code: string;
  reason: string;
  at: string;
}

/** Products that the engine refused, 200 at most. */
export async function listDeadLetters(db: Connection, uid: string): Promise<DeadLetter[]> {
  return db.any(
    `SELECT code, reason, ${isoTime('at')} AS at FROM index_dead_letters WHERE index_uid = $1 ORDER BY index_dead_letters.at DESC LIMIT 200`,
    [uid],
  );
}

export async function countProducts(db: Connection): Promise<number> {
  return db.one('SELECT count(*) AS count FROM products', [], (row: { count: number }) => row.count);
}

/** A comparison of every document with its product. */
export interface CheckInfo {
  id: number;
  asked_at: string;
  finished_at: string | null;
  outcome: {
    ok: boolean;
    checked: number;
    missing: number;
    stale: number;
    extra: number;
    pending: number;
  } | null;
  message: string | null;
}

/** Asks the indexer for a comparison; an open one serves both. */
export async function askCheck(db: Connection): Promise<void> {
  await db.none('INSERT INTO index_checks DEFAULT VALUES ON CONFLICT DO NOTHING');
}

/** The latest comparison. */
export async function latestCheck(db: Connection): Promise<CheckInfo | null> {
  return db.oneOrNone(
    `SELECT id, ${isoTime('asked_at')} AS asked_at, ${isoTime('finished_at')} AS finished_at, outcome, message
       FROM index_checks ORDER BY id DESC LIMIT 1`,
  );
}
