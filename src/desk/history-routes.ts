import { z } from 'zod';
import { pageAt } from '../platform/index.js';
import type { Route } from '../platform/index.js';
import { bringBack, historyPage, historyQuery, listDeleted, productsByCode } from '../catalogue/index.js';
import { pagingQuery, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffWriter } from './session.js';

const backBody = z.object({ id: z.int().min(1), field: z.string().max(50).optional() });

/** The history of products, recently deleted products, and how to bring them back. */
export function officeHistoryRoutes({ db, writes }: Pick<OfficeParts, 'db' | 'writes'>): Route[] {
  return [
    staffRoute({
      method: 'get',
      path: '/products/{code}/history',
      query: historyQuery,
      async handle({ params, query }) {
        return { body: { ok: true, ...(await historyPage(db, params['code']!, query)) } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/products/{code}/bring-back',
      body: { schema: backBody, limit: 16 * 1024 },
      async handle({ params, body, req }) {
        const code = params['code']!;
        return writes.tx(
          async (tx) => {
            const updated_fields = await bringBack(tx, code, body.id, body.field);
            const [data] = await productsByCode(tx, [code]);
            return { body: { ok: true, data, updated_fields } };
          },
          { by: staffWriter(req) },
        );
      },
    }),
    staffRoute({
      method: 'get',
      path: '/deleted-products',
      query: z.object({ ...pagingQuery, q: z.string().default('') }),
      async handle({ query: { q, page, page_size: limit } }) {
        const found = await listDeleted(db, q.trim(), pageAt(page, limit));
        return { body: { ok: true, ...found } };
      },
    }),
  ];
}
