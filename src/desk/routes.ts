import { Router } from 'express';
import { z } from 'zod';
import { LIMITS, mount, notFound, openLimit } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import { officeAccessRoutes } from './access-routes.js';
import { officeBulkRoutes } from './bulk-routes.js';
import { officeDemandRoutes } from './demand-routes.js';
import { officeImportRoutes } from './import-routes.js';
import { officeIndexRoutes } from './index-routes.js';
import { officeInquiryRoutes } from './inquiry-routes.js';
import { officeMediaRoutes } from './media-routes.js';
import { officeNameRoutes } from './names-routes.js';
import { pages } from './page.js';
import { drawingRoute, officeHistoryRoutes, officeProductRoutes } from './product-routes.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { officeAccountRoutes, officeStaffRoutes } from './staff-routes.js';
import { byRole, sameOrigin, sessionRoutes, signedIn } from './session.js';
import { translateName } from './translate.js';
import { officeWebhookRoutes } from './webhook-routes.js';

/** All routes for staff, below `/back-office/api`. */
export function officeRoutes(parts: OfficeParts): Route[] {
  return [
    ...officeProductRoutes(parts),
    ...officeBulkRoutes(parts),
    ...officeHistoryRoutes(parts),
    ...officeNameRoutes(parts),
    ...officeMediaRoutes(parts),
    ...officeAccessRoutes(parts),
    ...officeInquiryRoutes(parts),
    ...officeDemandRoutes(parts),
    ...officeIndexRoutes(parts),
    ...officeImportRoutes(parts),
    ...officeWebhookRoutes(parts),
    ...officeStaffRoutes(parts),
    ...officeAccountRoutes(parts),
    drawingRoute(parts),
    translateRoute(parts),
  ];
}

function translateRoute(parts: OfficeParts): Route {
  return staffRoute('get', '/translate', {
    query: z.object({ text: z.string().trim().min(1).max(400), to: z.enum(['cn', 'en']) }),
    data: ({ query, req }) => translateName(parts, query.text, query.to, req.context),
  });
}

/**
 * `/back-office`: the pages and their API. Every call must come from these pages, and every call except signing in and
 * out needs a session, even one to an unknown path.
 */
export function backOffice(given: Omit<OfficeParts, 'passwordChecks'>): Router {
  const parts: OfficeParts = {
    ...given,
    passwordChecks: openLimit(LIMITS.passwordChecks),
  };
  const office = Router({ caseSensitive: true });
  const api = Router({ caseSensitive: true });
  api.use(sameOrigin(parts.siteOrigin));
  api.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store').set('Cross-Origin-Resource-Policy', 'same-origin');
    next();
  });
  mount(api, sessionRoutes(parts), () => [], { bodies: parts.bodies });
  api.use(signedIn(parts));
  mount(api, officeRoutes(parts), byRole, { bodies: parts.bodies });
  api.use(() => {
    throw notFound('address');
  });
  office.use('/api', api);
  pages(office);
  return office;
}
