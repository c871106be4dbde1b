import { z } from 'zod';
import type { RouteDoc } from '../../platform/index.js';
import { exampleProduct, productSchema } from '../../catalogue/index.js';
import { OUTCOMES } from '../text/match.js';
import { FACT_KINDS, MOST_FOUND, REASONS } from './judge.js';
import { A_READ, MAX_RESOLVED } from './resolve.js';

// What the OpenAPI document says of lists.

const text = z.string().optional();
const asked = z.union([
  z.string(),
  z.object({
    code: text,
    cas: text,
    name: text,
    smiles: text,
    inchi: text,
    inchikey: text,
    formula: text,
    quantity: text,
    note: text,
  }),
]);

const resolved = z
  .object({
    index: z.int().meta({ description: 'Its place in the list, from 0. 在列表中的位置，从 0 起。' }),
    asked: asked.meta({ description: 'As it was given. 原样。' }),
    match: z.enum(OUTCOMES).meta({
      description:
        '`exact`: it names this substance, and nothing that it says is of another one. `partial`: it begins a name or is a part of one. `similar`: only like it, or its parts disagree (`conflict`): check it. `none`: no product. `exact` 为确指；`partial` 为名称的一部分；`similar` 须核对；`none` 为未找到。',
    }),
    reason: z.enum(REASONS).optional().meta({
      description:
        'Beside `exact`, where `product` is the first of several that fit equally (`others`): products of one substance, or of several substances that have the name. 与 `exact` 并列，说明有多个同样符合的产品（`others`），`product` 为其中第一个：同一物质的多个产品，或同名的多种物质。',
    }),
    read_as: z
      .object({
        code: text,
        cas: text,
        structure: text,
        name: text,
        formula: text,
        heading: z.literal(true).optional(),
      })
      .meta({
        description:
          'What was read in it, without numbering, amounts and grades; `heading`: it names columns; nothing in a blank line. 所读出的货号、CAS 号、结构、名称与分子式。',
      }),
    product: productSchema.nullable(),
    others: z.array(z.string()).meta({
      description: `Numbers of other products that it fits as well, at most ${MOST_FOUND - 1}; beside \`none\` those with the formula. 同样符合的其他产品货号。`,
    }),
    conflict: z.array(z.enum(FACT_KINDS)).optional().meta({
      description: 'What it says that is of another substance than `product`. 与该产品不符的内容。',
    }),
    did_you_mean: z
      .array(z.string())
      .optional()
      .meta({ description: 'CAS numbers in place of a mistyped one. 疑似误写的 CAS 号的更正。' }),
    quantity: z.string().optional().meta({ description: 'As it was given, or stands in the text. 数量。' }),
    note: z.string().optional(),
  })
  .meta({ id: 'ResolvedIdentifier' });

const FOUND = {
  index: 0,
  asked: '1. 阿司匹林 50-78-2 100mg',
  match: 'exact',
  read_as: { cas: '50-78-2', name: '阿司匹林' },
  product: exampleProduct,
  others: [],
  quantity: '100mg',
};
const NOT_FOUND = {
  index: 1,
  asked: { name: 'unobtainium', note: 'urgent' },
  match: 'none',
  read_as: { name: 'unobtainium' },
  product: null,
  others: [],
  note: 'urgent',
};
const ENDED = { counts: { exact: 1, partial: 0, similar: 0, none: 1 }, degraded: false };

export const resolveDoc: RouteDoc = {
  id: 'resolveProducts',
  tag: 'Search',
  summary: 'Resolve a list of names and numbers to products · 批量识别清单',
  description: `Up to ${MAX_RESOLVED} lines as people have them: product numbers, CAS numbers, names in both languages, structures (SMILES, InChI, InChIKey), several of them beside each other, with numbering, amounts and headings; or objects whose fields are told apart. Of what is told, a product number decides before a CAS number, that before a structure, and that before a name; where they disagree the match is not exact. Each ${A_READ} begun count as one read. With \`Accept: application/x-ndjson\` the items come as lines while they are found, and a last line with \`counts\`: without it the answer is cut off. While the search engine is away only what names a product is found (\`degraded\`); structures that cannot be looked for just now, or in half a minute, are not found (\`degraded\`, too).

每次至多 ${MAX_RESOLVED} 行：货号、CAS 号、中英文名称、结构（SMILES、InChI、InChIKey），可并列，可带序号、数量与表头；也可用分字段的对象。判定次序为货号、CAS 号、结构、名称，互相矛盾时不作确指。每 ${A_READ} 条（不足按一次）计一次读取。\`Accept: application/x-ndjson\` 时逐行返回，末行为 \`counts\`。检索引擎不可用时仅识别确指的内容（\`degraded\`）；结构暂时无法检索，或半分钟内未检索完的，不予识别（亦为 \`degraded\`）。`,
  answers: {
    200: {
      description: 'What each means, in the order of the list · 按清单次序逐条给出',
      schema: z.object({
        ok: z.literal(true),
        data: z.array(resolved),
        counts: z
          .object({ exact: z.int(), partial: z.int(), similar: z.int(), none: z.int() })
          .meta({ description: 'How many have which match. 各种匹配的数量。' }),
        degraded: z.boolean().meta({
          description:
            'Answered from the database because the search engine is away; or it stopped at its time limit; or some structures could not be looked for just now. 检索引擎不可用而由数据库应答，或已达时限，或部分结构暂时无法检索。',
        }),
      }),
      otherTypes: {
        'application/x-ndjson': [FOUND, NOT_FOUND, { ok: true, ...ENDED }]
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      },
      streamed: true,
      examples: {
        'One found, one not · 一条找到，一条未找到': { ok: true, data: [FOUND, NOT_FOUND], ...ENDED },
      },
    },
  },
  examples: {
    'English, lines · 文本行': { identifiers: ['1. Aspirin 50-78-2 100mg', 'caffeine', 'PDS-001859'] },
    '中文，分字段 · fields': { identifiers: [{ cas: '50-78-2', name: '阿司匹林', quantity: '100 mg' }] },
    'Structures · 结构': {
      identifiers: ['CC(=O)Oc1ccccc1C(=O)O', { inchikey: 'RYYVLZVUVIJVGH-UHFFFAOYSA-N' }],
    },
  },
};
