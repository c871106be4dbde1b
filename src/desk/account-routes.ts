import { z } from 'zod';
import type { Route } from '../platform/index.js';
import { ROLES } from './account.js';
import { addMember, changeMember, resetPassword, signOutEverywhere } from './accounts.js';
import { idIn, needed, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffIn } from './session.js';
import { listStaff } from './store.js';

const role = z.enum(ROLES);
const added = z.object({
  name: z.string({ error: 'must be a text' }).max(200),
  role: role.default('editor'),
});
const changed = z.object({ role: role.optional(), disabled: z.boolean().optional() });
/** Passwords are shown once. */
const UNKEPT = { 'Cache-Control': 'no-store' };

/** The accounts of staff, for administrators. */
export function officeAccountRoutes({ db }: OfficeParts): Route[] {
  return [
    staffRoute('get', '/staff', { access: 'administrator', data: () => listStaff(db) }),
    staffRoute('post', '/staff', {
      access: 'administrator',
      body: { schema: added, limit: 4 * 1024 },
      async handle({ body, req }) {
        req.context.about = [body.name];
        const { account, password } = await addMember(db, body.name, body.role);
        return { status: 201, body: { ok: true, data: { ...account, password } }, headers: UNKEPT };
      },
    }),
    staffRoute('put', '/staff/{id}', {
      access: 'administrator',
      body: { schema: changed, limit: 4 * 1024 },
      async data({ params, body, req }) {
        const data = needed(await changeMember(db, idIn(params), body), 'account');
        req.context.about = [data.name];
        return data;
      },
    }),
    staffRoute('post', '/staff/{id}/password', {
      access: 'administrator',
      async handle({ params, req }) {
        const data = needed(await resetPassword(db, idIn(params), staffIn(req).cookie), 'account');
        req.context.about = [data.name];
        return { body: { ok: true, data }, headers: UNKEPT };
      },
    }),
    staffRoute('delete', '/staff/{id}/sessions', {
      access: 'administrator',
      async data({ params, req }) {
        req.context.about = [needed(await signOutEverywhere(db, idIn(params)), 'account')];
      },
    }),
  ];
}
