import { z } from 'zod';
import { described, documented, okSchema, placed } from '../../platform/index.js';
import { definitionSchema, SCOPES } from './definition.js';
import data from './docs.json' with { type: 'json' };

// What the OpenAPI document says of profiles and deliveries.

const { example, ...rest } = data;
const words = placed(rest, {
  profile: placed(data.shown, { definition: definitionSchema.parse(example) }),
  definition: example,
});

const shown = z
  .object(
    described(words.profile, {
      name: z.string(),
      built_in: z.boolean(),
      updated_at: z.iso.datetime().nullable(),
      updated_by: z.string().nullable(),
      definition: definitionSchema,
    }),
  )
  .meta({ id: 'ExportProfile' });

const one = okSchema({ data: shown });

const delivery = z
  .object(
    described(words.delivery, {
      id: z.int(),
      profile: z.string(),
      at: z.iso.datetime(),
      by: z.string(),
      recipient: z.string(),
      scope: z.enum(SCOPES),
      count: z.int(),
      bytes: z.int(),
      file: z.string(),
      sha256: z.string(),
    }),
  )
  .meta({ id: 'ExportDelivery' });

export const docs = documented('Profiles', words.calls, {
  listExportProfiles: { answer: { data: z.array(shown) } },
  getExportProfile: { params: words.builtIn, answers: { 200: one } },
  putExportProfile: { params: words.own, guarded: true, answers: { 200: one, 201: one } },
  deleteExportProfile: { params: words.own, guarded: true, answer: { name: z.string() } },
  listExportDeliveries: { params: words.builtIn, answer: { data: z.array(delivery) } },
  deliverExport: {
    params: words.builtIn,
    problems: [403, 410],
    answer: { data: z.array(z.record(z.string(), z.unknown())), count: z.int() },
    streamed: true,
  },
});
