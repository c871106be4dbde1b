import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { FAULT_CODES } from './fault-codes.js';
import type { FaultCode } from './fault-codes.js';
import { isDiskFull, isLocked, isOverload, isUnavailable } from '../database/connect.js';
import { breakOff } from './pace.js';
import { discardBody } from './unread.js';

/** One thing that is wrong with a request: where, a machine-readable code, and a sentence. */
export interface Fault {
  path: string;
  code: FaultCode;
  message: string;
  /** the sentence in Chinese, where it says more than the words of the code */
  message_cn?: string | undefined;
  /** what stood there, its first characters */
  value?: string | undefined;
}

/** One kind: its title and what the documentation says about it, in English and in Chinese. */
function kind(status: number, titles: string, help: string) {
  const [title = '', title_cn = ''] = titles.split(' · ');
  return { status, title, title_cn, help };
}

/** Every kind of error that the API answers, by the slug of its `type`. The error page is made from this table. */
export const KINDS = {
  'bad-request': kind(
    400,
    'Bad request · 请求有误',
    'The request could not be read, or a parameter or field is not acceptable. `errors` names each one. 请求无法读取，或某个参数、字段不可接受。`errors` 逐一列出。',
  ),
  'key-required': kind(
    401,
    'API key required · 需要 API 密钥',
    'This call needs an API key in the header X-API-Key. 此调用须在请求头 X-API-Key 中提供 API 密钥。',
  ),
  'key-refused': kind(
    401,
    'API key refused · API 密钥被拒',
    'The API key that was sent is unknown, expired or revoked. 所提供的 API 密钥不存在、已过期或已吊销。',
  ),
  'key-insufficient': kind(
    403,
    'API key does not cover this · API 密钥权限不足',
    'The access of the key (`read`, `push`, `all`) does not cover this call, or it covers products of its own source alone and this is one of another. 密钥的权限（`read`、`push`、`all`）不涵盖此调用；或仅限本来源的产品，而此产品属于其他来源。',
  ),
  'not-found': kind(
    404,
    'Not found · 未找到',
    'There is no such product, image or path. 没有这样的产品、图片或路径。',
  ),
  'session-required': kind(
    401,
    'Not signed in · 未登录',
    'This call is for staff who are signed in to the back office. 此调用仅供已登录后台的员工使用。',
  ),
  'sign-in-refused': kind(
    401,
    'Sign-in refused · 登录被拒',
    'The name or the password is wrong. 用户名或密码错误。',
  ),
  'foreign-origin': kind(
    403,
    'Foreign origin · 来源不符',
    'This call is for pages of this site only; it came from elsewhere, or by another name. 此调用仅供本站页面使用，而它来自别处，或使用了其他主机名。',
  ),
  'administrator-required': kind(
    403,
    'Administrators only · 仅限管理员',
    'This call is for staff with the role of an administrator. 此调用仅限具有管理员角色的员工。',
  ),
  'method-not-allowed': kind(
    405,
    'Method not allowed · 方法不允许',
    'The path exists, but not with this method. The header Allow lists those it has. 路径存在，但不支持此方法。响应头 Allow 列出可用的方法。',
  ),
  'request-timeout': kind(
    408,
    'Request timeout · 请求超时',
    'The head of the request, or all of it, took too long to arrive. 请求头或整个请求未能及时到达。',
  ),
  'confirmation-needed': kind(
    409,
    'Confirmation needed · 需要确认',
    'The call would switch off many products. `switched_off_total` says how many, `confirm` repeats it with that number. 此调用将下架较多产品。`switched_off_total` 为其数量，以 `confirm` 给出该数量再次调用即可。',
  ),
  'still-running': kind(
    409,
    'Still running · 仍在处理',
    'A call with the same Idempotency-Key still runs. Retry-After says when to ask for its answer. 带有同一 Idempotency-Key 的调用仍在处理。Retry-After 说明何时再来取其结果。',
  ),
  'bulk-edit-running': kind(
    409,
    'Bulk edit running · 批量修改进行中',
    'Staff change many products at once, one such edit at a time. Wait until the running one has ended. 员工正在批量修改产品，同一时间只能进行一项。请等待其结束。',
  ),
  gone: kind(
    410,
    'Gone · 已失效',
    'The position lies before what the service still keeps. Take a full export and go on from its position. 该位置早于服务所保留的变更。请做一次全量导出，并从其位置继续。',
  ),
  'changed-meanwhile': kind(
    412,
    'Changed meanwhile · 已被他人修改',
    'What is there is no longer what the ETag in If-Match was made of, or If-None-Match says that nothing may be there. Read it again, then repeat the write. 现有内容已不同于 If-Match 中 ETag 所对应的内容，或 If-None-Match 要求尚不存在。请重新读取后再写入。',
  ),
  'too-large': kind(
    413,
    'Body too large · 请求体过大',
    'The body, or an image in it, is larger than this call accepts, or it holds too many values. 请求体或其中的图片超过此调用的上限，或所含的值过多。',
  ),
  'unsupported-media-type': kind(
    415,
    'Unsupported media type · 媒体类型不支持',
    'The body is not of a media type, encoding or image format that this call accepts. JSON must be UTF-8. 请求体的媒体类型、编码或图片格式不被此调用接受。JSON 须为 UTF-8。',
  ),
  'range-not-satisfiable': kind(
    416,
    'Range not satisfiable · 范围无效',
    'The requested range lies outside the image or file. 所请求的范围超出图片或文件。',
  ),
  'key-reused': kind(
    422,
    'Idempotency key reused · 幂等键已用于其他内容',
    'The Idempotency-Key was used within the last 24 hours for another content. Use a new one for each thing to be done. 该 Idempotency-Key 在 24 小时内已用于其他内容。每件事请使用新的键。',
  ),
  'rate-limited': kind(
    429,
    'Too many requests · 请求过多',
    'The limit of requests a minute is used up. Retry-After says when to come back. 本分钟的请求次数已用完。Retry-After 说明何时再来。',
  ),
  'headers-too-large': kind(
    431,
    'Headers too large · 请求头过大',
    'The address and the headers together are larger than 16 KiB. 地址与请求头合计超过 16 KiB。',
  ),
  internal: kind(
    500,
    'Internal error · 内部错误',
    'Something went wrong on our side. The request_id helps us to find it. 我们这边出了问题。凭 request_id 可查找原因。',
  ),
  unavailable: kind(
    503,
    'Temporarily unavailable · 暂不可用',
    'A part that this call needs is away, or the service is at its limit. Retry-After says when to try again; `detail` says whether something may have been changed. 此调用所需的部件不可用，或服务已达上限。Retry-After 说明何时重试；`detail` 说明是否可能已有改动。',
  ),
};
export type Slug = keyof typeof KINDS;

