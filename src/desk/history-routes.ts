import { z } from 'zod';
import { recorded } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import { bringBack, listDeleted, productsByCode } from '../catalogue/index.js';
import { listRoute, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

const backBody = z.object({ id: z.int().min(1), field: z.string().max(50).optional() });

/** Recently deleted products, and how to bring back what a product was. Its history is the public API's. */
export function officeHistoryRoutes({ db, writes }: OfficeParts): Route[] {
  return [
    staffRoute('post', '/products/{code}/bring-back', {
      body: { schema: backBody, limit: 16 * 1024 },
      handle: (call) =>
        recorded(writes, call, async (tx) => {
          const code = call.params['code']!;
          const updated_fields = await bringBack(tx, code, call.body.id, call.body.field);
          const [data] = await productsByCode(tx, [code]);
          return { body: { ok: true, data, updated_fields } };
        }),
    }),
    listRoute('/deleted-products', { q: z.string().default('') }, ({ q }, page) =>
      listDeleted(db, q.trim(), page),
    ),
  ];
}
