import type { Texts } from './words.js';

/** The words of the page of checks. */
export const QUALITY_TEXTS = {
  hint: [
    '产品数据中可能的问题。点击检查项查看产品，修正后的产品会离开列表。',
    'Probable errors in product data. Choose a check to see its products; a product leaves the list once it is corrected.',
  ],
  incomplete: ['仍在检查产品，数目还会变化。', 'Products are still being checked; the counts will change.'],
  wrong: ['有误', 'Wrong'],
  missing: ['缺失', 'Missing'],
  check: ['检查项', 'Check'],
  count: ['产品数', 'Products'],
  download_of: ['下载 CSV：%{name}', 'Download as CSV: %{name}'],
  profiles: ['导出配置就绪情况', 'Ready for export profiles'],
  profile: ['导出配置', 'Export profile'],
  products: ['产品数', 'Products'],
  lacking: ['缺少所需内容', 'Lack something'],
  lacking_of: ['%{count} 个缺少 %{profile} 所需内容', '%{count} lack something for %{profile}'],
  wanted: ['所需内容', 'What it wants'],
  picture: ['图片或结构', 'Image or structure'],
} satisfies Texts;
