import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { isUnavailable } from '../database/connect.js';

/** One thing that is wrong with a request: where, a machine-readable code, and a sentence. */
export interface Fault {
  path: string;
  code: string;
  message: string;
}

interface Kind {
  status: number;
  title: string;
  /** what the error page says about it */
  help: string;
}

/** Every kind of error that the API answers, by the slug of its `type`. The error page is made from this table. */
export const KINDS = {
  'bad-request': {
    status: 400,
    title: 'Bad request',
    help: 'The request could not be read, or a parameter or field is not acceptable. `errors` names each one.',
  },
  'key-required': {
    status: 401,
    title: 'API key required',
    help: 'This call needs an API key in the header X-API-Key.',
  },
  'key-refused': {
    status: 401,
    title: 'API key refused',
    help: 'The API key that was sent is unknown, expired or revoked.',
  },
  'not-found': { status: 404, title: 'Not found', help: 'There is no such product, image or path.' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    help: 'The path exists, but not with this method. The header Allow lists those it has.',
  },
  gone: {
    status: 410,
    title: 'Gone',
    help: 'The position lies before what the service still keeps. Take a full export and go on from its position.',
  },
  'too-large': {
    status: 413,
    title: 'Body too large',
    help: 'The body, or an image in it, is larger than this call accepts.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    help: 'The body is not of a media type, encoding or image format that this call accepts.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'Range not satisfiable',
    help: 'The requested range lies outside the image.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    help: 'The limit of requests a minute is used up. Retry-After says when to come back.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    help: 'Something went wrong on our side. The request_id helps us to find it.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    help: 'A part that this call needs is away, or the service is at its limit. Retry-After says when to try again; nothing was changed.',
  },
} satisfies Record<string, Kind>;
export type Slug = keyof typeof KINDS;

/** An error that the caller is told about (RFC 9457). Thrown anywhere, rendered by {@link renderProblems} alone. */
export class Problem extends Error {
  readonly slug: Slug;
  readonly errors: Fault[] | undefined;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown> | undefined;

  /**
   * @param detail a sentence for the caller: nothing internal
   * @param more.extra further members of the answer, such as the outcome of each item
   */
  constructor(
    slug: Slug,
    detail: string,
    more: {
      errors?: Fault[];
      headers?: Record<string, string>;
      extra?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.slug = slug;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.extra = more.extra;
  }

  get status(): number {
    return KINDS[this.slug].status;
  }
}

/** A 400 that points at one parameter or field. */
export function badField(path: string, code: string, message: string): Problem {
  return new Problem('bad-request', `${path}: ${message}`, { errors: [{ path, code, message }] });
}

/** A 503 for something that is away. @param retryAfter seconds */
export function unavailable(detail: string, cause?: unknown, retryAfter = 2): Problem {
  return new Problem('unavailable', detail, { headers: { 'Retry-After': String(retryAfter) }, cause });
}

/** The shape of every error answer, for the documentation and the tests. */
export const problemSchema = z
  .object({
    ok: z.literal(false),
    type: z.string().meta({ example: 'http://localhost:3000/api-docs/errors#bad-request' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    request_id: z.string(),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'An error as RFC 9457 problem details.' });

/** What Express, its body parser and our code throw, as a {@link Problem}. Anything unknown is a 500. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error))
    return unavailable('The database is away. Nothing was changed; try again.', error);
  const { type, status, statusCode } = (error ?? {}) as {
    type?: string;
    status?: number;
    statusCode?: number;
  };
  switch (status ?? statusCode) {
    case 400:
      if (type === 'entity.parse.failed')
        return new Problem('bad-request', 'The body is not valid JSON.', {
          errors: [{ path: '', code: 'malformed_json', message: 'not valid JSON' }],
        });
      if (type === 'entity.not.utf8') return new Problem('bad-request', 'The body is not valid UTF-8.');
      return new Problem('bad-request', 'The request could not be read.');
    case 413:
      return new Problem('too-large', 'The body is larger than this call accepts.');
    case 415:
      return new Problem(
        'unsupported-media-type',
        'The body has an encoding or character set that is not accepted.',
      );
    default:
      return new Problem('internal', 'Something went wrong on our side.', { cause: error });
  }
}

/** Writes a problem as the answer. @param typeBase where the error page stands, `<site_origin>/api-docs/errors` */
export function sendProblem(res: Response, problem: Problem, typeBase: string): void {
  const { status, title } = KINDS[problem.slug];
  res.status(status).set(problem.headers).set('Cache-Control', 'no-store');
  res.type('application/problem+json').send(
    JSON.stringify({
      ok: false,
      type: `${typeBase}#${problem.slug}`,
      title: title ?? STATUS_CODES[status],
      status,
      detail: problem.message,
      request_id: res.locals['requestId'],
      ...(problem.errors && { errors: problem.errors }),
      ...problem.extra,
    }),
  );
}

/** The one place where errors become answers. A failure after the answer began breaks the connection off. */
export function renderProblems(log: Logger, typeBase: () => string): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const problem = asProblem(error);
    const context = {
      err: problem.cause ?? problem,
      request_id: res.locals['requestId'],
      method: req.method,
      path: req.path,
    };
    if (problem.slug === 'internal') log.error(context, 'request failed');
    else if (problem.slug === 'unavailable') log.warn(context, 'request refused');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    sendProblem(res, problem, typeBase());
  };
}
