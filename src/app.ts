import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';
import express from 'express';
import type { Express, RequestHandler } from 'express';
import helmet from 'helmet';
import type { HelmetOptions } from 'helmet';
import type { Logger } from 'pino';
import { authorise, identify } from './access/identify.js';
import type { KeyRing } from './access/keys.js';
import type { Limits } from './access/limits.js';
import type { SyncLog } from './access/sync-log.js';
import { assistantRoutes } from './assistants/routes.js';
import { backOffice } from './back-office/routes.js';
import { categoryRoutes } from './categories/routes.js';
import { changeRoutes } from './changes/routes.js';
import type { Config } from './config.js';
import type { Connection, Database } from './database/connect.js';
import type { Reads } from './database/reads.js';
import type { Writes } from './database/writes.js';
import { healthRoutes } from './health.js';
import type { Health } from './health.js';
import { beginContext } from './http/context.js';
import { cors } from './http/cors.js';
import { logRequests } from './http/log-requests.js';
import type { Pace } from './http/pace.js';
import { Problem, renderProblems } from './http/problem.js';
import type { Queue } from './http/queue.js';
import { mount } from './http/route.js';
import type { BodyBounds, Guard, Route } from './http/route.js';
import { inquiryRoutes } from './inquiries/routes.js';
import type { Media } from './media/open.js';
import { mediaRoutes, publicMedia } from './media/routes.js';
import type { Pushed } from './metrics.js';
import { docsRoutes } from './openapi/routes.js';
import { exportRoutes } from './products/export-route.js';
import type { SpoolBudget } from './products/export-spool.js';
import type { LargePushes } from './products/large-push.js';
import { productRoutes } from './products/routes.js';
import { waitUntilSearchable } from './search/prefer.js';
import { searchRoutes } from './search/routes.js';
import type { Search } from './search/search.js';
import { storefront } from './storefront/routes.js';
import { tagRoutes } from './tags/routes.js';

/** Everything the gateway is made of, opened by src/main.ts and handed down. */
export interface Parts {
  config: Config;
  /** for reads, and what the gateway notes by itself */
  db: Database;
  writes: Writes;
  log: Logger;
  keys: KeyRing;
  syncLog: SyncLog;
  limits: Limits;
  /** reads of products, on the primary or on its replica */
  reads: Reads;
  search: Search;
  media: Media;
  exports: Queue;
  exportSpool: SpoolBudget;
  exportPace: Pace;
  largePushes: LargePushes;
  bodies: BodyBounds;
  logPosition: (snapshot: Connection) => Promise<string>;
  health: Health;
  /** sees every request, for the metrics */
  observe: RequestHandler;
  /** counts the items of a push */
  pushed: (counts: Partial<Pushed>) => void;
  /** `<scheme>://<host>[:port]` of this site, known once the server listens; never taken from a request */
  siteOrigin: () => string;
}

/** Every route of the API. */
export function apiRoutes(parts: Parts): Route[] {
  return [
    ...productRoutes(parts),
    ...searchRoutes(parts),
    ...exportRoutes(parts),
    ...changeRoutes(parts),
    ...categoryRoutes(parts),
    ...tagRoutes(parts),
    ...mediaRoutes(parts),
    ...inquiryRoutes(parts),
  ];
}

// Scripts and styles come from our own origin alone. Without a forced upgrade to https, which a service on plain http
// (a laptop, a private network) could not answer; HSTS means nothing there either, and https sites get it.
const SECURITY_HEADERS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      imgSrc: ["'self'", 'data:', 'https:', 'http:'],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Swagger UI sets style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
    },
  },
};

/** The gateway, in the order in which a request meets it. */
export function createApp(parts: Parts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', parts.config.trustProxy);
  app.set('case sensitive routing', true);
  app.set('query parser', false); // queries are read by http/validate.ts

  const routes = apiRoutes(parts);
  const first = [beginContext, secured(), compressed(), parts.observe, logRequests(parts.log)];
  const beforeApi = [cors(parts.config.corsOrigins), identify(parts.keys), parts.syncLog.observe];
  const guard: Guard = (route) => [...parts.limits.before(route), authorise(route)];
  const mounted = { settle: waitUntilSearchable(parts), bodies: parts.bodies };
  const render = renderProblems(parts.log, () => `${parts.siteOrigin()}/api-docs/errors`);

  app.use(first);
  mount(app, healthRoutes(parts.health), () => []);
  app.use(publicMedia(parts));
  app.use('/api-docs', docsRoutes(routes, parts.siteOrigin));

  const api = express.Router({ caseSensitive: true });
  api.use(beforeApi);
  api.get('/api-docs', (_req, res) => res.redirect(308, '/api-docs'));
  mount(api, routes, guard, mounted);
  app.use('/api/v1', api);
  app.use('/back-office', backOffice(parts));
  app.use(assistantRoutes({ ...parts, guard }));
  app.use(storefront({ ...parts, guard }));

  app.use(() => {
    throw new Problem('not-found', 'There is no such address.');
  });
  app.use(render);
  return app;
}

/** The headers of helmet are the same for every answer: it makes them once. */
function secured(): RequestHandler {
  const headers = new Map<string, string>();
  const collector = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader() {},
  };
  helmet(SECURITY_HEADERS)({} as IncomingMessage, collector as unknown as ServerResponse, () => {});
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** Who cannot unpack meets none of it (it takes 3 % of a search's time); caches are told all the same. */
function compressed(): RequestHandler {
  const pack = compression({
    filter: (req, res) =>
      /ndjson/.test(String(res.getHeader('Content-Type'))) || compression.filter(req, res),
  });
  return (req, res, next) => {
    if (req.headers['accept-encoding'] !== undefined) return pack(req, res, next);
    res.appendHeader('Vary', 'Accept-Encoding');
    next();
  };
}
