import { z } from 'zod';
import { described, documented, okSchema, placed } from '../../platform/index.js';
import { CODE_OR_CAS_PARAM, CODE_PARAM } from '../products/docs.js';
import { relatedProduct, structureMembers } from '../products/schemas.js';
import { DIFFERENCES, STEREO_DIFFERENCES } from '../../chemistry/index.js';
import data from './docs.json' with { type: 'json' };
import { MOST_FORMS } from './show.js';

// What the OpenAPI document says of structures.

export const words = placed(data, { most: MOST_FORMS });

/** A structure as answers give it. */
const structureSchema = z
  .object(described(words.structure, { ...structureMembers, molfile: z.string().nullable() }))
  .meta({ id: 'Structure' });

const formSchema = relatedProduct
  .extend(
    described(words.form, {
      formula: z.string().nullable(),
      differs_in: z.array(z.enum(DIFFERENCES)),
      stereo: z.enum(STEREO_DIFFERENCES).nullable(),
    }),
  )
  .meta({ id: 'OtherForm' });

const write = {
  params: CODE_PARAM,
  answers: { 200: okSchema(described(words.written, { code: z.string(), changed: z.boolean() })) },
  problems: [404] as number[],
  guarded: true,
  searchable: true,
} as const;

export const docs = documented('Structures', words.calls, {
  getStructure: { params: CODE_OR_CAS_PARAM, answer: { data: structureSchema }, problems: [404] },
  getOtherForms: {
    params: CODE_OR_CAS_PARAM,
    answer: { data: z.array(formSchema), truncated: z.literal(true).optional() },
    problems: [404],
  },
  drawStructure: { params: CODE_OR_CAS_PARAM, problems: [404, 429, 503] },
  putStructure: write,
  deleteStructure: write,
});
