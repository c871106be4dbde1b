import type { Connection } from '../database/connect.js';
import { isoTime, escapeLike, prepared } from '../database/connect.js';
import { pageWithTotal } from '../database/page.js';
import type { Page } from '../database/page.js';
import { removeOlder } from '../database/prune.js';
import type { Caller } from '../http/context.js';
import type { RecentlyRejected } from './fault.js';
import { firstKept } from './kept-imports.js';

/** A key as the back office lists it: never the key itself, of which only a hash is stored. */
interface KeyInfo extends Caller {
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

const FIND_KEYS = prepared(
  `SELECT encode(hash, 'hex') AS hash, id, name, source, access,
          extract(epoch FROM expires_at - clock_timestamp())::float8 AS left
     FROM api_keys WHERE hash = ANY ($1::bytea[]) AND revoked_at IS NULL`,
);

/**
 * Those of the keys with these hashes that are not revoked, each with its hash in hexadecimal, and how long it is `left` by
 * the clock of the database, s; null: for ever.
 */
export async function findKeys(
  db: Connection,
  hashes: readonly Buffer[],
): Promise<(Caller & { hash: string; left: number | null })[]> {
  return db.any(FIND_KEYS, [hashes]);
}

/** Adds a key by its hash. @returns null where it would have expired by the clock of the database */
export async function insertKey(
  db: Connection,
  key: Omit<Caller, 'id'> & { hash: Buffer; expiresAt: Date | null },
): Promise<(Caller & { expires_at: string | null }) | null> {
  return db.oneOrNone(
    `INSERT INTO api_keys (name, source, access, hash, expires_at)
       SELECT $1, $2, $3, $4, $5::timestamptz WHERE $5 IS NULL OR $5::timestamptz > clock_timestamp()
       RETURNING id, name, source, access, ${isoTime('expires_at')} AS expires_at`,
    [key.name, key.source, key.access, key.hash, key.expiresAt],
  );
}

/**
 * All keys, newest first.
 *
 * The last use is read from the sync log: a column of its own would make every call of a key queue for one row. With
 * BETWEEN by the index of keys; for `=` the planner walks the log backwards, to its end for a key that was never used.
 */
export async function listKeys(db: Connection): Promise<KeyInfo[]> {
  return db.any(
    `SELECT id, name, source, access, ${isoTime('created_at')} AS created_at, ${isoTime('expires_at')} AS expires_at,
            ${isoTime('revoked_at')} AS revoked_at,
            (SELECT ${isoTime('at')} FROM sync_log
              WHERE key_id BETWEEN api_keys.id AND api_keys.id ORDER BY key_id DESC, id DESC LIMIT 1) AS last_used_at
       FROM api_keys ORDER BY id DESC`,
  );
}

/** Revokes a key: refused on every replica within 2 s. @returns false where there is no such key */
export async function revokeKey(db: Connection, id: number): Promise<boolean> {
  return db.result(
    'UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1',
    [id],
    (result) => result.rowCount > 0,
  );
}

/** One call made with a key. */
export interface LogEntry {
  /** from {@link drawLogIds}; without one the row gets the next */
  id?: number;
  /** when it began by the clock of this host, ISO 8601; it is stored by the clock of the database */
  at: string;
  /** null where staff called */
  keyId: number | null;
  staffName?: string | undefined;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  address: string;
  requestId: string;
  counts: object | null;
  /** of an import */
  fileName?: string | undefined;
}

const NEXT_ID = `nextval(pg_get_serial_sequence('sync_log', 'id'))`;

/**
 * Appends calls to the sync log. One that has an id is appended once, however often it is tried.
 * @returns the id of the transaction, and that of the last row; null where its key is not there
 */
export async function insertLog(
  db: Connection,
  entries: LogEntry[],
): Promise<{ transaction: string; id: number | null }> {
  return db.one(
    `WITH logged AS (INSERT INTO sync_log (id, at, key_id, staff_name, method, path, status, duration_ms, address, request_id, counts, file_name)
       OVERRIDING SYSTEM VALUE
       SELECT coalesce(id, ${NEXT_ID}), at + (clock_timestamp() - $2::timestamptz), "keyId", "staffName", method, path, status, "durationMs", address, "requestId", counts, "fileName"
         FROM json_to_recordset($1) AS call (id bigint, at timestamptz, "keyId" bigint, "staffName" text, method text, path text, status integer,
                                             "durationMs" integer, address text, "requestId" text, counts jsonb, "fileName" text)
              -- a restored database may lack the newest keys
        WHERE "staffName" IS NOT NULL OR EXISTS (SELECT FROM api_keys WHERE api_keys.id = "keyId")
       ON CONFLICT (id) DO NOTHING RETURNING id)
     SELECT pg_current_xact_id()::text AS transaction, (SELECT max(id) FROM logged) AS id`,
    [JSON.stringify(entries), new Date(Date.now()).toISOString()],
  );
}

/** An import that gives no sign of life for so long was broken off, s; and how often it gives one. */
const SILENT_SECONDS = 60;
export const SIGN_OF_LIFE_MS = 2_000;
/** The statuses of an import that goes on, and of one that was broken off. */
export const GOES_ON = 102;
const BROKEN_OFF = 500;

/** Puts into the log how far an import has come, which is a sign of life, and how it has ended. */
export async function endLogged(
  db: Connection,
  id: number,
  { status, durationMs, counts }: Pick<LogEntry, 'status' | 'durationMs' | 'counts'>,
): Promise<void> {
  // What goes on does not come behind its end.
  await db.none(
    `UPDATE sync_log SET status = $2, duration_ms = $3, counts = $4
      WHERE id = $1 AND (status = ${GOES_ON} OR $2 <> ${GOES_ON})`,
    [id, status, durationMs, counts],
  );
}

/** Tells of imports whose process has died that they were broken off. */
const endSilent = (db: Connection): Promise<null> =>
  db.none(
    `UPDATE sync_log SET status = ${BROKEN_OFF}
      WHERE status = ${GOES_ON} AND at + make_interval(secs => duration_ms / 1000.0 + ${SILENT_SECONDS}) < clock_timestamp()`,
  );

/**
 * Draws ids for rows of the sync log, never to be given to another row, also not after a crash of the server (as
 * the id of a transaction would be that was cut short). The message is there to be on disk with them: without it
 * they may rest on what another transaction has written and not committed.
 */
export async function drawLogIds(db: Connection, count: number): Promise<number[]> {
  return db.map(
    `SELECT ${NEXT_ID} AS id FROM pg_logical_emit_message(true, 'sync_log', ''), generate_series(1, $1)`,
    [count],
    (row: { id: number }) => row.id,
  );
}

/**
 * Removes calls of more than so many days ago by the clock of the database, in small transactions; the last one of each key
 * stays, for the keys tell by it when they were last used. @returns how many
 */
export async function pruneLog(db: Connection, days: number): Promise<number> {
  const which = `(key_id IS NULL OR EXISTS (SELECT FROM sync_log WHERE key_id = old.key_id AND id > old.id))`;
  return removeOlder(db, 'sync_log', days, { which });
}

/**
 * Claims a key for the answer of a call until the transaction ends; one that another transaction has claimed is waited for.
 * @param keptS for how long it is kept, a day at most, s
 * @returns the answer that is kept under it, and whether it was for the same content; null where there is none
 */
export async function claimAnswer(
  tx: Connection,
  hash: Buffer,
  content: Buffer,
  keptS = 86_400,
): Promise<{ isSame: boolean; status: number; answer: string } | null> {
  const claimed = await tx.oneOrNone(
    `INSERT INTO kept_answers AS kept (hash, content) VALUES ($1, $2)
       ON CONFLICT (hash) DO UPDATE SET content = excluded.content, made_at = excluded.made_at, status = NULL, answer = NULL
        WHERE kept.made_at < now() - make_interval(secs => $3)
     RETURNING true`,
    [hash, content, keptS],
  );
  if (claimed) return null;
  return tx.one('SELECT content = $2 AS "isSame", status, answer FROM kept_answers WHERE hash = $1', [
    hash,
    content,
  ]);
}

/** Keeps an answer under the key that {@link claimAnswer} has claimed. */
export async function keepAnswer(
  tx: Connection,
  hash: Buffer,
  status: number,
  answer: string,
): Promise<void> {
  await tx.none('UPDATE kept_answers SET status = $2, answer = $3 WHERE hash = $1', [hash, status, answer]);
}

/** Removes the answers of more than a day ago. */
export async function pruneAnswers(db: Connection): Promise<number> {
  return db.result(
    `DELETE FROM kept_answers WHERE made_at < now() - interval '1 day'`,
    [],
    ({ rowCount }) => rowCount,
  );
}

/** A row of the sync log as it is shown. */
export interface LoggedCall {
  id: number;
  at: string;
  key_id: number | null;
  key_name: string | null;
  staff_name: string | null;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  address: string;
  request_id: string;
  counts: object | null;
  file_name: string | null;
}

/** Calls that refused products, as the partial indexes have them. */
const REFUSED_SOME = `counts ? 'created' AND (counts->>'invalid')::int > 0`;

/** What pushes and imports rejected in the last 24 hours; what only asked what would be rejected is none. */
export async function recentlyRejected(db: Connection): Promise<RecentlyRejected> {
  return db.one(
    `SELECT count(*) AS calls, coalesce(sum((counts->>'invalid')::bigint), 0)::bigint AS products FROM sync_log
      WHERE ${REFUSED_SOME} AND at >= now() - interval '24 hours' AND path !~* 'dry_run=(t|1|y|on|是|%E6)'`,
  );
}

/** Which calls are wanted; what is not given does not matter. */
interface LogFilter {
  keyId?: number | undefined;
  method?: string | undefined;
  /** a whole status, or the first digit of a class of them */
  status?: number | undefined;
  /** part of the path */
  path?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** only calls that refused products */
  rejections?: boolean | undefined;
}

/** The condition of a filter as a WHERE clause over `sync_log l`, and its values. */
function wantedCalls(filter: LogFilter): { where: string; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const want = (value: unknown, condition: (place: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  want(filter.keyId, (p) => `key_id = ${p}`);
  want(filter.method, (p) => `method = ${p}`);
  const { status } = filter;
  const isClass = status !== undefined && status < 10;
  want(status, (p) => (isClass ? `status BETWEEN 100 * ${p} AND 100 * ${p} + 99` : `status = ${p}`));
  want(filter.path, (p) => `path LIKE '%' || ${escapeLike(p)} || '%'`);
  want(filter.since, (p) => `at >= ${p}::timestamptz`);
  want(filter.until, (p) => `at < ${p}::timestamptz`);
  if (filter.rejections) conditions.push(REFUSED_SOME);
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', values };
}

/** Rows are counted no further: a log of millions would be read through for the number of its pages. */
const COUNTED = 10_000;

const CALL = `l.id, ${isoTime('l.at')} AS at, key_id, k.name AS key_name, staff_name, method, path, status, duration_ms, address,
  request_id, counts, file_name`;
const CALLS = `sync_log l LEFT JOIN api_keys k ON k.id = l.key_id`;

/** The calls of the log, newest first. */
export async function listLog(
  db: Connection,
  { limit, ...filter }: LogFilter & { limit: number },
): Promise<LoggedCall[]> {
  return (await pageLog(db, filter, { offset: 0, limit })).data;
}

/** A page of the sync log, newest first, and how many rows there are (10,000 at most are counted). */
export async function pageLog(
  db: Connection,
  filter: LogFilter,
  page: Page,
): Promise<{ data: LoggedCall[]; total: number }> {
  await endSilent(db);
  const { where, values } = wantedCalls(filter);
  return pageWithTotal(
    db,
    (bounds) => `SELECT ${CALL} FROM ${CALLS} ${where} ORDER BY l.id DESC ${bounds}`,
    `FROM (SELECT FROM sync_log l ${where} LIMIT ${COUNTED}) AS counted`,
    values,
    page,
  );
}

/** One call of the sync log, with its faults: the first 1,000 errors. */
export async function findLogged(db: Connection, id: number) {
  await endSilent(db);
  const call = await db.oneOrNone<LoggedCall>(`SELECT ${CALL} FROM ${CALLS} WHERE l.id = $1`, [id]);
  return call && { ...call, ...(await firstKept(db, id)) };
}
