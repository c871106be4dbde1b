import type { CatalogueParts } from '../catalogue/index.js';
import { LIMITS, openLimit } from '../platform/index.js';
import type { Context, Route } from '../platform/index.js';
import type { SearchParts } from '../search/index.js';
import { assistantRoutes } from './assistants/routes.js';
import { docsRoutes } from './openapi/routes.js';
import { errorPages } from './storefront/error-page.js';
import { storefront } from './storefront/routes.js';

/** Opens what the site serves beside the API. @param routes the calls that the document describes */
export function openSite(given: Context & CatalogueParts & SearchParts, routes: Route[]) {
  const { config, shownChemistry, visitorChemistry } = given;
  const parts = { ...given, site: config.site, listFiles: openLimit(LIMITS.listFiles) };
  return {
    /** below `/api-docs` */
    docs: docsRoutes(routes, parts),
    /** at the root: the server for assistants, and the public pages */
    pages: [
      assistantRoutes({ ...parts, chemistry: shownChemistry }),
      storefront({ ...parts, chemistry: visitorChemistry }),
    ],
    /** a page for an error that a browser meets */
    errorPage: errorPages(parts),
  };
}
