import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import { chainOf } from './route.js';
import type { Guard, MountOptions, Route } from './route.js';

export interface FrontOptions extends MountOptions {
  app: Express;
  /** where the routes are mounted, such as `/api/v1` */
  base: string;
  routes: Route[];
  /** what every request meets before its route */
  before: RequestHandler[];
  guard: Guard;
  /** writes what is thrown as an answer */
  render: ErrorRequestHandler;
}

interface Hot {
  route: { path: string };
  chain: RequestHandler[];
}

/**
 * Answers the GETs that are asked most (`hot` routes) before Express; everything else goes on to it.
 *
 * The functions a request meets are the same and in the same order. What is saved is the search for the route and
 * the exchange of the prototypes of each request and response, after which all that Node does with them is slower:
 * together they made a constant answer of Express cost 245 µs beside 70 µs without it.
 */
export function inFront({
  app,
  base,
  routes,
  before,
  guard,
  render,
  ...more
}: FrontOptions): RequestListener {
  const fixed = new Map<string, Hot>();
  const byParameter: (Hot & { prefix: string; name: string })[] = [];
  const taken = new Set(routes.map(({ path }) => base + path));
  for (const each of routes) {
    if (!each.hot) continue;
    const hot: Hot = {
      route: { path: each.path.replaceAll(/\{(\w+)\}/g, ':$1') },
      chain: [...before, ...chainOf(each, guard, more)],
    };
    const [, prefix, name] = /^([^{]*)\{(\w+)\}$/.exec(each.path) ?? [];
    if (prefix === undefined || name === undefined) fixed.set(base + each.path, hot);
    else byParameter.push({ ...hot, prefix: base + prefix, name });
  }

  /** The route of a path and its parameters; what is not plainly one of ours is left to Express. */
  const find = (path: string): { hot: Hot; params: Record<string, string> } | undefined => {
    const hot = fixed.get(path);
    if (hot) return { hot, params: {} };
    if (taken.has(path)) return undefined;
    for (const each of byParameter) {
      const value = path.startsWith(each.prefix) ? path.slice(each.prefix.length) : '';
      if (value === '' || value.includes('/')) continue;
      if (!value.includes('%')) return { hot: each, params: { [each.name]: value } };
      try {
        return { hot: each, params: { [each.name]: decodeURIComponent(value) } };
      } catch {
        return undefined; // Express says what is wrong with it
      }
    }
    return undefined;
  };

  return (req, res) => {
    const url = req.url ?? '';
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const found = req.method === 'GET' ? find(path) : undefined;
    if (!found) return app(req, res);
    dress(req, res, {
      app,
      baseUrl: base,
      path: path.slice(base.length),
      ...found.hot,
      params: found.params,
    });
    run(found.hot.chain, req as Request, res as Response, render);
  };
}

/** What our functions and the limiter read of a request of Express and write to its response. */
function dress(
  req: IncomingMessage,
  res: ServerResponse,
  { app, baseUrl, path, route, params }: Hot & Pick<Request, 'app' | 'baseUrl' | 'path' | 'params'>,
): void {
  const request = req as Request;
  request.app = app;
  request.originalUrl = req.url!;
  request.baseUrl = baseUrl;
  request.route = route;
  request.params = params;
  Object.defineProperty(request, 'path', { value: path, enumerable: true });
  const response = res as Response;
  response.app = app;
  response.locals = {};
  response.append = append;
}

// One function for all: with one of its own, each response outlived its collection of young objects, with its text.
function append(this: Response, name: string, value?: string | string[]): Response {
  return this.appendHeader(name, value ?? '');
}

/** One function after the other, each when the one before calls `next`, as Express does it. */
function run(chain: RequestHandler[], req: Request, res: Response, render: ErrorRequestHandler): void {
  const fail = (error: unknown): void => void render(error, req, res, () => {});
  const step = (at: number): void => {
    try {
      const go = (error?: unknown): void => (error === undefined ? step(at + 1) : fail(error));
      const done: unknown = chain[at]!(req, res, go);
      if (done instanceof Promise) done.catch(fail);
    } catch (thrown) {
      fail(thrown);
    }
  };
  step(0);
}