/** An error for the caller (RFC 9457). Thrown anywhere; only {@link renderProblems} turns it into an answer. */
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
export function badField(path: string, code: FaultCode, message: string): Problem {
  return new Problem('bad-request', path ? `${path}: ${message}` : message, {
    errors: [{ path, code, message }],
  });
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
    errors: z
      .array(
        z
          .object({
            path: z.string(),
            code: z.enum(Object.keys(FAULT_CODES) as [FaultCode, ...FaultCode[]]).meta({
              description:
                'What is wrong, for programs: these are ours, and stay. 供程序判断的错误代码，保持不变。',
            }),
            message: z.string().meta({
              description:
                'What is wrong, in Chinese where `Accept-Language` prefers it. 错误说明；`Accept-Language` 以中文为先时为中文。',
            }),
            value: z.string().optional().meta({
              description: 'What stood there, its first 100 characters. 所给的值（前 100 个字符）。',
            }),
          })
          .meta({ id: 'Fault' }),
      )
      .optional(),
  })
  .meta({
    id: 'Problem',
    description: 'An error as RFC 9457 problem details. RFC 9457 problem details 形式的错误。',
  });

/** What Express and our code throw, as a {@link Problem}. Anything unknown is a 500. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDiskFull(error))
    return unavailable(
      'The disk of the database is full. Nothing was changed, and nothing can be written until it has room. 数据库磁盘已满，未作任何更改；腾出空间前无法写入。',
      error,
      30,
    );
  if (isUnavailable(error))
    return unavailable(
      'The database is away; try again. A write that was sent may have been made or not.',
      error,
    );
  if (isLocked(error))
    return unavailable(
      'Another write holds what this one would change. Nothing was changed; try again.',
      error,
      5,
    );
  if (isOverload(error))
    return unavailable(
      'The database was too busy to finish this. Nothing was changed; try again.',
      error,
      10,
    );
  const { status } = (error ?? {}) as { status?: number };
  if (status === 400) return new Problem('bad-request', 'The address is not percent-encoded UTF-8.');
  return new Problem('internal', 'Something went wrong on our side.', { cause: error });
}

/** Whether a caller prefers Chinese. */
export const asksChinese = (req: Pick<Request, 'acceptsLanguages'>): boolean =>
  req.acceptsLanguages('en', 'zh') === 'zh';

/**
 * Writes a problem as the answer.
 * @param typeBase where the error page stands, `<site_origin>/api-docs/errors`
 * @param page what is sent in place of the JSON
 */
function sendProblem(res: Response, problem: Problem, typeBase: string, page: string | undefined): void {
  const { status, title, title_cn } = KINDS[problem.slug];
  const isChinese = asksChinese(res.req);
  const errors = problem.errors?.map(({ message_cn, ...fault }) =>
    isChinese ? { ...fault, message: message_cn ?? FAULT_CODES[fault.code].zh } : fault,
  );
  const [first] = isChinese ? (errors ?? []) : [];
  const text =
    page ??
    JSON.stringify({
      ok: false,
      type: `${typeBase}#${problem.slug}`,
      title: isChinese ? title_cn : title,
      status,
      detail: first ? `${first.path}${first.path && '：'}${first.message}` : problem.message,
      request_id: res.req.context.id,
      ...(errors && { errors }),
      ...problem.extra,
    });
  res.statusCode = status;
  for (const [name, value] of Object.entries(problem.headers)) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  const type = page === undefined ? 'application/problem+json' : 'text/html';
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(res.req.method === 'HEAD' ? undefined : text);
}

/**
 * The one place where errors become answers. A failure after the answer began breaks the connection off.
 * @param pageOf makes the page of a problem for browsers, undefined for programs
 */
export function renderProblems(
  log: Logger,
  typeBase: () => string,
  pageOf: (problem: Problem, req: Request) => string | undefined,
): ErrorRequestHandler {
  return async (error, req, res, _next) => {
    if (res.closed && (error as Error).name === 'AbortError') return; // the client disconnected while it waited
    const problem = asProblem(error);
    const context = {
      err: problem.cause ?? problem,
      request_id: req.context.id,
      method: req.method,
      path: req.path,
    };
    if (problem.slug === 'internal') log.error(context, 'request failed');
    else if (problem.slug === 'unavailable') log.warn(context, 'request refused');
    if (res.headersSent) return breakOff(res);
    if (problem.headers['Connection'] !== 'close') await discardBody(req);
    sendProblem(res, problem, typeBase(), pageOf(problem, req));
  };
}
