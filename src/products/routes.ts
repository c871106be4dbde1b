import { z } from 'zod';
import { markRecorded, recorded, recordIn } from '../access/sync-log.js';
import type { Database } from '../database/connect.js';
import { Problem } from '../http/problem.js';
import { route } from '../http/route.js';
import type { Answer, Call, Route } from '../http/route.js';
import { codeText } from '../http/validate.js';
import { deleteProducts, editProduct, readEdit } from './edit.js';
import { encodeCursor, listQuery, planList } from './list.js';
import type { ListPlan } from './list.js';
import { MAX_ITEMS, pushProducts } from './push.js';
import { editedProductSchema, productSchema, pushedProductSchema } from './schemas.js';
import * as store from './store.js';

export interface ProductParts {
  db: Database;
  /** the instant up to which no change can appear any more */
  asOf: () => Promise<string>;
}

const MiB = 1024 * 1024;

const listAnswer = z.object({
  ok: z.literal(true),
  data: z.array(productSchema),
  page: z.int().nullable(),
  page_size: z.int(),
  total: z.int().nullable(),
  next_cursor: z.string().nullable(),
  as_of: z.iso.datetime({ precision: 3 }),
});

const detailAnswer = z.object({
  ok: z.literal(true),
  data: productSchema,
  same_cas: z.array(z.string()),
  series_products: z.array(z.object({
    code: z.string(), name_cn: z.string(), name_en: z.string().nullable(), cas: z.string(), status: z.string(),
    in_stock: z.boolean(), structure_url: z.string().nullable(),
  })),
}); // prettier-ignore

// Items are read one by one, so that a bad one stops nobody; here only the frame is checked.
const pushBody = z
  .union([z.array(z.unknown()), z.object({ products: z.array(z.unknown()) })], {
    error: 'must be {"products": [...]} or an array of products',
  })
  .transform((body) => (Array.isArray(body) ? body : body.products))
  .refine((items) => items.length <= MAX_ITEMS, {
    error: `at most ${MAX_ITEMS} products a call`,
    path: ['products'],
  });
const pushShown = z.union([
  z.object({ products: z.array(pushedProductSchema).max(MAX_ITEMS) }),
  z.array(pushedProductSchema).max(MAX_ITEMS),
]);

const pushQuery = z.object({
  unchanged: z.enum(['skip'], { error: 'must be skip' }).optional().meta({
    description: '`skip` leaves products alone that would not change, and counts them in `unchanged`.',
  }),
});

const pushAnswer = z.object({
  ok: z.literal(true),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  invalid: z.int(),
  codes: z.array(z.string()),
  errors: z.array(
    z.object({
      index: z.int(),
      code: z.string().nullable(),
      field: z.string().nullable(),
      reason: z.string(),
      message: z.string(),
    }),
  ),
  errors_truncated: z.literal(true).optional(),
  ignored_fields: z.array(z.string()),
});

const editBody = z.record(z.string(), z.unknown(), { error: 'must be an object of the fields to change' });
const editAnswer = z.object({ ok: z.literal(true), code: z.string(), updated_fields: z.array(z.string()) });
const deleteAnswer = z.object({ ok: z.literal(true), code: z.string() });
const batchBody = z.object({
  codes: z
    .array(codeText)
    .min(1, { error: 'must name at least one product' })
    .max(500, { error: 'at most 500 codes a call' }),
});
const batchAnswer = z.object({
  ok: z.literal(true),
  deleted: z.array(z.string()),
  not_found: z.array(z.string()),
});
const codeParam = { code: 'Product number; a `/` in it as %2F' };
const noProduct = (): Problem => new Problem('not-found', 'There is no product with this number.');

