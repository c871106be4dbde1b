import type { Position } from '../../catalogue/index.js';
import { badField, isoTime, notFound } from '../../platform/index.js';
import type { Connection } from '../../platform/index.js';
import type { WebhookFailure } from '../failure.js';

/** Changes of products: written, deleted (the `op` of a change). */
export const CHANGES = ['upsert', 'delete'] as const;
/** What a receiver can subscribe to. Inquiries name people: only a receiver that asks for them gets them. */
export const EVENTS = [...CHANGES, 'inquiry.created'] as const;
export type WebhookEvent = (typeof EVENTS)[number];

/** A webhook as lists show it. */
export interface WebhookInfo {
  id: number;
  url: string;
  events: WebhookEvent[];
  state: 'active' | 'failing' | 'disabled';
  /** `asked`: by an operator; `failing`: for too long; `gone`: the receiver answered 410 */
  disabled_reason: 'asked' | 'failing' | 'gone' | null;
  disabled_at: string | null;
  created_at: string;
  succeeded_at: string | null;
  failed_at: string | null;
  last_error: WebhookFailure | null;
  /** when it is tried again, where the last attempt failed */
  next_attempt_at: string | null;
  /** inquiries that were not sent to it yet */
  waiting_inquiries: number;
}

const INFO = `id, url, events,
  CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN failures > 0 THEN 'failing' ELSE 'active' END AS state,
  disabled_reason, ${isoTime('disabled_at')} AS disabled_at, ${isoTime('created_at')} AS created_at,
  ${isoTime('succeeded_at')} AS succeeded_at, ${isoTime('failed_at')} AS failed_at, last_error,
  CASE WHEN failures > 0 AND disabled_at IS NULL THEN ${isoTime('next_attempt_at')} END AS next_attempt_at,
  (SELECT count(*)::int FROM webhook_inquiries WHERE webhook_id = webhooks.id) AS waiting_inquiries`;
const POSITION = `json_build_object('epoch', epoch, 'xid', xid::text, 'seq', seq, 'mark', mark) AS position`;

/** All webhooks with their positions in the log, in the order in which they were added. */
export async function selectWebhooks(db: Connection): Promise<(WebhookInfo & { position: Position })[]> {
  return db.any(`SELECT ${INFO}, ${POSITION} FROM webhooks ORDER BY id`);
}

/** The one row that a statement gives of the webhook with this number. @throws Problem 404 */
async function ofWebhook<T>(db: Connection, id: number, sql: string): Promise<T> {
  const row = await db.oneOrNone<T>(sql, [id]);
  if (!row) throw notFound('webhook');
  return row;
}

/** Where a webhook is sent to, and what signs its messages. @throws Problem 404 */
export const findWebhook = (db: Connection, id: number) =>
  ofWebhook<{ url: string; secret: string }>(
    db,
    id,
    'SELECT url, secret FROM webhooks JOIN webhook_secrets ON webhook_id = id WHERE id = $1',
  );

/** Webhooks in all: each has a message in flight at a time. */
const MOST_WEBHOOKS = 100;

/** Adds a webhook that is sent everything after a position. @returns its number @throws Problem 400 where there are too many */
export async function insertWebhook(
  db: Connection,
  hook: { url: string; events: WebhookEvent[]; secret: string } & Position,
): Promise<number> {
  const made = await db.oneOrNone<{ id: number }>(
    `WITH made AS (
       INSERT INTO webhooks (url, events, epoch, xid, seq, mark)
         SELECT $<url>, $<events>::text[], $<epoch>, $<xid>, $<seq>, $<mark> WHERE (SELECT count(*) FROM webhooks) < ${MOST_WEBHOOKS}
       RETURNING id)
     INSERT INTO webhook_secrets (webhook_id, secret) SELECT id, $<secret> FROM made RETURNING webhook_id AS id`,
    hook,
  );
  if (!made) throw badField('url', 'too_many', `there are ${MOST_WEBHOOKS} webhooks already`);
  return made.id;
}

/** @throws Problem 404 */
export const removeWebhook = (db: Connection, id: number) =>
  ofWebhook(db, id, 'DELETE FROM webhooks WHERE id = $1 RETURNING id');

/** Switches a webhook off, or on again: it continues where it stopped. @throws Problem 404 */
export function switchWebhook(db: Connection, id: number, on: boolean) {
  const change = on
    ? `disabled_at = NULL, disabled_reason = NULL, failures = 0, failing_since = NULL, next_attempt_at = clock_timestamp()`
    : `disabled_at = coalesce(disabled_at, clock_timestamp()), disabled_reason = coalesce(disabled_reason, 'asked')`;
  return ofWebhook(db, id, `UPDATE webhooks SET ${change} WHERE id = $1 RETURNING id`);
}

/** Records that a webhook has accepted a test message: it is sent its next one now, however long it was to wait for it. */
export const acknowledgeTest = (db: Connection, id: number) =>
  db.none(
    'UPDATE webhooks SET succeeded_at = clock_timestamp(), next_attempt_at = clock_timestamp() WHERE id = $1',
    [id],
  );

