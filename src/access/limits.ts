import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Store } from 'express-rate-limit';
import { Problem } from '../http/problem.js';
import type { Call, Caller, Route } from '../http/route.js';
import { MemoryCounters } from './counters.js';
import { networkOf } from './network.js';

const MINUTE = 60_000;
/** Reads a minute (API v1, section 8). */
export const READS_WITH_KEY = 600;
export const READS_ANONYMOUS = 120;
/** Pages that ask the database alone, a minute and address: nobody who browses meets it. */
export const PAGES = 600;
/** Inquiries, and calls with a refused key, a minute and address (bounds of this service). */
export const INQUIRIES = 10;
export const REFUSED_KEYS = 1_000;

const keyOf = (res: Response): Caller | undefined => res.locals['key'] as Caller | undefined;
const isRefused = (res: Response): boolean => res.locals['refused'] !== undefined;
const addressOf = (_req: Request, res: Response): string => networkOf(res.locals['address'] as string);

function limiter(
  name: string,
  limit: number | ((req: Request, res: Response) => number),
  counted: (req: Request, res: Response) => string,
  store: Store = new MemoryCounters(),
): RequestHandler {
  return rateLimit({
    windowMs: MINUTE,
    limit,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: counted,
    store,
    validate: { singleCount: false }, // a call may cost several reads
    handler: () => {
      throw new Problem(
        'rate-limited',
        'Too many requests in this minute. Retry-After says when to come back.',
      );
    },
  });
}

export interface Limits {
  /** What stands before a route. A call with a refused key counts as that alone, and is answered with 401 below its limit. */
  before(route: Route): RequestHandler[];
  /** Counts a call as so many reads more. @throws Problem 429 where they are too many */
  countReads(call: Pick<Call, 'req' | 'res'>, reads: number): Promise<void>;
}

/** Counts nothing. */
export const noLimits: Limits = { before: () => [], countReads: () => Promise.resolve() };

/** @param makeStore gives each limit its counters; in memory where it gives none */
export function openLimits(makeStore: (prefix: string) => Store | undefined): Limits {
  const refused = limiter('refused-keys', REFUSED_KEYS, addressOf, makeStore('refused:'));
  const limits = {
    read: limiter(
      'reads',
      (_req, res) => (keyOf(res) ? READS_WITH_KEY : READS_ANONYMOUS),
      (req, res) => (keyOf(res) ? `key:${keyOf(res)!.id}` : addressOf(req, res)),
      makeStore('reads:'),
    ),
    page: limiter('pages', PAGES, addressOf, makeStore('pages:')),
    inquiry: limiter('inquiries', INQUIRIES, addressOf, makeStore('inquiries:')),
    none: ((_req, _res, next) => next()) as RequestHandler,
  };
  return {
    before: (route) => [
      (req, res, next) => {
        if (!isRefused(res)) return limits[route.limit](req, res, next);
        // That the key could not be looked up is no fault of the caller.
        return res.locals['refused'] instanceof Problem ? refused(req, res, next) : next();
      },
    ],
    async countReads({ req, res }, reads) {
      for (let n = 0; n < reads; n++) {
        // The answer tells of the last count; the limiter would add to what is there.
        for (const name of ['RateLimit', 'RateLimit-Policy']) res.removeHeader(name);
        await new Promise<void>((resolve, reject) => {
          limits.read(req, res, (error?: unknown) =>
            error === undefined ? resolve() : reject(error as Error),
          );
        });
      }
    },
  };
}
