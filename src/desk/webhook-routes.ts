import { z } from 'zod';
import type { Call, Route } from '../platform/index.js';
import {
  addWebhook,
  EVENTS,
  listWebhooks,
  removeWebhook,
  switchWebhook,
  testWebhook,
} from '../exchange/index.js';
import { forAdministrators, idIn, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

const newWebhook = z.object({
  url: z.string({ error: 'must be a text' }).trim().min(1, { error: 'is needed' }),
  events: z
    .array(z.enum(EVENTS))
    .min(1, { error: 'is needed' })
    .transform((given) => EVENTS.filter((event) => given.includes(event))),
});

/** Receivers of product changes and inquiries. */
export function officeWebhookRoutes({ db, config }: OfficeParts): Route[] {
  /** Notes which webhook a call is about, for the log of staff. @returns its number */
  const named = async ({ params, req }: Pick<Call, 'params' | 'req'>): Promise<number> => {
    const id = idIn(params);
    req.context.about = (await listWebhooks(db)).flatMap((hook) => (hook.id === id ? [hook.url] : []));
    return id;
  };
  const switching = (on: boolean): Route =>
    staffRoute('post', `/webhooks/{id}/${on ? 'enable' : 'disable'}`, {
      data: async (call) => switchWebhook(db, await named(call), on),
    });
  return forAdministrators([
    staffRoute('get', '/webhooks', { data: () => listWebhooks(db) }),
    staffRoute('post', '/webhooks', {
      body: { schema: newWebhook, limit: 16 * 1024 },
      about: ({ body }) => [body.url],
      status: 201,
      data: ({ body }) => addWebhook(db, config.webhooks, body),
    }),
    staffRoute('delete', '/webhooks/{id}', {
      data: async (call) => removeWebhook(db, await named(call)),
    }),
    switching(true),
    switching(false),
    staffRoute('post', '/webhooks/{id}/test', {
      data: async (call) => testWebhook(db, config.webhooks, await named(call)),
    }),
  ]);
}
