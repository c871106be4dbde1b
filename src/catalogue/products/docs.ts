import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { MAX_ITEMS } from './push.js';
import { exampleProduct, productWithStructure, pushedProductSchema, relatedProduct } from './schemas.js';

// What the OpenAPI document says of the calls on products (API v1, sections 2 to 4). Labels and texts are in both
// languages; limits of a call are in its schemas.

const LATER = '2026-01-02T03:05:00.000127Z';
// The first is in the sample catalogue, so that examples run as they are printed; the second is made by that of a push.
const [CODE, OTHER_CODE, UNKNOWN_CODE] = ['PDS-001859', 'PDS-000101', 'PDS-000102'];
/** The product of an address, by its number alone. */
export const CODE_PARAM = {
  code: { description: 'Product number; a `/` in it as `%2F` · 货号', example: CODE },
};
/** The same, by its number or else by its CAS number. */
export const CODE_OR_CAS_PARAM = {
  code: {
    description: 'Product number (a `/` in it as `%2F`), or a CAS number · 货号或 CAS 号',
    example: CODE,
  },
};

export const listProductsDoc: RouteDoc = {
  id: 'listProducts',
  tag: 'Products',
  summary: 'List products · 产品列表',
  description: `The product written last comes first, unless \`sort\` or \`updated_after\` says otherwise. For an incremental pull send the highest \`updated_at\` that you have seen, or the \`as_of\` of the answer before, as \`updated_after\`: neither misses anything, for with \`updated_after\` a product is shown once nothing older can still appear. It waits for writes that began before it: seconds as a rule, five minutes at most (an administrator's restore aside); \`as_of\` says how far the answer reaches. Without \`updated_after\`, in the detail and in \`/changes\` it is there at once. So that you can begin with any list, none shows an \`updated_at\` later than its \`as_of\`: while an older write is under way (and behind a cursor, where it was written since the first page) what is later has \`as_of\` in its place, and comes again with its own. For deep reads follow \`next_cursor\`; with \`cursor\` there is no \`page\` and no \`total\`. While others write, \`sort=code\` shows every product exactly once, \`sort=updated_at\` at least once.

默认最近写入的在前。增量拉取：以已见到的最大 \`updated_at\`，或上次响应的 \`as_of\`，作为 \`updated_after\`，二者均不遗漏：带 \`updated_after\` 时，产品在不会再出现更早的写入之后才显示，即等待先于它开始的写入结束（通常数秒，至多五分钟，管理员恢复备份除外），\`as_of\` 说明响应覆盖到何时。不带 \`updated_after\` 的列表、详情与 \`/changes\` 立即可见。列表中的 \`updated_at\` 不晚于其 \`as_of\`，故可从任何列表开始：较早的写入尚在进行时（以及用游标续读时，首页之后写入者），更晚的时刻以 \`as_of\` 代替，之后会带着自身时刻再次出现。深度翻页请沿 \`next_cursor\`，此时无 \`page\` 与 \`total\`。并发写入时，\`sort=code\` 每个产品恰好出现一次，\`sort=updated_at\` 至少一次。`,
  answers: ok(
    'A page of products · 一页产品',
    {
      data: z.array(productWithStructure),
      page: z.int().nullable().meta({ description: 'null where a cursor was given · 给出游标时为 null' }),
      page_size: z.int(),
      total: z.int().nullable().meta({ description: 'null where a cursor was given · 给出游标时为 null' }),
      next_cursor: z.string().nullable().meta({ description: 'null on the last page · 末页为 null' }),
      as_of: z.iso.datetime({ precision: 6 }).meta({
        description:
          'No change up to this instant can appear any more: the right next `updated_after`. 此时刻之前不会再出现变更：即下一次的 `updated_after`。',
      }),
    },
    {
      'The only page · 唯一一页': {
        data: [exampleProduct],
        page: 1,
        page_size: 20,
        total: 1,
        next_cursor: null,
        as_of: LATER,
      },
      'Continued by cursor · 用游标续读': {
        data: [exampleProduct],
        page: null,
        page_size: 1,
        total: null,
        next_cursor: 'WyJhR2xyZDJwTnZ3WXgiLCJQRFMtMDAwMTAwIiwxXQ',
        as_of: LATER,
      },
    },
  ),
};

