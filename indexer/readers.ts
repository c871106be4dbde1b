import { FEEDS_AN_ENGINE, markOfIndex } from '../src/changes/search-reader.js';
import type { Connection, Database } from '../src/database/connect.js';
import { indexIdentity } from './engine.js';
import type { IndexerContext } from './context.js';

/** How long the position of an engine that is no longer configured is kept. */
const KEPT_HOURS = 1;

// The tables that name a reader beside log_readers itself. Dead letters are marked by index and reader.
const NAMING = ['reindex_queue', 'index_rebuilds'];

/**
 * Gives an engine that has no position yet the one that it had under another name: where an address has changed, or the
 * list of engines has grown from one to several. It is recognised by the identity of its index.
 * @param configured the readers of all engines that are configured
 */
export async function takeOverReader(
  { db, engine, reader, uid, log }: IndexerContext,
  configured: readonly string[],
): Promise<void> {
  const known = await db.oneOrNone('SELECT FROM log_readers WHERE name = $1', [reader]);
  const former = known ? [] : await readersOfOthers(db, configured);
  if (former.length === 0) return;
  const live = await indexIdentity(engine, uid);
  if (live === undefined) return;
  const taken = await db.tx(async (tx) => {
    const row = await tx.oneOrNone<{ name: string }>(
      `SELECT name FROM log_readers WHERE name = ANY($1::text[]) AND state->>'index' = $2 FOR UPDATE`,
      [former, live],
    );
    if (!row) return undefined;
    await forgetReader(tx, reader);
    await tx.none('UPDATE log_readers SET name = $2 WHERE name = $1', [row.name, reader]);
    for (const table of NAMING)
      await tx.none(`UPDATE ${table} SET reader = $2 WHERE reader = $1`, [row.name, reader]);
    await tx.none('UPDATE index_dead_letters SET index_uid = $2 WHERE index_uid = $1', [
      markOfIndex({ reader: row.name, uid }),
      markOfIndex({ reader, uid }),
    ]);
    return row.name;
  });
  if (taken !== undefined) log.info({ reader, former: taken }, 'the engine is known under another name');
}

/** Forgets an engine: its position and its pending work. @returns false where it is not known */
export async function forgetReader(db: Connection, reader: string): Promise<boolean> {
  for (const table of NAMING) await db.none(`DELETE FROM ${table} WHERE reader = $1`, [reader]);
  const { rowCount } = await db.result('DELETE FROM log_readers WHERE name = $1', [reader]);
  return rowCount > 0;
}

/**
 * The readers of engines that are not configured.
 * @param configured those of engines that are
 * @param stoppedFor only those that have not moved for so many hours
 */
export async function readersOfOthers(
  db: Connection,
  configured: readonly string[],
  stoppedFor: number | null = null,
): Promise<string[]> {
  return db.map(
    `SELECT name FROM log_readers
      WHERE ${FEEDS_AN_ENGINE} AND name <> ALL($1::text[])
        AND ($2::integer IS NULL OR updated_at < clock_timestamp() - make_interval(hours => $2)) ORDER BY name`,
    [configured, stoppedFor],
    ({ name }: { name: string }) => name,
  );
}

/** Forgets the engines that are no longer configured and have not moved for an hour. @returns their readers */
export async function forgetRemoved(db: Database, configured: readonly string[]): Promise<string[]> {
  const gone = await readersOfOthers(db, configured, KEPT_HOURS);
  for (const name of gone) await db.tx((tx) => forgetReader(tx, name));
  return gone;
}
