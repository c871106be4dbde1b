import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { CHALLENGE, OFFICE_SOURCE, Problem } from '../platform/index.js';
import type { Database, Guard, Route } from '../platform/index.js';
import { SESSION_SECONDS, SignInRefused, signIn, signOut, staffOf } from './accounts.js';
import type { SignedIn } from './accounts.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { insertAction } from './store.js';

/**
 * The cookie of a session. On https its prefix has browsers take it from this very site alone: neither a site of a
 * subdomain nor a page on plain http can plant one.
 */
const cookieName = (isSecure: boolean): string => (isSecure ? '__Host-office_session' : 'office_session');
const isHttps = (siteOrigin: string): boolean => siteOrigin.startsWith('https:');

/** Accepts only requests of our own pages, for the API of the back office. */
export function sameOrigin(siteOrigin: () => string): RequestHandler {
  return (req, _res, next) => {
    if (isForeign(req, siteOrigin()))
      throw new Problem('foreign-origin', 'This call is for the pages of the back office only.');
    next();
  };
}

/**
 * Browsers state the origin of a request in headers that no page can forge, so that a foreign page is known even if the
 * browser sends the cookie along. A write without such a header counts as one of a foreign page.
 */
function isForeign(req: Request, siteOrigin: string): boolean {
  const reads = req.method === 'GET' || req.method === 'HEAD';
  const site = req.get('sec-fetch-site');
  const origin = req.get('origin');
  const fromHere = site === 'same-origin' || (site === 'none' && reads);
  if (site !== undefined && !fromHere) return true;
  // Over plain http browsers omit Sec-Fetch-Site, but every write carries an Origin.
  return origin === undefined ? !reads && site === undefined : !isOurs(origin, req, siteOrigin);
}

function isOurs(origin: string, req: Request, siteOrigin: string): boolean {
  // The browser sets the Host header too: the page may be open under localhost or 127.0.0.1.
  return origin === siteOrigin || origin === `${req.protocol}://${req.host}`;
}

/** The secret of the session, as the browser sent it; an empty text where it sent none. */
function cookieOf(req: Request, isSecure: boolean): string {
  const parts = (req.headers.cookie ?? '').split(';').map((part) => part.trim().split('=', 2));
  return parts.find(([name]) => name === cookieName(isSecure))?.[1] ?? '';
}

function setCookie(res: Response, value: string, seconds: number, secure: boolean): void {
  res.cookie(cookieName(secure), value, {
    path: '/', // its pages call the API too
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

type Sessions = Pick<SessionParts, 'db' | 'siteOrigin'>;

/** Refuses requests without a session. */
export function signedIn(sessions: Sessions): RequestHandler {
  return async (req, res, next) => {
    await beginAsStaff(sessions, req, res);
    next();
  };
}

/** With this header a page of the back office calls the API by its session. No page of another site can send it. */
const PAGE_HEADER = 'x-back-office';

/**
 * Finds who of the staff calls the public API: he may do there what a key for everything may. It refuses nothing itself, as
 * `identifyCaller`. A key that comes along is who calls; without the header a session is nobody.
 */
export function identifyStaff(sessions: Sessions): RequestHandler {
  return async (req, res, next) => {
    if (req.get(PAGE_HEADER) === undefined || req.get('x-api-key')) return next();
    try {
      if (isForeign(req, sessions.siteOrigin())) throw sessionRequired();
      await beginAsStaff(sessions, req, res);
    } catch (error) {
      req.context.refusal = error;
    }
    next();
  };
}

/** Finds whose session it is, and records what he changes, and which files he takes. @throws Problem 401 without a session */
async function beginAsStaff({ db, siteOrigin }: Sessions, req: Request, res: Response): Promise<void> {
  const cookie = cookieOf(req, isHttps(siteOrigin()));
  const staff = await staffOf(db, cookie);
  if (!staff) throw sessionRequired();
  req.context.staff = { ...staff, cookie };
  req.context.caller = {
    id: staff.id,
    name: staff.name,
    source: OFFICE_SOURCE,
    access: 'all',
    isStaff: true,
  };
  const isFile = (): boolean =>
    req.method === 'GET' && String(res.getHeader('content-disposition')).startsWith('attachment');
  const ended = async (): Promise<void> => {
    await whenDone(req);
    if (isFile() || !['GET', 'HEAD'].includes(req.method)) note(db, req, res.statusCode, staff.name);
  };
  res.once('finish', () => void ended());
  res.once('close', () => void (res.writableFinished || ended()));
}

const sessionRequired = (): Problem =>
  new Problem('session-required', 'Sign in first.', { headers: CHALLENGE });

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

type SessionParts = Pick<OfficeParts, 'db' | 'log' | 'passwordChecks' | 'siteOrigin'>;

/** Stands for a name that no account has: it is written down nowhere, as it may be a password in the wrong field. */
const UNKNOWN = '-';

/** Signing in and out; the only calls that need no session. */
export function sessionRoutes({ db, log, passwordChecks, siteOrigin }: SessionParts): Route[] {
  const secure = (): boolean => isHttps(siteOrigin());
  const cookieIn = (req: Request): string => cookieOf(req, secure());
  return [
    staffRoute('post', '/session', {
      access: 'open',
      body: { schema: signInBody, limit: 16 * 1024 },
      async data({ req, res, body }) {
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
        await signOut(db, cookieIn(req));
        note(db, req, 200, staff.name);
        setCookie(res, cookie, SESSION_SECONDS, secure());
        return { name: staff.name, role: staff.role };
      },
    }),
    staffRoute('get', '/session', {
      access: 'open',
      async data({ req }) {
        const staff = await staffOf(db, cookieIn(req));
        return staff && { name: staff.name, role: staff.role };
      },
    }),
    staffRoute('delete', '/session', {
      access: 'open',
      async data({ req, res }) {
        await signOut(db, cookieIn(req));
        setCookie(res, '', 0, secure());
      },
    }),
  ];
}
