import { z } from 'zod';
import type { Route } from '../platform/index.js';
import { changePassword } from './accounts.js';
import { listRoute, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffIn } from './session.js';
import { namesOfStaff, pageActions } from './store.js';

const password = z.string({ error: 'must be a text' }).max(1_000);

/** What staff have done, and their own password. */
export function officeStaffRoutes({ db, passwordChecks }: OfficeParts): Route[] {
  return [
    listRoute('/actions', { name: z.string().max(50).optional() }, ({ name }, page) =>
      pageActions(db, name, page),
    ),
    staffRoute('get', '/staff-names', { data: () => namesOfStaff(db) }),
    staffRoute('put', '/password', {
      body: { schema: z.object({ current: password, wanted: password }), limit: 16 * 1024 },
      async data({ req, body }) {
        const { address } = req.context;
        await changePassword(db, passwordChecks, staffIn(req), { ...body, address });
      },
    }),
  ];
}
