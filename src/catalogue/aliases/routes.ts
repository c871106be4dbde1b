import { z } from 'zod';
import {
  described,
  oneOf,
  pageAt,
  pageNumber,
  pageSize,
  recorded,
  route,
  sourceBound,
} from '../../platform/index.js';
import type { Caller, Connection, Context, Route, RouteDoc } from '../../platform/index.js';
import { usualCas } from '../../chemistry/index.js';
import { ALIAS_KINDS } from './alias.js';
import { bodySchema, docs, words } from './docs.js';
import { readAliases } from './read.js';
import type { ReadAliases } from './read.js';
import { aliasesOfOthers, aliasWarnings, deleteAliases, listAliases, putAliases } from './store.js';

/** Aliases a call. */
const MOST = 500;

/** A call with aliases. Only its frame is checked: items are read one by one, so that a bad one does not stop the others. */
const aliasesBody = {
  schema: z
    .object({ aliases: z.array(z.unknown()) }, { error: 'must be {"aliases": [...]}' })
    .refine(({ aliases }) => aliases.length <= MOST, {
      error: `at most ${MOST} aliases a call`,
      path: ['aliases'],
    }),
  shown: bodySchema(MOST),
  limit: 1024 * 1024,
};

/** What a list of aliases may be narrowed to, and its pages. */
export const aliasQuery = z.object(
  described(words.query, {
    cas: z.string().transform(usualCas).optional(),
    code: z.string().optional(),
    q: z.string().optional(),
    lang: z.string().optional(),
    kind: oneOf(ALIAS_KINDS).optional(),
    source: z.string().optional(),
    page: pageNumber,
    page_size: pageSize(),
  }),
);

/** The aliases that a key may write, and what is wrong with the others. */
async function writable(tx: Connection, key: Caller, { aliases, faults }: ReadAliases): Promise<ReadAliases> {
  const bound = sourceBound(key);
  if (bound === undefined) return { aliases, faults };
  const others = await aliasesOfOthers(tx, aliases, bound);
  const refused = new Set(others.map(({ index }) => index));
  const added = others.map((each) => ({
    ...each,
    reason: 'other_source',
    message: `is not that of products of the source ${bound} alone, which this key may write`,
  }));
  return {
    aliases: aliases.filter(({ index }) => !refused.has(index)),
    faults: [...faults, ...added].sort((a, b) => a.index - b.index),
  };
}

/** The dictionary of names that are not the suppliers'. */
export function aliasRoutes({ db, writes }: Context): Route[] {
  type Work = (
    tx: Connection,
    read: ReadAliases,
    source: string,
  ) => Promise<{ counts: Record<string, number>; warnings?: object[] }>;
  const write = (method: 'put' | 'delete', doc: RouteDoc, work: Work): Route =>
    route(method, '/aliases', 'push', {
      body: aliasesBody,
      about: ({ body }) => readAliases(body.aliases).aliases.map(({ text }) => text),
      doc,
      handle: (call) =>
        recorded(writes, call, async (tx) => {
          const read = await writable(tx, call.key!, readAliases(call.body.aliases));
          const { counts, warnings } = await work(tx, read, call.key!.source);
          return {
            body: { ok: true, ...counts, errors: read.faults, ...(warnings && { warnings }) },
            counts,
          };
        }),
    });
  return [
    route('get', '/aliases', 'open', {
      query: aliasQuery,
      doc: docs.listAliases,
      async handle({ query: { page, page_size, ...filters } }) {
        const { data, total } = await listAliases(db, filters, pageAt(page, page_size));
        return { body: { ok: true, data, page, page_size, total } };
      },
    }),
    write('put', docs.putAliases, async (tx, { aliases, faults }, source) => {
      const counts = { ...(await putAliases(tx, aliases, source)), invalid: faults.length };
      return { counts, warnings: await aliasWarnings(tx, aliases) };
    }),
    write('delete', docs.deleteAliases, async (tx, { aliases, faults }) => {
      const deleted = await deleteAliases(tx, aliases);
      return { counts: { deleted, not_found: aliases.length - deleted, invalid: faults.length } };
    }),
  ];
}
