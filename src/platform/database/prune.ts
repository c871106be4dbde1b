import type { Connection } from './connect.js';

/** Rows a transaction, and about as many as one run removes: the rest waits for the next one. */
const STEP = 10_000;
const MOST = 1_000_000;

/**
 * Removes rows that are older than they are kept, by the clock of the database, in small transactions. @returns how many
 * @param statement removes such rows, $2 at most that are older than $1 days, and gives their `count`; fewer than $2 where none
 *   are left
 */
export async function removeInSteps(
  db: Connection,
  statement: string,
  keptDays: number,
  step = STEP,
): Promise<number> {
  for (let gone = 0; ;) {
    const { count } = await db.one<{ count: number }>(statement, [keptDays, step]);
    gone += count;
    if (count < step || gone >= MOST) return gone;
  }
}

/** The age of an instant in a statement of {@link removeInSteps}. */
export const isOlder = (at: string): string =>
  `${at} < clock_timestamp() - make_interval(secs => $1 * 86400)`;

/**
 * Removes the rows of a table, by their `id`, that are older than so many days, in small transactions. @returns how many
 * @param more.at the column with their instant
 * @param more.which those alone of which this holds, as SQL over `old`
 * @param more.step rows a transaction
 */
export const removeOlder = (
  db: Connection,
  table: string,
  days: number,
  { at = 'at', which = 'true', step = STEP } = {},
): Promise<number> =>
  removeInSteps(
    db,
    `WITH gone AS (DELETE FROM ${table} WHERE id IN (
         SELECT id FROM ${table} AS old WHERE ${isOlder(at)} AND ${which} ORDER BY ${at} LIMIT $2) RETURNING id)
     SELECT count(*)::int FROM gone`,
    days,
    step,
  );

/** Clocks that differ by more say different things of an age, s: none of them is believed. */
export const MOST_APART = 120;

/** How far the clock of this process is ahead of the database's, s. */
export async function clockAhead(db: Connection): Promise<number> {
  const before = Date.now();
  const { now } = await db.one<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
  );
  return ((before + Date.now()) / 2 - now) / 1_000;
}