/** A webhook that may be sent a message now. */
export interface DueWebhook {
  id: number;
  url: string;
  secret: string;
  events: WebhookEvent[];
  /** failures since the last success */
  failures: number;
  position: Position;
  /** where the message in flight ends; null where there is none */
  sending: { xid: string; seq: number } | null;
  /** the first inquiry that was not sent to it yet; null where there is none */
  inquiry: number | null;
}

/** The webhooks that may be sent a message now. @param inFlight those that have one in flight */
export async function dueWebhooks(db: Connection, inFlight: number[]): Promise<DueWebhook[]> {
  return db.any(
    `SELECT id, url, secret, events, failures, ${POSITION},
            CASE WHEN sending_xid IS NOT NULL THEN json_build_object('xid', sending_xid::text, 'seq', sending_seq) END AS sending,
            (SELECT min(inquiry_id) FROM webhook_inquiries WHERE webhook_id = webhooks.id) AS inquiry
       FROM webhooks JOIN webhook_secrets ON webhook_id = id
      WHERE disabled_at IS NULL AND next_attempt_at <= clock_timestamp() AND id <> ALL($1::bigint[]) ORDER BY id`,
    [inFlight],
  );
}

// A delivery is recorded only while the webhook is at the position where the message began: another process or an
// operator may have moved or removed it meanwhile.
const AT =
  'id = $<id> AND (epoch, xid, seq, mark) = ($<position.epoch>::uuid, $<position.xid>::xid8, $<position.seq>, $<position.mark>)';

/** Records the end of the message that is sent next. @returns false where the webhook was moved meanwhile */
export async function recordSending(db: Connection, hook: DueWebhook, end: Position): Promise<boolean> {
  return db.result(
    `UPDATE webhooks SET sending_xid = $<end.xid>, sending_seq = $<end.seq> WHERE ${AT} AND disabled_at IS NULL`,
    { ...hook, end },
    (result) => result.rowCount > 0,
  );
}

/** What is set where no message fails any more. */
const RESTED = 'failures = 0, failing_since = NULL';
/** What an acknowledged message sets. */
const SUCCEEDED = `${RESTED}, succeeded_at = clock_timestamp()`;

/** Advances a webhook's position. @param acknowledged by the receiver; false where there was nothing to send */
export async function advance(
  db: Connection,
  hook: DueWebhook,
  end: Position,
  acknowledged: boolean,
): Promise<void> {
  await db.none(
    `UPDATE webhooks SET epoch = $<end.epoch>, xid = $<end.xid>, seq = $<end.seq>, mark = $<end.mark>,
            sending_xid = NULL, sending_seq = NULL, ${acknowledged ? SUCCEEDED : RESTED}
      WHERE ${AT}`,
    { ...hook, end },
  );
}

/** Records that a receiver has acknowledged an inquiry. */
export async function acknowledgeInquiry(db: Connection, hook: DueWebhook, inquiry: number): Promise<void> {
  await db.none(
    `WITH told AS (DELETE FROM webhook_inquiries WHERE webhook_id = $1 AND inquiry_id = $2)
     UPDATE webhooks SET ${SUCCEEDED} WHERE id = $1`,
    [hook.id, inquiry],
  );
}

/**
 * Records a failed attempt.
 * @param failure.gone the receiver wants no more: it is switched off at once
 * @param failure.waitMs until the next attempt
 * @param failure.giveUpMs how long attempts may fail before the webhook is switched off
 * @returns true where the webhook was switched off for it
 */
export async function recordFailure(
  db: Connection,
  hook: DueWebhook,
  failure: { error: WebhookFailure; gone: boolean; waitMs: number; giveUpMs: number },
): Promise<boolean> {
  const row = await db.oneOrNone<{ off: boolean }>(
    `UPDATE webhooks SET failures = failures + 1, last_error = $<error>, failed_at = now.at,
            failing_since = coalesce(failing_since, now.at), next_attempt_at = now.at + make_interval(secs => $<wait>),
            disabled_at = CASE WHEN reason.is IS NOT NULL THEN now.at END, disabled_reason = reason.is
       FROM (SELECT clock_timestamp() AS at) now,
            LATERAL (SELECT CASE WHEN $<gone> THEN 'gone'
              WHEN (SELECT coalesce(failing_since, now.at) FROM webhooks WHERE id = $<id>) + make_interval(secs => $<giveUp>) <= now.at
              THEN 'failing' END AS is) reason
      WHERE ${AT} AND disabled_at IS NULL RETURNING disabled_at IS NOT NULL AS off`,
    { ...hook, ...failure, wait: failure.waitMs / 1_000, giveUp: failure.giveUpMs / 1_000 },
  );
  return row?.off ?? false;
}

/** The `traceparent` of the request that made an inquiry; null where it had none. */
export const traceOfInquiry = (db: Connection, id: number): Promise<string | null> =>
  db.oneOrNone('SELECT traceparent FROM inquiries WHERE id = $1', [id], (row) => row?.traceparent);
