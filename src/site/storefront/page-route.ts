import { z } from 'zod';
import type { CatalogueParts } from '../../catalogue/index.js';
import { LANGUAGES, route } from '../../platform/index.js';
import type { Call, Context, Limit, Route, Site } from '../../platform/index.js';
import type { SearchParts } from '../../search/index.js';
import { Html } from './html.js';

/** What the public pages are made of; their `chemistry` reads what visitors type. */
export interface StorefrontParts extends Context, CatalogueParts, SearchParts {
  site: Site;
  /** files of lists that are read at once */
  listFiles: Limit;
}

/** The parameters that every page has. */
export const pageQuery = z.object({ lang: z.enum(LANGUAGES).optional() });

interface PageRoute<Q extends z.ZodObject> extends Pick<Route<Q>, 'path' | 'query' | 'streamBody' | 'limit'> {
  method?: 'get' | 'post';
  /** gives the page, or writes the answer itself */
  answer: (call: Call<z.infer<Q>>) => Promise<Answered> | Answered;
}
type Answered = Html | string | void;

/** A page, or a part of one, which everybody may read. It is no call of the API. */
export function pageRoute<Q extends z.ZodObject = z.ZodObject>({
  method = 'get',
  path,
  answer,
  ...more
}: PageRoute<Q>): Route {
  return route<Q>(method, path, 'open', {
    ...more,
    async handle(call) {
      const answered = await answer(call);
      const page = answered instanceof Html ? answered.text : answered;
      if (typeof page === 'string') call.res.vary('Accept-Language').type('html').send(page);
      return undefined;
    },
  });
}
