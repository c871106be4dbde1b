import { z } from 'zod';
import type { CatalogueParts } from '../../catalogue/index.js';
import { LANGUAGES, route } from '../../platform/index.js';
import type { Call, Context, Limit, Route, Site } from '../../platform/index.js';
import type { SearchParts } from '../../search/index.js';
import { Html } from './html.js';
import { placeOf } from './layout.js';
import type { Place } from './layout.js';

/** What the public pages are made of; their `chemistry` reads what visitors type. */
export interface StorefrontParts extends Context, CatalogueParts, SearchParts {
  site: Site;
  /** files of lists that are read at once */
  listFiles: Limit;
}

/** The parameters that every page has. */
export const pageQuery = z.object({ lang: z.enum(LANGUAGES).optional() });

export type PageCall<Q = unknown> = Call<Q> & { place: Place };
type Answered = Html | string | void;

/** What is asked of a page: by default the page itself, in a language. */
interface PageRoute<Q extends typeof pageQuery> {
  limit?: Route['limit'];
  query?: Q;
  /** it is posted as a form */
  form?: true;
  /** gives the page, or writes the answer itself */
  answer: (call: PageCall<z.infer<Q>>) => Promise<Answered> | Answered;
}

/** A page, or a part of one, which everybody may read. It is no call of the API. */
export function pageRoute<Q extends typeof pageQuery = typeof pageQuery>(
  parts: Pick<StorefrontParts, 'site' | 'siteOrigin'>,
  path: string,
  { limit = 'page', query, form, answer }: PageRoute<Q>,
): Route {
  return route<Q>(form ? 'post' : 'get', path, 'open', {
    limit,
    query: query ?? (pageQuery as Q),
    ...(form && { streamBody: { types: ['multipart/form-data'] } }),
    async handle(call) {
      const answered = await answer({ ...call, place: placeOf(call.req, call.query.lang, parts) });
      const page = answered instanceof Html ? answered.text : answered;
      if (typeof page === 'string') call.res.vary('Accept-Language').type('html').send(page);
      return undefined;
    },
  });
}
