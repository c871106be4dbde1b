import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { CHECK_IDS, CHECKS } from './checks.js';

export const qualityDoc: RouteDoc = {
  id: 'countFindings',
  tag: 'Products',
  summary: 'What is probably wrong with products · 数据质量',
  description: `How many products each check finds, up to every change that is committed. \`GET /products?quality=\` lists them. A push warns of the same under the name of the check as \`reason\`, where it can be seen from the item.

每项检查发现的产品数，截至最近一次已提交的变更。用 \`GET /products?quality=\` 列出这些产品。推送时可发现的同类问题在 \`warnings\` 中以检查名为 \`reason\`。

${CHECKS.map(({ id, title }) => `- \`${id}\`: ${title.en} · ${title.cn}`).join('\n')}`,
  answers: ok(
    'A count for each check · 各项检查的数目',
    {
      data: z.array(
        z.object({
          check: z.enum(CHECK_IDS),
          title: z.object({ en: z.string(), cn: z.string() }),
          count: z.int(),
        }),
      ),
      profiles: z
        .array(
          z.object({
            profile: z.string(),
            title: z.string(),
            fields: z.array(z.string()).meta({
              description:
                'What it wants that products may lack; `picture`: an image or a structure · 所需而产品可能缺少的字段；`picture`：图片或结构',
            }),
            products: z.int(),
            lacking: z.int().meta({ description: 'Products that lack one of them · 缺少其中之一的产品数' }),
          }),
        )
        .optional()
        .meta({ description: 'With `profiles=true` · 仅 `profiles=true` 时' }),
      complete: z.boolean().meta({
        description:
          'false while products are still being checked after very many changes, such as a restore: the counts go on changing by themselves. 大量变更（如恢复备份）之后仍在检查时为 false：数字还会自行变化。',
      }),
    },
    {
      'All is checked · 检查完毕': {
        data: CHECKS.map(({ id, title }, i) => ({ check: id, title, count: i % 4 })),
        complete: true,
      },
    },
  ),
};
