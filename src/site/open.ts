import type { RequestHandler, Router } from 'express';
import type { CatalogueParts } from '../catalogue/index.js';
import { LIMITS, openLimit } from '../platform/index.js';
import type { Context, Route } from '../platform/index.js';
import type { SearchParts } from '../search/index.js';
import { assistantRoutes } from './assistants/routes.js';
import { docsRoutes } from './openapi/routes.js';
import { errorPages } from './storefront/error-page.js';
import { storefront } from './storefront/routes.js';

/** What the site serves beside the API. */
export interface OpenedSite {
  /** below `/api-docs` */
  docs: Router;
  /** at the root: the server for assistants, and the public pages */
  pages: [RequestHandler, RequestHandler];
  /** a page for an error that a browser meets */
  errorPage: ReturnType<typeof errorPages>;
}

/** Opens the public pages. @param routes the calls that the document describes */
export function openSite(given: Context & CatalogueParts & SearchParts, routes: Route[]): OpenedSite {
  const { config, shownChemistry, visitorChemistry } = given;
  const parts = {
    ...given,
    site: config.site,
    listFiles: openLimit(LIMITS.listFiles),
  };
  return {
    docs: docsRoutes(routes, parts),
    pages: [
      assistantRoutes({ ...parts, chemistry: shownChemistry }),
      storefront({ ...parts, chemistry: visitorChemistry }),
    ],
    errorPage: errorPages(parts),
  };
}
