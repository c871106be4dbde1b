import { z } from 'zod';
import { problemSchema, ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { EXTENSIONS, MAX_BYTES, MAX_IMAGES, MIMES } from './rules.js';

// The documentation of images for OpenAPI (API v1, sections 2.4 and 4.6).

const MEBIBYTES = MAX_BYTES / 1024 / 1024;
const BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const id = z.int().meta({ example: 7 });
const url = z
  .string()
  .meta({ example: '/media/7', description: 'Below the origin of the site. 站点根之下的地址。' });
const group = z.string().max(50).optional().meta({ description: 'Default `api`. 默认 `api`。' });
const filename = z.string().max(255).optional();

const imageShown = z
  .union([
    z.object({
      dataUrl: z.string().meta({ example: `data:image/png;base64,${BASE64}` }),
      filename,
      group,
    }),
    z.object({
      image: z.string().meta({ contentEncoding: 'base64', example: BASE64 }),
      mime: z.enum(MIMES),
      filename,
      group,
    }),
  ])
  .meta({
    id: 'ImageUpload',
    description:
      'One image as a data URL, or as base64 with its media type. 一张图片：data URL，或 base64 加其类型。',
  });

/** The bodies of the three kinds of upload, which are read as streams. */
export const jsonBody = z.union([imageShown, z.array(imageShown).min(1).max(MAX_IMAGES)]);
export const formBody = z.object({ file: z.string().meta({ format: 'binary' }), filename, group });
export const rawBody = z.string().meta({ format: 'binary' });

const oneAnswer = z.object({ ok: z.literal(true), url, id });
const ONE = { ok: true, url: '/media/7', id: 7 };
const oneStored = {
  description: 'The image is stored · 已存储',
  schema: oneAnswer,
  examples: { 'Stored · 已存储': ONE },
};

const stored = z.object({ ok: z.literal(true), url, id, filename: z.string().nullable() });
const refused = z.object({ ok: z.literal(false), index: z.int(), reason: z.string(), message: z.string() });
const resultOfMany = z.union([stored, refused]);
export type ResultOfMany = z.infer<typeof resultOfMany>;

const REFUSED = { ok: false, index: 1, reason: 'damaged', message: 'The image is truncated or damaged.' };

/** If no image of an array could be stored, the problem lists the result of each. */
const noneStored = {
  description: 'Nothing was stored · 未存储任何图片',
  type: 'application/problem+json',
  schema: z.object({
    ...problemSchema.shape,
    uploaded: z.literal(0).optional(),
    results: z.array(refused).optional(),
  }),
  examples: {
    'None of an array · 数组全部失败': {
      ok: false,
      type: 'http://localhost:3000/api-docs/errors#bad-request',
      title: 'Bad request',
      status: 400,
      detail: 'No image was stored.',
      request_id: '0b9c1f6e-6d0c-4a43-9b43-5a0f3f1f9a51',
      errors: [{ path: '0', code: 'damaged', message: REFUSED.message }],
      uploaded: 0,
      results: [{ ...REFUSED, index: 0 }],
    },
  },
};

export const uploadDoc: RouteDoc = {
  id: 'uploadImages',
  tag: 'Media',
  once: true,
  summary: 'Upload one image or several as JSON · 以 JSON 上传图片',
  description: `At most ${MAX_IMAGES} images of ${MEBIBYTES} MB each. What an image is, its content tells: png, jpeg, gif, webp or bmp. The \`url\`, with the origin of the site before it, is public; it goes into \`structure_url\` of a product, with the origin or without. Of an array, images that cannot be stored do not stop the others.

至多 ${MAX_IMAGES} 张，每张至多 ${MEBIBYTES} MB；格式以内容为准：png、jpeg、gif、webp、bmp。\`url\` 加站点地址即公开地址；填入产品的 \`structure_url\`，站点地址可有可无。数组中无法存储的图片不影响其余。`,
  answers: {
    200: {
      description: 'What became of the images · 各图片结果',
      schema: z.object({
        ok: z.boolean().meta({ description: 'Whether all images were stored. 是否全部图片均已保存。' }),
        uploaded: z.int(),
        results: z.union([oneAnswer, z.array(resultOfMany)]).meta({
          description:
            'For one image its result, for an array the results in its order. 单张图片为其结果，数组则按次序为各结果。',
        }),
      }),
      examples: {
        'One image · 一张': { ok: true, uploaded: 1, results: ONE },
        'Two, one of them damaged · 两张，其一损坏': {
          ok: false,
          uploaded: 1,
          results: [{ ...ONE, filename: '阿司匹林.png' }, REFUSED],
        },
      },
    },
    400: noneStored,
    413: noneStored,
  },
  examples: {
    'English: a data URL': { dataUrl: `data:image/png;base64,${BASE64}`, filename: 'aspirin.png' },
    '中文：base64': { image: BASE64, mime: 'image/png', filename: '阿司匹林.png', group: '结构式' },
    'Several · 多张': [
      { dataUrl: `data:image/png;base64,${BASE64}` },
      { image: BASE64, mime: 'image/png', filename: '阿司匹林.png' },
    ],
  },
};

export const formDoc: RouteDoc = {
  id: 'uploadImageForm',
  tag: 'Media',
  once: true,
  summary: 'Upload one image as a form · 以表单上传图片',
  description: `The image is the part named \`file\`.

图片为名为 \`file\` 的部分。`,
  answers: { 200: oneStored },
  examples: { 'A form · 表单': { file: '(binary)', filename: '阿司匹林.png', group: '结构式' } },
};

export const putDoc: RouteDoc = {
  id: 'putImage',
  tag: 'Media',
  once: true,
  summary: 'Upload one image as the body · 以请求体上传图片',
  description: `The Content-Type need not be given: what the image is, its content tells.

无需给出 Content-Type，格式以内容为准。`,
  params: {
    filename: {
      description: `With one of the extensions ${EXTENSIONS.join(' ')} · 须带上述扩展名之一`,
      example: 'aspirin.png',
    },
  },
  answers: { 200: oneStored },
};

export const imageListDoc: RouteDoc = {
  id: 'listImages',
  tag: 'Media',
  summary: 'The 100 newest images · 最近 100 张图片',
  description: `Newest first.

最新的在前。`,
  answers: ok(
    'Images · 图片',
    {
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
    {
      'Two images · 两张': {
        data: [
          {
            id: 8,
            url: '/media/8',
            group: '结构式',
            filename: '阿司匹林.png',
            mime: 'image/png',
            bytes: 5120,
            width: 300,
            height: 300,
            created_at: '2026-01-02T03:04:06.000Z',
          },
          {
            id: 7,
            url: '/media/7',
            group: 'api',
            filename: null,
            mime: 'image/webp',
            bytes: 2048,
            width: 200,
            height: 150,
            created_at: '2026-01-02T03:04:05.678Z',
          },
        ],
      },
    },
  ),
};

export const redirectDoc: RouteDoc = {
  id: 'redirectToImage',
  tag: 'Media',
  summary: 'Where an image lies · 图片所在',
  description: `Images are public at \`/media/<id>\` at the root of the site: cacheable for ever, with ETag and ranges.

图片公开于站点根下的 \`/media/<id>\`：可永久缓存，支持 ETag 与 Range。`,
  params: { filename: { description: 'The id of an image · 图片编号', example: '7' } },
  answers: {
    308: {
      description: 'To the image · 转到图片',
      headers: { Location: '`/media/<id>` at the root of the site · 站点根下的地址' },
    },
  },
};
