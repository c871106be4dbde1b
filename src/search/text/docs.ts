import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { exampleProduct, productWithStructure } from '../../catalogue/index.js';
import { MAX_HITS } from './found.js';
import { MATCHES, OUTCOMES } from './match.js';
import { MAX_SUGGESTIONS } from './suggest.js';

// What the OpenAPI document says of search (API v1, section 4.1).

const match = z.object({
  start: z.int().meta({
    description: 'Offset in UTF-16 units of the text of the field. 在字段文本中的偏移（UTF-16 单位）。',
  }),
  length: z.int(),
  text: z.string(),
});
const counts = z.record(z.string(), z.int());

const matchSchema = z.enum(MATCHES).meta({
  description:
    '`exact`: the query names the product, by number, name, synonym or formula; by a synonym not where its structure is another one than that of what the query mainly names. `partial`: the query begins one of its names or is a part of one. `similar`: the spelling or some words are alike; another locant, stereo sign or syllable is another substance, so check it. `exact` 为确指（结构与主要所指不同者，仅凭同义词不算确指），`partial` 为名称的一部分，`similar` 仅为相近，须核对。',
});

const FOUND = {
  ok: true,
  query: '阿司匹林',
  data: [{ ...exampleProduct, match: 'exact' }],
  page: 1,
  page_size: 20,
  total: 1,
  total_is_estimate: false,
  took_ms: 8.4,
  degraded: false,
  exact: true,
};

export const searchDoc: RouteDoc = {
  id: 'searchProducts',
  tag: 'Search',
  summary: 'Search by name, number, CAS, synonym, alias, formula or tag · 关键词检索',
  description: `Best first. Up to ${MAX_HITS} hits can be paged to; the whole catalogue is at \`/export\`. \`total\` is an estimate where \`total_is_estimate\` says so. While the search engine is away, answers come from the database (\`degraded\`).

按相关度排序。至多可翻到第 ${MAX_HITS} 条，完整目录见 \`/export\`。\`total_is_estimate\` 为真时 \`total\` 为估计值。检索引擎不可用时由数据库应答（\`degraded\`）。`,
  answers: ok(
    'The products found · 命中的产品',
    {
      query: z.string(),
      data: z.array(
        productWithStructure
          .extend({
            match: matchSchema,
            highlight: z.record(z.string(), z.array(match)).optional(),
            explain: z
              .object({
                tier: z.string(),
                position: z.int(),
                rule: z.string().optional().meta({
                  description:
                    'The rule that gave `match`; `another_is_meant` where another product decides. 判定 `match` 的规则；`another_is_meant` 表示另有产品更符合。',
                }),
                alias: z.string().optional().meta({
                  description:
                    'The name that was found, where it is none of the fields. 命中的名称（不在字段之中时）。',
                }),
              })
              .optional(),
          })
          .meta({ id: 'FoundProduct' }),
      ),
      page: z.int(),
      page_size: z.int(),
      total: z.int(),
      total_is_estimate: z.boolean(),
      took_ms: z.number().meta({
        description:
          'Of the search; an answer that is repeated from memory keeps its own. No part of the ETag. 检索耗时；由缓存重复的应答保留其原值。不计入 ETag。',
      }),
      degraded: z.boolean().meta({
        description:
          'Answered from the database because the search engine is away. 检索引擎不可用，由数据库应答。',
      }),
      cut_off: z.literal(true).optional().meta({
        description:
          'The search engine stopped at its time limit: not the whole answer, and not the best order. Ask again. 检索引擎达到时限而中止：结果可能不全，排序可能欠佳，请重试。',
      }),
      exact: z.boolean().meta({
        description:
          'Whether the query names a product, on whichever page: where it names none, all are merely similar. 检索内容是否确指某个产品。',
      }),
      did_you_mean: z
        .array(z.string())
        .optional()
        .meta({
          description:
            'CAS numbers of products that were found in place of the number that was typed: its check digit is wrong and theirs, one digit or two swapped digits away, is right; or a spreadsheet made a date of them. 疑似误写的 CAS 号的更正。',
          example: ['50-78-2'],
        }),
      items: z
        .array(
          z.object({
            text: z.string(),
            code: z.string().nullable().meta({
              description:
                'Of the product in `data`; `null`: none was found. `data` 中产品的编号；`null` 为未找到。',
            }),
            match: z.enum(OUTCOMES),
          }),
        )
        .optional()
        .meta({
          description:
            'Where the query is a list: its items in order, and which product each one found. `data` then holds these products, each once. 检索内容为列表时，逐项给出所找到的产品。',
        }),
      facets: z
        .object({ category: counts, series: counts, tag: counts, status: counts, in_stock: counts })
        .meta({ id: 'Facets' })
        .optional(),
    },
    {
      中文: FOUND,
      'English, with highlight': {
        ...FOUND,
        query: 'aspirin',
        data: [
          {
            ...exampleProduct,
            match: 'exact',
            highlight: { name_en: [{ start: 0, length: 7, text: 'aspirin' }] },
          },
        ],
      },
      'With facets · 含分面计数': {
        ...FOUND,
        facets: {
          category: { 杂质对照品: 1 },
          series: { 阿司匹林: 1 },
          tag: { HPLC: 1, EP: 1 },
          status: { in_stock: 1 },
          in_stock: { true: 1 },
        },
      },
    },
  ),
};

export const suggestDoc: RouteDoc = {
  id: 'suggestProducts',
  tag: 'Search',
  summary: 'Completions for type-ahead · 输入提示',
  description: `At most ${MAX_SUGGESTIONS}: names, product numbers, CAS numbers and aliases that what was typed may become, each with a product.

至多 ${MAX_SUGGESTIONS} 条：所输入内容可能补全为的名称、货号、CAS 号与别名，各带一个产品。`,
  answers: ok(
    'Completions, likeliest first · 补全，最可能的在前',
    {
      data: z
        .array(
          z.object({
            text: z.string(),
            kind: z.enum(['name_cn', 'name_en', 'code', 'cas', 'alias']),
            code: z.string(),
          }),
        )
        .max(MAX_SUGGESTIONS),
    },
    {
      中文: { data: [{ text: '阿司匹林', kind: 'name_cn', code: 'PDS-001859' }] },
      English: { data: [{ text: 'aspirin', kind: 'name_en', code: 'PDS-001859' }] },
    },
  ),
};
