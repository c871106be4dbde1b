import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { nameWarnings } from '../products/docs.js';

// What the OpenAPI document says of the calls on categories (API v1, sections 2.2 and 4.4).

const names = { tag: 'Categories' } as const;
const [CN, EN] = ['对照品溶液', 'Reference solutions'];

export const listCategoriesDoc: RouteDoc = {
  ...names,
  id: 'listCategories',
  summary: 'All categories · 全部类别',
  description: `The defaults first, then in order of creation.

默认类别在前，其余按创建顺序。`,
  answers: ok(
    'Category names · 类别名称',
    { data: z.array(z.string()) },
    {
      'The first three · 默认类别': { data: ['杂质对照品', '标准品', '中间体'] },
      'With one of your own · 另有自定义': { data: ['杂质对照品', '标准品', '中间体', EN] },
    },
  ),
};

export const addCategoriesDoc: RouteDoc = {
  ...names,
  id: 'addCategories',
  summary: 'Add categories · 新增类别',
  description: `Names that exist already are skipped.

已有的名称跳过。`,
  answers: ok(
    'How many were new · 新增与跳过的数目',
    { added: z.int(), skipped: z.int(), warnings: nameWarnings },
    { 'One was there already · 一个已存在': { added: 1, skipped: 1 } },
  ),
  examples: { English: { name: EN }, 中文: { name: CN }, 'Several · 多个': { names: [CN, EN] } },
};

export const deleteCategoriesDoc: RouteDoc = {
  ...names,
  id: 'deleteCategories',
  summary: 'Delete categories · 删除类别',
  description: `Products that carry a deleted category keep its text.

产品保留其已删除类别的文字。`,
  answers: ok(
    'What was deleted and what was not there · 已删除与不存在的名称',
    { deleted: z.array(z.string()), not_found: z.array(z.string()) },
    { 'One was not there · 一个不存在': { deleted: [CN], not_found: [EN] } },
  ),
  examples: { English: { name: EN }, 中文: { name: CN }, 'Several · 多个': { names: [CN, EN] } },
};
