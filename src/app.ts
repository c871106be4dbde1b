import express from 'express';
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import {
  authorise,
  beginContext,
  compressAnswers,
  cors,
  healthRoutes,
  identifyCaller,
  logRequests,
  mount,
  Problem,
  refuseWithoutHost,
  renderProblems,
  securityHeaders,
} from './platform/index.js';
import type {
  BodyBounds,
  Config,
  Database,
  Guard,
  Health,
  KeyRing,
  Limits,
  Pace,
  Pushed,
  Queue,
  Reads,
  Route,
  SyncLog,
  Writes,
} from './platform/index.js';
import {
  absoluteAddresses,
  aliasRoutes,
  categoryRoutes,
  changeRoutes,
  historyRoutes,
  mediaRoutes,
  productRoutes,
  publicMediaRoutes,
  qualityRoutes,
  structureRoutes,
  tagRoutes,
} from './catalogue/index.js';
import type { LargePushes, Media, Terms } from './catalogue/index.js';
import { assistantRoutes, docsRedirect, docsRoutes, errorPages, storefront } from './site/index.js';
import { backOffice, identifyStaff } from './desk/index.js';
import { listRoutes, searchRoutes, structureSearchRoutes, waitUntilSearchable } from './search/index.js';
import type { Demand, Search, StructureLibrary } from './search/index.js';
import { exportRoutes, fileRoutes, inquiryRoutes, profileRoutes } from './exchange/index.js';
import type { Chemistry } from './chemistry/index.js';

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
  app.set('query parser', false); // queries are read by platform/http/parameters.ts

  const routes = apiRoutes(parts);
  const guard: Guard = (route) => [...limits.before(route), authorise(route)];

  app.use(beginContext, securityHeaders, compressAnswers, parts.observe, logRequests(log), refuseWithoutHost);
  mount(app, [...healthRoutes(parts.health), ...publicMediaRoutes(parts)], () => []);
  app.use('/api-docs', docsRoutes(routes, siteOrigin));

  const api = express.Router({ caseSensitive: true });
  api.use(cors(config.corsOrigins), identifyCaller(keys), identifyStaff(parts), syncLog.observe);
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
