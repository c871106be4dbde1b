import { z } from 'zod';
import type { Route } from '../platform/index.js';
import { ROLES } from './account.js';
import { addStaff, changeMember, changePassword, makePassword, resetPassword } from './accounts.js';
import { forAdministrators, idIn, listRoute, needed, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffIn } from './session.js';
import { deleteSessionsOf, listStaff, namesOfStaff, pageActions } from './store.js';

const role = z.enum(ROLES);
const added = z.object({
  name: z.string({ error: 'must be a text' }).max(200),
  role: role.default('editor'),
});
const changed = z.object({ role: role.optional(), disabled: z.boolean().optional() });
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

/** The accounts of staff. Passwords that are made for them are shown once. */
export const officeAccountRoutes = ({ db }: OfficeParts): Route[] =>
  forAdministrators([
    staffRoute('get', '/staff', { data: () => listStaff(db) }),
    staffRoute('post', '/staff', {
      body: { schema: added, limit: 4 * 1024 },
      about: ({ body }) => [body.name],
      status: 201,
      async data({ body }) {
        const password = makePassword();
        return { ...(await addStaff(db, body.name, password, body.role)), password };
      },
    }),
    staffRoute('put', '/staff/{id}', {
      body: { schema: changed, limit: 4 * 1024 },
      async data({ params, body, req }) {
        const data = needed(await changeMember(db, idIn(params), body), 'account');
        req.context.about = [data.name];
        return data;
      },
    }),
    staffRoute('post', '/staff/{id}/password', {
      async data({ params, req }) {
        const data = needed(await resetPassword(db, idIn(params), staffIn(req).cookie), 'account');
        req.context.about = [data.name];
        return data;
      },
    }),
    staffRoute('delete', '/staff/{id}/sessions', {
      async data({ params, req }) {
        req.context.about = [needed(await deleteSessionsOf(db, idIn(params)), 'account')];
      },
    }),
  ]);
