import { randomBytes, scryptSync } from 'node:crypto';
import type { Database } from '../../src/platform/database/connect.js';
import type { Answered } from '../support/call.js';
import type { Service } from '../support/service.js';

/** A member of staff who is signed in, as a page of the back office would call. */
export interface Office {
  cookie: string;
  /** calls below /back-office/api */
  call: PageCall;
  /** calls of the public API by the session */
  api: PageCall;
}

type PageCall = (
  method: string,
  path: string,
  json?: unknown,
  headers?: Record<string, string>,
) => Promise<Answered>;

export const PASSWORD = 'correct horse battery';

/** Calls below /back-office/api, or another root, as a page of this site, with or without a cookie. */
export function pageCall(service: Service, cookie?: string, root = '//back-office/api'): PageCall {
  return (method, path, json, headers = {}) =>
    service.call(method, root + path, {
      ...(json !== undefined && { json }),
      headers: {
        'X-Back-Office': '1',
        Origin: service.origin,
        'Sec-Fetch-Site': 'same-origin',
        ...(cookie !== undefined && { Cookie: cookie }),
        ...headers,
      },
    });
}

/** Signs in with an account, and gives the cookie as a browser would send it. */
export async function signIn(service: Service, name: string, password = PASSWORD): Promise<Office> {
  const answer = await pageCall(service)('POST', '/session', { name, password });
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text}`);
  const cookie = answer.headers.get('set-cookie')!.split(';', 1)[0]!;
  return { cookie, call: pageCall(service, cookie), api: pageCall(service, cookie, '') };
}

/**
 * Makes an account of an administrator whose password is checked at once: at the costs of the service each check, and the
 * account itself, takes a quarter of a second of a processor.
 * @param N with 4096 a check takes 10 ms
 */
export async function addAccount(db: Database, name: string, N = 2): Promise<void> {
  const salt = randomBytes(16);
  const hash = scryptSync(PASSWORD, salt, 32, { N, r: 8, p: 1 });
  const stored = ['scrypt', N, 8, 1, salt.toString('base64'), hash.toString('base64')].join('$');
  await db.none(`INSERT INTO staff (name, password, role) VALUES ($1, $2, 'administrator')`, [name, stored]);
}

/** Makes an account and signs in with it. */
export async function openOffice(service: Service, name = 'wang'): Promise<Office> {
  await addAccount(service.db, name);
  return signIn(service, name);
}

/** {@link openOffice} for the tests of a file, whose service is that of `serviceOfFile`. */
export function officeOfFile(service: Service): Office {
  const office = {} as Office;
  beforeAll(async () => void Object.assign(office, await openOffice(service)));
  return office;
}
