import { z } from 'zod';
import { badField, booleanText, changedMeanwhile, codeNamed, oneOf } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import {
  exportTerms,
  importTerms,
  lockTerms,
  nameOfTerm,
  pageOfTerms,
  putTerms,
  readTerm,
  TERM_KINDS,
} from '../catalogue/index.js';
import { listRoute, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { tableRoutes } from './table-routes.js';

const MAX_BYTES = 2 * 1024 * 1024;

const filters = {
  kind: oneOf(TERM_KINDS).optional(),
  q: z.string().optional(),
  unnamed: booleanText.optional(),
};

/** The English names of categories, series and tags. */
export function officeTermRoutes({ db, writes, bodies }: OfficeParts): Route[] {
  return [
    listRoute('/terms', filters, (wanted, page) => pageOfTerms(db, wanted, page)),
    staffRoute('put', '/terms', {
      body: {
        schema: z.object({
          kind: z.string(),
          value: z.string(),
          name_en: z.string().nullable(),
          was: z.string().nullable().optional(), // the name that it replaces
        }),
        limit: 16 * 1024,
      },
      async handle({ body: { was, ...given }, req }) {
        const term = readTerm(given);
        if ('reason' in term) throw badField(term.field, codeNamed(term.reason), term.message);
        req.context.about = [term.value];
        await writes.tx(async (tx) => {
          await lockTerms(tx);
          if (was !== undefined && (await nameOfTerm(tx, term.kind, term.value)) !== was)
            throw changedMeanwhile();
          await putTerms(tx, [term]);
        });
        return { body: { ok: true, data: term } };
      },
    }),
    ...tableRoutes('terms', {
      bodies,
      maxBytes: MAX_BYTES,
      load: (table) => importTerms(writes, table),
      filters: z.object(filters),
      write: (wanted) => exportTerms(db, wanted),
    }),
  ];
}
