// The door of this package: all that others import of it.

export { assistantRoutes } from './assistants/routes.js';
export { docsRedirect, docsRoutes } from './openapi/routes.js';
export { errorPages } from './storefront/error-page.js';
export { storefront } from './storefront/routes.js';
