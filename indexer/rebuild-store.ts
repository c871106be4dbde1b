import { REBUILD_REASONS, SEARCH_READER } from '../src/catalogue/index.js';
import type { Position, RebuildReason } from '../src/catalogue/index.js';
import { readSingle } from '../src/platform/index.js';
import type { Database } from '../src/platform/index.js';
import { LeadershipLost } from './context.js';
import { POSITION } from './store.js';
import type { Kept, KeptIndex } from './store.js';

/** A rebuild as it is recorded: what was requested, how far it is, how it ended. */
export interface Rebuild {
  id: number;
  reason: string;
  step: 'requested' | 'load' | 'verify' | 'swap' | 'drop' | 'done' | 'failed';
  /** the index that is built, its identity and its form; null before it is begun */
  target: string | null;
  identity: string | null;
  form: string | null;
  /** up to which the target has every change to what is loaded, in the log; null before the rebuild began */
  position: Position | null;
  /** every product up to this id is loaded */
  last_id: number;
  loaded: number;
  total: number;
  message: string | null;
  /** how long it took, or has taken so far, s */
  seconds: number;
}

const COLUMNS = `id, reason, step, target, identity, form, last_id, loaded, total, message,
  CASE WHEN epoch IS NOT NULL THEN ${POSITION} END AS position,
  extract(epoch FROM coalesce(finished_at, clock_timestamp()) - coalesce(started_at, requested_at))::float8 AS seconds`;
const OPEN = `step NOT IN ('done', 'failed')`;

/** Requests a rebuild from the leader. @returns its id, or that of the rebuild that is already open */
export async function requestRebuild({ db }: Kept, reason: RebuildReason): Promise<number> {
  const requested = await db.oneOrNone<{ id: number }>(
    'INSERT INTO index_rebuilds (reason) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id',
    [REBUILD_REASONS[reason]],
  );
  const found = requested ?? (await currentRebuild({ db }));
  return found?.id ?? requestRebuild({ db }, reason);
}

/** The rebuild that is requested or under way. */
export async function currentRebuild({ db }: Kept): Promise<Rebuild | null> {
  return db.oneOrNone<Rebuild>(`SELECT ${COLUMNS} FROM index_rebuilds WHERE ${OPEN}`);
}

/** A rebuild by its id; null where it was removed. */
export async function readRebuild(db: Database, id: number): Promise<Rebuild | null> {
  return db.oneOrNone<Rebuild>(`SELECT ${COLUMNS} FROM index_rebuilds WHERE id = $1`, [id]);
}

/** True where a rebuild failed within the last minute: another one would only fail again. */
export const failedRecently = ({ db }: Kept): Promise<boolean> =>
  readSingle(
    db,
    `SELECT EXISTS (SELECT FROM index_rebuilds
       WHERE step = 'failed' AND finished_at > clock_timestamp() - interval '1 minute')`,
  );

/** Removes ended rebuilds but the last hundred. */
export async function pruneRebuilds(db: Database): Promise<void> {
  await db.none(
    `DELETE FROM index_rebuilds WHERE NOT (${OPEN})
        AND id < (SELECT max(id) - 100 FROM index_rebuilds)`,
  );
}

export type RebuildProgress = Partial<Omit<Rebuild, 'id' | 'reason' | 'seconds'>>;

/**
 * Records how far a rebuild is.
 * @throws LeadershipLost
 */
export async function recordProgress(
  { db, leader }: Kept & { leader: string },
  id: number,
  { position, ...columns }: RebuildProgress,
): Promise<void> {
  const values: Record<string, unknown> = { ...columns, ...position };
  const sets = Object.keys(values).map((name) => `${name} = $<${name}>`);
  if (columns.step === 'load') sets.push('started_at = coalesce(started_at, clock_timestamp())');
  if (columns.step === 'done' || columns.step === 'failed') sets.push('finished_at = clock_timestamp()');
  const recorded = await db.oneOrNone(
    `UPDATE index_rebuilds SET ${sets.join(', ')}, updated_at = clock_timestamp()
      WHERE id = $<row_id> AND ${OPEN}
        AND EXISTS (SELECT FROM log_readers WHERE name = $<reader> AND state->>'leader' = $<leader>)
     RETURNING id`,
    { ...values, row_id: id, reader: SEARCH_READER, leader },
  );
  if (!recorded) throw new LeadershipLost('another process is the leader now');
}

/** From the swap on, the dead letters of the target are those of the live index. */
export async function inheritDeadLetters({ db, uid }: KeptIndex, target: string): Promise<void> {
  await db.none('DELETE FROM index_dead_letters WHERE index_uid = $1', [uid]);
  await db.none('UPDATE index_dead_letters SET index_uid = $2 WHERE index_uid = $1', [target, uid]);
}

/** Removes the dead letters of other indexes, unless a rebuild is open */
export async function pruneDeadLetters({ db, uid }: KeptIndex): Promise<void> {
  await db.none(
    `DELETE FROM index_dead_letters WHERE index_uid <> $1
        AND NOT EXISTS (SELECT FROM index_rebuilds WHERE ${OPEN})`,
    [uid],
  );
}
