import { z } from 'zod';
import {
  isConditional,
  recorded,
  refuseOtherRecipient,
  refuseUnlessAsAsked,
  route,
  tagOf,
} from '../../platform/index.js';
import type { Call, Context, Route, Transaction } from '../../platform/index.js';
import { deliverProfile } from './deliver.js';
import { docs } from './docs.js';
import { formatOf, neededRecipient, openFile, recipientFor } from './file.js';
import { deliveriesQuery, profileBody, scopeQuery } from './query.js';
import { deleteProfile, deliveriesOf, findIfAny, findProfile, listProfiles, putProfile } from './profile.js';
import { sendFile } from '../exports/send.js';
import type { SendParts } from '../exports/send.js';
import { lockProfiles } from './store.js';

export type ProfileParts = Context & SendParts;

/** Export profiles, and what was delivered by them. */
export const profileRoutes = (parts: ProfileParts): Route[] => [
  ...definitionRoutes(parts),
  ...deliveryRoutes(parts),
];

const path = '/export/profiles/{name}';

function definitionRoutes({ db, writes }: ProfileParts): Route[] {
  return [
    route('get', '/export/profiles', 'read', {
      doc: docs.listExportProfiles,
      handle: async () => ({ body: { ok: true, data: await listProfiles(db) } }),
    }),
    route('get', path, 'read', {
      doc: docs.getExportProfile,
      handle: async ({ params }) => ({ json: profileText(await findProfile(db, params['name']!)) }),
    }),
    route('put', path, 'all', {
      body: profileBody,
      doc: docs.putExportProfile,
      handle: (call) =>
        recorded(writes, call, async (tx) => {
          await checkConditions(tx, call);
          const profile = { name: call.params['name']!, definition: call.body };
          const isNew = await putProfile(tx, profile, call.key!.name);
          return { status: isNew ? 201 : 200, body: { ok: true, data: await findProfile(tx, profile.name) } };
        }),
    }),
    route('delete', path, 'all', {
      doc: docs.deleteExportProfile,
      handle: (call) =>
        recorded(writes, call, async (tx) => {
          await checkConditions(tx, call);
          const name = call.params['name']!;
          await deleteProfile(tx, name);
          return { body: { ok: true, name } };
        }),
    }),
  ];
}

function deliveryRoutes(parts: ProfileParts): Route[] {
  const { db, siteOrigin } = parts;
  return [
    route('get', `${path}/deliveries`, 'read', {
      query: z.object(deliveriesQuery),
      doc: docs.listExportDeliveries,
      async handle({ params, query }) {
        return { body: { ok: true, data: await deliveriesOf(db, params['name']!, query) } };
      },
    }),
    route('post', `${path}/deliveries`, 'read', {
      limit: 'read',
      query: z.object(scopeQuery),
      doc: docs.deliverExport,
      async handle({ params, query, key, res }) {
        const profile = await findProfile(db, params['name']!);
        const recipient = neededRecipient(recipientFor(query.recipient, key));
        refuseOtherRecipient(key!, recipient);
        const options = { ...query, recipient, siteOrigin: siteOrigin() };
        await sendFile(parts, res, {
          format: formatOf(profile, query.scope),
          open: () => openFile(db, profile, options),
          give: (file, send) => deliverProfile(db, profile, file, { by: key!.name, recipient }, send),
        });
        return undefined;
      },
    }),
  ];
}

const profileText = (profile: object): string => JSON.stringify({ ok: true, data: profile });

/** Checks the conditions of a write. @throws Problem 412 */
async function checkConditions(tx: Transaction, { req, params }: Call): Promise<void> {
  if (!isConditional(req)) return;
  await lockProfiles(tx);
  const now = await findIfAny(tx, params['name']!);
  // What is refused without them is refused for the same reason with them (RFC 9110, section 13.2.1).
  if (now ? now.built_in : req.method === 'DELETE') return;
  refuseUnlessAsAsked(req, now ? [tagOf(profileText(now))] : []);
}
