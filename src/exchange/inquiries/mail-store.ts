import type { Connection } from '../../platform/index.js';

// The mail of an inquiry is tried for three days from its arrival on; what was due by then, and an outage kept back, a day later too.
const ENDS = `created_at + interval '3 days'`;
const LATEST = `clock_timestamp() - interval '1 day'`;

/** SQL: whether the mail of an inquiry has failed, and is not tried any more. */
export const IS_GIVEN_UP = `(mailed_at IS NULL AND mail_failures > 0 AND greatest(mail_next_at, ${LATEST}) >= ${ENDS})`;

/** The inquiry that is to be mailed now, the oldest, and how often that has failed. One that was answered before it was tried needs no mail. */
export async function dueMail(db: Connection): Promise<{ id: number; failures: number } | null> {
  return db.oneOrNone(
    `SELECT id, mail_failures AS failures FROM inquiries
      WHERE mailed_at IS NULL AND (status = 'new' OR mail_failures > 0)
        AND mail_next_at <= clock_timestamp() AND mail_next_at < ${ENDS} AND ${LATEST} < ${ENDS}
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
 * @returns whether it is given up
 */
export async function recordNotMailed(
  db: Connection,
  id: number,
  error: string,
  waitMs: number,
): Promise<boolean> {
  const row = await db.oneOrNone<{ isGivenUp: boolean }>(
    `UPDATE inquiries
        SET mail_failures = mail_failures + 1, mail_error = left($2, 200),
            mail_next_at = clock_timestamp() + make_interval(secs => $3)
      WHERE id = $1 RETURNING ${IS_GIVEN_UP} AS "isGivenUp"`,
    [id, error, waitMs / 1_000],
  );
  return row?.isGivenUp === true;
}
