import { z } from 'zod';
import { MAX_IMAGES, MIMES } from './rules.js';

const id = z.int().meta({ example: 7 });
const url = z.string().meta({ example: '/media/7', description: 'Below the origin of the site.' });
const group = z.string().max(50).optional().meta({ description: 'Default `api`.' });
const filename = z.string().max(255).optional();
const base64 = z.string().meta({ contentEncoding: 'base64', example: 'iVBORw0KGgo…' });

const imageShown = z
  .union([
    z.object({
      dataUrl: z.string().meta({ example: 'data:image/png;base64,iVBORw0KGgo…' }),
      filename,
      group,
    }),
    z.object({ image: base64, mime: z.enum(MIMES), filename, group }),
  ])
  .meta({ id: 'ImageUpload', description: 'One image as a data URL, or as base64 with its media type.' });

/** What the document shows of the three ways in; the bodies are read as streams. */
export const jsonBody = z.union([imageShown, z.array(imageShown).min(1).max(MAX_IMAGES)]);
export const formBody = z.object({ file: z.string().meta({ format: 'binary' }), filename, group });
export const rawBody = z.string().meta({ format: 'binary' });

export const oneAnswer = z.object({ ok: z.literal(true), url, id });

const stored = z.object({ ok: z.literal(true), url, id, filename: z.string().nullable() });
const refusedItem = z.object({
  ok: z.literal(false),
  index: z.int(),
  reason: z.string().meta({ example: 'damaged' }),
  message: z.string(),
});
const resultOfMany = z.union([stored, refusedItem]);

export const uploadAnswer = z.object({
  ok: z.boolean().meta({ description: 'Whether all images were stored.' }),
  uploaded: z.int(),
  results: z
    .union([oneAnswer, z.array(resultOfMany)])
    .meta({ description: 'For one image its result, for an array the results in its order.' }),
});
export type ResultOfMany = z.infer<typeof resultOfMany>;

export const listAnswer = z.object({
  ok: z.literal(true),
  data: z.array(
    z.object({
      id,
      url,
      group: z.string(),
      filename: z.string().nullable(),
      mime: z.enum(MIMES),
      bytes: z.int(),
      width: z.int(),
      height: z.int(),
      created_at: z.iso.datetime({ precision: 3 }),
    }),
  ),
});
