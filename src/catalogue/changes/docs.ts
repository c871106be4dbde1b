import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { exampleProduct, productSchema } from '../products/schemas.js';

const NEXT = 'eyJlIjoiM2Y0YyIsIngiOiI3NDMiLCJzIjoxMjB9';

/** What the OpenAPI document says of the change log. */
export const changesDoc: RouteDoc = {
  id: 'listChanges',
  tag: 'Changes',
  summary: 'What changed since a position · 自某位置以来的变更',
  description: `In the order of the change log, an item a product; \`op\` and \`product\` are its state at the time of reading. Nothing committed is ever missed. Deletions are kept for 30 days; an older position, or one of another history (from before a restore, or from a time that was lost when an older copy of the database was put back), is a 410: take a full export and go on from its \`X-Changes-Cursor\`.

按变更日志的顺序，每个产品一项；\`op\` 与 \`product\` 为读取时的状态，已提交的变更绝不遗漏。删除记录保留 30 天；更早的位置，或属于另一段历史的位置（恢复备份之前，或因换回较旧的数据库副本而丢失的时段）返回 410，请重新全量导出。`,
  answers: ok(
    'Changes, and the position after them · 变更及其后的位置',
    {
      data: z.array(
        z.object({ code: z.string(), op: z.enum(['upsert', 'delete']), product: productSchema.nullable() }),
      ),
      next: z.string(),
      more: z
        .boolean()
        .meta({ description: 'Whether there are more changes to be read now. 是否还有变更可读。' }),
    },
    {
      'One written, one deleted · 一写一删': {
        data: [
          { code: 'PDS-001859', op: 'upsert', product: exampleProduct },
          { code: 'PDS-000101', op: 'delete', product: null },
        ],
        next: NEXT,
        more: false,
      },
      'Where the log ends · 日志末端': { data: [], next: NEXT, more: false },
    },
  ),
  problems: [410],
};
