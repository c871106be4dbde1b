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
import { idIn, staffRoute } from './route.js';
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
      access: 'administrator',
      async handle(call) {
        const id = await named(call);
        await switchWebhook(db, id, on);
        return { body: { ok: true, id } };
      },
    });
  return [
    staffRoute('get', '/webhooks', { access: 'administrator', data: () => listWebhooks(db) }),
    staffRoute('post', '/webhooks', {
      access: 'administrator',
      body: { schema: newWebhook, limit: 16 * 1024 },
      async handle({ body, req }) {
        req.context.about = [body.url];
        return { status: 201, body: { ok: true, data: await addWebhook(db, config.webhooks, body) } };
      },
    }),
    staffRoute('delete', '/webhooks/{id}', {
      access: 'administrator',
      async handle(call) {
        const id = await named(call);
        await removeWebhook(db, id);
        return { body: { ok: true, id } };
      },
    }),
    switching(true),
    switching(false),
    staffRoute('post', '/webhooks/{id}/test', {
      access: 'administrator',
      data: async (call) => testWebhook(db, config.webhooks, await named(call)),
    }),
  ];
}
