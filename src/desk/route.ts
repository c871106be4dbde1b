import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { z } from 'zod';
import { pageAt, Problem, route, wholeNumber } from '../platform/index.js';
import type { Call, Context, Limit, Page, Route } from '../platform/index.js';
import type { SendParts } from '../exchange/index.js';
import type { Media, Terms } from '../catalogue/index.js';
import type { Search, StructureLibrary } from '../search/index.js';
import type { Chemistry, NameReader } from '../chemistry/index.js';

/** What the routes of the back office need. */
export interface OfficeParts
  extends SendParts, Pick<Context, 'config' | 'db' | 'writes' | 'log' | 'siteOrigin' | 'bodies'> {
  media: Media;
  chemistry: Chemistry;
  shownChemistry: Chemistry;
  nameReader: NameReader | undefined;
  structures: StructureLibrary;
  search: Search;
  terms: Terms;
  passwordChecks: Limit;
  typedInchis: Limit;
}

/** The paging parameters of every list of the back office. */
const pagingQuery = {
  page: wholeNumber(1, 1_000_000).default(1),
  page_size: wholeNumber(1, 200).default(25),
};

/** What was found. @throws Problem 404 where that is nothing */
export function needed<T>(found: T | null | undefined | false, what: string): T {
  if (found) return found;
  throw new Problem('not-found', `There is no such ${what}.`);
}

/** The record's id in a path. @throws Problem 404 when it is not a number */
export const idIn = ({ id }: Record<string, string>): number =>
  Number(needed(/^\d{1,15}$/.test(id!) && id, 'record'));

/** Sends a file piece by piece, as what its name ends with. */
export async function sendPieces(
  res: Response,
  name: string,
  pieces: Iterable<string> | AsyncIterable<string | Buffer>,
) {
  res.status(200).attachment(name);
  await pipeline(Readable.from(pieces), res);
  return undefined;
}

type StaffRoute<Q extends z.ZodObject, B extends z.ZodType> = Omit<
  Route<Q, B>,
  'method' | 'path' | 'access' | 'limit' | 'doc' | 'handle'
> & {
  access?: 'staff' | 'administrator' | 'open';
  handle?: Route<Q, B>['handle'];
  /** in place of `handle`: what the answer has as `data` */
  data?: (call: Call<z.infer<Q>, z.infer<B>>) => unknown;
  /** of that answer; 200 unless given */
  status?: number;
};

/**
 * A route of the back office: like one of the API, for staff (all of them, unless it says otherwise), and in no
 * public document.
 */
export function staffRoute<Q extends z.ZodObject = z.ZodObject, B extends z.ZodType = z.ZodType>(
  method: Route['method'],
  path: string,
  { data, status = 200, access = 'staff', ...definition }: StaffRoute<Q, B>,
): Route {
  return route<Q, B>(method, path, access, {
    handle: async (call) => ({ status, body: { ok: true, data: await data!(call) } }),
    ...definition,
    limit: 'none',
  });
}

/** These routes for administrators alone. */
export const forAdministrators = (routes: Route[]): Route[] =>
  routes.map((each) => ({ ...each, access: 'administrator' }));

/** A list: the page of what its filters find. */
export const listRoute = <F extends z.ZodRawShape>(
  path: string,
  filters: F,
  find: (filters: z.output<z.ZodObject<F>>, page: Page, call: Call) => Promise<object>,
): Route =>
  staffRoute('get', path, {
    query: z.object({ ...pagingQuery, ...filters }),
    async handle(call) {
      const { page, page_size, ...wanted } = call.query as z.output<z.ZodObject<typeof pagingQuery>>;
      const found = await find(wanted as z.output<z.ZodObject<F>>, pageAt(page, page_size), call);
      return { body: { ok: true, ...found } };
    },
  });
