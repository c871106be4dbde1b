import type { RequestHandler } from 'express';

const OPEN_METHODS = new Set(['GET', 'HEAD']);
const OPEN_POSTS = new Set(['/rfq', '/products/resolve', '/products/search/structure']);
const EXPOSED =
  'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Changes-Cursor, X-Total-Count, Preference-Applied, Content-Disposition, Content-Range, Accept-Ranges';

const READ =
  'Content-Type, X-API-Key, X-Request-Id, If-Match, If-None-Match, Prefer, Idempotency-Key, Range, If-Range';

/**
 * Cross-origin calls from browsers: reads and inquiries from any origin, writes only from configured ones (a key in a
 * public page is no secret). The OPTIONS handler of each route answers preflights.
 * @param openPosts paths of POSTs that write nothing
 * @param headers what may be sent beside the headers of the API
 */
export function cors(
  writeOrigins: string[],
  openPosts: ReadonlySet<string> = OPEN_POSTS,
  headers: readonly string[] = [],
): RequestHandler {
  return (req, res, next) => {
    // Also without one: a cache may serve this answer to a request that has one.
    res.appendHeader('Vary', 'Origin');
    const origin = req.headers.origin;
    if (origin === undefined) return next();
    const method =
      req.method === 'OPTIONS' ? (req.headers['access-control-request-method'] ?? 'GET') : req.method;
    const trusted = writeOrigins.includes(origin) || writeOrigins.includes('*');
    const open = OPEN_METHODS.has(method) || (method === 'POST' && openPosts.has(req.path));
    if (open || trusted) {
      res.setHeader('Access-Control-Allow-Origin', trusted ? origin : '*');
      res.setHeader('Access-Control-Expose-Headers', EXPOSED);
      if (req.method === 'OPTIONS') {
        res.setHeader('Access-Control-Allow-Methods', trusted ? 'GET, HEAD, POST, PUT, DELETE' : method);
        res.setHeader('Access-Control-Allow-Headers', [READ, ...headers].join(', '));
        res.setHeader('Access-Control-Max-Age', '600');
      }
    }
    next();
  };
}
