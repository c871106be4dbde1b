import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';

const value = z.union([z.string(), z.number()]).nullable();

const entry = z
  .object({
    id: z.int(),
    at: z.iso.datetime({ precision: 3 }),
    op: z.enum(['created', 'changed', 'deleted']),
    by: z.object({
      kind: z.enum(['key', 'staff', 'import', 'command', 'database']).meta({
        description:
          'An API key, an account of the back office, a file that this account imported, the command line; `database`: somebody in the database itself. API 密钥、后台账号、该账号导入的文件、命令行；`database` 为直接在数据库中的改动。',
      }),
      name: z.string().nullable().meta({ description: 'Of the key or of the account. 密钥或账号的名称。' }),
    }),
    bulk: z
      .boolean()
      .meta({ description: 'Part of a bulk edit, or of the undoing of one. 属于一次批量修改或其撤销。' }),
    changes: z.array(z.object({ field: z.string(), before: value, after: value })).meta({
      description:
        'The fields that differ. Of a deletion all that held something; none of a new product. 有变化的字段。删除则为所有有值的字段；新产品则无。',
    }),
  })
  .meta({ id: 'HistoryEntry' });

/** What the OpenAPI document says of the history of a product. */
export const historyDoc: RouteDoc = {
  id: 'listHistory',
  tag: 'Products',
  summary: 'Who changed what of a product, and when · 产品的变更历史',
  description: `The last change first, for 400 days; real differences only. A deleted product keeps its history. The fields are as they are stored, without those that are computed; \`structure\` is a structure that was replaced or removed, as it was given.

最近的变更在前，保留 400 天，只记录确有变化的字段。已删除的产品仍有历史。字段为存储值，不含计算字段；\`structure\` 为被替换或移除的结构（原样）。`,
  params: { code: { description: 'Product number · 货号', example: 'PDS-001859' } },
  answers: ok(
    'A page of changes · 一页变更',
    {
      data: z.array(entry),
      next_cursor: z.string().nullable().meta({
        description:
          'Continues after the last change; null where there is none. 从最后一项变更之后继续；没有则为 null。',
      }),
    },
    {
      'A push and an edit · 一次推送与一次编辑': {
        data: [
          {
            id: 812,
            at: '2026-01-02T03:04:05.678Z',
            op: 'changed',
            by: { kind: 'staff', name: 'wang' },
            bulk: false,
            changes: [{ field: 'status', before: 'futures', after: 'in_stock' }],
          },
          {
            id: 17,
            at: '2026-01-01T00:00:00.000Z',
            op: 'created',
            by: { kind: 'key', name: 'erp' },
            bulk: false,
            changes: [],
          },
        ],
        next_cursor: null,
      },
    },
  ),
};
