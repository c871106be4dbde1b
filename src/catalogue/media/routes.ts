import { z } from 'zod';
import { described, holderOf, notFound, oneOf, Problem, recordedOnce, route } from '../../platform/index.js';
import type { Answer, Call, Context, Route } from '../../platform/index.js';
import { docs, formBody, jsonBody, rawBody, words } from './docs.js';
import type { ResultOfMany } from './docs.js';
import { keepAll } from './keep.js';
import { WIDTHS } from './objects.js';
import type { Media } from './open.js';
import { readImages } from './read-json.js';
import { readForm, readRaw } from './receive.js';
import type { Upload } from './receive.js';
import { imageId, MIMES } from './rules.js';
import { serveImage } from './serve.js';
import { openSpool } from './spool.js';
import type { Spool } from './spool.js';
import { insertImages, newestImages } from './store.js';
import type { NewImage } from './store.js';

const groupQuery = z.object(described(words.query, { group: z.string().optional() }));

type Stores = Context & { media: Media };

/** Uploads and the list of images (API v1, sections 4.1 and 4.6). */
export const mediaRoutes = (stores: Stores): Route[] => [...uploadRoutes(stores), ...listRoutes(stores)];

function uploadRoutes(stores: Stores): Route[] {
  const { media, bodies } = stores;
  return [
    route('post', '/media', 'push', {
      streamBody: { types: ['application/json', 'application/*+json'], schema: jsonBody },
      doc: docs.uploadImages,
      handle: (call) =>
        receiving(media, call, async (spool) => {
          const { uploads, many } = await readImages(call.req, spool, bodies.stallMs);
          spool.settle();
          return storeAll(stores, call, uploads, many ? 'array' : 'one');
        }),
    }),
    route('post', '/media/upload', 'push', {
      streamBody: { types: ['multipart/form-data'], schema: formBody },
      doc: docs.uploadImageForm,
      handle: (call) =>
        receiving(media, call, async (spool) => {
          const upload = await readForm(call.req, call.res, spool, bodies);
          spool.settle();
          return storeAll(stores, call, [upload]);
        }),
    }),
    route('put', '/media/{filename}', 'push', {
      query: groupQuery,
      streamBody: { types: [...MIMES, 'application/octet-stream'], schema: rawBody, anyType: true },
      doc: docs.putImage,
      handle: (call) =>
        receiving(media, call, async (spool) => {
          const upload = await readRaw(call.req, spool, call.params['filename']!, call.query.group);
          spool.settle();
          return storeAll(stores, call, [upload]);
        }),
    }),
  ];
}

function listRoutes({ media }: Stores): Route[] {
  return [
    route('get', '/media', 'open', {
      doc: docs.listImages,
      handle: async () => ({ body: { ok: true, data: await newestImages(media.db) } }),
    }),
    route('get', '/media/{filename}', 'open', {
      limit: 'none',
      doc: docs.redirectToImage,
      handle({ req, res, params }) {
        const id = params['filename']!;
        if (imageId(id) === undefined) throw notFound('image');
        const query = req.originalUrl.indexOf('?');
        res.redirect(308, `/media/${id}${query < 0 ? '' : req.originalUrl.slice(query)}`);
        return undefined;
      },
    }),
  ];
}

/** The public URLs of images at the root of the site (API v1, section 2.4). */
export function publicMediaRoutes({ media }: { media: Media }): Route[] {
  return [
    route('get', '/media/{id}', 'open', {
      limit: 'none',
      query: z.object({ w: oneOf(WIDTHS).optional() }),
      async handle({ req, res, params, query }) {
        await serveImage(media, params['id']!, query.w, req, res);
        return undefined;
      },
    }),
  ];
}

/** Runs an upload with its own spool. */
async function receiving(
  { spooling }: Media,
  { req }: Call,
  work: (spool: Spool) => Promise<Answer>,
): Promise<Answer> {
  const spool = openSpool(spooling.share(holderOf(req)));
  try {
    return await work(spool);
  } finally {
    await spool.close();
  }
}

/** The key that an image came with; null for staff. */
const keyOf = ({ key }: Call): number | null => (key!.isStaff ? null : key!.id);

/** Stores uploads: of an array one that is refused stops none of the others. @param way how they came */
async function storeAll(
  { media, writes }: Stores,
  call: Call,
  uploads: Upload[],
  way: 'alone' | 'one' | 'array' = 'alone',
): Promise<Answer> {
  const kept = await keepAll(media, uploads, holderOf(call.req));
  const images = kept.filter((each): each is NewImage => !(each instanceof Problem));
  if (images.length === 0) throw nothingStored(kept as Problem[], way);
  return recordedOnce(writes, call, contentOf(kept), async (tx) => {
    const ids = await insertImages(tx, images, keyOf(call));
    const results = kept.map((each, index) => {
      if (each instanceof Problem) return refusal(each, index);
      const id = ids.shift()!;
      return { ok: true, url: `/media/${id}`, id, ...(way === 'array' && { filename: each.filename }) };
    });
    const uploaded = images.length;
    const ok = uploaded === uploads.length;
    if (way === 'alone') return { body: results[0]!, counts: { uploaded } };
    if (way === 'one') return { body: { ok, uploaded, results: results[0] }, counts: { uploaded } };
    return { body: { ok, uploaded, results }, counts: { uploaded, refused: uploads.length - uploaded } };
  });
}

/** What a call asks to store. */
const contentOf = (kept: (NewImage | Problem)[]): unknown[] =>
  kept.map((each) => (each instanceof Problem ? each.message : [each.sha256, each.filename, each.group]));

function refusal(problem: Problem, index: number): ResultOfMany {
  return { ok: false, index, reason: problem.errors?.[0]?.code ?? problem.slug, message: problem.message };
}

/** No image could be stored: why, and of an array a 400, or a 413 if the only one was too large. */
function nothingStored(problems: Problem[], way: string): Problem {
  if (way !== 'array') return problems[0]!;
  const tooLarge = problems.length === 1 && problems[0]!.slug === 'too-large';
  return new Problem(tooLarge ? 'too-large' : 'bad-request', 'No image was stored.', {
    errors: problems.map(({ message, errors }, index) => ({
      path: String(index),
      code: errors?.[0]?.code ?? 'invalid',
      message,
    })),
    extra: { uploaded: 0, results: problems.map(refusal) },
  });
}
