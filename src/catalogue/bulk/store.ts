import { countWritten, isoTime, LOCKS, readSingle } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';
import type { BulkEdit, BulkFailure, What } from './bulk.js';

/** For how long a bulk edit can be undone, and is on record. */
const UNDO_SECONDS = 600;
const KEPT_DAYS = 400;
/** One that gives no sign of life for so long was broken off, s. */
const SILENT_SECONDS = 30;

const IS_SILENT = `state = 'running' AND seen_at < clock_timestamp() - interval '${SILENT_SECONDS} s'`;
const INFO = `
  id, by_name AS by, what, CASE WHEN ${IS_SILENT} THEN 'failed' ELSE state END AS state,
  CASE WHEN ${IS_SILENT} THEN 'broken_off' ELSE failure END AS failure, total, done, changed, left_out,
  ${isoTime('started_at')} AS started_at,
  CASE WHEN state <> 'running' OR ${IS_SILENT} THEN ${isoTime('seen_at')} END AS ended_at,
  CASE WHEN (state <> 'running' OR ${IS_SILENT}) AND what ->> 'undo' IS NULL
            AND NOT EXISTS (SELECT FROM bulk_edits undo WHERE undo.what ->> 'undo' = edit.id::text AND undo.state = 'done')
       THEN greatest(0, ceil(${UNDO_SECONDS} - extract(epoch FROM clock_timestamp() - seen_at)))::int ELSE 0 END AS undo_seconds`;

/** Another bulk edit that runs; null where none does. One at a time may ask, until the transaction ends. */
export async function lockBulkEdits(tx: Transaction): Promise<BulkEdit | null> {
  await tx.one('SELECT pg_advisory_xact_lock($1)', [LOCKS.bulkEdit]);
  await tx.none(`UPDATE bulk_edits SET state = 'failed', failure = 'broken_off' WHERE ${IS_SILENT}`);
  return tx.oneOrNone(`SELECT ${INFO} FROM bulk_edits edit WHERE state = 'running'`);
}

/** Puts a bulk edit on record that begins, and removes old ones. @returns its number */
export async function insertBulkEdit(
  tx: Transaction,
  edit: { by: string; what: What; total: number; left_out: number },
): Promise<number> {
  await tx.none('DELETE FROM bulk_edits WHERE started_at < now() - make_interval(days => $1)', [KEPT_DAYS]);
  return readSingle(
    tx,
    `INSERT INTO bulk_edits (by_name, what, total, left_out) VALUES ($1, $2, $3, $4) RETURNING id`,
    [edit.by, JSON.stringify(edit.what), edit.total, edit.left_out],
  );
}

/** The last five bulk edits, the newest first. */
export async function lastBulkEdits(db: Connection): Promise<BulkEdit[]> {
  return db.any(`SELECT ${INFO} FROM bulk_edits edit ORDER BY edit.id DESC LIMIT 5`);
}

/** @returns null without such a bulk edit */
export async function findBulkEdit(db: Connection, id: number): Promise<BulkEdit | null> {
  return db.oneOrNone(`SELECT ${INFO} FROM bulk_edits edit WHERE id = $1`, [id]);
}

/** Counts what was done, with it in one transaction; nothing is a sign of life. @returns false where the edit does not run any more */
export async function addProgress(
  tx: Connection,
  id: number,
  more: { done: number; changed: number; left_out: number },
): Promise<boolean> {
  return (
    (await countWritten(
      tx,
      `UPDATE bulk_edits SET done = done + $2, changed = changed + $3, left_out = left_out + $4, seen_at = clock_timestamp()
      WHERE id = $1 AND state = 'running'`,
      [id, more.done, more.changed, more.left_out],
    )) > 0
  );
}

/** Ends a bulk edit. @returns false where it did not run any more */
export async function endBulkEdit(
  db: Connection,
  id: number,
  state: 'done' | 'stopped' | 'failed',
  failure: BulkFailure | null = null,
): Promise<boolean> {
  return (
    (await countWritten(
      db,
      `UPDATE bulk_edits SET state = $2, failure = $3, seen_at = clock_timestamp() WHERE id = $1 AND state = 'running'`,
      [id, state, failure],
    )) > 0
  );
}
