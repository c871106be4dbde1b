import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { discardBody } from './body.js';
import { inChinese } from './fault-codes.js';
import { breakOff } from './pace.js';
import { asksChinese, asProblem, KINDS } from './problem.js';
import type { Problem } from './problem.js';

/**
 * Writes a problem as the answer.
 * @param typeBase where the error page stands, `<site_origin>/api-docs/errors`
 * @param page what is sent in place of the JSON
 */
function sendProblem(res: Response, problem: Problem, typeBase: string, page: string | undefined): void {
  const { status, title, help } = KINDS[problem.slug];
  const isChinese = asksChinese(res.req);
  const errors = problem.errors?.map(({ message_cn, ...fault }) =>
    isChinese
      ? { ...fault, message: message_cn ?? inChinese({ ...fault, reason: fault.code }).message }
      : fault,
  );
  const said = isChinese ? (problem.detail_cn ?? `${help.zh}${problem.message}`) : problem.message;
  const [first] = isChinese ? (errors ?? []) : [];
  const text =
    page ??
    JSON.stringify({
      ok: false,
      type: `${typeBase}#${problem.slug}`,
      title: isChinese ? title.zh : title.en,
      status,
      detail: first ? `${first.path}${first.path && '：'}${first.message}` : said,
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
