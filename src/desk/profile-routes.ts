import { z } from 'zod';
import type { Route } from '../platform/index.js';
import {
  deleteProfile,
  deliverProfile,
  findProfile,
  formatOf,
  listDeliveries,
  listProfiles,
  neededRecipient,
  openFile,
  previewRows,
  profileBody,
  putProfile,
  scopeQuery,
  sendFile,
} from '../exchange/index.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffIn } from './session.js';

/** Deliveries that a page shows. */
const SHOWN = 100;

/** Export profiles, their files and deliveries. */
export function officeProfileRoutes(parts: OfficeParts): Route[] {
  const { db, writes, media, siteOrigin } = parts;
  const open = (name: string, { scope, recipient }: z.infer<z.ZodObject<typeof scopeQuery>>) =>
    findProfile(db, name).then((profile) => ({
      profile,
      file: {
        format: formatOf(profile, scope),
        open: () =>
          openFile(db, profile, { scope, recipient, siteOrigin: siteOrigin(), objects: media.objects }),
      },
    }));
  return [
    staffRoute({
      method: 'get',
      path: '/profiles',
      async handle() {
        return { body: { ok: true, data: await listProfiles(db) } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/profiles/preview',
      body: profileBody,
      async handle({ body }) {
        return { body: { ok: true, data: await previewRows(db, body, siteOrigin()) } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/profiles/{name}',
      async handle({ params }) {
        return { body: { ok: true, data: await findProfile(db, params['name']!) } };
      },
    }),
    staffRoute({
      method: 'put',
      path: '/profiles/{name}',
      body: profileBody,
      query: z.object({ was: z.string().optional() }),
      async handle({ params, body, query, req }) {
        const profile = { name: params['name']!, definition: body };
        await writes.tx((tx) => putProfile(tx, profile, staffIn(req).name, query.was));
        return { body: { ok: true, data: await findProfile(db, profile.name) } };
      },
    }),
    staffRoute({
      method: 'delete',
      path: '/profiles/{name}',
      async handle({ params }) {
        await writes.tx((tx) => deleteProfile(tx, params['name']!));
        return { body: { ok: true } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/profiles/{name}/file',
      query: z.object(scopeQuery),
      async handle({ params, query, res }) {
        const { file } = await open(params['name']!, query);
        await sendFile(parts, res, file);
        return undefined;
      },
    }),
    staffRoute({
      method: 'get',
      path: '/profiles/{name}/deliveries',
      async handle({ params }) {
        const data = await listDeliveries(db, { profile: params['name']!, limit: SHOWN });
        return { body: { ok: true, data } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/profiles/{name}/deliveries',
      query: z.object(scopeQuery),
      async handle({ params, query, req, res }) {
        const to = { by: staffIn(req).name, recipient: neededRecipient(query.recipient) };
        const { profile, file } = await open(params['name']!, query);
        await sendFile(parts, res, {
          ...file,
          give: (opened, send) => deliverProfile(db, profile, opened, to, send),
        });
        return undefined;
      },
    }),
  ];
}
