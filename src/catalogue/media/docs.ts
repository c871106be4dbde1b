import { z } from 'zod';
import { described, documented, okSchema, placed, problemSchema, saying } from '../../platform/index.js';
import data from './docs.json' with { type: 'json' };
import { EXTENSIONS, MAX_BYTES, MAX_IMAGES, MIMES } from './rules.js';

// What the OpenAPI document says of images (API v1, sections 2.4 and 4.6).

export const words = placed(data, {
  most: MAX_IMAGES,
  megabytes: MAX_BYTES / 1024 / 1024,
  extensions: EXTENSIONS.join(' '),
});

const { id, url, ...about } = described(words.image, {
  id: z.int(),
  url: z.string(),
  filename: z.string().max(255).optional(),
  group: z.string().max(50).optional(),
});

const imageShown = z
  .union([
    z.object({ ...described(words.byUrl, { dataUrl: z.string() }), ...about }),
    z.object({
      ...described(words.byBase64, {
        image: z.string().meta({ contentEncoding: 'base64' }),
        mime: z.enum(MIMES),
      }),
      ...about,
    }),
  ])
  .meta({ id: 'ImageUpload', ...saying(words.upload) });

/** The bodies of the three kinds of upload, which are read as streams. */
export const jsonBody = z.union([imageShown, z.array(imageShown).min(1).max(MAX_IMAGES)]);
export const formBody = z.object({ file: z.string().meta({ format: 'binary' }), ...about });
export const rawBody = z.string().meta({ format: 'binary' });

const oneAnswer = okSchema({ url, id });
const stored = okSchema({ url, id, filename: z.string().nullable() });
const refused = z.object({ ok: z.literal(false), index: z.int(), reason: z.string(), message: z.string() });
const resultOfMany = z.union([stored, refused]);
export type ResultOfMany = z.infer<typeof resultOfMany>;

/** If no image of an array could be stored, the problem lists the result of each. */
const noneStored = z.object({
  ...problemSchema.shape,
  uploaded: z.literal(0).optional(),
  results: z.array(refused).optional(),
});

export const docs = documented('Media', words.calls, {
  uploadImages: {
    once: true,
    answers: {
      200: z.object(
        described(words.uploaded, {
          ok: z.boolean(),
          uploaded: z.int(),
          results: z.union([oneAnswer, z.array(resultOfMany)]),
        }),
      ),
      400: noneStored,
      413: noneStored,
    },
  },
  uploadImageForm: { once: true, answers: { 200: oneAnswer } },
  putImage: { once: true, answers: { 200: oneAnswer } },
  listImages: {
    answer: {
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
    },
  },
  redirectToImage: {},
});
