import { z } from 'zod';
import { OUTCOMES, REASONS, resolve } from '../../search/index.js';
import type { Resolved } from '../../search/index.js';
import { STATUSES } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import { firstThatFit, ROOM } from './fit.js';
import { neededText, pageOf, tool } from './tool.js';
import type { Tool, ToolContext } from './tool.js';

/** Most identifiers of a call. */
export const MAX_IDENTIFIERS = 200;
/** Most other products that are named for an identifier. */
const MAX_OTHERS = 4;

const resolved = z.object({
  index: z.int().meta({ description: 'Place in the list, from 0' }),
  identifier: z.string(),
  match: z.enum(OUTCOMES).meta({
    description:
      '`exact`: the identifier is a number, name, synonym, alias or the structure of the product. `partial`: it begins a name or is a part of one. `similar`: another spelling, salt or stereo form, or parts that disagree: no exact match, so check it. `none`: no product.',
  }),
  reason: z.enum(REASONS).optional().meta({
    description:
      'Beside `exact`: `product` is the first of several that fit equally (`others`). `several_substances`: ask which is meant',
  }),
  product: z
    .object({
      code: z.string(),
      name_cn: z.string(),
      name_en: z.string().nullable(),
      cas: z.string(),
      formula: z.string().nullable(),
      mw: z.number().nullable(),
      status: z.enum(STATUSES),
      in_stock: z.boolean(),
      url: z.string(),
    })
    .nullable(),
  others: z
    .array(z.string())
    .meta({ description: `Numbers of other products that it fits as well, at most ${MAX_OTHERS}` }),
  conflict: z
    .array(z.string())
    .optional()
    .meta({ description: 'What in the identifier is of another substance than the product' }),
  did_you_mean: z
    .array(z.string())
    .optional()
    .meta({ description: 'CAS numbers in place of a mistyped one: ask which is meant' }),
});

export const RESOLVE = 'resolve_identifiers';

const COLUMNS = ['index', 'match', 'code', 'cas', 'formula', 'mw', 'in_stock'];

/** The tool that resolves a list of names and numbers to products. */
export function resolveTool({ db, search, demand, siteOrigin }: ToolContext): Tool {
  return tool({
    name: RESOLVE,
    title: 'Resolve names and numbers · 批量识别',
    description: `Tells for each of up to ${MAX_IDENTIFIERS} identifiers (names in Chinese or English, CAS numbers, product numbers, structures as SMILES, InChI or InChIKey, mixed, or whole lines of a list) which product it means, and how surely, or that there is none; with formula and molecular weight. For lists from orders and quotations. A long list is answered as a \`table\` of all, with details in \`results\` only for those in doubt. 批量识别名称、CAS 号、货号或结构对应的产品。`,
    examples: [{ identifiers: ['阿司匹林', '50-78-2', 'caffeine 25 g', 'PDS-001859'] }],
    input: z.object({
      identifiers: z
        .array(
          neededText('A name, CAS number, product number or structure, or a line with several of these.'),
        )
        .min(1)
        .max(MAX_IDENTIFIERS, { error: `at most ${MAX_IDENTIFIERS} identifiers a call` })
        .meta({ description: 'The list, an identifier or a line each.' }),
    }),
    output: z.object({
      table: z
        .string()
        .optional()
        .meta({
          description: `Where not all results have room: a line of CSV for each identifier (${COLUMNS.join(', ')}). \`results\` then has those in doubt`,
        }),
      results: z.array(resolved).meta({ description: 'In the order of the identifiers' }),
      omitted: z.int().min(1).optional().meta({
        description: 'For how many identifiers, from the end, `table` has no room: ask for them again',
      }),
    }),
    async answer({ identifiers }, { holder }) {
      const found: Resolved[] = [];
      const texts = identifiers.map((text) => text.trim());
      for await (const { resolved: some } of resolve({ db, search, demand, holder }, texts))
        found.push(...some);
      const results = found.map((each, index) => ({
        index,
        identifier: texts[index]!,
        ...shown(each, siteOrigin()),
      }));
      const whole = { results };
      return JSON.stringify(whole).length <= ROOM ? whole : asTable(results);
    },
  });
}

type Shown = z.infer<typeof resolved>;

/** All that was found in a line each, and as many of those in doubt as there is room for. */
function asTable(results: Shown[]): { table: string; results: Shown[]; omitted?: number } {
  const lines = results.map(({ index, match, product }) => {
    const { code = '', cas = '', formula = '', mw = '', in_stock: inStock } = product ?? {};
    return [index, match, code, cas, formula ?? '', mw ?? '', product ? Number(inStock) : '']
      .map(asCsv)
      .join(',');
  });
  const fitting = firstThatFit(lines, { table: COLUMNS.join(','), results: [], omitted: results.length });
  const table = [COLUMNS.join(','), ...fitting].join('\n');
  const omitted = lines.length - fitting.length;
  const around = { table, results: [], ...(omitted > 0 && { omitted }) };
  const doubtful = results
    .slice(0, fitting.length)
    .filter(
      ({ match, reason }) => (match !== 'exact' && match !== 'none') || reason === 'several_substances',
    );
  return { ...around, results: firstThatFit(doubtful, around) };
}

const asCsv = (value: string | number): string =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);

function shown(
  { match, reason, product, others, conflict, didYouMean }: Resolved,
  siteOrigin: string,
): Omit<Shown, 'index' | 'identifier'> {
  return {
    match,
    ...(reason && { reason }),
    product: product && brief(product, siteOrigin),
    others: others.slice(0, MAX_OTHERS),
    ...(conflict.length > 0 && { conflict }),
    ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
  };
}

function brief({ code, name_cn, name_en, cas, formula, mw, status, in_stock }: Product, siteOrigin: string) {
  return { code, name_cn, name_en, cas, formula, mw, status, in_stock, url: pageOf(siteOrigin, code) };
}
