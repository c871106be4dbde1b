import { z } from 'zod';
import {
  badField,
  codeNamed,
  holderOf,
  isRefusal,
  members,
  OFFICE_SOURCE,
  recorded,
  writerOf,
  writtenBy,
} from '../platform/index.js';
import type { Route, Writes } from '../platform/index.js';
import { FIELD_COLUMNS, openExport, plainLayout, sendFile } from '../exchange/index.js';
import {
  bringBack,
  distinctValues,
  drawingsOf,
  EDIT_BYTES,
  judgeProduct,
  listDeleted,
  meaningsOf,
  NAME_CHECKS,
  openPictures,
  productsByCode,
  pushItems,
  readItems,
  STRUCTURE_KEYS,
  structureOf,
} from '../catalogue/index.js';
import type { Product } from '../catalogue/index.js';
import { listSelected, productFilters, selectAll } from './select.js';
import { listRoute, needed, staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

const SORTS = ['best', 'updated_at', '-updated_at', 'code', '-code'] as const;
const exportQuery = z.object({ ...productFilters, format: z.enum(['csv', 'xlsx']) });

const values = members('must be an object of the fields');
/** The products as staff list and look at them. They are changed by the public API; a new one is a push with its own source. */
export function officeProductRoutes(parts: OfficeParts): Route[] {
  const { db, writes, chemistry, siteOrigin } = parts;
  return [
    listRoute(
      '/products',
      { ...productFilters, sort: z.enum(SORTS).default('best') },
      async ({ sort, ...given }, page, { req }) => {
        const asking = { ...parts, holder: holderOf(req) };
        const { data, ...more } = await listSelected(asking, given, { ...page, sort });
        return { data: await shown(parts, data, given.quality), ...more };
      },
    ),
    // Below /products it would be in the way of a product with that number.
    staffRoute('get', '/export', {
      query: exportQuery,
      async handle({ query: { format, ...given }, req, res }) {
        const layout = plainLayout(format, FIELD_COLUMNS);
        const filters = await selectAll({ ...parts, holder: holderOf(req) }, given);
        const selection = { layout, filters, siteOrigin: siteOrigin() };
        await sendFile(parts, res, { format: layout.format, open: () => openExport(db, selection) });
        return undefined;
      },
    }),
    staffRoute('get', '/products/{code}', {
      async data({ params }) {
        const product = needed((await productsByCode(db, [params['code']!]))[0], 'product');
        const [data] = await shown(parts, [product]);
        const structure = await structureOf(db, product.code);
        return { ...data, structure: structure?.given ?? null };
      },
    }),
    staffRoute('post', '/products', {
      body: { schema: values, limit: EDIT_BYTES },
      status: 201,
      async data({ body, req }) {
        const product = await createProduct(writtenBy(writes, writerOf(req)), body, parts);
        req.context.about = [product.code];
        return product;
      },
    }),
    staffRoute('post', '/product-doubts', {
      body: { schema: values, limit: EDIT_BYTES },
      data({ body, req }) {
        req.context.onlyAsks = true; // asked while somebody types
        const reading = { chemistry, nameReader: parts.nameReader, siteOrigin: siteOrigin() };
        return db.tx((tx) => judgeProduct(tx, body, reading));
      },
    }),
    staffRoute('get', '/product-values', {
      query: z.object({ field: z.enum(['source', 'series']), start: z.string().max(50).default('') }),
      data: ({ query }) => distinctValues(db, query.field, query.start),
    }),
  ];
}

/** With what is shown beside the fields: they are what is saved. */
async function shown({ db, terms }: OfficeParts, products: Product[], quality?: string): Promise<object[]> {
  const drawings = await drawingsOf(db, products);
  const check = NAME_CHECKS.find((each) => each === quality);
  const codes = products.map(({ code }) => code);
  const meanings = check && (await meaningsOf(db, codes, check));
  return products.map((product) => ({
    ...product,
    drawing: drawings.get(product.code),
    meanings: meanings?.get(product.code),
    category_en: terms.nameOf('category', product.category),
    series_en: product.series === null ? undefined : terms.nameOf('series', product.series),
  }));
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
      if (error) throw badField(error.field ?? '', codeNamed(error.reason), error.message);
      // A push takes the product without it; here somebody has just typed it, and reads what is wrong with it.
      const unread = outcome.warnings.find(({ field }) => STRUCTURE_KEYS.some((key) => key === field));
      if (unread) throw badField(unread.field, codeNamed(unread.reason), unread.message);
      const [unknown] = outcome.ignored_fields;
      if (unknown !== undefined) throw badField(unknown, 'unknown_field', 'is no field of a product');
      if (outcome.created === 0)
        throw badField('code', 'taken', `there is a product ${outcome.codes[0]} already`);
      [created] = await productsByCode(tx, outcome.codes);
    },
  });
  return created!;
}

const backBody = z.object({ id: z.int().min(1), field: z.string().max(50).optional() });
/** The longest SMILES that is drawn: those of names are of 300 atoms at most. */
const LONGEST = 4_000;

/** What products were: the deleted ones, and how to bring back what one was. Its history is the public API's. */
export const officeHistoryRoutes = ({ db, writes }: OfficeParts): Route[] => [
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

/** A drawing of what a name means. */
export function drawingRoute({ shownChemistry }: OfficeParts): Route {
  const draw = openPictures(shownChemistry);
  return staffRoute('get', '/drawing', {
    query: z.object({ smiles: z.string().min(1).max(LONGEST) }),
    async handle({ req, res, query: { smiles } }) {
      const holder = holderOf(req);
      const [read] = await shownChemistry.of(holder).read([{ source: 'smiles', text: smiles }]);
      if (isRefusal(read!)) throw badField('smiles', codeNamed(read.reason), read.message);
      const given = { source: 'smiles', given: smiles, given_hash: smiles } as const;
      const { type, bytes } = await draw(given, { theme: 'light', ground: 'none' }, holder);
      res.set({ 'Content-Type': type, 'Content-Security-Policy': "default-src 'none'" });
      res.end(bytes);
      return undefined;
    },
  });
}
