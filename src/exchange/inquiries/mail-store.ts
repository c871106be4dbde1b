import type { Connection } from '../../platform/index.js';
import type { MailFailure } from '../failure.js';

/** For how long the mail of an inquiry is tried from its first try on, as an interval of SQL. */
const TRIED = `interval '1 day'`;

/** An inquiry of before, as after a long outage, or where mail is set up late. */
const IS_LATE = `mail_tried_since IS NULL AND created_at < clock_timestamp() - interval '1 day'`;
/** One that was answered before it was ever tried needs no mail. */
const WAITS = `mailed_at IS NULL AND mail_given_up_at IS NULL AND (status = 'new' OR mail_tried_since IS NOT NULL)`;

/**
 * The inquiry that is to be mailed now, and how often that has failed: the oldest, but those of more than a day ago that were
 * never tried come behind the others.
 * @param withLate whether it may be one of these
 */
export async function dueMail(
  db: Connection,
  withLate: boolean,
): Promise<{ id: number; failures: number; isLate: boolean } | null> {
  return db.oneOrNone(
    `SELECT id, mail_failures AS failures, ${IS_LATE} AS "isLate" FROM inquiries
      WHERE ${WAITS} AND mail_next_at <= clock_timestamp() AND ($1 OR NOT (${IS_LATE}))
      ORDER BY ${IS_LATE}, created_at LIMIT 1`,
    [withLate],
  );
}

/** How many inquiries of more than a day ago wait for their first try. */
export async function lateMail(db: Connection): Promise<number> {
  const { late } = await db.one<{ late: number }>(
    `SELECT count(*)::int AS late FROM inquiries WHERE ${WAITS} AND ${IS_LATE}`,
  );
  return late;
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
  error: MailFailure,
  waitMs: number,
): Promise<boolean> {
  const row = await db.oneOrNone<{ isGivenUp: boolean }>(
    `UPDATE inquiries
        SET mail_failures = mail_failures + 1, mail_error = $2, mail_next_at = next,
            mail_tried_since = coalesce(mail_tried_since, clock_timestamp()),
            mail_given_up_at = CASE WHEN mail_tried_since <= next - ${TRIED} THEN clock_timestamp() END
       FROM (SELECT clock_timestamp() + make_interval(secs => $3) AS next) AS due
      WHERE id = $1 RETURNING mail_given_up_at IS NOT NULL AS "isGivenUp"`,
    [id, error, waitMs / 1_000],
  );
  return row?.isGivenUp === true;
}
