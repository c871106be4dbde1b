import { z } from 'zod';
import {
  badField,
  changedMeanwhile,
  codeText,
  holderOf,
  members,
  OFFICE_SOURCE,
  Problem,
  writtenBy,
} from '../platform/index.js';
import type { Route, Writes } from '../platform/index.js';
import { FIELD_COLUMNS, openExport, plainLayout, sendFile } from '../exchange/index.js';
import {
  applyBody,
  applyTags,
  CODES_BYTES,
  distinctValues,
  drawingsOf,
  EDIT_BYTES,
  editProduct,
  judgeProduct,
  lockProducts,
  productsByCode,
  pushItems,
  readEdit,
  readItems,
  removeProducts,
  STRUCTURE_KEYS,
  structureOf,
} from '../catalogue/index.js';
import type { Product, WritableProduct } from '../catalogue/index.js';
import { listSelected, productFilters, selectAll } from './select.js';
import { pagingQuery, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffWriter } from './session.js';

const MiB = 1024 * 1024;

const listQuery = z.object({
  ...pagingQuery,
  ...productFilters,
  sort: z.enum(['best', 'updated_at', '-updated_at', 'code', '-code']).default('best'),
});
const exportQuery = z.object({ ...productFilters, format: z.enum(['csv', 'xlsx']) });

const values = members('must be an object of the fields');
const codesBody = z.object({ codes: z.array(codeText).min(1).max(500) });
const notFound = (): Problem => new Problem('not-found', 'There is no product with this number.');

/** The products, written in the same way as by the API; new ones are pushed with a source of their own. */
export function officeProductRoutes(parts: OfficeParts): Route[] {
  const { db, writes, chemistry, terms, siteOrigin } = parts;
  /** With what is shown beside the fields: they are what is saved. */
  const shown = async (products: Product[]) => {
    const drawings = await drawingsOf(db, products);
    return products.map((product) => ({
      ...product,
      drawing: drawings.get(product.code),
      category_en: terms.nameOf('category', product.category),
      series_en: product.series === null ? undefined : terms.nameOf('series', product.series),
    }));
  };
  return [
    staffRoute({
      method: 'get',
      path: '/products',
      query: listQuery,
      async handle({ req, query: { page, page_size: pageSize, sort, ...given } }) {
        const asking = { ...parts, holder: holderOf(req) };
        const { data, ...more } = await listSelected(asking, given, { page, pageSize, sort });
        return { body: { ok: true, data: await shown(data), ...more } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/export', // below /products it would be in the way of a product with that number
      query: exportQuery,
      async handle({ query: { format, ...given }, req, res }) {
        const layout = plainLayout(format, FIELD_COLUMNS);
        const filters = await selectAll({ ...parts, holder: holderOf(req) }, given);
        const selection = { layout, filters, siteOrigin: siteOrigin() };
        await sendFile(parts, res, { format: layout.format, open: () => openExport(db, selection) });
        return undefined;
      },
    }),
    staffRoute({
      method: 'get',
      path: '/products/{code}',
      async handle({ params }) {
        const [product] = await productsByCode(db, [params['code']!]);
        if (!product) throw notFound();
        const [data] = await shown([product]);
        const structure = await structureOf(db, product.code);
        return { body: { ok: true, data: { ...data, structure: structure?.given ?? null } } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/products',
      body: { schema: values, limit: EDIT_BYTES },
      async handle({ body, req }) {
        const product = await createProduct(writtenBy(writes, staffWriter(req)), body, parts);
        req.context.about = [product.code];
        return { status: 201, body: { ok: true, data: product } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/product-doubts',
      body: { schema: values, limit: EDIT_BYTES },
      async handle({ body, req }) {
        req.context.onlyAsks = true; // asked while somebody types
        const reading = { chemistry, siteOrigin: siteOrigin() };
        return { body: { ok: true, data: await db.tx((tx) => judgeProduct(tx, body, reading)) } };
      },
    }),
    staffRoute({
      method: 'put',
      path: '/products/{code}',
      body: { schema: values, limit: EDIT_BYTES },
      async handle({ params, req, body: { was, ...given } }) {
        const code = params['code']!;
        const changes = await readEdit(code, given, { siteOrigin: siteOrigin(), chemistry });
        return writtenBy(writes, staffWriter(req)).tx(async (tx) => {
          const [before] = await lockProducts(tx, [code]);
          const structure = (await structureOf(tx, code))?.given ?? null;
          if (before && !isAsShown({ ...before, structure }, was)) throw changedMeanwhile();
          const updated_fields = await editProduct(tx, code, changes);
          if (updated_fields === null) throw notFound();
          const [product] = await productsByCode(tx, [code]);
          return { body: { ok: true, data: product, updated_fields } };
        });
      },
    }),
    staffRoute({
      method: 'delete',
      path: '/products/batch',
      body: { schema: codesBody, limit: CODES_BYTES },
      async handle({ body, req }) {
        req.context.about = body.codes;
        const by = staffWriter(req);
        const removed = await writes.tx((tx) => removeProducts(tx, body.codes), { by });
        return { body: { ok: true, ...removed } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/products/tags',
      body: { schema: applyBody, limit: MiB },
      async handle({ body, req }) {
        req.context.about = body.codes;
        const tagging = await writes.tx((tx) => applyTags(tx, body.codes, body.tags, body.mode), {
          by: staffWriter(req),
        });
        return { body: { ok: true, ...tagging } };
      },
    }),
    staffRoute({
      method: 'get',
      path: '/product-values',
      query: z.object({ field: z.enum(['source', 'series']), start: z.string().max(50).default('') }),
      async handle({ query }) {
        return { body: { ok: true, data: await distinctValues(db, query.field, query.start) } };
      },
    }),
  ];
}

/**
 * Whether the fields that an editor changes still hold what it showed before. Others may have changed: they stay.
 * @param was by the name of the field; what is no object says nothing
 */
function isAsShown(stored: WritableProduct & { structure: string | null }, was: unknown): boolean {
  if (typeof was !== 'object' || was === null) return true;
  const now = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(was).every(([name, value]) => !now.has(name) || now.get(name) === value);
}

/** A push of one product that must be new. @returns it as it is stored */
async function createProduct(
  writes: Writes,
  given: Record<string, unknown>,
  { chemistry, siteOrigin }: Pick<OfficeParts, 'chemistry' | 'siteOrigin'>,
): Promise<Product> {
  let created: Product | undefined;
  await pushItems(writes, readItems([given], { siteOrigin: siteOrigin() }), {
    source: OFFICE_SOURCE,
    chemistry,
    // Before the commit, so that an existing product is not changed.
    record: async (tx, outcome) => {
      const [error] = outcome.errors;
      if (error) throw badField(error.field ?? '', error.reason, error.message);
      // A push takes the product without it; here somebody has just typed it, and reads what is wrong with it.
      const unread = outcome.warnings.find(({ field }) => STRUCTURE_KEYS.some((key) => key === field));
      if (unread) throw badField(unread.field, unread.reason, unread.message);
      const [unknown] = outcome.ignored_fields;
      if (unknown !== undefined) throw badField(unknown, 'unknown_field', 'is no field of a product');
      if (outcome.created === 0)
        throw badField('code', 'taken', `there is a product ${outcome.codes[0]} already`);
      [created] = await productsByCode(tx, outcome.codes);
    },
  });
  return created!;
}
