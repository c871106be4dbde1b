import type { Connection } from '../database/connect.js';
import { isoTime, escapeLike, prepared } from '../database/connect.js';
import { pageWithTotal } from '../database/page.js';
import type { Page } from '../database/page.js';
import { isOlder, removeInSteps } from '../database/prune.js';
import type { ItemFault } from './fault.js';
import { firstFaults } from './first-faults.js';

/** A key as the back office lists it: never the key itself, of which only a hash is stored. */
interface KeyInfo {
  id: number;
  name: string;
  source: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

/** A key that may be used now. */
export interface LiveKey {
  id: number;
  name: string;
  source: string;
}

const FIND_KEY = prepared(
  `SELECT id, name, source, extract(epoch FROM expires_at - clock_timestamp())::float8 AS left
     FROM api_keys WHERE hash = $1 AND revoked_at IS NULL`,
);

/** The key with this hash, unless it is revoked, and how long it is `left` by the clock of the database, s; null: for ever. */
export async function findKey(
  db: Connection,
  hash: Buffer,
): Promise<(LiveKey & { left: number | null }) | null> {
  return db.oneOrNone(FIND_KEY, [hash]);
}

/** Adds a key by its hash. */
export async function insertKey(
  db: Connection,
  key: { name: string; source: string; hash: Buffer; expiresAt: Date | null },
): Promise<LiveKey & { expires_at: string | null }> {
  return db.one(
    `INSERT INTO api_keys (name, source, hash, expires_at) VALUES ($1, $2, $3, $4)
       RETURNING id, name, source, ${isoTime('expires_at')} AS expires_at`,
    [key.name, key.source, key.hash, key.expiresAt],
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
    `SELECT id, name, source, ${isoTime('created_at')} AS created_at, ${isoTime('expires_at')} AS expires_at,
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
  /** when it began, ISO 8601 */
  at: string;
  keyId: number;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  address: string;
  requestId: string;
  counts: object | null;
  /** of a push, in their order: the first ones are kept */
  errors?: readonly ItemFault[];
  warnings?: readonly ItemFault[];
}

const NEXT_ID = `nextval(pg_get_serial_sequence('sync_log', 'id'))`;

/**
 * Appends calls to the sync log. One that has an id is appended once, however often it is tried.
 * @returns the id of the transaction
 */
export async function insertLog(db: Connection, entries: LogEntry[]): Promise<string> {
  const { transaction } = await db.one<{ transaction: string }>(
    `WITH logged AS (INSERT INTO sync_log (id, at, key_id, method, path, status, duration_ms, address, request_id, counts, errors, warnings)
       OVERRIDING SYSTEM VALUE
       SELECT coalesce(id, ${NEXT_ID}), at, "keyId", method, path, status, "durationMs", address, "requestId", counts, errors, warnings
         FROM json_to_recordset($1) AS call (id bigint, at timestamptz, "keyId" bigint, method text, path text, status integer,
                                             "durationMs" integer, address text, "requestId" text, counts jsonb, errors jsonb, warnings jsonb)
        WHERE EXISTS (SELECT FROM api_keys WHERE api_keys.id = "keyId") -- a restored database may lack the newest keys
       ON CONFLICT (id) DO NOTHING)
     SELECT pg_current_xact_id()::text AS transaction`,
    [
      JSON.stringify(
        entries.map((entry) => ({
          ...entry,
          errors: firstFaults(entry.errors),
          warnings: firstFaults(entry.warnings),
        })),
      ),
    ],
  );
  return transaction;
}

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
  return removeInSteps(
    db,
    `WITH gone AS (DELETE FROM sync_log WHERE id IN (
         SELECT id FROM sync_log AS call
          WHERE ${isOlder('at')} AND EXISTS (SELECT FROM sync_log WHERE key_id = call.key_id AND id > call.id)
          ORDER BY at LIMIT $2)
       RETURNING id)
     SELECT count(*)::int FROM gone`,
    days,
  );
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
  key_id: number;
  key_name: string;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  address: string;
  request_id: string;
  counts: object | null;
}

/** A row of the sync log with what was wrong with the products of a push: the first 100 errors and warnings. */
interface LoggedPush extends LoggedCall {
  errors: ItemFault[] | null;
  warnings: ItemFault[] | null;
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
  if (filter.rejections) conditions.push('errors IS NOT NULL');
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', values };
}

/** Rows are counted no further: a log of millions would be read through for the number of its pages. */
const COUNTED = 10_000;

const CALL = `l.id, ${isoTime('l.at')} AS at, key_id, k.name AS key_name, method, path, status, duration_ms, address,
  request_id, counts`;

/** Calls made with keys, newest first, with their faults. */
export async function listLog(
  db: Connection,
  { limit, ...filter }: LogFilter & { limit: number },
): Promise<LoggedPush[]> {
  const { where, values } = wantedCalls(filter);
  return db.any(
    `SELECT ${CALL}, errors, warnings FROM sync_log l JOIN api_keys k ON k.id = l.key_id ${where}
      ORDER BY l.id DESC LIMIT $${values.push(limit)}`,
    values,
  );
}

/** A page of the sync log, newest first, and how many rows there are (10,000 at most are counted). */
export async function pageLog(
  db: Connection,
  filter: LogFilter,
  page: Page,
): Promise<{ data: LoggedCall[]; total: number }> {
  const { where, values } = wantedCalls(filter);
  return pageWithTotal(
    db,
    (bounds) =>
      `SELECT ${CALL} FROM sync_log l JOIN api_keys k ON k.id = l.key_id ${where} ORDER BY l.id DESC ${bounds}`,
    `FROM (SELECT FROM sync_log l ${where} LIMIT ${COUNTED}) AS counted`,
    values,
    page,
  );
}

/** One call of the sync log, with its faults. */
export async function findLogged(db: Connection, id: number): Promise<LoggedPush | null> {
  return db.oneOrNone(
    `SELECT ${CALL}, errors, warnings FROM sync_log l JOIN api_keys k ON k.id = l.key_id WHERE l.id = $1`,
    [id],
  );
}
