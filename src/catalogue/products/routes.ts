import { z } from 'zod';
import {
  asksChinese,
  codeText,
  entryOf,
  goneSignal,
  holderOf,
  isConditional,
  listJson,
  members,
  namesTag,
  notFound,
  ofCaller,
  otherSource,
  recorded,
  refuseUnlessAsAsked,
  route,
  sourceBound,
  SpooledJson,
  tagOf,
  writerOf,
} from '../../platform/index.js';
import type {
  Answer,
  Call,
  Connection,
  Context,
  Route,
  RouteDoc,
  Transaction,
} from '../../platform/index.js';
import { catchUpOrRefuse } from '../quality/catch-up.js';
import { withStructures } from '../structures/show.js';
import type { Product } from './fields.js';
import type { Chemistry } from '../../chemistry/index.js';
import type { CatalogueParts } from '../parts.js';
import { docs, pushShown } from './docs.js';
import { editProduct, readEdit, readSeen, refuseUnlessAsSeen, removeProducts } from './edit.js';
import { absoluteAddresses } from './image-address.js';
import { readItems } from './item.js';
import { KEY_FILTERS, listQuery, planList, structureFlag } from './list.js';
import type { Filters } from './list.js';
import { readListPage } from './list-page.js';
import { continuePage, rememberEnd } from './page-ends.js';
import { pushBody, pushQuery } from './push-body.js';
import { recordedPush } from './recorded-push.js';
import type { PushCall } from './recorded-push.js';
import { editedProductSchema } from './schemas.js';
import * as store from './store.js';

export type ProductParts = Context &
  CatalogueParts & {
    /** the filters of the products of an export profile that lack something: profiles are of a package behind this one */
    lackingFor: (db: Connection, profile: string, hasKey: boolean) => Promise<Filters>;
  };

const MiB = 1024 * 1024;
/** A product of nothing but the longest texts, each character of which is escaped (12 bytes), has 143 kB. */
export const EDIT_BYTES = 256 * 1024;
/** 500 codes of 30 characters, escaped, have 182 kB. */
export const CODES_BYTES = 256 * 1024;

const editBody = members('must be an object of the fields to change');
const batchBody = z.object({
  codes: z
    .array(codeText)
    .min(1, { error: 'must name at least one product' })
    .max(500, { error: 'at most 500 codes a call' }),
});

/** The text of a detail, for its ETag. */
const detailText = (members: string): string => `{"ok":true,${members}}`;

/** The members of a detail, with the structure of its product. */
async function structuredDetail(db: Connection, chemistry: Chemistry, found: string): Promise<string> {
  const { data, ...around } = JSON.parse(`{${found}}`) as { data: Product };
  const [shown] = await withStructures(db, chemistry, [coded(JSON.stringify(data))]);
  return `"data":${shown},${JSON.stringify(around).slice(1, -1)}`;
}

/**
 * Locks a product until the transaction ends, and checks the conditions of a write: its details are the one with the
 * structure and the one without.
 * @throws Problem 412; 404 where there is no such product
 */
async function checkConditions(
  tx: Transaction,
  { req, params }: Call,
  { chemistry, siteOrigin }: Pick<ProductParts, 'chemistry' | 'siteOrigin'>,
): Promise<void> {
  if (!isConditional(req)) return;
  const code = params['code']!;
  await store.lockProducts(tx, [code]);
  const found = await store.productDetailJsonIn(tx, code);
  if (found === null) throw notFound('product');
  const tag = (members: string): string => tagOf(absoluteAddresses(detailText(members), siteOrigin()));
  const tags = [tag(found)];
  // Drawn only where that may decide: a write must not wait for chemistry that it does not need.
  if (!namesTag(req.headers['if-match'] ?? req.headers['if-none-match'], tags[0]!))
    tags.push(tag(await structuredDetail(tx, chemistry.of(holderOf(req)), found)));
  refuseUnlessAsAsked(req, tags);
}

/** Everything under /products but search, and /sync/push. */
export function productRoutes(parts: ProductParts): Route[] {
  return [
    listRoute(parts),
    detailRoute(parts),
    editRoute(parts),
    deleteRoute(parts),
    deleteManyRoute(parts),
    pushRoute(parts, '/sync/push', docs.pushProducts),
    pushRoute(parts, '/products', docs.createProducts),
  ];
}

function listRoute({ db, writes, reads, shownChemistry, lackingFor }: ProductParts): Route {
  return route('get', '/products', 'open', {
    keyFor: KEY_FILTERS,
    query: listQuery,
    doc: docs.listProducts,
    async handle({ req, query, key }) {
      const caller = ofCaller(req);
      const lacking = query.lacking === undefined ? {} : await lackingFor(db, query.lacking, key !== null);
      const plan = await continuePage(db, caller, planList(query, lacking));
      if (plan.filters.quality !== undefined) await catchUpOrRefuse(db, writes);
      const { data: products, end, ...read } = await readListPage(reads, key, plan);
      await rememberEnd(db, caller, plan, end);
      const data = query.structure
        ? await withStructures(db, shownChemistry.of(holderOf(req)), products.map(coded), query.structure)
        : products;
      const around = { page: plan.page, page_size: plan.pageSize, ...read };
      return { json: listJson(data, around) };
    },
  });
}

