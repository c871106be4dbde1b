import { z } from 'zod';
import type { Route } from '../http/route.js';
import { LANGUAGES } from './texts.js';

/** The parameters that every page has. */
export const pageQuery = z.object({ lang: z.enum(LANGUAGES).optional() });

/** What a route of a page says of itself: it is no call of the API. */
export const pageDoc = (id: string): Route['doc'] => ({
  id,
  tag: 'Pages',
  summary: id,
  answers: { 200: { description: 'A page' } },
});
