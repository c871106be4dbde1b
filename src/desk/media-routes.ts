import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { badField, goneSignal, holderOf, pageAt, Problem, receiveBody } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import {
  deleteUnshown,
  findImage,
  groupsOfImages,
  insertImages,
  keep,
  MAX_BYTES,
  MIMES,
  moveImages,
  pageImages,
  productsShowing,
  readFilename,
  readGroup,
  refused,
} from '../catalogue/index.js';
import { idIn, pagingQuery, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

const groupText = z.string().max(200).optional();

/** The media library. Images are stored as those that the API receives. */
export function officeMediaRoutes({
  media,
  writes,
  siteOrigin,
  bodies,
}: Pick<OfficeParts, 'media' | 'writes' | 'siteOrigin' | 'bodies'>): Route[] {
  const addressesOf = (id: number): string[] => [`/media/${id}`, `${siteOrigin()}/media/${id}`];
  const whyNotDeleted = async (id: number): Promise<Problem> => {
    if (!(await findImage(media.db, id))) return new Problem('not-found', 'There is no such image.');
    const { data, total } = await productsShowing(media.db, addressesOf(id));
    const message = `is shown by ${total} products (${data.slice(0, 5).join(', ')})`;
    return badField('id', 'in_use', message);
  };
  return [
    staffRoute({
      method: 'get',
      path: '/media',
      query: z.object({ ...pagingQuery, group: groupText, q: z.string().optional() }),
      async handle({ query: { page, page_size, group, q } }) {
        const place = pageAt(page, page_size);
        return { body: { ok: true, ...(await pageImages(media.db, { group, filename: q }, place)) } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/media-groups',
      async handle() {
        return { body: { ok: true, data: await groupsOfImages(media.db) } };
      },
    }),
    staffRoute({
      method: 'put',
      path: '/uploads/{filename}',
      query: z.object({ group: groupText }),
      streamBody: { types: [...MIMES, 'application/octet-stream'] },
      async handle({ req, res, params, query }) {
        const filename = readFilename(params['filename']);
        const group = readGroup(query.group);
        const holder = holderOf(req);
        const tooLarge = (): Problem => refused('too_large');
        const bounds = { ...bodies, limit: MAX_BYTES, inMemory: 0, tooLarge, signal: goneSignal(res) };
        // It waits for memory only once it has come: a slow sender would keep it from others.
        const { file, discard } = await receiveBody(req, bounds);
        try {
          const kept = await media.inMemory.during(holder, async () =>
            keep(media, file === null ? Buffer.alloc(0) : await readFile(file), { filename, group, holder }),
          );
          const [id] = await writes.tx((tx) => insertImages(tx, [kept], null));
          return { status: 201, body: { ok: true, id, url: `/media/${id}` } };
        } finally {
          await discard();
        }
      },
    }),
    staffRoute({
      method: 'get',
      path: '/media/{id}/products',
      async handle({ params }) {
        return { body: { ok: true, ...(await productsShowing(media.db, addressesOf(idIn(params)))) } };
      },
    }),
    staffRoute({
      method: 'delete',
      path: '/media/{id}',
      async handle({ params }) {
        const id = idIn(params);
        const isGone = await writes.tx((tx) => deleteUnshown(tx, id, addressesOf(id)));
        if (!isGone) throw await whyNotDeleted(id);
        return { body: { ok: true, id } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/media/move',
      body: {
        schema: z.object({ ids: z.array(z.int()).min(1).max(500), group: z.string().min(1).max(200) }),
        limit: 64 * 1024,
      },
      async handle({ body }) {
        const group = readGroup(body.group);
        const moved = await writes.tx((tx) => moveImages(tx, body.ids, group));
        return { body: { ok: true, moved } };
      },
    }),
  ];
}
