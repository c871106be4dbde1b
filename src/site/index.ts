// The door of this package: all that others import of it.

export { docsRedirect } from './openapi/routes.js';
export { openSite } from './open.js';
