import { z } from 'zod';
import { badField, parseInstant } from '../../platform/index.js';
import { absoluteAddress, FIELDS, planList, productDetail, readListPage } from '../../catalogue/index.js';
import type { FieldName, Filters, Product, TermKind } from '../../catalogue/index.js';
import { cutTexts } from './fit.js';
import { FILTER_INPUTS, filtersByName, omittedOutput, pageThatFits, PAGING, refuseUnknown } from './page.js';
import { explained, MOST, TEXTS } from './texts.js';
import { filterText, listedFor, listedOutput, neededText, pageOf, tool } from './tool.js';
import type { Tool, ToolContext } from './tool.js';

// Tools that go through the catalogue by what products are, not by what they are called.

const weight = z.number().min(0).max(1_000_000).optional();

const BROWSE_FILTERS = {
  ...FILTER_INPUTS,
  ...explained(TEXTS.browsing, { mw_min: weight, mw_max: weight, changed_since: filterText }),
};

type BrowseQuery = z.infer<z.ZodObject<typeof BROWSE_FILTERS>>;

/** @throws Problem 400 for a time that is none, a range that holds nothing, and a name of several values */
function filtersOf(
  { changed_since: since, ...given }: BrowseQuery,
  terms: ToolContext['terms'],
): Filters & Pick<BrowseQuery, TermKind> {
  const filters = filtersByName(terms, given);
  const { mw_min: least, mw_max: most } = filters;
  if (least !== undefined && most !== undefined && least > most)
    throw badField('mw_max', 'empty_range', 'is less than mw_min');
  if (since === undefined) return filters;
  const after = parseInstant(since);
  if (after === null)
    throw badField('changed_since', 'bad_time', 'must be an ISO 8601 date or date-time, such as 2026-01-31');
  return { ...filters, updated_after: after };
}

/** The tool that lists products by what they are. */
export function listTool({ db, reads, terms, siteOrigin }: ToolContext): Tool {
  return tool('list_products', {
    input: z.object({
      ...BROWSE_FILTERS,
      ...explained(TEXTS.cursor, { cursor: filterText }),
      page_size: PAGING.page_size,
    }),
    output: z.object({
      data: z.array(listedOutput),
      omitted: omittedOutput,
      ...explained(TEXTS.tools.list_products.output, {
        total: z.int().nullable(),
        next_cursor: z.string().nullable(),
      }),
    }),
    async answer({ cursor, page_size: size, ...given }) {
      const filters = filtersOf(given, terms);
      const plan = planList({ ...filters, cursor, page_size: size });
      const { data, total, next_cursor } = await readListPage(reads, null, plan);
      if (total === 0) await refuseUnknown(db, filters);
      const products = data.map((json) => listedFor(siteOrigin(), JSON.parse(json) as Product));
      return pageThatFits({}, products, { total, next_cursor });
    },
  });
}

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The tool that puts products side by side. */
export function compareTool({ db, siteOrigin }: ToolContext): Tool {
  const t = TEXTS.tools.compare_products;
  const error = `must be a list of 2 to ${MOST.compared} product numbers, such as ["A-1", "A-2"]`;
  const code = neededText.meta({ description: t.item });
  const codes = z.array(code).min(2, { error }).max(MOST.compared, { error });
  return tool('compare_products', {
    input: z.object(explained(t.input, { codes })),
    output: z.object(
      explained(t.output, {
        products: z.array(z.object({ code: z.string(), url: z.string() })),
        not_found: z.array(z.string()),
        different: z.array(
          z.object({
            field: z.string(),
            title: z.string(),
            values: z.array(z.object({ code: z.string(), value: fieldValue })),
          }),
        ),
        same: z.array(z.object({ field: z.string(), value: fieldValue })),
      }),
    ),
    async answer({ codes }) {
      const wanted = [...new Set(codes.map((code) => code.trim()))];
      const found = await Promise.all(wanted.map((code) => productDetail(db, code)));
      const byCode = new Map(found.flatMap((each) => (each ? [[each.product.code, each.product]] : [])));
      const products = [...byCode.values()];
      const origin = siteOrigin();
      const valueOf = (product: Product, field: FieldName) =>
        field === 'structure_url' ? absoluteAddress(product[field], origin) : product[field];
      const fields = FIELDS.filter(({ name }) => name !== 'code' && name !== 'updated_at').map(
        ({ name, title }) => ({
          field: name,
          title: `${title.en} · ${title.cn}`,
          values: products.map((product) => ({ code: product.code, value: valueOf(product, name) })),
        }),
      );
      const isSame = ({ values }: (typeof fields)[number]): boolean =>
        values.every(({ value }) => value === values[0]!.value);
      return cutTexts({
        products: products.map(({ code }) => ({ code, url: pageOf(origin, code) })),
        not_found: wanted.filter((_, at) => !found[at]),
        different: fields.filter((each) => !isSame(each)),
        same: fields.filter(isSame).flatMap(({ field, values: [first] }) => {
          return first && first.value !== null ? [{ field, value: first.value }] : [];
        }),
      });
    },
  });
}
