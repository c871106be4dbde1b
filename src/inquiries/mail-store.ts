import type { Connection } from '../database/connect.js';

/** For how long the mail of an inquiry is tried, as an interval of SQL. */
export const MAIL_TRIED = `interval '1 day'`;
/** For how long a try is made up for that was due within that time, so that the last one is made and its failure logged. */
const MADE_UP_FOR = `interval '1 hour'`;

/** The oldest inquiry that is to be mailed now, and how often that has failed. */
export async function dueMail(db: Connection): Promise<{ id: number; failures: number } | null> {
  return db.oneOrNone(
    `SELECT id, mail_failures AS failures FROM inquiries
      WHERE mailed_at IS NULL AND created_at > now() - ${MAIL_TRIED} - ${MADE_UP_FOR}
        AND created_at > mail_next_at - ${MAIL_TRIED} AND mail_next_at <= clock_timestamp()
      ORDER BY created_at LIMIT 1`,
  );
}

/** Records that an inquiry was mailed. */
export async function recordMailed(db: Connection, id: number): Promise<void> {
  await db.none('UPDATE inquiries SET mailed_at = clock_timestamp(), mail_error = NULL WHERE id = $1', [id]);
}

/** Records that it was not, and why. @param waitMs until it is tried again @returns whether it is given up: a day is over by then */
export async function recordNotMailed(
  db: Connection,
  id: number,
  error: string,
  waitMs: number,
): Promise<boolean> {
  const row = await db.oneOrNone<{ isGivenUp: boolean }>(
    `UPDATE inquiries SET mail_failures = mail_failures + 1, mail_error = left($2, 200),
            mail_next_at = clock_timestamp() + make_interval(secs => $3) WHERE id = $1
     RETURNING created_at <= mail_next_at - ${MAIL_TRIED} AS "isGivenUp"`,
    [id, error, waitMs / 1_000],
  );
  return row?.isGivenUp === true;
}
