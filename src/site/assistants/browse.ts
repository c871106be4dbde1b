import { z } from 'zod';
import { badField, parseInstant } from '../../platform/index.js';
import { absoluteAddress, FIELDS, planList, productsByCode, readListPage } from '../../catalogue/index.js';
import type { FieldName, Filters, Product, TermKind } from '../../catalogue/index.js';
import { cutTexts } from './fit.js';
import { FILTER_INPUTS, filtersByName, omittedOutput, pageThatFits, PAGING, refuseUnknown } from './page.js';
import { filterText, listedFor, listedOutput, neededText, pageOf, tool } from './tool.js';
import type { Tool, ToolContext } from './tool.js';

// Tools that go through the catalogue by what products are, not by what they are called.

const MOST_COMPARED = 10;

const weight = (description: string) => z.number().min(0).max(1_000_000).optional().meta({ description });

const BROWSE_FILTERS = {
  ...FILTER_INPUTS,
  mw_min: weight('Least molecular weight, g/mol.'),
  mw_max: weight('Greatest molecular weight, g/mol.'),
  changed_since: filterText('Only products written after this time: ISO 8601, UTC where it has no offset.'),
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
  return tool({
    name: 'list_products',
    title: 'List products · 列出产品',
    description:
      'Lists products by series, tag, category, stock, range of molecular weights and time of change, page by page with `cursor`; last changed first, or first changed first where `changed_since` is given; `total` says how many there are, exactly. To look for a name use `search_products`. 按系列、标签、类别、分子量范围或变更时间列出产品。',
    examples: [
      { series: '阿司匹林' },
      { category: '标准品', mw_min: 180, mw_max: 181, page_size: 20 },
      { changed_since: '2026-01-31', in_stock: true },
    ],
    input: z.object({
      ...BROWSE_FILTERS,
      cursor: filterText('`next_cursor` of the page before; the other arguments stay the same.'),
      page_size: PAGING.page_size,
    }),
    output: z.object({
      data: z.array(listedOutput),
      omitted: omittedOutput,
      total: z.int().nullable().meta({ description: 'Of all pages; null with a cursor' }),
      next_cursor: z.string().nullable().meta({ description: 'null: there are no more' }),
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
  return tool({
    name: 'compare_products',
    title: 'Compare products · 比较产品',
    description: `Puts 2 to ${MOST_COMPARED} products side by side: the fields in which they differ, each with the value of each product, and those that are the same. Long texts may be cut (\`…\`). 并列比较多个产品的不同字段。`,
    examples: [{ codes: ['PDS-001859', 'PDS-000113'] }],
    input: z.object({
      codes: z
        .array(neededText('Product number, to the letter.'))
        .min(2)
        .max(MOST_COMPARED, { error: `at most ${MOST_COMPARED} products` })
        .meta({ description: 'The numbers of the products.' }),
    }),
    output: z.object({
      products: z.array(z.object({ code: z.string(), url: z.string() })),
      not_found: z.array(z.string()),
      different: z
        .array(
          z.object({
            field: z.string(),
            title: z.string(),
            values: z.array(z.object({ code: z.string(), value: fieldValue })),
          }),
        )
        .meta({ description: 'Fields in which the products differ; null is no value' }),
      same: z.array(z.object({ field: z.string(), value: fieldValue })),
    }),
    async answer({ codes }) {
      const wanted = [...new Set(codes.map((code) => code.trim()))];
      const byCode = new Map((await productsByCode(db, wanted)).map((product) => [product.code, product]));
      const products = wanted.flatMap((code) => byCode.get(code) ?? []);
      const origin = siteOrigin();
      const valueOf = (product: Product, field: FieldName) =>
        field === 'structure_url' ? absoluteAddress(product[field], origin) : product[field];
      const fields = FIELDS.filter(({ name }) => name !== 'code' && name !== 'updated_at').map(
        ({ name, title }) => ({
          name,
          title: `${title.en} · ${title.cn}`,
          values: products.map((product) => ({ code: product.code, value: valueOf(product, name) })),
        }),
      );
      const isSame = ({ values }: (typeof fields)[number]): boolean =>
        values.every(({ value }) => value === values[0]!.value);
      return cutTexts({
        products: products.map(({ code }) => ({ code, url: pageOf(origin, code) })),
        not_found: wanted.filter((code) => !byCode.has(code)),
        different: fields
          .filter((field) => !isSame(field))
          .map(({ name, title, values }) => ({ field: name, title, values })),
        same: fields.flatMap((field) => {
          const value = field.values[0]?.value ?? null;
          return isSame(field) && value !== null ? [{ field: field.name, value }] : [];
        }),
      });
    },
  });
}
