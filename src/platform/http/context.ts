import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { traceparentOf } from '../process/trace.js';
import type { KeyAccess } from './key-access.js';

/** Who calls: an API key, or a member of staff by a session, as far as routes may know it. */
export interface Caller {
  id: number;
  name: string;
  source: string;
  access: KeyAccess;
  isStaff?: true;
}

/** A caller in one word, which no other has: `key:7`, `staff:7`. */
export const callerId = ({ id, isStaff }: Caller): string => `${isStaff ? 'staff' : 'key'}:${id}`;

/** What is known of a request, and what has become of it so far. */
interface RequestContext {
  /** when it came, by `performance.now()`, ms */
  readonly startedAt: number;
  /** the caller's X-Request-Id, or one of ours */
  readonly id: string;
  /** of the client; of the last proxy where its X-Forwarded-For is not trusted */
  readonly address: string;
  /** the pattern of its path, once a route has taken it */
  route?: string;
  /** puts what it leads to in its trace, where it is part of one */
  traceparent?: string;
  /** null without a key or a session, or with one that is refused */
  caller: Caller | null;
  /** why the key, or the session, is refused: a Problem, or what went wrong when it was looked up */
  refusal?: unknown;
  /** who is signed in to the back office, with the secret of the session */
  staff?: { id: number; name: string; role: 'editor' | 'administrator'; cookie: string };
  /** what a call of staff is about, where its path does not say */
  about?: readonly string[] | undefined;
  /** of an import by staff: its row in the sync log, and what became of its rows */
  imported?: { id: number; counts: object };
  /** a POST of staff that only asks something: it is not in their log */
  onlyAsks?: true;
  /** settles with the handler, which continues after the client has disconnected */
  handled?: Promise<unknown>;
  /** its row of the sync log has committed with its effect */
  isRecorded: boolean;
  /** the id of that transaction: the indexer names it when it delivers what was written */
  transaction?: string;
}

declare global {
  // This is how Express takes additions to its types.
  namespace Express {
    interface Request {
      /** set by {@link beginContext}, before anything else sees the request */
      context: RequestContext;
    }
  }
}

/** Gives every request its context, and its id to the answer. */
export const beginContext: RequestHandler = (req, res, next) => {
  const { 'x-request-id': given, 'x-forwarded-for': forwarded } = req.headers;
  if (typeof forwarded === 'string') req.headers['x-forwarded-for'] = bareAddresses(forwarded);
  const id = typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID();
  req.context = {
    startedAt: performance.now(),
    id,
    address: (req.ip ?? '').slice(0, 100), // a socket no longer knows it once the client has gone
    caller: null,
    isRecorded: false,
  };
  const traceparent = traceparentOf(req.headers['traceparent']);
  if (traceparent !== undefined) req.context.traceparent = traceparent;
  res.setMaxListeners(20); // the log, the metrics, the compression and a stream all wait for its end
  res.setHeader('X-Request-Id', id);
  next();
};

/**
 * A header `X-Forwarded-For` with bare addresses, as Express counts and trusts them: Azure and IIS send each with its port,
 * and one of IPv6 in brackets. A port is no part of an address: it is another one for each connection.
 */
const bareAddresses = (header: string): string =>
  header.replaceAll(/(?<=^|,)\s*(?:\[([^\],]*)\](?::\d*)?|(\d+(?:\.\d+){3}):\d*)\s*(?=,|$)/g, '$1$2');
