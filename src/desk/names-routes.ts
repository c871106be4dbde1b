import { z } from 'zod';
import {
  badField,
  booleanText,
  changedMeanwhile,
  codeNamed,
  goneSignal,
  NoTable,
  OFFICE_SOURCE,
  oneOf,
  Problem,
  withBytes,
} from '../platform/index.js';
import type { BodyBounds, Route } from '../platform/index.js';
import {
  aliasQuery,
  categoriesInUse,
  exportAliases,
  exportTerms,
  importAliases,
  importTerms,
  listTags,
  lockTerms,
  nameOfTerm,
  pageOfTerms,
  putTerms,
  readTerm,
  TERM_KINDS,
} from '../catalogue/index.js';
import { listRoute, sendPieces, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

const termFilters = {
  kind: oneOf(TERM_KINDS).optional(),
  q: z.string().optional(),
  unnamed: booleanText.optional(),
};
const namedTerm = z.object({
  kind: z.string(),
  value: z.string(),
  name_en: z.string().nullable(),
  was: z.string().nullable().optional(), // the name that it replaces
});

/**
 * Categories, tags, the English names of both and of series, and the dictionary of names that are not the suppliers', as staff
 * list them. All but the English names are changed one by one by the public API.
 */
export const officeNameRoutes = ({ db, writes, bodies }: OfficeParts): Route[] => [
  staffRoute('get', '/categories', { data: () => categoriesInUse(db) }),
  listRoute('/tags', { q: z.string().default('') }, async ({ q }, { offset, limit }) => {
    const wanted = q.trim().toLowerCase();
    const all = (await listTags(db)).filter(({ tag }) => tag.toLowerCase().includes(wanted));
    return { data: all.slice(offset, offset + limit), total: all.length };
  }),
  listRoute('/terms', termFilters, (wanted, page) => pageOfTerms(db, wanted, page)),
  staffRoute('put', '/terms', {
    body: { schema: namedTerm, limit: 16 * 1024 },
    about: ({ body }) => [body.value],
    async data({ body: { was, ...given } }) {
      const term = readTerm(given);
      if ('reason' in term) throw badField(term.field, codeNamed(term.reason), term.message);
      await writes.tx(async (tx) => {
        await lockTerms(tx);
        if (was !== undefined && (await nameOfTerm(tx, term.kind, term.value)) !== was)
          throw changedMeanwhile();
        await putTerms(tx, [term]);
      });
      return term;
    },
  }),
  ...tableRoutes('terms', {
    bodies,
    maxBytes: 2 * 1024 * 1024,
    load: (table) => importTerms(writes, table),
    filters: z.object(termFilters),
    write: (wanted) => exportTerms(db, wanted),
  }),
  ...tableRoutes('aliases', {
    bodies,
    maxBytes: 8 * 1024 * 1024, // about 200,000 names
    load: (table) => importAliases(writes, table, OFFICE_SOURCE),
    filters: aliasQuery.omit({ page: true, page_size: true }),
    write: (filters) => exportAliases(db, filters),
  }),
];

interface Tables<Filters extends z.ZodObject> {
  bodies: BodyBounds;
  /** of a table that is loaded */
  maxBytes: number;
  /** stores the names of a table; throws NoTable */
  load: (table: Buffer) => Promise<object>;
  filters: Filters;
  /** the table in pieces */
  write: (filters: z.output<Filters>) => AsyncIterable<string>;
}

/** The tables of a list of names: into it, and out of it as it is filtered. @param list its path, and the name of the file */
function tableRoutes<Filters extends z.ZodObject>(
  list: string,
  { bodies, maxBytes, load, filters, write }: Tables<Filters>,
): Route[] {
  const tooLarge = (): Problem =>
    new Problem('too-large', `A table of names may have ${maxBytes} bytes at most.`);
  return [
    staffRoute('post', `/${list}/import`, {
      query: z.object({}),
      streamBody: { types: ['application/octet-stream'] },
      async handle({ req, res }) {
        const bounds = { ...bodies, limit: maxBytes, tooLarge, signal: goneSignal(res) };
        try {
          return { body: { ok: true, ...(await withBytes(req, bounds, load)) } };
        } catch (error) {
          if (error instanceof NoTable) throw new Problem('bad-request', error.message);
          throw error;
        }
      },
    }),
    staffRoute('get', `/${list}/export`, {
      query: filters,
      handle: ({ query, res }) => sendPieces(res, `${list}.tsv`, write(query)),
    }),
  ];
}
