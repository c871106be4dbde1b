import type { z } from 'zod';
import { route } from '../http/route.js';
import type { Route } from '../http/route.js';

type Given<Q extends z.ZodObject, B extends z.ZodType> = Omit<Route<Q, B>, 'access' | 'limit' | 'doc'>;

/** A route of the back office: like one of the API, for staff only, and in no public document. */
export function staffRoute<Q extends z.ZodObject = z.ZodObject, B extends z.ZodType = z.ZodType>(
  definition: Given<Q, B>,
): Route {
  return route<Q, B>({
    ...definition,
    access: 'staff',
    limit: 'none',
    doc: { id: '', tag: 'Back office', summary: '', answers: {} },
  });
}
