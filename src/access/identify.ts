import type { RequestHandler } from 'express';
import { Problem } from '../http/problem.js';
import type { Route } from '../http/route.js';
import { isGiven } from '../http/parameters.js';
import type { KeyRing } from './keys.js';

const CHALLENGE = { 'WWW-Authenticate': 'ApiKey realm="product-data-service", header="X-API-Key"' };

/**
 * Looks the key up, before the path is matched, so that failed calls are logged under their key too. It refuses nothing
 * itself: 404 and 405 come before 401. An empty key counts as none.
 */
export function identifyCaller(keys: KeyRing): RequestHandler {
  return async (req, _res, next) => {
    const given = req.get('x-api-key');
    if (given) {
      try {
        const caller = await keys.find(given);
        if (caller) req.context.caller = caller;
        else
          req.context.refusal = new Problem('key-refused', 'The API key is unknown, expired or revoked.', {
            headers: CHALLENGE,
          });
      } catch (error) {
        req.context.refusal = error;
      }
    }
    next();
  };
}

/** Answers 401 for a refused key, and where a route needs a key and there is none. */
export function authorise(route: Route): RequestHandler {
  return (req, _res, next) => {
    const { refusal, caller } = req.context;
    if (refusal !== undefined) throw refusal;
    const needsKey = route.access === 'key' || route.keyFor?.some((name) => isGiven(req, name));
    if (needsKey && !caller) throw keyRequired('This call needs an API key in the header X-API-Key.');
    next();
  };
}

/** A 401 for a call without a key. */
export const keyRequired = (detail: string): Problem =>
  new Problem('key-required', detail, { headers: CHALLENGE });
