import { z } from 'zod';
import {
  findLogged,
  instantText,
  issueKey,
  KEY_ACCESSES,
  listKeys,
  OFFICE_SOURCE,
  pageLog,
  recentlyRejected,
  revokeKey,
  tidyName,
  wholeNumber,
} from '../platform/index.js';
import type { Route } from '../platform/index.js';
import { forAdministrators, idIn, listRoute, needed, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

const issueBody = z.object({
  name: tidyName({ max: 100 }),
  source: tidyName({ max: 50 })
    .default('sync')
    .refine((label) => label !== OFFICE_SOURCE, {
      error: 'is kept for products made in the back office',
      params: { reason: 'reserved' },
    }),
  access: z.enum(KEY_ACCESSES, { error: `must be one of ${KEY_ACCESSES.join(', ')}` }).default('all'),
  expires_at: instantText.nullish(),
});

const logFilters = {
  key: wholeNumber(1, 1e15).optional(),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']).optional(),
  status: wholeNumber(1, 599).optional(),
  path: z.string().max(500).optional(),
  since: instantText.optional(),
  until: instantText.optional(),
  rejections: z
    .literal('true', { error: 'must be true' })
    .transform(() => true as const)
    .optional(),
};

/** API keys, and the log of the calls made with them. */
export function officeAccessRoutes({ db }: OfficeParts): Route[] {
  return [
    ...forAdministrators([
      staffRoute('get', '/keys', { data: () => listKeys(db) }),
      staffRoute('post', '/keys', {
        body: { schema: issueBody, limit: 16 * 1024 },
        about: ({ body }) => [body.name],
        status: 201,
        data: ({ body: { expires_at, ...wish } }) =>
          issueKey(db, { ...wish, ...(expires_at != null && { expiresAt: new Date(expires_at) }) }),
      }),
      staffRoute('delete', '/keys/{id}', {
        async data({ params, req }) {
          const id = idIn(params);
          req.context.about = (await listKeys(db)).flatMap((key) => (key.id === id ? [key.name] : []));
          needed(await revokeKey(db, id), 'key');
        },
      }),
    ]),
    listRoute('/sync-log', logFilters, ({ key, ...filter }, place) =>
      pageLog(db, { ...filter, keyId: key }, place),
    ),
    staffRoute('get', '/sync-log/rejected', { data: () => recentlyRejected(db) }),
    staffRoute('get', '/sync-log/{id}', {
      data: async ({ params }) => needed(await findLogged(db, idIn(params)), 'call'),
    }),
  ];
}
