import express from 'express';
import type { Express } from 'express';
import { absoluteAddresses, catalogueRoutes, publicMediaRoutes } from './catalogue/index.js';
import type { CatalogueParts } from './catalogue/index.js';
import { backOffice, identifyStaff } from './desk/index.js';
import { exchangeRoutes, lackingFor } from './exchange/index.js';
import type { ExchangeParts } from './exchange/index.js';
import {
  beginContext,
  compressAnswers,
  cors,
  healthRoutes,
  identifyCaller,
  logRequests,
  mount,
  notFound,
  refuseWithoutHost,
  renderProblems,
  securityHeaders,
} from './platform/index.js';
import type { Context, Health, Route } from './platform/index.js';
import { findingRoutes, waitUntilSearchable } from './search/index.js';
import type { SearchParts } from './search/index.js';
import { docsRedirect, openSite } from './site/index.js';

/** What the packages have opened, for those after them. */
export type GatewayParts = Context & CatalogueParts & SearchParts & ExchangeParts;

/** Every route of the API. */
export const apiRoutes = (parts: GatewayParts): Route[] => [
  ...catalogueRoutes({ ...parts, lackingFor }),
  ...findingRoutes(parts),
  ...exchangeRoutes(parts),
  docsRedirect,
];

/** The gateway, in the order in which a request meets it. */
export function createApp(parts: GatewayParts, health: Health): Express {
  const { config, log, siteOrigin } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('case sensitive routing', true);
  app.set('query parser', false); // queries are read by platform/http/parameters.ts

  const routes = apiRoutes(parts);
  const site = openSite(parts, routes);
  app.use(beginContext, securityHeaders, compressAnswers, parts.observe, logRequests(log), refuseWithoutHost);
  mount(app, [...healthRoutes(health), ...publicMediaRoutes(parts)], () => [], { bodies: parts.bodies });
  app.use('/api-docs', site.docs);

  const api = express.Router({ caseSensitive: true });
  api.use(cors(config.corsOrigins), identifyCaller(parts.keys), identifyStaff(parts), parts.syncLog.observe);
  mount(api, routes, parts.guard, {
    settle: waitUntilSearchable(parts),
    present: (json) => absoluteAddresses(json, siteOrigin()),
    bodies: parts.bodies,
  });
  app.use('/api/v1', api);

  app.use('/back-office', backOffice(parts));
  app.use(...site.pages);
  app.use(() => {
    throw notFound('call');
  });
  app.use(renderProblems(log, () => `${siteOrigin()}/api-docs/errors`, site.errorPage));
  return app;
}
