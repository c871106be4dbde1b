import { hash } from 'node:crypto';
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import type { Caller } from './context.js';
import type { RouteDoc } from './doc.js';
import { otherEncoding } from './body.js';
import type { BodyLimits } from './body.js';
import type { JsonBound } from '../limits/sizes.js';
import { receiveJson, SpooledJson } from './json-body.js';
import { isKeyAccess } from './key-access.js';
import type { KeyAccess } from './key-access.js';
import { notFound, Problem } from './problem.js';
import { nameSpan } from '../process/trace.js';
import { goneSignal } from './holder.js';
import { readValue } from './validate.js';
import { isGiven, readQuery, refuseUnknown } from './parameters.js';

/** A request as a handler sees it: everything read and validated. */
export interface Call<Q = unknown, B = unknown> {
  req: Request;
  res: Response;
  /** path parameters, decoded */
  params: Record<string, string>;
  query: Q;
  body: B;
  key: Caller | null;
}

/** What a handler returns; undefined if it has written the answer itself. */
export interface Answer {
  status?: number;
  /** sent as JSON */
  body?: unknown;
  /** in place of `body`: JSON text that is ready to send, as Postgres or a cache has it */
  json?: string;
  /** what the ETag is made of, where the answer holds more than content */
  content?: string;
  headers?: Record<string, string>;
}

/** The ETag of some content: weak, so that it holds for compressed answers too. */
export const tagOf = (content: string | Buffer): string => `W/"${hash('sha1', content, 'base64url')}"`;

interface JsonBody<B extends z.ZodType> {
  schema: B;
  /** what the document shows where `schema` alone says too little */
  shown?: z.ZodType;
  /** bytes at most, after decompression */
  limit: number;
  /** how much it may hold, where that is more than usual */
  holds?: JsonBound;
  /** the handler gets a body that takes long to parse as a {@link SpooledJson} */
  spooled?: true;
}

/** One method on one path: who may call it, what it reads, how it is documented. */
export interface Route<Q extends z.ZodObject = z.ZodObject, B extends z.ZodType = z.ZodType> {
  method: 'get' | 'post' | 'put' | 'delete';
  /** below its mount point, in OpenAPI form: `/products/{code}` */
  path: string;
  /** a path with a parameter that may equal this path: other methods are handled there */
  beside?: string;
  /**
   * `read`, `push`, `all`: refused without an API key that covers it, or a session of the back office; `staff`: refused without a
   * session of the back office; `administrator`: also to staff with another role
   */
  access: 'open' | KeyAccess | 'staff' | 'administrator';
  /** parameters of the query that need an API key */
  keyFor?: readonly string[];
  /** which rate limit counts it; unless given, a GET is a read, and nothing counts the others */
  limit: 'read' | 'page' | 'inquiry' | 'none';
  query?: Q;
  body?: JsonBody<B>;
  /**
   * reads its body itself (uploads); its media types, for the document and (unless `anyType`) for the 415;
   * `shown` is what the document shows instead, by type; `packed` says that it unpacks a Content-Encoding
   */
  streamBody?: {
    types: string[];
    schema?: z.ZodType;
    shown?: Record<string, z.ZodType>;
    anyType?: boolean;
    packed?: boolean;
  };
  /** of a call of the API */
  doc?: RouteDoc;
  /** what the log of staff says that a call is about, where its path does not */
  about?(call: Call<z.infer<Q>, z.infer<B>>): readonly string[];
  handle(call: Call<z.infer<Q>, z.infer<B>>): Promise<Answer | undefined> | Answer | undefined;
}

/** What is said of a route beside its method, its path and who may call it. */
type Definition<Q extends z.ZodObject, B extends z.ZodType> = Omit<
  Route<Q, B>,
  'method' | 'path' | 'access' | 'limit'
> &
  Partial<Pick<Route, 'limit'>>;

/** A route, with its types: `query` and `body` of the call follow from the schemas. */
export function route<Q extends z.ZodObject = z.ZodObject, B extends z.ZodType = z.ZodType>(
  method: Route['method'],
  path: string,
  access: Route['access'],
  definition: Definition<Q, B>,
): Route {
  const limit = method === 'get' ? 'read' : 'none';
  return { method, path, access, limit, ...definition } as unknown as Route;
}

