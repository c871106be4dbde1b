import type { Texts } from './words.js';

/** The words of the history of a product, and of the products that were deleted. */
export const HISTORY_TEXTS = {
  title: ['变更历史', 'History'],
  hint: [
    '保留 400 天。可将某个字段或整个产品恢复到某次变更之前。',
    'Kept for 400 days. You can restore a field, or the whole product, to what it was before a change.',
  ],
  none: ['还没有变更记录。', 'No changes yet.'],
  op: { created: ['新建', 'Created'], changed: ['修改', 'Changed'], deleted: ['删除', 'Deleted'] },
  by: {
    key: ['密钥 %{name}', 'key %{name}'],
    staff: ['%{name}', '%{name}'],
    import: ['%{name} 导入的文件', 'a file imported by %{name}'],
    command: ['命令行', 'the command line'],
    database: ['数据库', 'the database'],
  },
  bulk: ['批量修改', 'bulk edit'],
  empty: ['空', 'empty'],
  back: ['恢复', 'Restore'],
  back_of: ['恢复：%{field}', 'Restore: %{field}'],
  back_all: ['全部恢复到此次变更前', 'Restore to before this change'],
  back_all_text: [
    '之后对该产品的所有修改都将撤销；这一步同样会记入历史，可以再恢复。',
    'All changes to the product since then are undone. This is recorded in the history as well and can be undone in turn.',
  ],
  brought_back: ['已恢复：%{fields}', 'Restored: %{fields}'],
  nothing: ['没有差别：产品已是那时的内容。', 'Nothing to restore: the product is the same as it was then.'],
  more: ['更早的变更', 'Earlier changes'],
  delete_hint: [
    '该产品将立即从网站移除。30 天内可在“最近删除”中恢复。',
    'It disappears from the site immediately. You can restore it from “Recently deleted” for 30 days.',
  ],
  deleted: ['最近删除', 'Recently deleted'],
  deleted_hint: [
    '最近 30 天删除且未重新建立的产品，恢复后一切如前。',
    'Products deleted in the last 30 days and not created again. They are restored exactly as they were.',
  ],
  deleted_none: ['没有最近删除的产品。', 'No products have been deleted recently.'],
  deleted_at: ['%{at}，%{who}', '%{at}, by %{who}'],
  deleted_search: ['货号、名称或 CAS 号', 'Product number, name or CAS number'],
  back_product: ['恢复产品', 'Restore'],
  product_back: ['%{code} 已恢复', '%{code} restored'],
} satisfies Texts;
