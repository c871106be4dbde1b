import { isoTime } from '../database/connect.js';
import type { Connection, Database } from '../database/connect.js';
import { distinctValuesOf } from '../database/distinct.js';

/** A member of staff as lists show them. */
export interface StaffInfo {
  id: number;
  name: string;
  created_at: string;
  /** last use of the back office */
  seen_at: string | null;
}

/** @returns null where the name is taken */
export async function insertStaff(db: Connection, name: string, password: string): Promise<StaffInfo | null> {
  return db.oneOrNone(
    `INSERT INTO staff (name, password) VALUES ($1, $2) ON CONFLICT DO NOTHING
     RETURNING id, name, ${isoTime('created_at')} AS created_at, NULL AS seen_at`,
    [name, password],
  );
}

export async function listStaff(db: Connection): Promise<StaffInfo[]> {
  return db.any(
    `SELECT id, name, ${isoTime('created_at')} AS created_at, ${isoTime('seen_at')} AS seen_at FROM staff ORDER BY name`,
  );
}

/** Removes an account; its sessions end with it. @returns false where there is none */
export async function deleteStaff(db: Connection, name: string): Promise<boolean> {
  return db.result('DELETE FROM staff WHERE name = $1', [name], (result) => result.rowCount > 0);
}

export async function findStaff(
  db: Connection,
  name: string,
): Promise<{ id: number; name: string; password: string } | null> {
  return db.oneOrNone('SELECT id, name, password FROM staff WHERE name = $1', [name]);
}

/** Whose attempts to sign in are counted: by account name (known or not) and network, and by network alone. */
export interface Attempt {
  name: string;
  network: string;
}

/** How many attempts there may be, and how long they are remembered after the last one, s. */
export interface AttemptLimits {
  perName: number;
  perNetwork: number;
  seconds: number;
}

// The count of a network alone stands under the empty name.
const LOCKED = `
  SELECT ceil(extract(epoch FROM max(expires_at) - clock_timestamp()))::int AS seconds
    FROM staff_attempts
   WHERE address = $<network> AND expires_at > clock_timestamp()
     AND (name = '' AND failures >= $<perNetwork> OR name = $<name> AND failures >= $<perName>)`;

/** The seconds for which no attempt may be made; null where one may. */
export async function lockedSeconds(
  db: Connection,
  who: Attempt,
  limits: AttemptLimits,
): Promise<number | null> {
  return db.one(LOCKED, { ...who, ...limits }, ({ seconds }: { seconds: number | null }) => seconds);
}

/**
 * Counts an attempt before it is judged, so that attempts at the same time count too. A count starts anew when it has
 * run out; nothing is written where a limit is reached.
 * @returns whether the attempt may be made
 */
export async function countAttempt(db: Connection, who: Attempt, limits: AttemptLimits): Promise<boolean> {
  return db.result(
    `INSERT INTO staff_attempts AS a (name, address, failures, expires_at)
       SELECT counted, $<network>, 1, clock_timestamp() + make_interval(secs => $<seconds>)
         FROM unnest(ARRAY['', $<name>]) counted
        WHERE (${LOCKED}) IS NULL
     ON CONFLICT (name, address) DO UPDATE SET
       failures = CASE WHEN a.expires_at <= clock_timestamp() THEN 1 ELSE a.failures + 1 END,
       expires_at = excluded.expires_at
     WHERE a.expires_at <= clock_timestamp()
        OR a.failures < CASE a.name WHEN '' THEN $<perNetwork> ELSE $<perName> END`,
    { ...who, ...limits },
    ({ rowCount }) => rowCount === 2,
  );
}

/** After the right password: forgets the attempts for the account, and takes back the one that its network was counted. */
export async function forgetAttempt(db: Connection, { name, network }: Attempt): Promise<void> {
  await db.none('DELETE FROM staff_attempts WHERE name = $1 AND address = $2', [name, network]);
  await db.none(
    `UPDATE staff_attempts SET failures = failures - 1 WHERE name = '' AND address = $1 AND failures > 0`,
    [network],
  );
}

/** Removes the attempts that have run out. @returns how many counts were removed */
export async function pruneAttempts(db: Connection): Promise<number> {
  return db.result('DELETE FROM staff_attempts WHERE expires_at <= now()', [], ({ rowCount }) => rowCount);
}

