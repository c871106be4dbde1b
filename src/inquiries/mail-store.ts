import type { Connection } from '../database/connect.js';

/** For how long the mail of an inquiry is tried from its first try on, as an interval of SQL. */
const TRIED = `interval '1 day'`;

/**
 * The oldest inquiry that is to be mailed now, and how often that has failed; however old it is, as after a long outage, or
 * where mail is set up late. One that was answered before it was ever tried needs no mail.
 */
export async function dueMail(db: Connection): Promise<{ id: number; failures: number } | null> {
  return db.oneOrNone(
    `SELECT id, mail_failures AS failures FROM inquiries
      WHERE mailed_at IS NULL AND mail_given_up_at IS NULL AND mail_next_at <= clock_timestamp()
        AND (status = 'new' OR mail_tried_since IS NOT NULL)
      ORDER BY created_at LIMIT 1`,
  );
}

/** Records that an inquiry was mailed. */
export async function recordMailed(db: Connection, id: number): Promise<void> {
  await db.none('UPDATE inquiries SET mailed_at = clock_timestamp(), mail_error = NULL WHERE id = $1', [id]);
}

/**
 * Records that it was not, and why.
 * @param waitMs until it is tried again
 * @returns whether it is given up: by then a day has passed since the first try
 */
export async function recordNotMailed(
  db: Connection,
  id: number,
  error: string,
  waitMs: number,
): Promise<boolean> {
  const row = await db.oneOrNone<{ isGivenUp: boolean }>(
    `UPDATE inquiries
        SET mail_failures = mail_failures + 1, mail_error = left($2, 200), mail_next_at = next,
            mail_tried_since = coalesce(mail_tried_since, clock_timestamp()),
            mail_given_up_at = CASE WHEN mail_tried_since <= next - ${TRIED} THEN clock_timestamp() END
       FROM (SELECT clock_timestamp() + make_interval(secs => $3) AS next) AS due
      WHERE id = $1 RETURNING mail_given_up_at IS NOT NULL AS "isGivenUp"`,
    [id, error, waitMs / 1_000],
  );
  return row?.isGivenUp === true;
}
