import type { Texts } from './words.js';

/** The words of bulk edits: of many products at once, and of renames. */
export const BULK_TEXTS = {
  edit: ['批量修改', 'Bulk edit'],
  actions: ['操作', 'Actions'],
  title: ['批量修改产品', 'Edit several products'],
  selected: ['已选的 %{count} 个产品', 'The selected product |||| The %{count} selected products'],
  found: [
    '当前列表的全部 %{count} 个产品',
    'The only product in the list |||| All %{count} products in the list',
  ],
  keep: ['不变', 'No change'],
  no_series: ['清除系列', 'Remove the series'],
  add_tags: ['添加标签', 'Tags to add'],
  remove_tags: ['移除标签', 'Tags to remove'],
  next: ['下一步', 'Next'],
  back: ['上一步', 'Back'],
  will: ['%{count} 个产品将被修改。', '%{count} product will change. |||| %{count} products will change.'],
  none: ['没有产品需要修改。', 'No products would change.'],
  too_long: [
    '另有 %{count} 个产品保持原样：标签会过长。',
    '%{count} more stay unchanged: their tags would be too long.',
  ],
  undo_hint: ['修改后十分钟内可以撤销。', 'You can undo this for ten minutes.'],
  start: ['修改 %{count} 个产品', 'Change %{count} product |||| Change %{count} products'],
  changes: {
    status: ['状态：%{value}', 'Status: %{value}'],
    category: ['类别：%{value}', 'Category: %{value}'],
    series: ['系列：%{value}', 'Series: %{value}'],
    no_series: ['清除系列', 'No series'],
    add_tags: ['添加标签：%{value}', 'Tags to add: %{value}'],
    remove_tags: ['移除标签：%{value}', 'Tags to remove: %{value}'],
  },
  rename: ['重命名', 'Rename'],
  rename_of: ['重命名“%{name}”', 'Rename “%{name}”'],
  new_name: ['新名称', 'New name'],
  rename_hint: [
    '产品、英文名称随之更改；推送仍用旧名称的，请同时修改。',
    'Products and the English name are changed too. Update pushes that still use the old name.',
  ],
  category_hint: [
    '之后以旧名称推送的新产品会被拒绝。',
    'New products pushed with the old name will be rejected.',
  ],
  merges: [
    '“%{name}”已存在（%{count} 个产品）：两者将合并为一。',
    '“%{name}” already exists (%{count} product): the two will be merged. |||| “%{name}” already exists (%{count} products): the two will be merged.',
  ],
  merge: ['合并', 'Merge'],
  profiles: [
    '以下导出配置按旧名称筛选，不会随之更改，请自行修改：%{names}',
    'These export profiles filter by the old name and are not changed; please update them: %{names}',
  ],
  rename_start: ['重命名', 'Rename'],
  renaming: ['“%{from}”重命名为“%{to}”', '“%{from}” becomes “%{to}”'],
  undoing: ['撤销', 'Undo'],
  by: ['由 %{name} 发起', 'by %{name}'],
  progress: ['%{done} / %{total}', '%{done} of %{total}'],
  stop: ['停止', 'Stop'],
  did: ['已修改 %{changed} 个产品', '%{changed} product changed |||| %{changed} products changed'],
  did_undo: ['已恢复 %{changed} 个产品', '%{changed} product restored |||| %{changed} products restored'],
  left_out: [
    '%{count} 个保持原样（标签过长、已删除或无需修改）',
    '%{count} left unchanged (tags too long, deleted, or nothing to change)',
  ],
  left_undo: [
    '%{count} 个之后已被他人修改或删除，未（全部）恢复',
    '%{count} changed or deleted since, and not (fully) restored',
  ],
  stopped: ['已停止：完成 %{done} / %{total}', 'Stopped after %{done} of %{total}'],
  failed: {
    locked: [
      '中断于 %{done} / %{total}：其他写入占用产品过久。',
      'Interrupted after %{done} of %{total}: another write held the products for too long.',
    ],
    category_gone: [
      '中断于 %{done} / %{total}：该类别已被删除。',
      'Interrupted after %{done} of %{total}: the category was deleted.',
    ],
    broken_off: [
      '中断于 %{done} / %{total}：服务已重启。',
      'Interrupted after %{done} of %{total}: the service was restarted.',
    ],
    unavailable: [
      '中断于 %{done} / %{total}：数据库不可用。',
      'Interrupted after %{done} of %{total}: the database was not available.',
    ],
  },
  undo: ['撤销（%{time}）', 'Undo (%{time})'],
  hide: ['隐藏', 'Hide'],
} satisfies Texts;
