import type { Response } from 'express';
import { z } from 'zod';
import { route } from '../../platform/index.js';
import type { Call, Route } from '../../platform/index.js';
import { LANGUAGES } from './texts.js';

/** The parameters that every page has. */
export const pageQuery = z.object({ lang: z.enum(LANGUAGES).optional() });

interface PageRoute<Q extends z.ZodObject> extends Pick<Route<Q>, 'path' | 'query' | 'streamBody'> {
  method?: 'get' | 'post';
  limit: 'read' | 'page' | 'inquiry' | 'none';
  /** writes the answer */
  send: (call: Call<z.infer<Q>>) => Promise<void> | void;
}

/** A page, or a part of one, which everybody may read. It is no call of the API. */
export function pageRoute<Q extends z.ZodObject = z.ZodObject>({
  method = 'get',
  path,
  send,
  ...more
}: PageRoute<Q>): Route {
  return route<Q>(method, path, 'open', {
    ...more,
    async handle(call) {
      await send(call);
      return undefined;
    },
  });
}

/** Sends a page in one of its languages. */
export function sendPage(res: Response, page: string): void {
  res.vary('Accept-Language').type('html').send(page);
}
