import { z } from 'zod';
import {
  BITMAP,
  drawingAddress,
  FIELDS,
  listCategories,
  NO_CAS,
  openPictures,
  otherForms,
  othersOfSeries,
  productDetail,
  shownSmiles,
  STATUSES,
  structureOf,
} from '../../catalogue/index.js';
import type { Product, ProductDetail, StoredStructure, TermKind } from '../../catalogue/index.js';
import { Problem } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { filtersOf, isDemand, lacksOf, readTyped } from '../../search/index.js';
import { DIFFERENCES, STEREO_DIFFERENCES } from '../../chemistry/index.js';
import { compareTool, listTool } from './browse.js';
import { cutTexts } from './fit.js';
import {
  FILTER_INPUTS,
  filtersByName,
  hitsOfPage,
  omittedOutput,
  pageThatFits,
  PAGING,
  refuseUnknown,
} from './page.js';
import { quoteTool } from './quote.js';
import { resolveTool } from './resolve.js';
import { structureTool } from './structure.js';
import {
  doubtOutput,
  inputText,
  listedFor,
  listedOutput,
  matchOutput,
  neededText,
  pageOf,
  productFor,
  productOutput,
  surenessOf,
  tool,
} from './tool.js';
import type { Tool, ToolContext } from './tool.js';

/** Hits of `search`. */
const RESULTS = 20;
/** Other products of a series, or with a CAS number, that are named. */
const OTHERS_SHOWN = 20;

const QUERY =
  'A name in Chinese or English, pinyin, a synonym, a product number, a CAS number or the beginning of one, a formula, a tag, or several of them; typing errors are forgiven.';

/** All tools for assistants. */
export function catalogueTools(context: ToolContext): Tool[] {
  return [
    searchTool(context),
    fetchTool(context),
    searchProductsTool(context),
    getProductTool(context),
    structureTool(context),
    resolveTool(context),
    listTool(context),
    compareTool(context),
    categoriesTool(context),
    quoteTool(context),
  ];
}

// `search` and `fetch` have the arguments and answers that research assistants expect of any MCP server.

function searchTool({ search, demand, siteOrigin }: ToolContext): Tool {
  return tool({
    name: 'search',
    title: 'Search the catalogue · 检索目录',
    description: `Finds chemical reference products (impurity reference materials, standards, intermediates), best first, at most ${RESULTS}. The query may be in Chinese or English. Give the id of a result to \`fetch\` for its details. 检索化学对照品，可用中英文名称、CAS 号、货号或分子式。`,
    examples: [{ query: '阿司匹林' }, { query: '50-78-2' }],
    input: z.object({ query: neededText(QUERY) }),
    output: z.object({
      ...doubtOutput,
      results: z.array(
        z.object({
          id: z.string().meta({ description: 'Product number, for `fetch`' }),
          title: z.string(),
          url: z.string().meta({ description: 'Page of the product, for citations' }),
          match: matchOutput,
        }),
      ),
    }),
    async answer({ query }, { holder }) {
      const typed = readTyped(query);
      const found = await search.find({ typed, filters: {}, page: { offset: 0, limit: RESULTS } }, holder);
      demand.count(lacksOf(typed, found));
      return {
        ...surenessOf(found),
        results: found.hits.map(({ product, match }) => ({
          match,
          id: product.code,
          title: titleOf(product),
          url: pageOf(siteOrigin(), product.code),
        })),
      };
    },
  });
}

function fetchTool({ db, siteOrigin }: ToolContext): Tool {
  return tool({
    name: 'fetch',
    title: 'Fetch one product · 获取产品',
    description:
      'The whole record of one product as text, in Chinese and English, with its fields as metadata. The id is a product number from `search` (a CAS number works too). 获取一个产品的全部信息。',
    examples: [{ id: 'PDS-001859' }],
    input: z.object({ id: neededText('Product number as in the results of `search`, or a CAS number.') }),
    output: z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
      metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).meta({
        description:
          'The fields of the product that have a value, and `drawing_url`: a drawing of its structure',
      }),
    }),
    async answer({ id }) {
      const detail = await wantedProduct(db, id);
      const product = productFor(siteOrigin(), detail.product);
      const structure = await structureOf(db, product.code);
      const drawing = structure && drawingOf(siteOrigin(), product.code, structure);
      return {
        id: product.code,
        title: titleOf(product),
        text: textOf({ ...detail, product }, drawing),
        url: product.url,
        metadata: Object.fromEntries(
          Object.entries({ ...product, drawing_url: drawing }).flatMap(([name, value]) =>
            value === null ? [] : [[name, value]],
          ),
        ),
      };
    },
  });
}

