import { z } from 'zod';
import {
  described,
  isConditional,
  recorded,
  refuseOtherRecipient,
  refuseUnlessAsAsked,
  route,
  tagOf,
  wholeNumber,
} from '../../platform/index.js';
import type { Call, Route, Transaction } from '../../platform/index.js';
import { sendFile } from '../exports/send.js';
import { definitionSchema } from './definition.js';
import { docs } from './docs.js';
import words from './docs.json' with { type: 'json' };
import { deliverProfile, neededRecipient, openFile, recipientFor, shapeOf } from './file.js';
import { scopeQuery } from './get.js';
import type { ProfileParts } from './get.js';
import * as store from './store.js';

/** Pages of deliveries. */
const deliveriesQuery = z.object(
  described(words.deliveriesQuery, {
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
    limit: wholeNumber(1, 200)
      .default(50)
      .meta({ override: { default: 50 } }),
  }),
);

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
      handle: async () => ({ body: { ok: true, data: await store.listProfiles(db) } }),
    }),
    route('get', path, 'read', {
      doc: docs.getExportProfile,
      handle: async ({ params }) => ({ json: profileText(await store.findProfile(db, params['name']!)) }),
    }),
    route('put', path, 'all', {
      body: { schema: definitionSchema, limit: 256 * 1024 },
      doc: docs.putExportProfile,
      handle: (call) =>
        recorded(writes, call, async (tx) => {
          await checkConditions(tx, call);
          const profile = { name: call.params['name']!, definition: call.body };
          const isNew = await store.putProfile(tx, profile, call.key!.name);
          return { status: isNew ? 201 : 200, json: profileText(await store.findProfile(tx, profile.name)) };
        }),
    }),
    route('delete', path, 'all', {
      doc: docs.deleteExportProfile,
      handle: (call) =>
        recorded(writes, call, async (tx) => {
          await checkConditions(tx, call);
          const name = call.params['name']!;
          await store.deleteProfile(tx, name);
          return { body: { ok: true, name } };
        }),
    }),
  ];
}

function deliveryRoutes(parts: ProfileParts): Route[] {
  const { db, siteOrigin } = parts;
  return [
    route('get', `${path}/deliveries`, 'read', {
      query: deliveriesQuery,
      doc: docs.listExportDeliveries,
      async handle({ params, query }) {
        return { body: { ok: true, data: await store.deliveriesOf(db, params['name']!, query) } };
      },
    }),
    route('post', `${path}/deliveries`, 'read', {
      limit: 'read',
      query: z.object(scopeQuery),
      doc: docs.deliverExport,
      async handle({ params, query, key, res }) {
        const profile = await store.findProfile(db, params['name']!);
        const recipient = neededRecipient(recipientFor(query.recipient, key));
        refuseOtherRecipient(key!, recipient);
        const options = { ...query, recipient, siteOrigin: siteOrigin() };
        await sendFile(parts, res, {
          format: shapeOf(profile, query.scope).format,
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
  await store.lockProfiles(tx);
  const now = await store.findIfAny(tx, params['name']!);
  // What is refused without them is refused for the same reason with them (RFC 9110, section 13.2.1).
  if (now ? now.built_in : req.method === 'DELETE') return;
  refuseUnlessAsAsked(req, now ? [tagOf(profileText(now))] : []);
}
