import express from 'express';
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { authorise, identifyCaller } from './access/identify.js';
import type { KeyRing } from './access/keys.js';
import type { Limits } from './access/limits.js';
import type { SyncLog } from './access/sync-log.js';
import { aliasRoutes } from './aliases/routes.js';
import { assistantRoutes } from './assistants/routes.js';
import { backOffice } from './back-office/routes.js';
import { categoryRoutes } from './categories/routes.js';
import { changeRoutes } from './changes/routes.js';
import type { Config } from './config.js';
import type { Database } from './database/connect.js';
import type { Reads } from './database/reads.js';
import type { Writes } from './database/writes.js';
import type { Demand } from './demand/demand.js';
import { healthRoutes } from './http/health.js';
import type { Health } from './http/health.js';
import { compressAnswers } from './http/compress.js';
import { beginContext } from './http/context.js';
import { cors } from './http/cors.js';
import { refuseWithoutHost } from './http/host.js';
import { logRequests } from './http/log-requests.js';
import type { Pace } from './http/pace.js';
import { Problem, renderProblems } from './http/problem.js';
import type { Queue } from './http/queue.js';
import { mount } from './http/route.js';
import type { BodyBounds, Guard, Route } from './http/route.js';
import { securityHeaders } from './http/security-headers.js';
import { fileRoutes } from './import/routes.js';
import { inquiryRoutes } from './inquiries/routes.js';
import { historyRoutes } from './history/routes.js';
import { listRoutes } from './lists/routes.js';
import type { Media } from './media/open.js';
import { mediaRoutes, publicMediaRoutes } from './media/routes.js';
import type { Pushed } from './process/metrics.js';
import { docsRedirect, docsRoutes } from './openapi/routes.js';
import { exportRoutes } from './exports/routes.js';
import { absoluteAddresses } from './products/image-address.js';
import type { LargePushes } from './products/large-push.js';
import { profileRoutes } from './profiles/routes.js';
import { productRoutes } from './products/routes.js';
import { qualityRoutes } from './quality/routes.js';
import { waitUntilSearchable } from './search/prefer.js';
import { searchRoutes } from './search/routes.js';
import type { Search } from './search/search.js';
import { errorPages } from './storefront/error-page.js';
import { storefront } from './storefront/routes.js';
import type { Chemistry } from './structures/chemistry.js';
import { structureRoutes } from './structures/routes.js';
import type { StructureLibrary } from './structure-search/find-library.js';
import { structureSearchRoutes } from './structure-search/find-routes.js';
import { tagRoutes } from './tags/routes.js';
import type { Terms } from './terms/names.js';

/** Everything the gateway is made of, opened by src/main.ts and handed down. */
interface GatewayParts {
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
  /** English names of categories, series and tags */
  terms: Terms;
  /** counts unmet demand */
  demand: Demand;
  media: Media;
  /** the structures of products, to search by them */
  structures: StructureLibrary;
  exports: Queue;
  drawnExports: Queue;
  listFiles: Queue;
  typedInchis: Queue;
  workbookTurns: Queue;
  exportSpool: Queue;
  exportPace: Pace;
  largePushes: LargePushes;
  /** reads the structures of writes, in another process */
  chemistry: Chemistry;
  /** draws stored ones for those who read, in a process of its own: a crowd of pictures keeps no write waiting */
  shownChemistry: Chemistry;
  /** the same for what visitors type, in a process of its own: one hostile text may occupy it for seconds */
  visitorChemistry: Pick<Chemistry, 'read'>;
  bodies: BodyBounds;
  health: Health;
  /** sees every request, for the metrics */
  observe: RequestHandler;
  /** counts the items of a push */
  pushed: (counts: Partial<Pushed>) => void;
  /** `<scheme>://<host>[:port]` of this site, known once the server listens; never taken from a request */
  siteOrigin: () => string;
}

/** Every route of the API. */
export function apiRoutes(parts: GatewayParts): Route[] {
  return [
    ...productRoutes(parts),
    ...structureRoutes(parts),
    ...historyRoutes(parts),
    ...fileRoutes(parts),
    ...searchRoutes(parts),
    ...structureSearchRoutes(parts),
    ...listRoutes(parts),
    ...exportRoutes(parts),
    ...profileRoutes(parts),
    ...changeRoutes(parts),
    ...qualityRoutes(parts),
    ...categoryRoutes(parts),
    ...tagRoutes(parts),
    ...aliasRoutes(parts),
    ...mediaRoutes(parts),
    ...inquiryRoutes(parts),
    docsRedirect,
  ];
}

/** The gateway, in the order in which a request meets it. */
export function createApp(parts: GatewayParts): Express {
  const { config, log, keys, limits, syncLog, siteOrigin } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('case sensitive routing', true);
  app.set('query parser', false); // queries are read by http/parameters.ts

  const routes = apiRoutes(parts);
  const guard: Guard = (route) => [...limits.before(route), authorise(route)];

  app.use(beginContext, securityHeaders, compressAnswers, parts.observe, logRequests(log), refuseWithoutHost);
  mount(app, [...healthRoutes(parts.health), ...publicMediaRoutes(parts)], () => []);
  app.use('/api-docs', docsRoutes(routes, siteOrigin));

  const api = express.Router({ caseSensitive: true });
  api.use(cors(config.corsOrigins), identifyCaller(keys), syncLog.observe);
  mount(api, routes, guard, {
    settle: waitUntilSearchable(parts),
    present: (json) => absoluteAddresses(json, siteOrigin()),
    bodies: parts.bodies,
  });
  app.use('/api/v1', api);

  app.use('/back-office', backOffice(parts));
  app.use(assistantRoutes({ ...parts, chemistry: parts.shownChemistry, guard }));
  app.use(storefront({ ...parts, chemistry: parts.visitorChemistry, guard, site: config.site }));
  app.use(() => {
    throw new Problem('not-found', 'There is no such address; /api-docs lists the calls.');
  });
  const pages = errorPages({ site: config.site, siteOrigin });
  app.use(renderProblems(log, () => `${siteOrigin()}/api-docs/errors`, pages));
  return app;
}