function searchProductsTool({ db, search, terms, demand, siteOrigin }: ToolContext): Tool {
  return tool({
    name: 'search_products',
    title: 'Search products with filters · 按条件检索产品',
    description:
      'Pages through products, best match first, narrowed by filters. Without `q` it lists what the filters leave. Their descriptions, summaries and structures come from `get_product`. Prices are not in the catalogue. 按条件检索产品，可翻页；说明、摘要与结构见 `get_product`。',
    examples: [
      { q: 'aspirin', in_stock: true },
      { series: '阿司匹林', page_size: 20 },
    ],
    input: z.object({
      q: inputText(`${QUERY} Without it everything is listed.`).default(''),
      ...FILTER_INPUTS,
      ...PAGING,
    }),
    output: z.object({
      ...doubtOutput,
      data: z.array(listedOutput.extend({ match: matchOutput })),
      omitted: omittedOutput,
      page: z.int(),
      page_size: z.int(),
      total: z.int(),
      total_is_estimate: z.boolean(),
      degraded: z.boolean().meta({
        description:
          'The search engine is away, and a plainer search has answered; or it stopped at its time limit',
      }),
    }),
    async answer({ q, page, page_size: size, ...given }, { holder }) {
      const byName = filtersByName(terms, given);
      const filters = filtersOf(byName);
      const place = hitsOfPage(page, size);
      const typed = readTyped(q);
      const found = await search.find({ typed, filters, page: place }, holder);
      if (found.total === 0) await refuseUnknown(db, byName);
      if (isDemand(page, filters)) demand.count(lacksOf(typed, found));
      const listed = found.hits.map(({ product, match }) => ({ ...listedFor(siteOrigin(), product), match }));
      return pageThatFits(surenessOf(found), listed, {
        page,
        page_size: size,
        total: found.total,
        total_is_estimate: found.totalIsEstimate,
        degraded: found.degraded || found.isCutOff,
      });
    },
  });
}

const englishOutput = z
  .record(z.string(), z.string())
  .meta({ description: 'English names of categories, series and tags, by these, where there are some' });

const englishOf = (
  terms: ToolContext['terms'],
  values: readonly (readonly [TermKind, string | null])[],
): Record<string, string> =>
  Object.fromEntries(
    values.flatMap(([kind, value]) => {
      const name = value === null ? undefined : terms.nameOf(kind, value);
      return name === undefined ? [] : [[value, name]];
    }),
  );

const formOutput = z.object({
  code: z.string(),
  name_cn: z.string(),
  name_en: z.string().nullable(),
  cas: z.string(),
  differs_in: z.array(z.enum(DIFFERENCES)),
  stereo: z.enum(STEREO_DIFFERENCES).nullable(),
});

const productAnswer = z.object({
  product: productOutput,
  structure: z
    .object({
      smiles: z.string().nullable(),
      inchikey: z.string().nullable(),
      drawing_url: z.string().meta({ description: 'A drawing of it: WebP, 512 pixels, on white' }),
    })
    .nullable()
    .meta({ description: 'Its structure, where one is stored' }),
  english: englishOutput,
  same_cas: z.array(z.string()).meta({ description: 'Other product numbers with this CAS number' }),
  same_cas_truncated: z.literal(true).optional().meta({ description: 'There are more of them' }),
  series_count: z.int().meta({ description: 'How many other products its series has' }),
  series_products: z.array(
    z.object({
      code: z.string(),
      name_cn: z.string(),
      name_en: z.string().nullable(),
      cas: z.string(),
      status: z.enum(STATUSES),
      in_stock: z.boolean(),
    }),
  ),
  series_products_truncated: z.literal(true).optional().meta({ description: 'There are more of them' }),
  other_forms: z.array(formOutput).meta({
    description:
      'Stereoisomers, labelled forms, salts and hydrates of the substance, found by structure: other substances, unless `differs_in` is empty',
  }),
  other_forms_truncated: z.literal(true).optional().meta({ description: 'There are more of them' }),
});