/** What runs before every route: identification, limits. Given by `src/platform/access`. */
export type Guard = (route: Route) => RequestHandler[];

/** Limits of bodies in memory and time. */
export interface BodyBounds {
  /** bytes of bodies that are received or worked on at once */
  limits: BodyLimits;
  /** the longest pause within one, ms */
  stallMs?: number;
}

interface MountOptions {
  /** rewrites the JSON text of an answer, with what only the mount knows */
  present?: (json: string) => string;
  /** runs between the work of a route and its answer; it throws nothing: the work is done */
  settle?: (call: Call) => Promise<void>;
  /** what all bodies count against, wherever they are sent */
  bodies: BodyBounds;
}

/**
 * Mounts routes in the order in which checks come: 404 path, 405, then the guard (401, 429), 415, 413, 400.
 * OPTIONS answers 204 with Allow and is not counted; HEAD mirrors GET.
 */
export function mount(router: Router, routes: Route[], guard: Guard, more: MountOptions): void {
  const byPath = new Map<string, Route[]>();
  for (const each of routes) byPath.set(each.path, [...(byPath.get(each.path) ?? []), each]);
  // A fixed segment goes before a parameter: /products/search before /products/{code}.
  const paths = [...byPath.keys()].sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
  for (const path of paths) {
    const methods = byPath.get(path)!;
    const others = methods.flatMap(({ beside = '' }) => byPath.get(beside) ?? []);
    const allowed = [...others, ...methods].flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
    );
    const allow = [...allowed, 'OPTIONS'].join(', ');
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const at = router.route(pattern);
    at.all((req, _res, next) => {
      // Whole, and kept: Express forgets where a router was mounted once an error leaves it.
      req.context.route = `${req.baseUrl}${pattern}`;
      nameSpan(req.method, req.context.route);
      next();
    });
    at.options((_req, res) => void res.status(204).set('Allow', allow).end());
    for (const each of methods) at[each.method](...guard(each), checkType(each), handler(each, more));
    at.all((req, _res, next) => {
      if (allowed.includes(req.method)) return next();
      throw new Problem('method-not-allowed', `This path accepts ${allow}.`, { headers: { Allow: allow } });
    });
  }
}

function handler(each: Route, more: MountOptions): RequestHandler {
  return async (req, res) => {
    if (!each.body) return handle(each, req, res, undefined, more);
    const signal = goneSignal(res);
    const { value, discard } = await receiveJson(req, { ...each.body, ...more.bodies, signal });
    try {
      await handle(each, req, res, value, more);
    } finally {
      await discard();
    }
  };
}

async function handle(
  each: Route,
  req: Request,
  res: Response,
  body: unknown,
  { settle, present }: MountOptions,
): Promise<void> {
  const writes = isKeyAccess(each.access) ? each.method !== 'get' : each.limit === 'inquiry' && each.doc;
  if (writes) refuseUnknown(each.query ?? z.object({}), req);
  const params = req.params as Record<string, string>;
  if (Object.values(params).some((value) => value.includes('\0'))) throw notFound('address');
  const call: Call = {
    req,
    res,
    params,
    query: each.query ? readQuery(each.query, req) : {},
    body: each.body && (body instanceof SpooledJson ? body : readValue(each.body.schema, body, 'The body')),
    key: req.context.caller,
  };
  // Answers for holders of a key: only private caches may keep them, and must revalidate each time.
  const isForKeys = each.access !== 'open' || each.keyFor?.some((name) => isGiven(req, name));
  if (isForKeys && !res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'private, no-cache');
  if (!isForKeys && each.method === 'get') letShare(each, req, res);
  if (each.about) req.context.about = each.about(call as never);
  const handled = Promise.resolve(each.handle(call as never));
  req.context.handled = handled;
  const answer = await handled;
  if (settle) await settle(call);
  if (answer) send(call, answer, present);
}

