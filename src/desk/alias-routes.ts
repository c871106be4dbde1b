import {
  aliasesBody,
  aliasPage,
  aliasQuery,
  aliasWarnings,
  deleteAliases,
  exportAliases,
  importAliases,
  putAliases,
  readAliases,
} from '../catalogue/index.js';
import { OFFICE_SOURCE } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { tableRoutes } from './table-routes.js';

/** Bytes of a table: about 200,000 names. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The dictionary of names that are not the suppliers'. */
export function officeAliasRoutes({
  db,
  writes,
  bodies,
}: Pick<OfficeParts, 'db' | 'writes' | 'bodies'>): Route[] {
  return [
    staffRoute({
      method: 'get',
      path: '/aliases',
      query: aliasQuery,
      async handle({ query }) {
        return { body: await aliasPage(db, query) };
      },
    }),
    staffRoute({
      method: 'put',
      path: '/aliases',
      body: aliasesBody,
      async handle({ body, req }) {
        const { aliases, faults } = readAliases(body.aliases);
        req.context.about = aliases.map(({ text }) => text);
        const [counts, warnings] = await writes.tx(async (tx) => [
          await putAliases(tx, aliases, OFFICE_SOURCE),
          await aliasWarnings(tx, aliases),
        ]);
        return { body: { ok: true, ...counts, invalid: faults.length, errors: faults, warnings } };
      },
    }),
    staffRoute({
      method: 'delete',
      path: '/aliases',
      body: aliasesBody,
      async handle({ body, req }) {
        const { aliases } = readAliases(body.aliases);
        req.context.about = aliases.map(({ text }) => text);
        const deleted = await writes.tx((tx) => deleteAliases(tx, aliases));
        return { body: { ok: true, deleted, not_found: aliases.length - deleted } };
      },
    }),
    ...tableRoutes('aliases', {
      bodies,
      maxBytes: MAX_BYTES,
      load: (table) => importAliases(writes, table, OFFICE_SOURCE),
      filters: aliasQuery.omit({ page: true, page_size: true }),
      write: (filters) => exportAliases(db, filters),
    }),
  ];
}
