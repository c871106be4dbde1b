import { z } from 'zod';
import { goneSignal, NoTable, Problem, withBytes } from '../platform/index.js';
import type { BodyBounds, Route } from '../platform/index.js';
import { sendPieces, staffRoute } from './route.js';

/**
 * The tables of a list of names: into it, and out of it as it is filtered.
 * @param list its path, and the name of the file
 * @param parts.maxBytes of a table that is loaded
 */
export function tableRoutes<Filters extends z.ZodObject>(
  list: string,
  {
    bodies,
    maxBytes,
    load,
    filters,
    write,
  }: {
    bodies: BodyBounds;
    maxBytes: number;
    /** stores the names of a table; throws NoTable */
    load: (table: Buffer) => Promise<object>;
    filters: Filters;
    /** the table in pieces */
    write: (filters: z.output<Filters>) => AsyncIterable<string>;
  },
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
