import { aliasQuery, exportAliases, importAliases } from '../catalogue/index.js';
import { OFFICE_SOURCE } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import type { OfficeParts } from './route.js';
import { tableRoutes } from './table-routes.js';

/** Bytes of a table: about 200,000 names. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The dictionary of names that are not the suppliers', as a table. The names one by one are the public API's. */
export const officeAliasRoutes = ({ db, writes, bodies }: OfficeParts): Route[] =>
  tableRoutes('aliases', {
    bodies,
    maxBytes: MAX_BYTES,
    load: (table) => importAliases(writes, table, OFFICE_SOURCE),
    filters: aliasQuery.omit({ page: true, page_size: true }),
    write: (filters) => exportAliases(db, filters),
  });
