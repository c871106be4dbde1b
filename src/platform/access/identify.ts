import type { RequestHandler } from 'express';
import type { Caller } from '../http/context.js';
import { covers, isKeyAccess } from '../http/key-access.js';
import { Problem } from '../http/problem.js';
import type { Route } from '../http/route.js';
import { isGiven } from '../http/parameters.js';
import type { KeyRing } from './keys.js';

/** What a 401 of the API says that it wants. */
export const CHALLENGE = { 'WWW-Authenticate': 'ApiKey realm="product-data-service", header="X-API-Key"' };

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

/** Answers 401 for a refused key, and where a route needs a key and there is none; 403 where the key does not cover it. */
export function authorise(route: Route): RequestHandler {
  return (req, _res, next) => {
    const { refusal, caller } = req.context;
    if (refusal !== undefined) throw refusal;
    const needed = isKeyAccess(route.access) ? route.access : undefined;
    const needsKey = needed || route.keyFor?.some((name) => isGiven(req, name));
    if (needsKey && !caller) throw keyRequired('This call needs an API key in the header X-API-Key.');
    if (needed && caller && !covers(caller.access, needed))
      throw insufficient(
        `This call needs a key with the access ${needed}; that of this key is ${caller.access}.`,
      );
    next();
  };
}

/** A 401 for a call without a key. */
export const keyRequired = (detail: string): Problem =>
  new Problem('key-required', detail, { headers: CHALLENGE });

const insufficient = (detail: string): Problem => new Problem('key-insufficient', detail);

/** The source whose products alone a key may write; undefined where it may write all. */
export const sourceBound = ({ access, source }: Caller): string | undefined =>
  access === 'all' ? undefined : source;

/** The refusal of a write to a product of another source than the one that a key is bound to. */
export const otherSource = (bound: string): Problem =>
  insufficient(`The product is of another source; this key may write products of the source ${bound} alone.`);

/** @param bound of the caller, see {@link sourceBound} @throws Problem 403 where a product is of another source */
export function refuseOtherSource({ source }: { source: string }, bound: string | undefined): void {
  if (bound !== undefined && source !== bound) throw otherSource(bound);
}

/**
 * What is delivered in a recipient's name is not told again to him: so a key that may not do everything takes deliveries in
 * its own name alone. @throws Problem 403
 */
export function refuseOtherRecipient({ access, name }: Caller, recipient: string): void {
  if (access !== 'all' && recipient !== name)
    throw insufficient(`A key with the access ${access} takes deliveries in its own name alone, ${name}.`);
}
