import { z } from 'zod';
import { pageAt } from '../platform/index.js';
import type { Database, Limit, Route } from '../platform/index.js';
import { changePassword } from './accounts.js';
import { pagingQuery, staffRoute } from './route.js';
import { staffIn } from './session.js';
import { namesOfStaff, pageActions } from './store.js';

const password = z.string({ error: 'must be a text' }).max(1_000);

/** What staff have done, and their own password. */
export function officeStaffRoutes({ db, passwordChecks }: { db: Database; passwordChecks: Limit }): Route[] {
  return [
    staffRoute('get', '/actions', {
      query: z.object({ ...pagingQuery, name: z.string().max(50).optional() }),
      async handle({ query: { page, page_size, name } }) {
        const place = pageAt(page, page_size);
        return { body: { ok: true, ...(await pageActions(db, name, place)) } };
      },
    }),
    staffRoute('get', '/staff-names', { data: () => namesOfStaff(db) }),
    staffRoute('put', '/password', {
      body: { schema: z.object({ current: password, wanted: password }), limit: 16 * 1024 },
      async handle({ req, body }) {
        const { address } = req.context;
        await changePassword(db, passwordChecks, staffIn(req), { ...body, address });
        return { body: { ok: true } };
      },
    }),
  ];
}