export const detailDoc: RouteDoc = {
  id: 'getProduct',
  tag: 'Products',
  summary: 'One product by its number or CAS number · 按编号或 CAS 号取产品',
  description: `By product number first, then by CAS number (in stock first, then by number). With it come the numbers that share its CAS number, and the other products of its series (200 at most each; where there are more, \`same_cas_truncated\` or \`series_products_truncated\` says so).

先按货号，再按 CAS 号（现货优先）。同时给出 CAS 号相同的编号及同系列的其他产品（各至多 200 个；若有更多，以 \`same_cas_truncated\`、\`series_products_truncated\` 标明）。`,
  params: CODE_OR_CAS_PARAM,
  answers: ok(
    'The product and its relatives · 产品及其关联',
    {
      data: productWithStructure,
      same_cas: z.array(z.string()),
      same_cas_truncated: z
        .literal(true)
        .optional()
        .meta({ description: 'There are more with this CAS number · 还有更多' }),
      series_products: z.array(relatedProduct),
      series_products_truncated: z
        .literal(true)
        .optional()
        .meta({ description: 'There are more of this series · 还有更多' }),
    },
    {
      'A product · 产品': {
        data: exampleProduct,
        same_cas: [OTHER_CODE],
        series_products: [
          {
            code: 'PDS-000102',
            name_cn: '阿司匹林杂质A',
            name_en: 'Aspirin impurity A',
            cas: '99-96-7',
            status: 'futures',
            in_stock: false,
            structure_url: null,
          },
        ],
      },
    },
  ),
};

export const pushShown = z.union([
  z.object({ products: z.array(pushedProductSchema).max(MAX_ITEMS) }),
  z.array(pushedProductSchema).max(MAX_ITEMS),
]);

const REASONS =
  '`required`, `wrong_type`, `too_long`, `control_character`, `malformed_text`, `reserved`, `inexact_number`, `not_a_number`, `not_finite`, `negative`, `unknown_status`, `unknown_category`, `bad_url`, `ambiguous_cas`, `code_taken`, `code_too_long`, `other_source` (for a key with the access `push`)';
/** A text, not an enumeration: within v1 reasons may be added. */
const ERROR_REASONS = `For programs; more may be added: ${REASONS} · 供程序判断，以后可能增加：${REASONS}`;

/** Of new categories and tags. */
export const nameWarnings = z
  .array(
    z.object({
      field: z.enum(['category', 'tags']),
      reason: z.literal('lookalike'),
      message: z.string(),
      value: z.string(),
    }),
  )
  .optional()
  .meta({
    description:
      'Names that look like another one, from which they differ only in characters that are not seen or in how these are written. They are stored nevertheless. · 与另一名称看似相同的名称，仍予写入',
  });

const shownOutput = z.union([z.string(), z.number()]).nullable().meta({
  description:
    'As it was given, where that was a text or a number; at most 100 characters · 原样（文本或数字），至多 100 个字符',
});

export const pushAnswer = z
  .object({
    ok: z.literal(true),
    created: z.int(),
    updated: z.int(),
    unchanged: z
      .int()
      .meta({ description: 'Counted only with `unchanged=skip` · 仅在 `unchanged=skip` 时计数' }),
    invalid: z.int(),
    codes: z.array(z.string()).meta({
      description:
        'Numbers of the accepted products, in order of first appearance · 已接受产品的编号，按首次出现的次序',
    }),
    errors: z
      .array(
        z
          .object({
            index: z.int().meta({ description: 'Of the item, from 0 · 该项的位置，从 0 起' }),
            code: z.string().nullable(),
            field: z.string().nullable(),
            reason: z.string().meta({ description: ERROR_REASONS }),
            message: z.string().meta({
              description:
                'A sentence for people, in Chinese where `Accept-Language` prefers it · 供人阅读的说明，`Accept-Language` 以中文为先时为中文',
            }),
            value: shownOutput.optional(),
            others: z
              .array(
                z.object({
                  field: z.string(),
                  reason: z.string(),
                  message: z.string(),
                  value: shownOutput.optional(),
                }),
              )
              .optional()
              .meta({ description: 'What else is wrong with the values of the item · 该项的其他问题' }),
          })
          .meta({ id: 'PushError' }),
      )
      .meta({
        description:
          'Why items were not accepted, one entry for each; the first 1000 · 未接受的原因，每项一条；前 1000 条',
      }),
    errors_truncated: z.literal(true).optional().meta({
      description: 'There are more: see `import_id` · 还有更多：见 `import_id`',
    }),
    warnings: z
      .array(
        z
          .object({
            index: z.int().meta({ description: 'Of the item, from 0 · 该项的位置，从 0 起' }),
            code: z.string().nullable(),
            field: z.string(),
            // prettier-ignore
            reason: z.enum([
          'check_digit', 'date', 'no_formula', 'no_structure', 'open_structure', 'too_large', 'too_long', 'too_complex', 'wrong_type',
          'control_character', 'structure_formula', 'structure_weight', 'name_structure', 'name_isomer', 'other_weight', 'several_names', 'several_formulas', 'unusual_characters',
          'lookalike', 'repeated', 'number_as_text', 'no_value', 'no_cas', 'quotes', 'garbled',
        ]),
            message: z.string(),
            value: shownOutput,
          })
          .meta({ id: 'PushWarning' }),
      )
      .meta({
        description:
          'What is probably wrong with accepted items; the first 1000. Names that mean another structure (`name_structure`, `name_isomer`) are read while the caller waits only in pushes of up to 20 items and 64 KB; those of larger ones are read once they are stored, and `GET /products?quality=name_structure` lists their products. 已接受项中的可疑之处；前 1000 条。名称与结构不符（`name_structure`、`name_isomer`）仅在至多 20 项且不超过 64 KB 的推送中即时检查；更大的推送在保存后检查，用 `GET /products?quality=name_structure` 列出。',
      }),
    warnings_truncated: z.literal(true).optional(),
    ignored_fields: z.array(z.string()).meta({
      description:
        'Keys that mean nothing here, each once; the first 100, of each its first 60 characters · 无意义的键，各列一次；至多 100 个，每个至多前 60 个字符',
    }),
    ignored_fields_truncated: z.literal(true).optional(),
    changes: z
      .array(z.object({ code: z.string(), fields: z.array(z.string()) }))
      .optional()
      .meta({
        description:
          'With `dry_run=true`: what would be written, and which fields would change; 1000 at most · `dry_run=true` 时：将写入的内容与将改变的字段；至多 1000 条',
      }),
    changes_truncated: z.literal(true).optional(),
    switched_on: z.array(z.string()).optional().meta({
      description:
        'Products that a full list (`missing=off`) had switched off, and that are on again: with the status that they had, unless the item says another; the first 1000 · 曾因全部产品清单（`missing=off`）下架、现又上架的产品：除非该项另行指定，恢复原状态；前 1000 个',
    }),
    switched_on_total: z.int().optional(),
    import_id: z.int().optional().meta({
      description:
        'With it `GET /sync/imports/{id}/rejected` lists all that was rejected · 凭此可由 `GET /sync/imports/{id}/rejected` 列出全部被拒绝的项',
    }),
  })
  .meta({ id: 'PushAnswer' });

