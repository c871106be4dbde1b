import { createHash, randomBytes } from 'node:crypto';
import { badField, networkOf, Problem } from '../platform/index.js';
import type { Database, Limit } from '../platform/index.js';
import type { Account, AccountChange, Staff, StaffRole } from './account.js';
import { isCommon } from './common-passwords.js';
import { hashPassword, isPassword, PASSWORD_LENGTH } from './passwords.js';
import * as store from './store.js';

/** A member of staff who is signed in, with the secret of the session. */
export interface SignedIn extends Staff {
  cookie: string;
}

/** The longest life of a session, and the longest without use, s. */
export const SESSION_SECONDS = 12 * 3600;
const IDLE_SECONDS = 2 * 3600;

/** A wrong password, or a name without an account. */
export class SignInRefused extends Problem {
  /** the account, where there is one */
  readonly account: string | null;

  constructor(account: string | null) {
    super('sign-in-refused', 'The name or the password is wrong.');
    this.account = account;
  }
}

const tidy = (name: string): string => name.trim().normalize('NFC').toLowerCase();
const hashOf = (cookie: string): Buffer => createHash('sha256').update(cookie).digest();

/** Adds an account. Names are stored in lower case. @throws Problem 400 */
export async function addStaff(
  db: Database,
  name: string,
  password: string,
  role: StaffRole = 'editor',
): Promise<Account> {
  const wanted = tidy(name);
  const length = [...wanted].length;
  if (length < 1 || length > 50 || /[\p{Cc}\p{Cs}]/u.test(wanted))
    throw badField('name', 'bad_length', 'must have 1 to 50 characters');
  checkPassword('password', password, wanted);
  const made = await store.insertStaff(db, wanted, await hashPassword(password), role);
  if (!made) throw badField('name', 'name_taken', `there is an account ${wanted} already`);
  return made;
}

/** Letters and digits that nobody takes for another one when a password is read aloud, or typed from paper. */
const LEGIBLE = 'abcdefghijkmnpqrstuvwxyz23456789';
/** A random password of 20 characters: 100 bits. */
export const makePassword = (): string => Array.from(randomBytes(20), (byte) => LEGIBLE[byte % 32]).join('');

/**
 * Gives an account another role, or switches it off or on; its sessions end when it is switched off.
 * @returns the account, null without it
 * @throws Problem 400 where no administrator would be left
 */
export async function changeMember(db: Database, id: number, change: AccountChange): Promise<Account | null> {
  return db.tx(async (tx) => {
    const changed = await store.updateStaff(tx, id, change);
    if (changed && (await store.countAdministrators(tx)) === 0)
      throw badField(
        'role' in change ? 'role' : 'disabled',
        'last_administrator',
        'would leave no administrator',
      );
    if (change.disabled) await store.deleteSessionsOf(tx, id);
    return changed;
  });
}

/**
 * Gives an account a made-up password, which ends its sessions, except that of the caller.
 * @returns null without the account
 */
export async function resetPassword(
  db: Database,
  id: number,
  cookie: string,
): Promise<{ name: string; password: string } | null> {
  const password = makePassword();
  const name = await store.updatePassword(db, id, await hashPassword(password), hashOf(cookie));
  return name === null ? null : { name, password };
}

/** @param path where it was given @param name of its account, which guessers try first @throws Problem 400 */
function checkPassword(path: string, password: string, name: string): void {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min || length > max)
    throw badField(path, 'bad_password', `must have ${min} to ${max} characters`);
  if (isCommon(password, name))
    throw badField(
      path,
      'common_password',
      'is easily guessed: other people’s passwords, the name of the account, rows of the keyboard, years and repetitions make up nearly all of it.',
    );
}

/** Sets the password of an account and ends all its sessions. @throws Problem 400 @returns false without such an account */
export async function setPassword(db: Database, name: string, password: string): Promise<boolean> {
  checkPassword('password', password, tidy(name));
  return (await store.updatePassword(db, tidy(name), await hashPassword(password), null)) !== null;
}

