import type { Request } from 'express';
import { z } from 'zod';
import { described, saying } from './doc.js';
import words from './docs.json' with { type: 'json' };
import { FAULT_CODES } from './fault-codes.js';
import type { FaultCode } from './fault-codes.js';
import { isDiskFull, isLocked, isOverload, isUnavailable } from '../database/connect.js';
import kinds from './problems.json' with { type: 'json' };
import type { Text } from '../values/words.js';

/** One thing that is wrong with a request: where, a machine-readable code, and a sentence. */
export interface Fault {
  path: string;
  code: FaultCode;
  message: string;
  /** the sentence in Chinese, where it says more than the words of the code */
  message_cn?: string | undefined;
  /** what stood there, its first characters */
  value?: string | undefined;
  /** of an unknown name: those that are spelt most like it */
  nearest?: readonly string[];
}

/** Every kind of error that the API answers, by the slug of its `type`. The error page is made from this table. */
export const KINDS = kinds satisfies Record<string, { status: number; title: Text; help: Text }>;
export type Slug = keyof typeof KINDS;

/** An error for the caller (RFC 9457). Thrown anywhere; only renderProblems turns it into an answer. */
export class Problem extends Error {
  readonly slug: Slug;
  readonly errors: Fault[] | undefined;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown> | undefined;
  /** its sentence in Chinese, where there is one */
  readonly detail_cn: string | undefined;

  /**
   * @param said a sentence for the caller, or one in each language: nothing internal
   * @param more.extra further members of the answer, such as the outcome of each item
   */
  constructor(
    slug: Slug,
    said: string | Text,
    more: {
      errors?: Fault[];
      headers?: Record<string, string>;
      extra?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(typeof said === 'string' ? said : said.en, { cause: more.cause });
    if (typeof said !== 'string') this.detail_cn = said.zh;
    this.slug = slug;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.extra = more.extra;
  }

  get status(): number {
    return KINDS[this.slug].status;
  }
}

/** A problem as another process tells it: without its cause, which may hold what cannot be sent. */
export type ToldProblem = Pick<Problem, 'slug' | 'errors' | 'headers' | 'extra'> & { detail: string };

export const told = ({ slug, message: detail, errors, headers, extra }: Problem): ToldProblem => {
  return { slug, detail, errors, headers, extra };
};

/** The problem that another process told of. */
export const problemOf = ({ slug, detail, ...more }: ToldProblem, cause?: unknown): Problem =>
  new Problem(slug, detail, { ...more, cause });

/** A 400 that points at one parameter or field. */
export function badField(path: string, code: FaultCode, message: string, more?: Partial<Fault>): Problem {
  return new Problem('bad-request', path ? `${path}: ${message}` : message, {
    errors: [{ path, code, message, ...more }],
  });
}

/** A 404 that says what there is not. */
export const notFound = (what: keyof typeof words.missing): Problem =>
  new Problem('not-found', words.missing[what]);

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
    errors: z
      .array(
        z
          .object(
            described(words.fault, {
              path: z.string(),
              code: z.enum(Object.keys(FAULT_CODES) as [FaultCode, ...FaultCode[]]),
              message: z.string(),
              value: z.string().optional(),
              nearest: z.array(z.string()).optional(),
            }),
          )
          .meta({ id: 'Fault' }),
      )
      .optional(),
  })
  .meta({ id: 'Problem', ...saying(words.problem) });

/** What goes wrong with Postgres: what is said of it, and when to try again, s. */
const TROUBLES: [isIt: (error: unknown) => boolean, detail: string, retryAfter: number][] = [
  [isDiskFull, words.trouble.disk_full, 30],
  [isUnavailable, words.trouble.away, 2],
  [isLocked, words.trouble.locked, 5],
  [isOverload, words.trouble.overload, 10],
];

/** What Express and our code throw, as a {@link Problem}. Anything unknown is a 500. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const trouble = TROUBLES.find(([isIt]) => isIt(error));
  if (trouble) return unavailable(trouble[1], error, trouble[2]);
  const { status } = (error ?? {}) as { status?: number };
  if (status === 400) return new Problem('bad-request', 'The address is not percent-encoded UTF-8.');
  return new Problem('internal', 'Something went wrong on our side.', { cause: error });
}

/** Whether a caller prefers Chinese. */
export const asksChinese = (req: Pick<Request, 'acceptsLanguages'>): boolean =>
  req.acceptsLanguages('en', 'zh') === 'zh';
