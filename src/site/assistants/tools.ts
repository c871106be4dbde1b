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
import { assistantForm, submitInquiry } from '../../exchange/index.js';
import { onceFor, Problem } from '../../platform/index.js';
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
import { resolveTool } from './resolve.js';
import { structureTool } from './structure.js';
import { explained, inBoth, MOST, TEXTS } from './texts.js';
import {
  doubtOutput,
  inputText,
  listedFor,
  listedOutput,
  matchOutput,
  namedOutput,
  neededText,
  pageOf,
  pageOutput,
  productFor,
  productOutput,
  surenessOf,
  tool,
} from './tool.js';
import type { Tool, ToolContext } from './tool.js';

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
  const t = TEXTS.tools.search;
  const result = { id: z.string(), title: z.string(), url: pageOutput, match: matchOutput };
  return tool('search', {
    input: z.object(explained(t.input, { query: neededText })),
    output: z.object({ ...doubtOutput, results: z.array(z.object(explained(t.result, result))) }),
    async answer({ query }, { holder }) {
      const typed = readTyped(query);
      const found = await search.find(
        { typed, filters: {}, page: { offset: 0, limit: MOST.results } },
        holder,
      );
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
  const t = TEXTS.tools.fetch;
  const value = z.union([z.string(), z.number(), z.boolean()]);
  return tool('fetch', {
    input: z.object(explained(t.input, { id: neededText })),
    output: z.object(
      explained(t.output, {
        id: z.string(),
        title: z.string(),
        text: z.string(),
        url: z.string(),
        metadata: z.record(z.string(), value),
      }),
    ),
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
  const t = TEXTS.tools.search_products;
  return tool('search_products', {
    input: z.object({ ...explained(t.input, { q: inputText.default('') }), ...FILTER_INPUTS, ...PAGING }),
    output: z.object({
      ...doubtOutput,
      ...explained(t.output, {
        data: z.array(listedOutput.extend({ match: matchOutput })),
        omitted: omittedOutput,
        page: z.int(),
        page_size: z.int(),
        total: z.int(),
        total_is_estimate: z.boolean(),
        degraded: z.boolean(),
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

const englishOutput = z.record(z.string(), z.string()).meta({ description: TEXTS.shared.english });

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
  ...namedOutput,
  differs_in: z.array(z.enum(DIFFERENCES)),
  stereo: z.enum(STEREO_DIFFERENCES).nullable(),
});

const productAnswer = z.object(
  explained(TEXTS.tools.get_product.output, {
    product: productOutput,
    structure: z
      .object(
        explained(TEXTS.tools.get_product.structure, {
          smiles: z.string().nullable(),
          inchikey: z.string().nullable(),
          drawing_url: z.string(),
        }),
      )
      .nullable(),
    english: englishOutput,
    same_cas: z.array(z.string()),
    same_cas_truncated: z.literal(true).optional(),
    series_count: z.int(),
    series_products: z.array(z.object({ ...namedOutput, status: z.enum(STATUSES), in_stock: z.boolean() })),
    series_products_truncated: z.literal(true).optional(),
    other_forms: z.array(formOutput),
    other_forms_truncated: z.literal(true).optional(),
  }),
);

function getProductTool({ db, terms, chemistry, siteOrigin }: ToolContext): Tool {
  const draw = openPictures(chemistry);
  return tool('get_product', {
    input: z.object(explained(TEXTS.tools.get_product.input, { code: neededText })),
    output: productAnswer,
    async answer({ code }, { show, holder }) {
      const { product, same_cas: same, series_products: mates } = await wantedProduct(db, code);
      const structure = await structureOf(db, product.code);
      if (structure) show(() => draw(structure, { theme: 'light', ground: 'white', width: '512' }, holder));
      const { forms } = await otherForms(db, structure);
      const seriesCount = mates.length <= MOST.mates ? mates.length : await othersOfSeries(db, product);
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
        same_cas: same.slice(0, MOST.mates),
        ...(same.length > MOST.mates && { same_cas_truncated: true as const }),
        series_count: seriesCount,
        series_products: mates.slice(0, MOST.mates).map(({ structure_url: _url, ...mate }) => mate),
        ...(mates.length > MOST.mates && { series_products_truncated: true as const }),
        other_forms: forms.slice(0, MOST.mates).map((form) => formOutput.parse(form)),
        ...(forms.length > MOST.mates && { other_forms_truncated: true as const }),
      });
    },
  });
}

function categoriesTool({ db, terms }: ToolContext): Tool {
  return tool('list_categories', {
    input: z.object({}),
    output: z.object({ categories: z.array(z.string()), english: englishOutput }),
    async answer() {
      const categories = await listCategories(db);
      const named = categories.map((name) => ['category', name] as const);
      return { categories, english: englishOf(terms, named) };
    },
  });
}

/** The tool that asks for a price: the form of the website, by the same rules. */
function quoteTool({ writes }: ToolContext): Tool {
  return tool('request_quote', {
    writes: true,
    input: assistantForm,
    output: z.object(explained(TEXTS.tools.request_quote.output, { id: z.int() })),
    // The form names its sender: two people do not send the same.
    answer: (form) =>
      onceFor(writes, 600, ['request_quote', form], async (tx) => ({ id: await submitInquiry(tx, form) })),
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
  const labels = TEXTS.record;
  if (drawing !== null) lines.push(`${inBoth(labels.drawing)}: ${drawing}`);
  if (same_cas.length > 0) lines.push(`${inBoth(labels.same_cas)}: ${same_cas.join(', ')}`);
  const mates = series_products
    .slice(0, MOST.mates)
    .map(({ code, name_cn, name_en }) => [code, name_cn, name_en].filter(Boolean).join(' '));
  if (mates.length > 0) lines.push(`${inBoth(labels.series)}:`, ...mates.map((mate) => `- ${mate}`));
  return lines.join('\n');
}