function getProductTool({ db, terms, chemistry, siteOrigin }: ToolContext): Tool {
  const draw = openPictures(chemistry);
  return tool({
    name: 'get_product',
    title: 'Get one product · 查看产品',
    description: `One product with all its fields, by product number or, where no product has that number, by CAS number (in stock first). With it come the product numbers that share its CAS number and the other products of its series, the first ${OTHERS_SHOWN} each, and a picture of its structure. Texts that had to be cut end in \`…\`; \`fetch\` has them whole. 按货号或 CAS 号取一个产品、其结构图及同系列产品。`,
    examples: [{ code: 'PDS-001859' }, { code: '50-78-2' }],
    input: z.object({ code: neededText('Product number, to the letter, or a CAS number.') }),
    output: productAnswer,
    async answer({ code }, { show, holder }) {
      const { product, same_cas: same, series_products: mates } = await wantedProduct(db, code);
      const structure = await structureOf(db, product.code);
      if (structure) show(() => draw(structure, { theme: 'light', ground: 'white', width: '512' }, holder));
      const { forms } = await otherForms(db, structure);
      const seriesCount = mates.length <= OTHERS_SHOWN ? mates.length : await othersOfSeries(db, product);
      const tags = product.tags?.split(';') ?? [];
      return cutTexts({
        product: productFor(siteOrigin(), product),
        english: englishOf(terms, [
          ['category', product.category],
          ['series', product.series],
          ...tags.map((tag) => ['tag', tag] as const),
        ]),
        structure: structure && {
          smiles: shownSmiles(structure),
          inchikey: structure.inchikey,
          drawing_url: drawingOf(siteOrigin(), product.code, structure),
        },
        same_cas: same.slice(0, OTHERS_SHOWN),
        ...(same.length > OTHERS_SHOWN && { same_cas_truncated: true as const }),
        series_count: seriesCount,
        series_products: mates.slice(0, OTHERS_SHOWN).map(({ structure_url: _url, ...mate }) => mate),
        ...(mates.length > OTHERS_SHOWN && { series_products_truncated: true as const }),
        other_forms: forms.slice(0, OTHERS_SHOWN).map((form) => formOutput.parse(form)),
        ...(forms.length > OTHERS_SHOWN && { other_forms_truncated: true as const }),
      });
    },
  });
}

function categoriesTool({ db, terms }: ToolContext): Tool {
  return tool({
    name: 'list_categories',
    title: 'List categories · 全部类别',
    description:
      'The names of all product categories, for the `category` filter of `search_products`. 列出全部产品类别。',
    examples: [{}],
    input: z.object({}),
    output: z.object({ categories: z.array(z.string()), english: englishOutput }),
    async answer() {
      const categories = await listCategories(db);
      return {
        categories,
        english: englishOf(
          terms,
          categories.map((name) => ['category', name] as const),
        ),
      };
    },
  });
}

async function wantedProduct(db: Database, codeOrCas: string): Promise<ProductDetail> {
  const found = await productDetail(db, codeOrCas.trim());
  if (!found)
    throw new Problem(
      'not-found',
      `There is no product with the number or CAS number "${codeOrCas}". \`search\` finds products by name.`,
    );
  return found;
}

function titleOf({ name_cn, name_en, cas, code }: Product): string {
  const names = [name_cn, name_en].filter(Boolean).join(' / ');
  return `${names} (${cas === NO_CAS ? code : `CAS ${cas}, ${code}`})`;
}

/** The address of the drawing of a product's structure, in the form in which assistants may show it. */
const drawingOf = (siteOrigin: string, code: string, { given_hash }: StoredStructure): string =>
  `${siteOrigin}${drawingAddress(code, given_hash)}${BITMAP}`;

/** A product as text: a line for each field, labelled in both languages. */
function textOf({ product, same_cas, series_products }: ProductDetail, drawing: string | null): string {
  const lines = FIELDS.flatMap(({ name, title }) =>
    product[name] === null ? [] : `${title.en} · ${title.cn}: ${product[name]}`,
  );
  if (drawing !== null) lines.push(`Drawing of the structure · 结构绘图: ${drawing}`);
  if (same_cas.length > 0) lines.push(`Others with this CAS number · 同 CAS 产品: ${same_cas.join(', ')}`);
  const mates = series_products
    .slice(0, OTHERS_SHOWN)
    .map(({ code, name_cn, name_en }) => [code, name_cn, name_en].filter(Boolean).join(' '));
  if (mates.length > 0) lines.push(`Of the same series · 同系列产品:`, ...mates.map((mate) => `- ${mate}`));
  return lines.join('\n');
}