const PUSH_DESCRIPTION = `Creates or updates in bulk. All valid items are written together or not at all; an invalid one stops no other, and \`errors\` says why. Pushing the same items again is harmless: where no answer came in time the push may have been made or not, so repeat it. It needs no \`Idempotency-Key\`.

- Which product: by \`code\`; without one by the CAS number. A new product without a \`code\` gets \`EXT-<CAS>\`, and needs a Chinese name.
- Which fields: those that are given; all others stay. \`null\` is "not given", an empty text clears an optional field.
- Which keys: the names of fields, their aliases, and behind these the names that columns of files may have, in any case. Other keys are ignored, and named in \`ignored_fields\`.
- Stock: \`stock\` above 0 sets the status \`in_stock\`; 0 or less turns \`in_stock\` into \`futures\` and leaves other states. An explicit \`status\` wins.
- Values: CAS numbers in any width, with other dashes or a "CAS" in front; numbers in full width or with separated thousands; statuses as words (现货, in stock). Words for nothing (\`-\`, 无, \`NULL\`, \`N/A\`, \`TBD\`) count as not given in all fields but descriptions, with one warning a field; \`N/A\` for \`cas\` is the value of a product without one.
- Warnings: what is probably wrong with accepted items. They refuse nothing.

\`dry_run=true\` answers the same and writes no product.

批量新增或更新。有效项一起写入，无效项列于 \`errors\`，互不影响。重复推送无害：未及时收到响应时，可能已写入，也可能没有，重发即可；无需 \`Idempotency-Key\`。

- 匹配：按 \`code\`，没有则按 CAS 号。新产品没有 \`code\` 时编号为 \`EXT-<CAS>\`，且须有中文名称。
- 字段：只覆盖所给字段。\`null\` 视为未给，空文本清空可选字段。
- 键名：字段名、其别名，其次为文件列名，不分大小写；其他键忽略，列于 \`ignored_fields\`。
- 库存：\`stock\` 大于 0 即为现货；不大于 0 则现货转为期货，其他状态不变。显式 \`status\` 优先。
- 取值：CAS 号的全角、其他连字符与 “CAS” 前缀，全角数字与千分位，状态文字（现货、in stock）均可识别。表示“没有”的写法（\`-\`、无、\`NULL\`、\`N/A\`、\`TBD\`）除说明外一律视为未给，每个字段警告一次；\`cas\` 的 \`N/A\` 即无 CAS 号。
- 警告：已接受项中的可疑之处，不影响写入。

\`dry_run=true\` 只作答，不写入产品。`;

