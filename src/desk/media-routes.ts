import { z } from 'zod';
import { badField, notFound } from '../platform/index.js';
import type { Problem, Route } from '../platform/index.js';
import {
  deleteUnshown,
  findImage,
  groupsOfImages,
  moveImages,
  pageImages,
  productsShowing,
  readGroup,
} from '../catalogue/index.js';
import { idIn, listRoute, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

/** The media library. Images come in by the public API. */
export function officeMediaRoutes({ media, writes, siteOrigin }: OfficeParts): Route[] {
  const addressesOf = (id: number): string[] => [`/media/${id}`, `${siteOrigin()}/media/${id}`];
  const whyNotDeleted = async (id: number): Promise<Problem> => {
    if (!(await findImage(media.db, id))) return notFound('image');
    const { data, total } = await productsShowing(media.db, addressesOf(id));
    const message = `is shown by ${total} products (${data.slice(0, 5).join(', ')})`;
    return badField('id', 'in_use', message);
  };
  return [
    listRoute(
      '/media',
      { group: z.string().max(200).optional(), q: z.string().optional() },
      ({ group, q }, page) => pageImages(media.db, { group, filename: q }, siteOrigin(), page),
    ),
    staffRoute('get', '/media-groups', { data: () => groupsOfImages(media.db) }),
    staffRoute('get', '/media/{id}/products', {
      async handle({ params }) {
        return { body: { ok: true, ...(await productsShowing(media.db, addressesOf(idIn(params)))) } };
      },
    }),
    staffRoute('delete', '/media/{id}', {
      about: ({ params }) => [`/media/${params['id']}`],
      async data({ params }) {
        const id = idIn(params);
        const isGone = await writes.tx((tx) => deleteUnshown(tx, id, addressesOf(id)));
        if (!isGone) throw await whyNotDeleted(id);
      },
    }),
    staffRoute('post', '/media/move', {
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