/**
 * Changes the password of a member of staff, and ends all their other sessions. Wrong passwords count as when signing
 * in, so that nobody can guess passwords from an unattended browser either.
 * @throws Problem 400 at `current` or `wanted`, or 429 while it has to wait
 */
export async function changePassword(
  db: Database,
  queue: Limit,
  { name, cookie }: SignedIn,
  { current, wanted, address }: { current: string; wanted: string; address: string },
): Promise<void> {
  checkPassword('wanted', wanted, name);
  await limitAttempts(db, queue, { name, network: networkOf(address) }, async () => {
    const before = (await store.findStaff(db, name))?.password ?? null;
    const right = await isPassword(current, before);
    // Another one that was set meanwhile stays.
    if (!right || !(await store.updatePassword(db, name, await hashPassword(wanted), hashOf(cookie), before)))
      throw badField('current', 'wrong_password', 'is not the password of this account');
  });
}

/** Removes an account and ends its sessions. @returns false without such an account */
export async function removeStaff(db: Database, name: string): Promise<boolean> {
  return store.deleteStaff(db, tidy(name));
}

/**
 * Signs in. After some wrong passwords the next one for that account from the client's network has to wait, even the right
 * one. An unknown name gets the same answer after the same time.
 * @param queue bounds how many passwords are checked at once: each takes 32 MiB
 * @returns the member of staff, and the secret of the session's cookie
 * @throws SignInRefused (401), or Problem 429 while it has to wait
 */
export async function signIn(
  db: Database,
  queue: Limit,
  { name, password, address }: { name: string; password: string; address: string },
): Promise<{ staff: Staff; cookie: string }> {
  const wanted = tidy(name);
  return limitAttempts(db, queue, { name: wanted, network: networkOf(address) }, async () => {
    const known = await store.findStaff(db, wanted);
    const right = await isPassword(password, known?.password ?? null);
    const cookie = randomBytes(32).toString('base64url');
    if (!known || !right || !(await store.insertSession(db, hashOf(cookie), known, SESSION_SECONDS)))
      throw new SignInRefused(known?.name ?? null);
    return { staff: { id: known.id, name: known.name, role: known.role }, cookie };
  });
}

/**
 * Checks a password, and counts the attempt unless it succeeds. While it has to wait nothing is written. An attempt
 * is counted when it leaves the queue, so that no more attempts are stored than passwords checked.
 * @param check throws when the password is wrong
 * @throws Problem 429 while the name or the network has to wait
 */
async function limitAttempts<T>(
  db: Database,
  queue: Limit,
  who: store.Attempt,
  check: () => Promise<T>,
): Promise<T> {
  const tooSoon = (seconds: number): Problem =>
    new Problem(
      'rate-limited',
      'Too many wrong passwords: Retry-After says when the next one is looked at.',
      {
        headers: { 'Retry-After': String(Math.max(1, seconds)) },
      },
    );
  const seconds = await store.waitSeconds(db, who);
  if (seconds !== null) throw tooSoon(seconds);
  return queue.during({ id: who.network, isKnown: false }, async () => {
    if (!(await store.countAttempt(db, who))) throw tooSoon((await store.waitSeconds(db, who)) ?? 1);
    const result = await check();
    await store.forgetAttempt(db, who);
    return result;
  });
}

/** The member of staff whose session a cookie is; null when it has ended. */
export async function staffOf(db: Database, cookie: string): Promise<Staff | null> {
  return /^[\w-]{43}$/.test(cookie) ? store.useSession(db, hashOf(cookie), IDLE_SECONDS) : null;
}

/** Ends the session of a cookie. */
export async function signOut(db: Database, cookie: string): Promise<void> {
  if (cookie !== '') await store.deleteSession(db, hashOf(cookie));
}