const PUSH_ANSWERS = {
  'All accepted · 全部接受': {
    ok: true,
    created: 1,
    updated: 1,
    unchanged: 0,
    invalid: 0,
    codes: [CODE, 'EXT-50-78-2'],
    errors: [],
    warnings: [
      {
        index: 1,
        code: 'EXT-50-78-2',
        field: 'mw',
        reason: 'other_weight',
        message: 'C9H8O4 weighs 180.16',
        value: 18.16,
      },
    ],
    ignored_fields: [],
    import_id: 4710,
  },
  'One invalid · 一项无效': {
    ok: true,
    created: 0,
    updated: 1,
    unchanged: 0,
    invalid: 1,
    codes: [CODE],
    errors: [
      {
        index: 1,
        code: OTHER_CODE,
        field: 'name_cn',
        reason: 'required',
        message: 'a new product needs a Chinese name',
      },
    ],
    warnings: [],
    ignored_fields: ['warehouse'],
    import_id: 4711,
  },
};

const PUSH_EXAMPLES = {
  English: {
    products: [
      {
        code: CODE,
        name_cn: '阿司匹林',
        name_en: 'Aspirin',
        cas: '50-78-2',
        formula: 'C9H8O4',
        mw: 180.16,
        category: '标准品',
        stock: 25,
        tags: 'HPLC;EP',
      },
      { code: OTHER_CODE, name_cn: '水杨酸', name_en: 'Salicylic acid', cas: '69-72-7', stock: 0 },
    ],
  },
  '中文（别名）': {
    products: [
      { 货号: OTHER_CODE, 品名: '水杨酸', CAS号: '69-72-7', 分子式: 'C7H6O3', 分子量: '138.12', 库存: 3 },
    ],
  },
  'An array · 直接用数组': [{ name: '阿司匹林', cas: '50-78-2', status: 'custom' }],
};

/** `/sync/push` and `/products` are the same call. */
export const pushDoc = (id: string, summary: string): RouteDoc => ({
  id,
  tag: 'Products',
  searchable: true,
  summary,
  description: PUSH_DESCRIPTION,
  answers: {
    200: { description: 'What became of the items · 各项结果', schema: pushAnswer, examples: PUSH_ANSWERS },
  },
  examples: PUSH_EXAMPLES,
});

export const editDoc: RouteDoc = {
  id: 'editProduct',
  tag: 'Products',
  searchable: true,
  summary: 'Change fields of a product · 修改产品字段',
  guarded: true,
  description: `Omitted fields stay as they are; an empty text or null clears one (not \`name_cn\`). \`updated_fields\` are the supplied fields whose stored value changed. The product number cannot change. With \`was\`, what you saw of the fields that you change, an edit over what somebody else has changed meanwhile is refused (412).

未给的字段保持不变；空文本或 null 清空字段（\`name_cn\` 除外）。\`updated_fields\` 为值确有变化的字段。货号不可更改。附 \`was\`（所改字段此前的值）时，若已被他人修改则拒绝（412）。`,
  params: CODE_PARAM,
  answers: ok(
    'Which fields changed · 有变化的字段',
    { code: z.string(), updated_fields: z.array(z.string()) },
    {
      'Two changed · 两个字段有变化': { code: CODE, updated_fields: ['status', 'tags'] },
      'Nothing changed · 无变化': { code: CODE, updated_fields: [] },
    },
  ),
  examples: {
    English: { status: 'in_stock', tags: 'HPLC;EP', description_en: 'For assay.' },
    中文: { name_cn: '阿司匹林对照品', description: '供含量测定用。', category: '标准品' },
    'Clear a field · 清空字段': { series: null },
    'Only if unchanged · 仅在未变时': { status: 'off', was: { status: 'in_stock' } },
  },
};

export const deleteProductDoc: RouteDoc = {
  id: 'deleteProduct',
  tag: 'Products',
  searchable: true,
  summary: 'Delete a product · 删除产品',
  guarded: true,
  params: { code: { ...CODE_PARAM.code, example: OTHER_CODE } },
  answers: ok('Deleted · 已删除', { code: z.string() }, { 'Deleted · 已删除': { code: OTHER_CODE } }),
};

export const batchDeleteDoc: RouteDoc = {
  id: 'deleteProducts',
  tag: 'Products',
  searchable: true,
  summary: 'Delete up to 500 products · 批量删除（至多 500）',
  description: `A number that is given twice counts once. A key with the access \`push\` deletes products of its source alone; others are in \`failed\`.

重复的编号只计一次。权限为 \`push\` 的密钥仅删除其来源的产品，其余列于 \`failed\`。`,
  answers: ok(
    'What was deleted and what was not there · 已删除与不存在的编号',
    {
      deleted: z.array(z.string()),
      not_found: z.array(z.string()),
      failed: z
        .array(z.object({ code: z.string(), reason: z.literal('other_source') }))
        .optional()
        .meta({ description: 'Where there are some · 若有' }),
    },
    { 'One was not there · 一个不存在': { deleted: [OTHER_CODE], not_found: [UNKNOWN_CODE] } },
  ),
  examples: { 'Two products · 两个产品': { codes: [OTHER_CODE, UNKNOWN_CODE] } },
};
