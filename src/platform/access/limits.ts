import type { Request, RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Store } from 'express-rate-limit';
import { callerId } from '../http/context.js';
import { Problem } from '../http/problem.js';
import type { Call, Route } from '../http/route.js';
import { MemoryCounters } from './counters.js';
import { networkOf } from '../http/network.js';

const MINUTE = 60_000;
/** Reads a minute (API v1, section 8). */
export const READS_WITH_KEY = 600;
export const READS_ANONYMOUS = 120;
/** Pages that need only the database, a minute and address: more than anybody browses. */
export const PAGES = 600;
/** Inquiries, and calls with a refused key, a minute and address (bounds of this service). */
export const INQUIRIES = 10;
const REFUSED_KEYS = 1_000;
/** Drawings that are made, a minute and address: a cached one costs nothing. */
const DRAWINGS = 600;

const ofNetwork = (req: Request): string => networkOf(req.context.address);
/** Who calls: his key or session, or else his network. */
export const ofCaller = (req: Request): string =>
  req.context.caller ? callerId(req.context.caller) : ofNetwork(req);

type Counted = Pick<Call, 'req' | 'res'>;

async function count(limit: RequestHandler, { req, res }: Counted): Promise<void> {
  // The limiter would append to the headers of the count before.
  for (const name of ['RateLimit', 'RateLimit-Policy']) res.removeHeader(name);
  await new Promise<void>((resolve, reject) => {
    void limit(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
}

/** The rate limits of a gateway. */
export type Limits = ReturnType<typeof openLimits>;

/**
 * @param makeStore gives each limit its counters; in memory where it gives none
 * @param isOff whether nothing is counted
 */
export function openLimits(makeStore: (prefix: string) => Store | undefined, isOff = false) {
  const limiter = (
    name: string,
    limit: number | ((req: Request) => number),
    counted: (req: Request) => string,
  ): RequestHandler =>
    rateLimit({
      windowMs: MINUTE,
      limit,
      identifier: name,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      keyGenerator: counted,
      skip: ({ context }) => isOff || context.caller?.isStaff === true,
      store: makeStore(`${name}:`) ?? new MemoryCounters(),
      // A call may cost several reads; and they are made at the start, not by a call.
      validate: { singleCount: false, creationStack: false },
      handler: () => {
        throw new Problem(
          'rate-limited',
          'Too many requests in this minute. Retry-After says when to come back.',
        );
      },
    });
  const none: RequestHandler = (_req, _res, next) => next();
  const refused = limiter('refused-keys', REFUSED_KEYS, ofNetwork);
  const drawings = limiter('drawings', DRAWINGS, ofCaller);
  const limits = {
    read: limiter('reads', (req) => (req.context.caller ? READS_WITH_KEY : READS_ANONYMOUS), ofCaller),
    page: limiter('pages', PAGES, ofNetwork),
    inquiry: limiter('inquiries', INQUIRIES, ofNetwork),
    none,
  };
  return {
    /** The limiter of a route. A call with a refused key counts only against the limit of those. */
    before:
      (route: Route): RequestHandler =>
      (req, res, next) => {
        const { refusal } = req.context;
        if (refusal === undefined) return limits[route.limit](req, res, next);
        // A key that could not be looked up (the database is away) is not counted.
        return refusal instanceof Problem ? refused(req, res, next) : next();
      },
    /** Counts further reads for a call. @throws Problem 429 beyond the limit */
    async countReads(call: Counted, reads: number): Promise<void> {
      for (let n = 0; n < reads; n++) await count(limits.read, call);
    },
    /** Counts a call as an inquiry too. @throws Problem 429 beyond the limit */
    countInquiry: (call: Counted) => count(limits.inquiry, call),
    /** Counts a drawing that is made. @throws Problem 429 beyond the limit */
    countDrawing: (call: Counted) => count(drawings, call),
  };
}
