import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Problem } from '../platform/index.js';
import type { Database, Guard, Queue, Route, Writer } from '../platform/index.js';
import { SESSION_SECONDS, SignInRefused, signIn, signOut, staffOf } from './accounts.js';
import type { SignedIn } from './accounts.js';
import { staffRoute } from './route.js';
import { insertAction } from './store.js';

/**
 * The cookie of a session. On https its prefix has browsers take it from this very site alone: neither a site of a
 * subdomain nor a page on plain http can plant one. Such a cookie has to be one for every path.
 */
const cookieFor = (isSecure: boolean): { name: string; path: string } =>
  isSecure ? { name: '__Host-office_session', path: '/' } : { name: 'office_session', path: '/back-office' };
const isHttps = (siteOrigin: string): boolean => siteOrigin.startsWith('https:');

/**
 * Accepts only requests of our own pages. Browsers state the origin of a request in headers that no page can forge, so
 * that a foreign page is refused even if the browser sends the cookie along. A write without such a header is refused.
 */
export function sameOrigin(siteOrigin: () => string): RequestHandler {
  return (req, _res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    const site = req.get('sec-fetch-site');
    const origin = req.get('origin');
    const fromHere = site === 'same-origin' || (site === 'none' && reads);
    if (site !== undefined && !fromHere) throw foreign();
    // Over plain http browsers omit Sec-Fetch-Site, but every write carries an Origin.
    if (origin === undefined ? !reads && site === undefined : !isOurs(origin, req, siteOrigin()))
      throw foreign();
    next();
  };
}

function isOurs(origin: string, req: Request, siteOrigin: string): boolean {
  // The browser sets the Host header too: the page may be open under localhost or 127.0.0.1.
  return origin === siteOrigin || origin === `${req.protocol}://${req.host}`;
}

const foreign = (): Problem =>
  new Problem('foreign-origin', 'This call is for the pages of the back office only.');

/** The secret of the session, as the browser sent it. */
function cookieOf(req: Request, isSecure: boolean): string | undefined {
  const cookie = cookieFor(isSecure);
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const [name, value] = part.split('=', 2);
    if (name?.trim() === cookie.name) return value?.trim();
  }
  return undefined;
}

function setCookie(res: Response, value: string, seconds: number, secure: boolean): void {
  const { name, path } = cookieFor(secure);
  res.cookie(name, value, {
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: seconds * 1000,
  });
}

/** Who is signed in, on a route behind {@link signedIn}. */
export function staffIn({ context }: Request): SignedIn {
  return context.staff!;
}

/** Who is signed in, as the history of products names them. */
export const staffWriter = (req: Request): Writer => ({ kind: 'staff', name: staffIn(req).name });

/** Refuses requests without a session, and records what staff change and which files they take. */
export function signedIn({ db, siteOrigin }: Pick<SessionParts, 'db' | 'siteOrigin'>): RequestHandler {
  return async (req, res, next) => {
    const cookie = cookieOf(req, isHttps(siteOrigin()));
    const staff = cookie === undefined ? null : await staffOf(db, cookie);
    if (cookie === undefined || !staff) throw new Problem('session-required', 'Sign in first.');
    req.context.staff = { ...staff, cookie };
    const isFile = (): boolean =>
      req.method === 'GET' && String(res.getHeader('content-disposition')).startsWith('attachment');
    const ended = async (): Promise<void> => {
      await whenDone(req);
      if (isFile() || !['GET', 'HEAD'].includes(req.method)) note(db, req, res.statusCode, staff.name);
    };
    res.once('finish', () => void ended());
    res.once('close', () => void (res.writableFinished || ended()));
    next();
  };
}

/** A write continues without its client, who may have closed the page. */
const whenDone = async ({ context }: Request): Promise<unknown> => context.handled?.catch(() => {});

/** Refuses routes for administrators to everybody else. */
export const byRole: Guard = ({ access }) => (access === 'administrator' ? [refuseOthers] : []);

const refuseOthers: RequestHandler = (req, _res, next) => {
  if (staffIn(req).role !== 'administrator')
    throw new Problem('administrator-required', 'Only an administrator may do this.');
  next();
};

/** Records an action of staff; what it was about is appended to its path. */
function note(db: Database, { method, originalUrl, context }: Request, status: number, name: string): void {
  if (context.onlyAsks) return;
  const about = context.about?.map((each) => encodeURIComponent(each.toWellFormed())).join(',');
  const full = about ? `${originalUrl.split('?', 1)[0]}?of=${about}` : originalUrl;
  const path = full.slice(0, 500).toWellFormed().replaceAll('\0', '');
  insertAction(db, {
    name,
    method,
    path,
    status,
    address: context.address,
    requestId: context.id,
    imported: context.imported,
  }).catch(() => {}); // the answer has been sent; health checks report a database that is down
}

const signInBody = z.object({
  name: z
    .string({ error: 'must be a text' })
    .trim()
    .min(1, { error: 'is needed' })
    .max(200)
    .refine((name) => !name.includes('\0')),
  password: z.string({ error: 'must be a text' }).max(1_000),
});

interface SessionParts {
  db: Database;
  log: Logger;
  /** how many passwords are checked at once */
  passwordChecks: Queue;
  siteOrigin: () => string;
}

/** Stands for a name that no account has: it is written down nowhere, as it may be a password in the wrong field. */
const UNKNOWN = '-';

/** Signing in and out; the only calls that need no session. */
export function sessionRoutes({ db, log, passwordChecks, siteOrigin }: SessionParts): Route[] {
  const secure = (): boolean => isHttps(siteOrigin());
  const cookieIn = (req: Request): string | undefined => cookieOf(req, secure());
  return [
    staffRoute({
      method: 'post',
      path: '/session',
      access: 'open',
      body: { schema: signInBody, limit: 16 * 1024 },
      async handle({ req, res, body }) {
        const { address } = req.context;
        const signing = signIn(db, passwordChecks, { ...body, address });
        const { staff, cookie } = await signing.catch((error: unknown) => {
          if (error instanceof SignInRefused) {
            const account = error.account ?? UNKNOWN;
            log.warn({ account, address, request_id: req.context.id }, 'a sign-in failed');
            note(db, req, 401, account);
          }
          throw error;
        });
        const old = cookieIn(req);
        if (old !== undefined) await signOut(db, old);
        note(db, req, 200, staff.name);
        setCookie(res, cookie, SESSION_SECONDS, secure());
        return { body: { ok: true, data: { name: staff.name, role: staff.role } } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/session',
      access: 'open',
      async handle({ req }) {
        const cookie = cookieIn(req);
        const staff = cookie === undefined ? null : await staffOf(db, cookie);
        return { body: { ok: true, data: staff && { name: staff.name, role: staff.role } } };
      },
    }),
    staffRoute({
      method: 'delete',
      path: '/session',
      access: 'open',
      async handle({ req, res }) {
        const cookie = cookieIn(req);
        if (cookie !== undefined) await signOut(db, cookie);
        setCookie(res, '', 0, secure());
        return { body: { ok: true } };
      },
    }),
  ];
}
