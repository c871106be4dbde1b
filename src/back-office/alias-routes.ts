import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { exportAliases } from '../aliases/export.js';
import { importAliases } from '../aliases/import.js';
import { readAliases } from '../aliases/read.js';
import { aliasesBody, aliasPage, aliasQuery } from '../aliases/routes.js';
import { deleteAliases, putAliases } from '../aliases/store.js';
import type { Database } from '../database/connect.js';
import type { Writes } from '../database/writes.js';
import { Problem } from '../http/problem.js';
import type { Route } from '../http/route.js';
import { wholeBody } from '../media/receive.js';
import { OFFICE_SOURCE } from '../products/list.js';
import { NoTable } from '../values/table.js';
import { staffRoute } from './route.js';

/** Bytes of a table: about 200,000 names. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The dictionary of names that are not the suppliers'. */
export function officeAliasRoutes({ db, writes }: { db: Database; writes: Writes }): Route[] {
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
        const counts = await writes.tx((tx) => putAliases(tx, aliases, OFFICE_SOURCE));
        return { body: { ok: true, ...counts, invalid: faults.length, errors: faults } };
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
    staffRoute({
      method: 'post',
      path: '/aliases/import',
      query: z.object({}),
      streamBody: { types: ['application/octet-stream'] },
      async handle({ req }) {
        try {
          const table = await wholeBody(req, MAX_BYTES, tooLarge);
          return { body: { ok: true, ...(await importAliases(writes, table, OFFICE_SOURCE)) } };
        } catch (error) {
          if (error instanceof NoTable) throw new Problem('bad-request', error.message);
          throw error;
        }
      },
    }),
    staffRoute({
      method: 'get',
      path: '/aliases/export',
      query: aliasQuery.omit({ page: true, page_size: true }),
      async handle({ query, res }) {
        res.status(200).type('text/tab-separated-values; charset=utf-8').attachment('aliases.tsv');
        await pipeline(Readable.from(exportAliases(db, query)), res);
        return undefined;
      },
    }),
  ];
}

function tooLarge(): Problem {
  return new Problem('too-large', `A table of names may have ${MAX_BYTES} bytes at most.`);
}
