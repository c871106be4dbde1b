import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Store } from 'express-rate-limit';
import { Problem } from '../http/problem.js';
import type { Caller, Route } from '../http/route.js';

const MINUTE = 60_000;
/** Reads a minute (API v1, section 8). */
export const READS_WITH_KEY = 600;
export const READS_ANONYMOUS = 120;
/** Inquiries, and calls with a refused key, a minute and address (bounds of this service). */
export const INQUIRIES = 10;
export const REFUSED_KEYS = 1_000;

/** An IPv6 caller owns a whole /64, so that is what is counted. */
const addressOf = (req: Request): string => ipKeyGenerator(req.ip ?? '', 64);

function limiter(
  name: string,
  more: {
    limit: number | ((req: Request, res: Response) => number);
    counted: (req: Request, res: Response) => string;
  },
  store: Store | undefined,
) {
  return rateLimit({
    windowMs: MINUTE,
    limit: more.limit,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: more.counted,
    // A refused key has a limit of its own, and is answered with 401 after it.
    skip: (_req, res) => name !== 'refused-keys' && res.locals['refused'] !== undefined,
    ...(store && { store }),
    handler: () => {
      throw new Problem(
        'rate-limited',
        'Too many requests in this minute. Retry-After says when to come back.',
      );
    },
  });
}

/** The limits of a route, in the order in which they are asked. `makeStore` gives each limit its counters. */
export function openLimits(
  makeStore: (prefix: string) => Store | undefined,
): (route: Route) => RequestHandler[] {
  const keyOf = (res: Response): Caller | undefined => res.locals['key'] as Caller | undefined;
  const reads = limiter(
    'reads',
    {
      limit: (_req, res) => (keyOf(res) ? READS_WITH_KEY : READS_ANONYMOUS),
      counted: (req, res) => (keyOf(res) ? `key:${keyOf(res)!.id}` : addressOf(req)),
    },
    makeStore('reads:'),
  );
  const inquiries = limiter('inquiries', { limit: INQUIRIES, counted: addressOf }, makeStore('inquiries:'));
  const refused = limiter('refused-keys', { limit: REFUSED_KEYS, counted: addressOf }, makeStore('refused:'));
  const refusedOnly: RequestHandler = (req, res, next) =>
    res.locals['refused'] instanceof Problem ? refused(req, res, next) : next();
  return (route) => {
    if (route.limit === 'read') return [refusedOnly, reads];
    return route.limit === 'inquiry' ? [refusedOnly, inquiries] : [refusedOnly];
  };
}
