import { z } from 'zod';
import type { Database } from '../database/connect.js';
import { Problem } from '../http/problem.js';
import type { Route } from '../http/route.js';
import { findInquiry, handleInquiry, pageInquiries } from '../inquiries/store.js';
import { idIn } from './access-routes.js';
import { pageQuery } from './product-routes.js';
import { staffRoute } from './route.js';
import { staffIn } from './session.js';

const status = z.enum(['new', 'answered']);
const changes = z.object({
  status: status.optional(),
  note: z
    .string()
    .nullable()
    .transform((note) => note?.trim() || null)
    .refine((note) => note === null || ([...note].length <= 4_000 && !note.includes('\0')), {
      error: 'must have at most 4000 characters',
    })
    .optional(),
});
const notFound = (): Problem => new Problem('not-found', 'There is no such inquiry.');

/** Price inquiries: list, read, note and mark as answered. */
export function officeInquiryRoutes({ db }: { db: Database }): Route[] {
  return [
    staffRoute({
      method: 'get',
      path: '/inquiries',
      query: z.object({ ...pageQuery, status: status.optional() }),
      async handle({ query: { page, page_size, status } }) {
        const place = { offset: (page - 1) * page_size, limit: page_size };
        return { body: { ok: true, ...(await pageInquiries(db, status, place)) } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/inquiries/{id}',
      async handle({ params }) {
        const data = await findInquiry(db, idIn(params));
        if (!data) throw notFound();
        return { body: { ok: true, data } };
      },
    }),
    staffRoute({
      method: 'put',
      path: '/inquiries/{id}',
      body: { schema: changes, limit: 64 * 1024 },
      async handle({ params, body, req }) {
        const data = await handleInquiry(db, idIn(params), { ...body, by: staffIn(req).name });
        if (!data) throw notFound();
        return { body: { ok: true, data } };
      },
    }),
  ];
}