function detailRoute({ db, reads, shownChemistry }: ProductParts): Route {
  return route('get', '/products/{code}', 'open', {
    query: z.object({ structure: structureFlag }),
    doc: docs.getProduct,
    async handle({ req, params, query, key }) {
      const code = params['code']!;
      const found = await reads.page(key, (db) => store.productDetailJson(db, code));
      if (found === null) throw notFound('product_or_cas');
      const shown = query.structure
        ? await structuredDetail(db, shownChemistry.of(holderOf(req)), found)
        : found;
      return { json: detailText(shown) };
    },
  });
}

function editRoute(parts: ProductParts): Route {
  const { writes, chemistry, siteOrigin } = parts;
  return route('put', '/products/{code}', 'push', {
    body: { schema: editBody, shown: editedProductSchema, limit: EDIT_BYTES },
    doc: docs.editProduct,
    async handle(call) {
      const code = call.params['code']!;
      const { was, ...changes } = call.body;
      const seen = readSeen(was);
      const edit = await readEdit(code, changes, {
        siteOrigin: siteOrigin(),
        chemistry: chemistry.of(holderOf(call.req)),
      });
      return recorded(writes, call, async (tx) => {
        await checkConditions(tx, call, parts);
        if (seen) await refuseUnlessAsSeen(tx, code, seen);
        const updated_fields = await editProduct(tx, code, edit, sourceBound(call.key!));
        if (updated_fields === null) throw notFound('product');
        return { body: { ok: true, code, updated_fields } };
      });
    },
  });
}

function deleteRoute(parts: ProductParts): Route {
  const { writes } = parts;
  return route('delete', '/products/{code}', 'push', {
    doc: docs.deleteProduct,
    handle: (call) =>
      recorded(writes, call, async (tx) => {
        const code = call.params['code']!;
        await checkConditions(tx, call, parts);
        const bound = sourceBound(call.key!);
        const { deleted, failed } = await removeProducts(tx, [code], bound);
        if (failed) throw otherSource(bound!);
        if (deleted.length === 0) throw notFound('product');
        return { body: { ok: true, code: deleted[0] } };
      }),
  });
}

function deleteManyRoute({ writes }: ProductParts): Route {
  return route('delete', '/products/batch', 'push', {
    body: { schema: batchBody, limit: CODES_BYTES },
    about: ({ body }) => body.codes,
    doc: docs.deleteProducts,
    handle: (call) =>
      recorded(writes, call, async (tx) => {
        const removed = await removeProducts(tx, call.body.codes, sourceBound(call.key!));
        const { deleted, not_found, failed } = removed;
        return {
          body: { ok: true, ...removed },
          counts: {
            deleted: deleted.length,
            not_found: not_found.length,
            ...(failed && { failed: failed.length }),
          },
        };
      }),
  });
}

function pushRoute(parts: ProductParts, path: string, doc: RouteDoc): Route {
  return route('post', path, 'push', {
    query: pushQuery,
    body: { schema: pushBody, shown: pushShown, limit: 64 * MiB, spooled: true },
    doc,
    handle: (call) => push(parts, call),
  });
}

/** A push: a large one in another process. */
async function push(
  { writes, largePushes, chemistry, nameReader, pushed, siteOrigin }: ProductParts,
  { req, res, query, body, key }: Call<z.infer<typeof pushQuery>, z.infer<typeof pushBody> | SpooledJson>,
): Promise<Answer> {
  const [signal, holder] = [goneSignal(res), holderOf(req)];
  const call: PushCall = {
    source: key!.source,
    ownAlone: sourceBound(key!) !== undefined,
    by: writerOf(req),
    siteOrigin: siteOrigin(),
    skipUnchanged: query.unchanged === 'skip',
    dryRun: query.dry_run === true,
    isChinese: asksChinese(req),
    entry: entryOf(req, 200),
  };
  const { json, counts, transaction } =
    body instanceof SpooledJson
      ? await largePushes.run({ file: body.file, call }, holder, signal)
      : await recordedPush(
          { tx: (work, wish) => writes.tx(work, { ...wish, holder, signal }) },
          readItems(body, { siteOrigin: call.siteOrigin }),
          chemistry.of(holder),
          { ...call, nameReader },
        );
  Object.assign(req.context, { transaction, isRecorded: true });
  if (!call.dryRun) pushed(counts);
  return { json };
}

/** A product as JSON with its number. */
const coded = (json: string) => ({ code: (JSON.parse(json) as Product).code, json });
