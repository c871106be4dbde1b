import {
  countWritten,
  distinctValuesOf,
  isoTime,
  LOCKS,
  pageWithTotal,
  removeOlder,
} from '../platform/index.js';
import type { Connection, Database, Page } from '../platform/index.js';
import type { Account, AccountChange, Staff, StaffRole } from './account.js';

/** @returns null when the name is taken */
export async function insertStaff(
  db: Connection,
  name: string,
  password: string,
  role: StaffRole,
): Promise<Account | null> {
  return db.oneOrNone(
    `INSERT INTO staff (name, password, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING ${INFO}`,
    [name, password, role],
  );
}

const INFO = `id, name, role, ${isoTime('created_at')} AS created_at, ${isoTime('seen_at')} AS seen_at,
  ${isoTime('disabled_at')} AS disabled_at`;

export async function listStaff(db: Connection): Promise<Account[]> {
  return db.any(`SELECT ${INFO} FROM staff ORDER BY name`);
}

/** Changes an account, one at a time, until the transaction ends. @returns null without it */
export async function updateStaff(
  tx: Connection,
  id: number,
  { role, disabled }: AccountChange,
): Promise<Account | null> {
  await tx.any('SELECT pg_advisory_xact_lock($1)', [LOCKS.staff]);
  return tx.oneOrNone(
    `UPDATE staff SET role = coalesce($2, role),
            disabled_at = CASE $3::boolean WHEN true THEN coalesce(disabled_at, now()) WHEN false THEN NULL ELSE disabled_at END
      WHERE id = $1 RETURNING ${INFO}`,
    [id, role ?? null, disabled ?? null],
  );
}

/** How many administrators can sign in. */
export async function countAdministrators(db: Connection): Promise<number> {
  return db.one(
    `SELECT count(*) AS count FROM staff WHERE role = 'administrator' AND disabled_at IS NULL`,
    [],
    (row: { count: number }) => row.count,
  );
}

/**
 * Ends the sessions of an account.
 * @param keep hash of the one session that does not end
 * @returns the name of the account, null without it
 */
export async function deleteSessionsOf(
  db: Connection,
  id: number,
  keep: Buffer | null = null,
): Promise<string | null> {
  return db.oneOrNone(
    `WITH ended AS (DELETE FROM staff_sessions WHERE staff_id = $1 AND hash IS DISTINCT FROM $2)
     SELECT name FROM staff WHERE id = $1`,
    [id, keep],
    (row: { name: string } | null) => row && row.name,
  );
}

/** Removes an account and with it its sessions. @returns false without such an account */
export async function deleteStaff(db: Connection, name: string): Promise<boolean> {
  return db.result('DELETE FROM staff WHERE name = $1', [name], (result) => result.rowCount > 0);
}

export async function findStaff(
  db: Connection,
  name: string,
): Promise<(Staff & { password: string }) | null> {
  return db.oneOrNone('SELECT id, name, password, role FROM staff WHERE name = $1', [name]);
}

/** Attempts to sign in are counted by account name (known or not) and network, and by network alone. */
export interface Attempt {
  name: string;
  network: string;
}

/**
 * Wrong passwords slow the next ones down: for an account from the network that they came from, and a little for all of that
 * network. Nobody is locked out: who knows the password waits a minute at most, and from elsewhere not at all. From how many
 * on the next one has to wait, and the longest wait, s, which doubles with each; how long they count after the last one, s.
 */
const ATTEMPTS = { ofName: { from: 5, longest: 60 }, ofNetwork: { from: 50, longest: 5 }, seconds: 15 * 60 };

const WAIT = `
  SELECT ceil(extract(epoch FROM max(next_at) - clock_timestamp()))::int AS seconds
    FROM staff_attempts
   WHERE address = $<network> AND name IN ('', $<name>) AND next_at > clock_timestamp()`;

/** How long the next attempt has to wait, s; null where it has not. */
export async function waitSeconds(db: Connection, who: Attempt): Promise<number | null> {
  return db.one(WAIT, who, ({ seconds }: { seconds: number | null }) => seconds);
}

const COUNT_ATTEMPT = `
  INSERT INTO staff_attempts AS a (name, address, failures, expires_at)
    SELECT counted, $<network>, 1, clock_timestamp() + make_interval(secs => $<seconds>)
      FROM unnest(ARRAY['', $<name>]) counted
     WHERE (${WAIT}) IS NULL
  ON CONFLICT (name, address) DO UPDATE SET (failures, next_at, expires_at) = (
    SELECT n, clock_timestamp() + make_interval(secs => CASE WHEN n < slow_from THEN 0 ELSE least(longest, 2 ^ (n - slow_from)) END),
           excluded.expires_at
      FROM (SELECT CASE WHEN a.expires_at <= clock_timestamp() THEN 1 ELSE least(a.failures, 1000) + 1 END AS n,
                   CASE a.name WHEN '' THEN $<ofNetwork.from> ELSE $<ofName.from> END AS slow_from,
                   CASE a.name WHEN '' THEN $<ofNetwork.longest> ELSE $<ofName.longest> END AS longest) AS counting)
  WHERE a.next_at <= clock_timestamp()`;

class MustWait extends Error {}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts count too. An expired count starts
 * again at one; where the attempt has to wait nothing is written.
 * @returns whether the attempt is allowed
 */
export async function countAttempt(db: Database, who: Attempt): Promise<boolean> {
  try {
    await db.tx(async (tx) => {
      // One that came at the same time may have been counted meanwhile: what this one counted for the network is undone.
      if ((await countWritten(tx, COUNT_ATTEMPT, { ...who, ...ATTEMPTS })) < 2) throw new MustWait();
    });
    return true;
  } catch (error) {
    if (error instanceof MustWait) return false;
    throw error;
  }
}

