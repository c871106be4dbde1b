import type { Connection } from './connect.js';

/** Rows a transaction. */
const STEP = 10_000;

/**
 * Removes rows from before an instant, in small transactions. @returns how many
 * @param statement removes such rows, $2 at most from before $1, and gives their `count`; fewer than $2 where none are left
 * @param before an instant, or the days that rows are kept by the clock of the database
 * @param most ends after about so many; the rest waits for the next time
 */
export async function removeInSteps(
  db: Connection,
  statement: string,
  before: Date | number,
  most = Infinity,
): Promise<number> {
  for (let gone = 0; ;) {
    const { count } = await db.one<{ count: number }>(statement, [before, STEP]);
    gone += count;
    if (count < STEP || gone >= most) return gone;
  }
}
