import { createHash, randomBytes } from 'node:crypto';
import { networkOf } from '../access/network.js';
import type { Database } from '../database/connect.js';
import { badField, Problem } from '../http/problem.js';
import type { Queue } from '../http/queue.js';
import { hashPassword, isPassword, PASSWORD_LENGTH } from './passwords.js';
import * as store from './store.js';
import type { StaffInfo } from './store.js';

export { listStaff } from './store.js';
export type { StaffInfo } from './store.js';

/** A member of staff who is signed in. */
export interface Staff {
  id: number;
  name: string;
}

/** How long a session lasts at most, and how long without use, s. */
export const SESSION_SECONDS = 12 * 3600;
const IDLE_SECONDS = 2 * 3600;
/** Wrong passwords from one network, for one account name and for any, before it is locked, and for how long, s. */
const ATTEMPTS = { perName: 10, perNetwork: 100, seconds: 15 * 60 };

/** A name or password that an account cannot have, or a name that is taken. */
export class AccountRefused extends Error {}

const tidy = (name: string): string => name.trim().normalize('NFC').toLowerCase();
const hashOf = (cookie: string): Buffer => createHash('sha256').update(cookie).digest();

/** Makes an account. Names are stored in lower case. @throws AccountRefused */
export async function addStaff(db: Database, name: string, password: string): Promise<StaffInfo> {
  const wanted = tidy(name);
  const length = [...wanted].length;
  if (length < 1 || length > 50 || /[\p{Cc}\p{Cs}]/u.test(wanted))
    throw new AccountRefused('The name must have 1 to 50 characters.');
  checkLength(password);
  const made = await store.insertStaff(db, wanted, await hashPassword(password));
  if (!made) throw new AccountRefused(`There is an account ${wanted} already.`);
  return made;
}

function checkLength(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min || length > max)
    throw new AccountRefused(`The password must have ${min} to ${max} characters.`);
}

/** Gives an account another password and ends all its sessions. @throws AccountRefused @returns false where there is none */
export async function setPassword(db: Database, name: string, password: string): Promise<boolean> {
  checkLength(password);
  return store.updatePassword(db, tidy(name), await hashPassword(password), null);
}

/**
 * A member of staff gives themselves another password. Every session ends but the one that asks. Wrong passwords
 * count as they do when signing in: who finds a desk unlocked cannot try them out either.
 * @throws Problem 400 at `current` or `wanted`, or 429 while locked
 */
export async function changePassword(
  db: Database,
  turns: Queue,
  staff: Staff,
  { current, wanted, cookie, address }: { current: string; wanted: string; cookie: string; address: string },
): Promise<void> {
  try {
    checkLength(wanted);
  } catch (error) {
    throw badField('wanted', 'bad_password', (error as Error).message);
  }
  await counted(db, turns, { name: staff.name, network: networkOf(address) }, async () => {
    const known = await store.findStaff(db, staff.name);
    if (!(await isPassword(current, known?.password ?? null)))
      throw badField('current', 'wrong_password', 'is not the password of this account');
    await store.updatePassword(db, staff.name, await hashPassword(wanted), hashOf(cookie));
  });
}

/** Removes an account and ends its sessions. @returns false where there is none */
export async function removeStaff(db: Database, name: string): Promise<boolean> {
  return store.deleteStaff(db, tidy(name));
}

/**
 * Signs in. Ten wrong passwords lock the account for the network of the address for a quarter of an hour, the right
 * one too; a name that is no account is answered alike, and as late.
 * @param turns bounds how many passwords are checked at once: each takes 32 MiB
 * @returns who it is, and the secret of the session's cookie
 * @throws Problem 401, or 429 while locked
 */
export async function signIn(
  db: Database,
  turns: Queue,
  { name, password, address }: { name: string; password: string; address: string },
): Promise<{ staff: Staff; cookie: string }> {
  const wanted = tidy(name);
  return counted(db, turns, { name: wanted, network: networkOf(address) }, async () => {
    const known = await store.findStaff(db, wanted);
    const right = await isPassword(password, known?.password ?? null);
    if (!known || !right) throw new Problem('sign-in-refused', 'The name or the password is wrong.');
    const cookie = randomBytes(32).toString('base64url');
    await store.insertSession(db, hashOf(cookie), known.id, SESSION_SECONDS);
    return { staff: { id: known.id, name: known.name }, cookie };
  });
}

/**
 * Checks a password as an attempt that counts unless it succeeds. Where a limit is reached nothing is written; and
 * it is counted only once it is its turn, so that there are no more attempts to remember than passwords checked.
 * @param check throws where the password is wrong
 * @throws Problem 429 while the name or the network is locked
 */
async function counted<T>(
  db: Database,
  turns: Queue,
  who: store.Attempt,
  check: () => Promise<T>,
): Promise<T> {
  const locked = (seconds: number): Problem =>
    new Problem('rate-limited', 'Too many wrong passwords. Try again later.', {
      headers: { 'Retry-After': String(Math.max(1, seconds)) },
    });
  const seconds = await store.lockedSeconds(db, who, ATTEMPTS);
  if (seconds !== null) throw locked(seconds);
  return turns.during(async () => {
    if (!(await store.countAttempt(db, who, ATTEMPTS)))
      throw locked((await store.lockedSeconds(db, who, ATTEMPTS)) ?? 1);
    const result = await check();
    await store.forgetAttempt(db, who);
    return result;
  });
}

/** Whose session a cookie is, while it lasts. */
export async function staffOf(db: Database, cookie: string): Promise<Staff | null> {
  return /^[\w-]{43}$/.test(cookie) ? store.useSession(db, hashOf(cookie), IDLE_SECONDS) : null;
}

/** Ends the session of a cookie. */
export async function signOut(db: Database, cookie: string): Promise<void> {
  await store.deleteSession(db, hashOf(cookie));
}