/** After the right password: removes the account's attempts, and takes this one off the count of the network. */
export async function forgetAttempt(db: Connection, { name, network }: Attempt): Promise<void> {
  await db.none('DELETE FROM staff_attempts WHERE name = $1 AND address = $2', [name, network]);
  await db.none(
    `UPDATE staff_attempts SET failures = failures - 1, next_at = clock_timestamp()
      WHERE name = '' AND address = $1 AND failures > 0`,
    [network],
  );
}

/** Removes expired attempts. @returns how many counts were removed */
export async function pruneAttempts(db: Connection): Promise<number> {
  return db.result('DELETE FROM staff_attempts WHERE expires_at <= now()', [], ({ rowCount }) => rowCount);
}

/**
 * Sets the password of an account and ends its sessions.
 * @param account its name or its number
 * @param keep hash of the one session that does not end
 * @param before the hash that the account has to have still; any without it
 * @returns its name, null without such an account
 */
export async function updatePassword(
  db: Database,
  account: string | number,
  password: string,
  keep: Buffer | null,
  before: string | null = null,
): Promise<string | null> {
  return db.tx(async (tx) => {
    const found = await tx.oneOrNone<{ id: number }>(
      `UPDATE staff SET password = $2
        WHERE ${typeof account === 'number' ? 'id' : 'name'} = $1 AND ($3::text IS NULL OR password = $3) RETURNING id`,
      [account, password, before],
    );
    return found && deleteSessionsOf(tx, found.id, keep);
  });
}

/**
 * Adds a session, and removes expired ones.
 * @param password the hash that was checked: another one that was set meanwhile has ended all sessions
 * @param seconds its longest life
 * @returns false where the account has another password by now, is switched off or gone
 */
export async function insertSession(
  db: Connection,
  hash: Buffer,
  { id, password }: { id: number; password: string },
  seconds: number,
): Promise<boolean> {
  await db.none('DELETE FROM staff_sessions WHERE expires_at < now()');
  return db.result(
    `INSERT INTO staff_sessions (hash, staff_id, expires_at)
       SELECT $1, id, now() + make_interval(secs => $4) FROM staff
        WHERE id = $2 AND password = $3 AND disabled_at IS NULL FOR SHARE`,
    [hash, id, password, seconds],
    ({ rowCount }) => rowCount > 0,
  );
}

/**
 * The member of staff whose session it is; null when it has ended. Its use is recorded at most once a minute.
 * @param idle time without use after which it ends, s
 */
export async function useSession(db: Connection, hash: Buffer, idle: number): Promise<Staff | null> {
  const found = await db.oneOrNone<Staff & { stale: boolean }>(
    `SELECT s.id, s.name, s.role, used_at < now() - interval '1 minute' OR seen_at IS NULL AS stale
       FROM staff_sessions JOIN staff s ON s.id = staff_id
      WHERE hash = $1 AND disabled_at IS NULL AND expires_at > now() AND used_at > now() - make_interval(secs => $2)`,
    [hash, idle],
  );
  if (found?.stale) {
    await db.none(
      `WITH used AS (UPDATE staff_sessions SET used_at = now() WHERE hash = $1 RETURNING staff_id)
       UPDATE staff SET seen_at = now() FROM used WHERE id = staff_id`,
      [hash],
    );
  }
  return found && { id: found.id, name: found.name, role: found.role };
}

export async function deleteSession(db: Connection, hash: Buffer): Promise<void> {
  await db.none('DELETE FROM staff_sessions WHERE hash = $1', [hash]);
}

/** An action of staff in the back office. */
interface StaffAction {
  name: string;
  method: string;
  path: string;
  status: number;
  address: string;
  requestId: string;
  /** of an import: its row in the sync log, and what became of the rows of its file */
  imported?: { id: number; counts: object } | undefined;
}

export async function insertAction(db: Connection, action: StaffAction): Promise<void> {
  const { id: importId = null, counts = null } = action.imported ?? {};
  await db.none(
    `INSERT INTO staff_actions (staff_name, method, path, status, address, request_id, import_id, counts)
     VALUES ($<name>, $<method>, $<path>, $<status>, $<address>, $<requestId>, $<importId>, $<counts>)`,
    { ...action, importId, counts },
  );
}

/** Removes failed sign-ins from the log after 90 days. @returns how many */
export async function pruneFailedSignIns(db: Connection): Promise<number> {
  return removeOlder(db, 'staff_actions', 90, { which: 'status = 401' });
}

/** A page of actions, newest first, and their total. @param name only those of this member of staff */
export async function pageActions(
  db: Connection,
  name: string | undefined,
  page: Page,
): Promise<{ data: object[]; total: number }> {
  const from = `FROM staff_actions ${name === undefined ? '' : 'WHERE staff_name = $1'}`;
  return pageWithTotal(
    db,
    (
      bounds,
    ) => `SELECT id, ${isoTime('at')} AS at, staff_name AS name, method, path, status, address, request_id, import_id, counts
       ${from} ORDER BY staff_actions.id DESC ${bounds}`,
    from,
    name === undefined ? [] : [name],
    page,
  );
}

/** The names of all accounts, and of removed ones with recorded actions. */
export async function namesOfStaff(db: Connection): Promise<string[]> {
  return db.map(
    `SELECT name AS value FROM staff UNION (${distinctValuesOf('staff_actions', 'staff_name')}) ORDER BY 1`,
    [],
    (row: { value: string }) => row.value,
  );
}
