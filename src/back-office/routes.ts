import { Router } from 'express';
import { z } from 'zod';
import { Problem } from '../http/problem.js';
import { openQueue } from '../http/queue.js';
import { mount } from '../http/route.js';
import type { Route } from '../http/route.js';
import { accessRoutes } from './access-routes.js';
import { catalogueRoutes } from './catalogue-routes.js';
import { importRoutes } from './import-routes.js';
import { indexRoutes } from './index-routes.js';
import { inquiryRoutes } from './inquiry-routes.js';
import { mediaRoutes } from './media-routes.js';
import { pages } from './page.js';
import { productRoutes } from './product-routes.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffRoutes } from './staff-routes.js';
import { sameOrigin, sessionRoutes, signedIn } from './session.js';
import { translateName } from './translate.js';
import { webhookRoutes } from './webhook-routes.js';

/** Each check of a password takes 32 MiB and one of the process's four threads for files, hashes and images. */
const PASSWORD_CHECKS = 2;

/** Everything that staff may call, below `/back-office/api`. */
export function officeRoutes(parts: OfficeParts): Route[] {
  return [
    ...productRoutes(parts),
    ...catalogueRoutes(parts),
    ...mediaRoutes(parts),
    ...accessRoutes(parts),
    ...inquiryRoutes(parts),
    ...indexRoutes(parts),
    ...importRoutes(parts),
    ...webhookRoutes(parts),
    ...staffRoutes(parts),
    translateRoute(parts),
  ];
}

function translateRoute(parts: OfficeParts): Route {
  return staffRoute({
    method: 'get',
    path: '/translate',
    query: z.object({ text: z.string().trim().min(1).max(400), to: z.enum(['cn', 'en']) }),
    async handle({ query }) {
      return { body: { ok: true, data: await translateName(parts, query.text, query.to) } };
    },
  });
}

/**
 * `/back-office`: the pages, and the calls they make. Whatever a call is, it must come from these pages; whatever it
 * is but signing in and out, it needs a session, be there such a path or not.
 */
export function backOffice(given: Omit<OfficeParts, 'passwordChecks'>): Router {
  const parts: OfficeParts = { ...given, passwordChecks: openQueue(PASSWORD_CHECKS) };
  const office = Router({ caseSensitive: true });
  const api = Router({ caseSensitive: true });
  api.use(sameOrigin(parts.siteOrigin));
  api.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store').set('Cross-Origin-Resource-Policy', 'same-origin');
    next();
  });
  mount(api, sessionRoutes(parts), () => []);
  api.use(signedIn(parts.db));
  mount(api, officeRoutes(parts), () => []);
  api.use(() => {
    throw new Problem('not-found', 'There is no such address.');
  });
  office.use('/api', api);
  pages(office);
  return office;
}