/** What makes an answer one of a series that must miss nothing, or the caller one who waits for what was written. */
const UNSHARED = {
  parameters: ['updated_after', 'cursor', 'page', 'after'],
  headers: ['x-api-key', 'x-back-office', 'prefer'],
};
/** How long a shared cache (a CDN) may answer for us, s; browsers ask again each time. */
const SHARED_SECONDS = 30;

/** Lets shared caches keep what anybody may read, unless a copy of it, half a minute old, could lose a change. */
function letShare(each: Route, req: Request, res: Response): void {
  for (const name of UNSHARED.headers) res.vary(name);
  if (res.hasHeader('Cache-Control')) return;
  const isOwn =
    each.path === '/changes' ||
    UNSHARED.headers.some((name) => req.headers[name] !== undefined) ||
    UNSHARED.parameters.some((name) => isGiven(req, name));
  res.setHeader('Cache-Control', isOwn ? 'no-cache' : `public, max-age=0, s-maxage=${SHARED_SECONDS}`);
}

/** Writes an {@link Answer}, with an ETag on what was read, and a 304 where the client has it (RFC 9110, section 13). */
function send({ req, res }: Call, answer: Answer, present = (json: string) => json): void {
  const { status = 200, headers = {} } = answer;
  res.statusCode = status;
  for (const name of Object.keys(headers)) res.setHeader(name, headers[name]!);
  const made = answer.json ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
  if (made === undefined) return void res.end();
  const text = present(made);
  if (req.method === 'GET' || req.method === 'HEAD') {
    const tag = tagOf(answer.content === undefined ? text : present(answer.content));
    res.setHeader('ETag', tag);
    if (status === 200 && namesTag(req.headers['if-none-match'], tag)) {
      res.statusCode = 304;
      return void res.end();
    }
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(req.method === 'HEAD' ? undefined : text); // a text is sent in one write with the head
}

/** Whether `If-Match` or `If-None-Match` names this tag; weak and strong tags of the same text are the same. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (each: string): string => each.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((each) => opaque(each) === opaque(tag));
}

/** Whether a write is conditional on the current state (`If-Match`, `If-None-Match`). */
export const isConditional = ({ headers }: Request): boolean =>
  (headers['if-match'] ?? headers['if-none-match']) !== undefined;

/**
 * Checks the conditions of a write (RFC 9110, section 13.1).
 * @param tags the ETags of what is there now, none where nothing is
 * @throws Problem 412
 */
export function refuseUnlessAsAsked({ headers }: Request, tags: string[]): void {
  const isNamed = (header: string): boolean => tags.some((tag) => namesTag(header, tag));
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined && !isNamed(match)) throw changedMeanwhile();
  if (noneMatch !== undefined && isNamed(noneMatch))
    throw new Problem('changed-meanwhile', 'If-None-Match names what is there; nothing was written.');
}

/** The refusal of a write over what the caller has not seen. */
export const changedMeanwhile = (): Problem =>
  new Problem('changed-meanwhile', 'It was changed since it was read; nothing was written.');

/**
 * 415 before 413 before 400. A body on DELETE without Content-Type is read as JSON; a route that reads its body itself takes
 * certain types, and compression only where it says so.
 */
function checkType({ body, streamBody }: Route): RequestHandler {
  return (req, _res, next) => {
    const { headers, method } = req;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (streamBody) {
      const { types, anyType, packed } = streamBody;
      if (hasBody && !anyType && !req.is(types))
        throw new Problem(
          'unsupported-media-type',
          `The body must be of the type (Content-Type) ${types.join(' or ')}.`,
          { headers: { Accept: types.join(', ') } },
        );
      const encoding = (headers['content-encoding'] || 'identity').toLowerCase();
      if (!packed && encoding !== 'identity') throw otherEncoding(encoding, []);
    } else if (body && hasBody && !(method === 'DELETE' && headers['content-type'] === undefined))
      if (!req.is(['application/json', 'application/*+json']))
        throw new Problem(
          'unsupported-media-type',
          'The body must be JSON (Content-Type: application/json).',
        );
    next();
  };
}