/** Gives an account another password and ends its sessions. @param keep hash of the one session that goes on */
export async function updatePassword(
  db: Database,
  name: string,
  password: string,
  keep: Buffer | null,
): Promise<boolean> {
  return db.tx(async (tx) => {
    const found = await tx.oneOrNone<{ id: number }>(
      'UPDATE staff SET password = $2 WHERE name = $1 RETURNING id',
      [name, password],
    );
    if (!found) return false;
    await tx.none('DELETE FROM staff_sessions WHERE staff_id = $1 AND hash IS DISTINCT FROM $2', [
      found.id,
      keep,
    ]);
    return true;
  });
}

/** Opens a session, and forgets those that have run out. @param seconds how long it lasts at most */
export async function insertSession(
  db: Connection,
  hash: Buffer,
  staffId: number,
  seconds: number,
): Promise<void> {
  await db.none('DELETE FROM staff_sessions WHERE expires_at < now()');
  await db.none(
    'INSERT INTO staff_sessions (hash, staff_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))',
    [hash, staffId, seconds],
  );
}

/**
 * Whose session it is, while it lasts. A use is noted once a minute.
 * @param idle seconds without use after which it ends
 */
export async function useSession(
  db: Connection,
  hash: Buffer,
  idle: number,
): Promise<{ id: number; name: string } | null> {
  const found = await db.oneOrNone<{ id: number; name: string; stale: boolean }>(
    `SELECT s.id, s.name, used_at < now() - interval '1 minute' OR seen_at IS NULL AS stale
       FROM staff_sessions JOIN staff s ON s.id = staff_id
      WHERE hash = $1 AND expires_at > now() AND used_at > now() - make_interval(secs => $2)`,
    [hash, idle],
  );
  if (found?.stale) {
    await db.none(
      `WITH used AS (UPDATE staff_sessions SET used_at = now() WHERE hash = $1 RETURNING staff_id)
       UPDATE staff SET seen_at = now() FROM used WHERE id = staff_id`,
      [hash],
    );
  }
  return found && { id: found.id, name: found.name };
}

export async function deleteSession(db: Connection, hash: Buffer): Promise<void> {
  await db.none('DELETE FROM staff_sessions WHERE hash = $1', [hash]);
}

/** One thing that was done in the back office. */
export interface StaffAction {
  name: string;
  method: string;
  path: string;
  status: number;
  address: string;
  requestId: string;
}

export async function insertAction(db: Connection, action: StaffAction): Promise<void> {
  await db.none(
    `INSERT INTO staff_actions (staff_name, method, path, status, address, request_id)
     VALUES ($<name>, $<method>, $<path>, $<status>, $<address>, $<requestId>)`,
    action,
  );
}

/** Something that was done in the back office, as lists show it. */
export interface ListedAction extends Omit<StaffAction, 'requestId'> {
  id: number;
  at: string;
  request_id: string;
}

/** A page of what was done, newest first, and how much there is. @param name whose doings, of all where absent */
export async function pageActions(
  db: Connection,
  name: string | undefined,
  page: { offset: number; limit: number },
): Promise<{ data: ListedAction[]; total: number }> {
  const where = name === undefined ? '' : 'WHERE staff_name = $1';
  const [data, { total }] = await Promise.all([
    db.any<ListedAction>(
      `SELECT id, ${isoTime('at')} AS at, staff_name AS name, method, path, status, address, request_id
         FROM staff_actions ${where} ORDER BY staff_actions.id DESC LIMIT $2 OFFSET $3`,
      [name ?? null, page.limit, page.offset],
    ),
    db.one<{ total: number }>(`SELECT count(*) AS total FROM staff_actions ${where}`, [name ?? null]),
  ]);
  return { data, total };
}

/** Everybody who has done something, or could. */
export async function namesOfStaff(db: Connection): Promise<string[]> {
  return db.map(
    `SELECT name AS value FROM staff UNION (${distinctValuesOf('staff_actions', 'staff_name')}) ORDER BY 1`,
    [],
    (row: { value: string }) => row.value,
  );
}
