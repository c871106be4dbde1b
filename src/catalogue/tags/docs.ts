import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { nameWarnings } from '../products/docs.js';

// What the OpenAPI document says of the calls on tags (API v1, sections 2.3 and 4.5).

const names = { tag: 'Tags' } as const;
const CODES = ['PDS-001859', 'PDS-000101'];

export const listTagsDoc: RouteDoc = {
  ...names,
  id: 'listTags',
  summary: 'The tag dictionary · 标签字典',
  description: `The tag used most comes first. \`use_count\` is the number of products that carry the tag now, always exact.

最常用的在前。\`use_count\` 为当前带有该标签的产品数，始终精确。`,
  answers: ok(
    'Tags and their use · 标签及使用次数',
    { data: z.array(z.object({ tag: z.string(), use_count: z.int() })) },
    {
      'Two tags · 两个标签': {
        data: [
          { tag: 'HPLC', use_count: 128 },
          { tag: '有证标准物质', use_count: 42 },
        ],
      },
    },
  ),
};

export const addTagsDoc: RouteDoc = {
  ...names,
  id: 'addTags',
  summary: 'Add tags to the dictionary · 新增标签',
  description: `Tags that are there already are skipped. Tags of pushed and tagged products enter the dictionary by themselves.

已有的跳过。产品所带的标签会自动进入字典。`,
  answers: ok(
    'How many were new · 新增与跳过的数目',
    { added: z.int(), skipped: z.int(), warnings: nameWarnings },
    { 'One was there already · 一个已存在': { added: 1, skipped: 1 } },
  ),
  examples: {
    English: { tag: 'HPLC' },
    中文: { tag: '有证标准物质' },
    'Several · 多个': { tags: ['有证标准物质', 'USP'] },
  },
};

export const applyDoc: RouteDoc = {
  ...names,
  id: 'applyTags',
  once: true,
  searchable: true,
  summary: 'Tag products · 为产品打标签',
  description: `\`append\` (the default) adds tags that a product does not have yet; \`replace\` overwrites its tags, and clears them where \`tags\` is empty. A product whose tags would grow over 300 characters is left as it is and listed in \`failed\`, and so is one of another source, for a key with the access \`push\`.

\`append\`（默认）追加并去重；\`replace\` 覆盖，\`tags\` 为空则清空。标签将超过 300 字符的产品、以及（对权限为 \`push\` 的密钥）其他来源的产品不作改动，列于 \`failed\`。`,
  answers: ok(
    'What became of the products · 各产品结果',
    {
      done: z.int().meta({ description: 'Distinct products that were tagged · 已打标签的不同产品数' }),
      not_found: z.array(z.string()),
      failed: z.array(z.object({ code: z.string(), reason: z.string() })),
      warnings: nameWarnings,
    },
    {
      'One tagged, one unknown · 一个完成，一个不存在': { done: 1, not_found: ['PDS-000101'], failed: [] },
      'Too long · 过长': { done: 0, not_found: [], failed: [{ code: 'PDS-001859', reason: 'too_long' }] },
    },
  ),
  examples: {
    'English: append': { codes: CODES, tags: ['HPLC', 'EP'] },
    '中文：追加': { codes: CODES, tags: ['有证标准物质'], mode: 'append' },
    'Replace · 覆盖': { codes: CODES, tags: ['USP'], mode: 'replace' },
    'Clear · 清空': { codes: CODES, tags: [], mode: 'replace' },
  },
};