/** Everything under /products but search, and /sync/push. */
export function productRoutes({ db, asOf }: ProductParts): Route[] {
  const push = async (call: Call<z.infer<typeof pushQuery>, z.infer<typeof pushBody>>): Promise<Answer> => {
    const outcome = await pushProducts(db, call.body, {
      source: call.key!.source,
      skipUnchanged: call.query.unchanged === 'skip',
      record: (tx, { created, updated, unchanged, invalid }) =>
        recordIn(tx, call as Call, 200, { created, updated, unchanged, invalid }),
    });
    markRecorded(call as Call);
    return { body: { ok: true, ...outcome } };
  };
  const pushRoute = (path: string, id: string, summary: string): Route =>
    route({
      method: 'post',
      path,
      access: 'key',
      limit: 'none',
      query: pushQuery,
      body: { schema: pushBody, shown: pushShown, limit: 64 * MiB },
      doc: {
        id,
        tag: 'Products',
        summary,
        answers: { 200: { description: 'What became of the items', schema: pushAnswer } },
        problems: [400, 413, 415],
      },
      handle: push,
    });

  return [
    route({
      method: 'get',
      path: '/products',
      access: 'open',
      limit: 'read',
      query: listQuery,
      doc: {
        id: 'listProducts',
        tag: 'Products',
        summary: 'List products',
        answers: { 200: { description: 'A page of products', schema: listAnswer } },
        problems: [400],
      },
      async handle({ query }) {
        const plan = planList(query);
        const as_of = await asOf();
        const [rows, total] = await Promise.all([
          store.listProducts(db, plan),
          plan.page === null ? null : store.countProducts(db, plan.filters),
        ]);
        const { data, next_cursor } = cutPage(plan, rows);
        return {
          body: { ok: true, data, page: plan.page, page_size: plan.pageSize, total, next_cursor, as_of },
        };
      },
    }),
    route({
      method: 'get',
      path: '/products/{code}',
      access: 'open',
      limit: 'read',
      doc: {
        id: 'getProduct',
        tag: 'Products',
        summary: 'One product by its number or CAS number',
        params: { code: 'Product number (a `/` in it as %2F), or a CAS number' },
        answers: {
          200: {
            description: 'The product, the codes that share its CAS number, its series',
            schema: detailAnswer,
          },
        },
        problems: [404],
      },
      async handle({ params }) {
        const found = await store.productDetail(db, params['code']!);
        if (!found) throw new Problem('not-found', 'There is no product with this number or CAS number.');
        const { product, ...around } = found;
        return { body: { ok: true, data: product, ...around } };
      },
    }),
    route({
      method: 'put',
      path: '/products/{code}',
      access: 'key',
      limit: 'none',
      body: { schema: editBody, shown: editedProductSchema, limit: MiB },
      doc: {
        id: 'editProduct',
        tag: 'Products',
        summary: 'Change fields of a product; omitted ones stay as they are',
        description:
          'An empty text or null clears a field. `updated_fields` are the supplied fields whose stored value changed.',
        params: codeParam,
        answers: { 200: { description: 'Which fields changed', schema: editAnswer } },
        problems: [400, 404, 413, 415],
        examples: {
          'stock and price list': { status: 'in_stock', tags: 'HPLC;现货' },
          'clear a field': { series: null },
        },
      },
      handle: (call) => {
        const code = call.params['code']!;
        const values = readEdit(code, call.body);
        return recorded(db, call as Call, async (tx) => {
          const updated_fields = await editProduct(tx, code, values);
          if (updated_fields === null) throw noProduct();
          return { body: { ok: true, code, updated_fields } };
        });
      },
    }),
    route({
      method: 'delete',
      path: '/products/{code}',
      access: 'key',
      limit: 'none',
      doc: {
        id: 'deleteProduct',
        tag: 'Products',
        summary: 'Delete a product',
        params: codeParam,
        answers: { 200: { description: 'Deleted', schema: deleteAnswer } },
        problems: [404],
      },
      handle: (call) =>
        recorded(db, call as Call, async (tx) => {
          const { deleted } = await deleteProducts(tx, [call.params['code']!]);
          if (deleted.length === 0) throw noProduct();
          return { body: { ok: true, code: deleted[0] } };
        }),
    }),
    route({
      method: 'delete',
      path: '/products/batch',
      access: 'key',
      limit: 'none',
      body: { schema: batchBody, limit: MiB },
      doc: {
        id: 'deleteProducts',
        tag: 'Products',
        summary: 'Delete up to 500 products',
        answers: { 200: { description: 'What was deleted and what was not there', schema: batchAnswer } },
        problems: [400, 413, 415],
        examples: { two: { codes: ['PDS-000100', 'PDS-000101'] } },
      },
      handle: (call) =>
        recorded(db, call as Call, async (tx) => {
          const { deleted, not_found } = await deleteProducts(tx, call.body.codes);
          return {
            body: { ok: true, deleted, not_found },
            counts: { deleted: deleted.length, not_found: not_found.length },
          };
        }),
    }),
    pushRoute('/sync/push', 'pushProducts', 'Push products: create or update in bulk'),
    pushRoute('/products', 'createProducts', 'Push products (the same as /sync/push)'),
  ];
}

/** The store reads one row more than a page: where it is there, there is a next page. */
function cutPage(plan: ListPlan, rows: store.ListedProduct[]) {
  const data = rows.slice(0, plan.pageSize).map(({ id: _, ...product }) => product);
  const last = rows[plan.pageSize - 1];
  const more = last !== undefined && rows.length > plan.pageSize;
  return {
    data,
    next_cursor: more
      ? encodeCursor(plan, { value: plan.sort === 'code' ? last.code : last.updated_at, id: last.id })
      : null,
  };
}
