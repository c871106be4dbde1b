import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { ALIAS_KINDS } from './alias.js';

// What the OpenAPI document says of aliases.

const names = { tag: 'Aliases' } as const;

const kind = z.enum(ALIAS_KINDS).meta({
  description:
    'A brand, a name in trade, an old or colloquial name, a name in another language, a number of another register. 商品名、行业名、旧称或俗称、外文名、其他登记号。',
});

const aliasSchema = z
  .object({
    cas: z.string().nullable().meta({
      description: 'Every product with this CAS number has the name. 具有此 CAS 号的产品均有此名称。',
    }),
    code: z.string().nullable().meta({
      description: 'In place of `cas`: the one product that has it. 代替 `cas`：具有此名称的那一个产品。',
    }),
    text: z.string(),
    lang: z.string().nullable().meta({
      description: 'BCP 47; null where it is the same in all languages. BCP 47；各语言相同时为 null。',
    }),
    kind,
    source: z.string().meta({
      description:
        'Who added it: `starter` (comes with the service), `back-office`, or a key. 添加者：`starter`（服务自带）、`back-office`（后台）或密钥。',
    }),
  })
  .meta({ id: 'Alias' });

/** The body of both writes, as the document shows it. */
export const bodySchema = (most: number) =>
  z.object({
    aliases: z
      .array(
        z.object({
          cas: z.string().max(40).nullish(),
          code: z.string().max(30).nullish(),
          text: z.string().min(1).max(200),
          lang: z.string().max(35).nullish(),
          kind: kind.default('trade'),
        }),
      )
      .max(most),
  });

const errors = z.array(
  z.object({
    index: z.int(),
    field: z.string().nullable(),
    reason: z.string(),
    message: z.string(),
  }),
);
const ERRORS = [
  { index: 1, field: 'kind', reason: 'unknown_kind', message: `must be one of ${ALIAS_KINDS.join(', ')}` },
];

export const listAliasesDoc: RouteDoc = {
  ...names,
  id: 'listAliases',
  summary: 'Names that are not the suppliers’ · 别名词典',
  description: `Brands, names in trade, old names, names in other languages and numbers of other registers, by CAS number or product number. They are searched as names (\`explain\`: \`alias\`) and are no field of a product. By CAS number, then product number, then text.

按 CAS 号或货号收录的商品名、行业名、旧称、外文名及其他登记号。检索时作为名称匹配（\`explain\` 为 \`alias\`），不属于产品字段。按 CAS 号、货号、文本排序。`,
  answers: ok(
    'A page of the dictionary · 词典的一页',
    { data: z.array(aliasSchema), page: z.int(), page_size: z.int(), total: z.int() },
    {
      'One name · 一个名称': {
        data: [{ cas: '103-90-2', code: null, text: '必理通', lang: 'zh', kind: 'brand', source: 'starter' }],
        page: 1,
        page_size: 20,
        total: 1,
      },
    },
  ),
};

export const putAliasesDoc: RouteDoc = {
  ...names,
  id: 'putAliases',
  searchable: true,
  summary: 'Add or change aliases · 新增或修改别名',
  description: `An alias is known by its CAS number or product number and its text; \`lang\` and \`kind\` of one that is there are overwritten. The products need not exist yet. A valid item is stored whatever the others are; \`added\`, \`updated\`, \`unchanged\` and \`invalid\` add up to the items. Of a key with the access \`push\` an item is valid where its number is that of products of its source, and of no other (\`other_source\`).

别名以 CAS 号或货号及文本识别；已有的覆盖其 \`lang\` 与 \`kind\`。产品可尚未存在。有效项均写入，四项计数之和为总项数。权限为 \`push\` 的密钥，仅当该号的产品存在且均属其来源时有效（否则为 \`other_source\`）。`,
  answers: ok(
    'What became of the items · 各项结果',
    {
      added: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      invalid: z.int(),
      errors,
      warnings: errors.meta({
        description:
          'Of items that were stored: the number is that of no product (`no_product`), so that nothing is found by the name until one has it. 已写入但该号尚无产品的项。',
      }),
    },
    {
      'One added, one invalid · 一项新增，一项无效': {
        added: 1,
        updated: 0,
        unchanged: 0,
        invalid: 1,
        errors: ERRORS,
        warnings: [],
      },
    },
  ),
  examples: {
    English: { aliases: [{ cas: '103-90-2', text: 'Tylenol', lang: 'en', kind: 'brand' }] },
    中文: { aliases: [{ cas: '103-90-2', text: '必理通', lang: 'zh', kind: 'brand' }] },
    'Of one product · 单个产品': { aliases: [{ code: 'PDS-001859', text: 'ASA-01', kind: 'trade' }] },
  },
};

export const deleteAliasesDoc: RouteDoc = {
  ...names,
  id: 'deleteAliases',
  searchable: true,
  summary: 'Delete aliases · 删除别名',
  description: `By CAS number or product number and text. A deleted name of the list that comes with the service does not come back with a newer list. A key with the access \`push\` deletes what it may write.

以 CAS 号或货号及文本指定。随服务提供的名称删除后，不会因新版词表而恢复。权限为 \`push\` 的密钥仅能删除其可写入者。`,
  answers: ok(
    'How many were there · 删除与不存在的数目',
    { deleted: z.int(), not_found: z.int(), invalid: z.int(), errors },
    { 'One was not there · 一个不存在': { deleted: 1, not_found: 1, invalid: 0, errors: [] } },
  ),
  examples: {
    English: { aliases: [{ cas: '103-90-2', text: 'Tylenol' }] },
    中文: { aliases: [{ cas: '103-90-2', text: '必理通' }] },
  },
};
